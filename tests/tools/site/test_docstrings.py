"""Docstrings become paragraphs, lists and code."""

from __future__ import annotations

from docutils import nodes

from tools.site.docstrings import inline, of_text

TEXT = """Do something with ``data``.

    It may be
    a block of code.

Two caveats:

* the first
  of two
* the second

Args:
    data: the input,
        in two lines.
    size: how many; see `rng`.

Returns:
    what was done.

Raises:
    ValueError: it is bad.
"""


def kinds(text: str) -> list[str]:
    """Return the parts of a docstring as their kinds and what they say."""
    return [f"{type(part).__name__}: {' '.join(part.astext().split())}" for part in of_text(text)]


def test_a_docstring_has_its_parts_in_order() -> None:
    assert kinds(TEXT) == [
        "paragraph: Do something with data.",
        "literal_block: It may be a block of code.",
        "paragraph: Two caveats:",
        "bullet_list: the first of two the second",
        "paragraph: Args",
        "definition_list: data the input, in two lines. size how many; see rng.",
        "paragraph: Returns",
        "paragraph: what was done.",
        "paragraph: Raises",
        "definition_list: ValueError it is bad.",
    ]


def test_what_stands_in_backticks_is_code_and_nothing_else_is_markup() -> None:
    parts = list(inline("a ``b*c`` and *d* of `e`_"))
    assert [part.astext() for part in parts if isinstance(part, nodes.literal)] == ["b*c", "e"]
    assert "".join(part.astext() for part in parts) == "a b*c and *d* of e_"


def test_no_docstring_has_no_parts() -> None:
    assert kinds("") == []

"""A page takes a part of another text, with its links, and says which line it does not find."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.site.parts import expanded

TEXT = """# Head

One, with [a link](docs/a.md), [another](https://example.org) and [a place](#head).

## Two

Two.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "README.md").write_text(TEXT)
    (tmp_path / "docs").mkdir()
    return tmp_path


def page(start: str, end: str = "") -> str:
    return f"Before.\n\n```{{part}} README.md\n:from: {start}\n{f':to: {end}' if end else ''}\n```\n\nAfter.\n".replace(
        "\n\n```\n\nAfter", "\n```\n\nAfter"
    )


def test_a_part_stands_in_the_page_and_its_links_lead_where_they_did(root: Path) -> None:
    found = expanded(page("One", "## Two"), root / "docs", root)
    told = "One, with [a link](a.md), [another](https://example.org) and [a place](#head)."
    assert found == f"Before.\n\n{told}\n\nAfter.\n"


def test_a_heading_at_the_beginning_is_left_out_and_no_end_is_the_end_of_the_file(root: Path) -> None:
    assert expanded(page("## Two"), root, root) == "Before.\n\nTwo.\n\nAfter.\n"


@pytest.mark.parametrize(("start", "end"), [("Three", ""), ("One", "Three"), ("One", "One")])
def test_a_line_that_is_not_there_is_named(root: Path, start: str, end: str) -> None:
    with pytest.raises(ValueError, match=r"^part = '(One|Three)': expected the beginning of a line of README.md$"):
        expanded(page(start, end), root, root)


def test_a_part_with_several_beginnings_is_refused(root: Path) -> None:
    (root / "README.md").write_text(TEXT + "Two, again.\n")
    with pytest.raises(ValueError, match=r"expected the beginning of one line of README.md, found 2$"):
        expanded(page("Two"), root, root)

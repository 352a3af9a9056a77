"""Docstrings as parts of a page: paragraphs, and lists of what goes in, what comes out and what is raised."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Final

from docutils import nodes

HEADS: Final = ("Args", "Attributes", "Returns", "Yields", "Raises")
_LITERAL: Final = re.compile(r"``(.+?)``|`(.+?)`", re.DOTALL)
_HEAD: Final = re.compile(rf"^({'|'.join(HEADS)}):\n", re.MULTILINE)
_ENTRY: Final = re.compile(r"^(\w[\w.*, ]*): ", re.MULTILINE)


def of_text(text: str) -> Iterator[nodes.Element]:
    """Yield the parts of a docstring."""
    plain, *others = _HEAD.split(inspect.cleandoc(text) + "\n")
    yield from _paragraphs(plain)
    for head, body in zip(others[::2], others[1::2], strict=True):
        inside = "\n".join(line for line in body.splitlines() if not line or line.startswith(" "))
        yield nodes.paragraph("", "", nodes.strong("", head))
        yield from _entries(textwrap.dedent(inside))
        yield from _paragraphs("\n".join(line for line in body.splitlines() if line and not line.startswith(" ")))


def _entries(body: str) -> Iterator[nodes.Element]:
    """Yield a list of names with what is said of them, or what is there without a name."""
    text, *named = _ENTRY.split(body)
    yield from _paragraphs(text)
    if named:
        pairs = zip(named[::2], named[1::2], strict=True)
        yield definitions((name, list(_paragraphs(told))) for name, told in pairs)


def definitions(pairs: Iterator[tuple[str, list[nodes.Element]]]) -> nodes.definition_list:
    """Return a list of terms with what they mean."""
    items = (
        nodes.definition_list_item(
            "", nodes.term("", "", nodes.literal(term, term)), nodes.definition("", *parts or [nodes.paragraph()])
        )
        for term, parts in pairs
    )
    return nodes.definition_list("", *items)


def _paragraphs(text: str) -> Iterator[nodes.Element]:
    """Yield paragraphs and blocks of code, which are indented."""
    for block in filter(str.strip, re.split(r"\n\s*\n", text)):
        if all(line.startswith("    ") for line in block.splitlines()) or block.lstrip().startswith(">>>"):
            code = textwrap.dedent(block)
            yield nodes.literal_block(code, code, language="none")
        elif block.startswith("* "):
            items = filter(None, re.split(r"^\* ", block, flags=re.MULTILINE))
            yield nodes.bullet_list("", *(nodes.list_item("", _filled(item)) for item in items))
        else:
            yield _filled(block)


def _filled(block: str) -> nodes.paragraph:
    return nodes.paragraph("", "", *inline(" ".join(block.split())))


def inline(text: str) -> Iterator[nodes.Node]:
    """Yield a text with what stands in backticks as code."""
    end = 0
    for found in _LITERAL.finditer(text):
        code = found[1] or found[2]
        yield nodes.Text(text[end : found.start()])
        yield nodes.literal(code, code)
        end = found.end()
    yield nodes.Text(text[end:])

"""Texts of the errata as Markdown shows them: no formula in them is emphasis, a tag, mathematics or a link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

LETTERS: Final = ("alpha", "beta", "delta", "eps", "eta", "gamma", "lambda", "log", "sigma")


def escaped(text: str) -> str:
    """Return a text as Markdown shows it."""
    return re.sub(r"([\\*_<$~`\[\]])", r"\\\1", text)


def with_code(text: str) -> str:
    """Return a text in which what stands between backticks is code, and nothing else is marked up."""
    pieces = text.split("`")
    return "`".join(piece if place % 2 else escaped(piece) for place, piece in enumerate(pieces))


def sentence(words: str) -> str:
    """Return words as a sentence, with a capital letter where they begin with a word."""
    text = escaped(words.strip())
    first, _, rest = text.partition(" ")
    is_word = first.isalpha() and (len(first) > 1 or (first == "a" and rest[:1].isalpha())) and first not in LETTERS
    begun = text[:1].upper() + text[1:] if is_word and rest[:1] not in tuple("=<>+-*/\\") else text
    return begun + ("" if text.endswith(".") else ".")


def paragraphs(text: str) -> Iterator[str]:
    """Yield a text, if there is one."""
    if text.strip():
        yield escaped(text.strip())


def table(rows: Iterable[Iterable[str]]) -> str:
    """Return a table without a head, of cells that are marked up already."""
    lines = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    width = max(map(len, lines))
    head = ["|" + " |" * width, "|" + "---|" * width]
    return "\n".join([*head, *("| " + " | ".join(line) + " |" for line in lines)])

"""LaTeX as MathML Core, which browsers typeset themselves: a page needs no script, and no font from elsewhere."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from latex2mathml import converter

BIG: Final = {r"\{": "{", r"\}": "}", r"\|": "‖", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lceil": "⌈", r"\rceil": "⌉"}
"""Delimiters that the converter leaves as they are behind a command for their size."""
_LEFT: Final = re.compile(r">(\\[a-z{}|]+)<")
_CAPITALS: Final = re.compile(r"\\textsc\{([^{}]*)\}")


@cache
def of_latex(latex: str, *, display: bool = False) -> str:
    """Return the MathML of a formula.

    Args:
        latex: what stands between the signs of a formula.
        display: whether it is a line of its own.

    Raises:
        ValueError: the converter does not know a command of the formula.
    """
    prepared = _CAPITALS.sub(r"\\operatorname{\1}", latex)
    found = converter.convert(prepared, display="block" if display else "inline")
    found = _LEFT.sub(lambda sign: f">{BIG.get(sign[1], sign[1])}<", found)
    if unknown := re.findall(r"\\[A-Za-z]*.", re.sub(r"<[^>]*>", "", found)):
        raise ValueError(f"latex = {latex!r}: expected commands that can be typeset, but {unknown[0]} is none")
    return found.replace("<math ", f'<math alttext="{_quoted(latex)}" ', 1)


def _quoted(text: str) -> str:
    """A text as it may stand in an attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")

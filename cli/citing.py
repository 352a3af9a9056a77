"""BibTeX entries that cite what a command computed."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from dpassay import __version__

WIDTH = 100
_INDENT = 19
_SPECIAL = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def entry(command: Sequence[str], parameters: Mapping[str, str], *, title: str, note: str) -> str:
    """Return the entry that cites what a command shows: by which version, how to repeat it, and what it means."""
    name = re.sub(r"\W+", "-", Path(command[2]).stem)
    key = "_".join([*command[:2], name, *(_word(value) for value in parameters.values())])
    with_parameters = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    return "\n".join(
        [
            f"@misc{{{key},",
            _field("title", f"{title} ({with_parameters})"),
            "  author       = {{The dpassay authors}},",
            "  year         = {2026},",
            _field("howpublished", f"dpassay {__version__}: {shlex.join(command)}"),
            _field("note", note),
            "}",
        ]
    )


def _word(value: str) -> str:
    """Return what is left of a value in the key of an entry."""
    return re.sub(r"[^0-9A-Za-z.]+", "-", value)[:20].strip("-")


def _field(name: str, text: str) -> str:
    """Write a field; it breaks at blanks only."""
    value = "{{" + _latex(text) + "}}"
    lines = textwrap.wrap(value, WIDTH - _INDENT, break_long_words=False, break_on_hyphens=False)
    return f"  {name:<13}= " + f"\n{' ' * (_INDENT - 2)}".join(lines) + ","


def _latex(text: str) -> str:
    """Escape what LaTeX takes for a command."""
    return re.sub(r"[\\^~]|[#$%&_{}]", lambda found: _SPECIAL.get(found[0], f"\\{found[0]}"), text)

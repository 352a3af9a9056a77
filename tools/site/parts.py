"""Parts of other texts inside of a page, so that nothing stands twice.

A page names a file of the repository, how the first line of the part begins and, if it is not the rest of the file, how
the first line behind it does. A heading at the beginning is left out::

    ```{part} README.md
    :from: How numbers are kept:
    :to: What an audit may claim:
    ```
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

FENCE: Final = re.compile(
    r"^```\{part\} (?P<file>\S+)\n:from: (?P<start>.+)\n(?::to: (?P<end>.+)\n)?```$", re.MULTILINE
)
LINK: Final = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")


def expanded(text: str, folder: Path, root: Path) -> str:
    """Return the text of a page with what it takes from other files.

    Args:
        text: the Markdown of the page.
        folder: where the page is, to which links are made relative.
        root: the folder of the repository.

    Raises:
        ValueError: a file has no line, or several, that a part begins with, or none that it ends with.
    """

    def taken(found: re.Match[str]) -> str:
        path = root / found["file"]
        part = _between(path, found["start"], found["end"])
        return LINK.sub(lambda link: f"]({_moved(link[1], path.parent, folder)})", part)

    return FENCE.sub(taken, text)


def _between(path: Path, start: str, end: str | None) -> str:
    """What stands from one line on, and before another one; a heading that it begins with is left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    begin = _places(lines, start, path)
    if len(begin) > 1:
        raise ValueError(f"part = {start!r}: expected the beginning of one line of {path.name}, found {len(begin)}")
    rest = lines[begin[0] :]
    stop = len(rest) if end is None else _places(rest[1:], end, path)[0] + 1
    return "\n".join(rest[rest[0].startswith("#") : stop]).strip()


def _places(lines: list[str], start: str, path: Path) -> list[int]:
    """Number the lines that begin so, of which there has to be one."""
    found = [number for number, line in enumerate(lines) if line.startswith(start)]
    if not found:
        raise ValueError(f"part = {start!r}: expected the beginning of a line of {path.name}")
    return found


def _moved(link: str, source: Path, folder: Path) -> str:
    """Make a link relative to another folder."""
    return Path(os.path.relpath(source / link, folder)).as_posix()

"""Files that are whole or not there: written beside their place and then moved into it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

_SHOWN = 60


def make_folder(folder: Path, name: str = "directory") -> None:
    """Make a folder and those above it where they are missing; ``ValueError`` names the argument if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"{name} = {folder}: expected a folder that can be made ({_reason(error)})") from None


def check_folder(folder: str, name: str = "directory") -> Path:
    """Return the path of a folder that is there or can be made, as far as can be told without making it.

    Raises:
        ValueError: it is empty, or what stands at its place or above it is no folder that one may write into.
    """
    require(bool(folder.strip()), name, repr(folder), "the path of a folder")
    path = Path(folder)
    try:
        there = next(place for place in (path, *path.absolute().parents) if _is_there(place))
        fits = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
    except (OSError, ValueError):  # a name that is too long, or holds a null character
        fits = False
    require(fits, name, repr(folder[:_SHOWN]), "a folder that can be made and written into")
    return path


def _is_there(place: Path) -> bool:
    """Tell whether anything is at a place; ``OSError`` or ``ValueError`` where nothing can ever be."""
    try:
        place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step for whoever reads it: the old one or the new one is there, never a part.

    Raises:
        ValueError: the file cannot be written; the message is one line.
    """
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    partial = path.with_name(f".{uuid4().hex}.part")
    try:
        with partial.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise ValueError(f"path = {path}: expected a file that can be written ({_reason(error)})") from None
    finally:
        with suppress(OSError):
            partial.unlink()


def write_report(folder: Path, stem: str, data: str, page: str) -> tuple[Path, Path]:
    """Write <stem>.json and <stem>.html, each whole or not at all, and return their paths.

    Args:
        folder: made where it is missing.
        stem: the name of the files without their endings.
        data: the JSON report.
        page: the HTML page.

    Raises:
        ValueError: the stem is no file name, or the folder or a file cannot be written.
    """
    if not stem or stem != Path(stem).name:
        raise ValueError(f"stem = {stem!r}: expected the name of a file without its ending")
    make_folder(folder)
    paths = folder / f"{stem}.json", folder / f"{stem}.html"
    for path, content in zip(paths, (data, page), strict=True):
        write_whole(path, content)
    return paths


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__


explain_failures(__name__)

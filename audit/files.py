"""Files that are whole or not there: written beside their place and then moved into it."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, in one step for whoever reads it, and make its folder if need be.

    Raises:
        ValueError: the folder cannot be made or the file cannot be written; the message is one line.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"path = {path}: expected a file that can be written ({reason})") from None


def _replace(path: Path, data: bytes) -> None:
    """Write a temporary file in the same folder and move it; leave nothing behind if that fails."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as partial:
        temporary = Path(partial.name)
        try:
            partial.write(data)
            partial.close()
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise

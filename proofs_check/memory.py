"""What the kernel accepted before: remembered, so that to list the verdicts does not take a minute each time.

What is remembered of a record is one digest: of its text together with all code that has a part in accepting it. So
after any change of either, the record is checked again. The digests lie in the user's cache folder, never beside the
ledger: whoever can write there is trusted, as with the code itself. A file of another owner, or one that others may
write, is not read. What cannot be remembered, is not.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import flint

import dpassay.analysis
import dpassay.exact
import dpassay.proofs_check
import dpassay.reference

ROOMS: Final = (dpassay.analysis, dpassay.exact, dpassay.proofs_check, dpassay.reference)
SECOND_CHECKER: Final = "coq"
"""The folder that has no part in accepting a record."""
LONGEST: Final = 1 << 20
"""Bytes of digests; when there are more, old ones among them, all are forgotten."""


def cache_file() -> Path | None:
    """Return where the digests lie; nothing where the user has no folder for such files."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return folder / "dpassay" / "accepted-certificates"


@cache
def code_digest() -> str:
    """Return the digest of all code that has a part in accepting a record, and of what it runs on."""
    whole = sha256(f"{sys.version} {flint.__version__} {flint.__FLINT_VERSION__}".encode())
    for room in ROOMS:
        add_code(whole, room.__name__, Path(room.__path__[0]))
    return whole.hexdigest()


def add_code(whole: Any, name: str, folder: Path, without: Collection[Path] = ()) -> None:
    """Add the code of a folder to a digest, all but that of some folders in it and that of the second checker."""
    for path in sorted(folder.rglob("*.py")):
        if path.parent not in without and path.relative_to(folder).parts[0] != SECOND_CHECKER:
            content = path.read_bytes()
            whole.update(f"\n{name} {path.relative_to(folder)} {len(content)}\n".encode())
            whole.update(content)


class Memory:
    """The texts that were accepted by this very code.

    Args:
        path: the file of digests; nothing is remembered without one.

    Attributes:
        answers: what the kernel was asked ahead and said, of a claim's id and the text of its record; not in the file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.answers: dict[tuple[str, str], Any] = {}
        self._known = frozenset(self._lines())

    def knows(self, text: str) -> bool:
        """Tell whether a text was accepted."""
        return _digest(text) in self._known

    def learn(self, text: str) -> None:
        """Remember that a text is accepted."""
        line = _digest(text)
        if self.path is None or line in self._known:
            return
        with suppress(OSError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path.is_file() and self.path.stat().st_size > LONGEST:
                self.path.unlink()
            with _opened(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT) as file:
                os.write(file, f"{line}\n".encode())

    def _lines(self) -> list[str]:
        if self.path is None:
            return []
        try:
            with _opened(self.path, os.O_RDONLY) as file:
                return os.read(file, 2 * LONGEST).decode("ascii", errors="replace").splitlines()
        except OSError:
            return []


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    """Open a file that is this user's alone; ``OSError`` for any other."""
    file = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    try:
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise PermissionError(path)
        yield file
    finally:
        os.close(file)


def _digest(text: str) -> str:
    return sha256(f"{code_digest()}\n".encode() + text.encode(errors="surrogatepass")).hexdigest()

"""What a target prints while it runs, warnings and what it logs among that: whoever sees the release sees it, too.

Standard output is caught at its descriptor, so that native code and programs that are started print into it as well.
Of standard error it is what Python writes, which goes its way at once: it is wanted most where a process dies. A line
that is written over and over, as one of a progress bar, tells how fast it goes and is left out.
"""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any

from .worker_leaves import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

PRINTED, STDERR = "(what is printed)", "(what is printed to stderr)"
MOST_PRINTED = 1 << 24
"""Bytes of what a run prints that are compared."""


class Tee:
    """Standard error, with a copy of what is written while somebody listens."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.kept: list[str] | None = None

    def write(self, text: str) -> Any:
        """Write on, and keep what is written."""
        if self.kept is not None:
            self.kept.append(str(text))
        return self.stream.write(text)

    def writelines(self, lines: Any) -> None:
        """Write one line after the other."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class Printed:
    """What is printed in a run: ``texts`` by the name of the stream, and ``unknown`` where there was too much."""

    def __init__(self) -> None:
        self.tee = sys.stderr = Tee(sys.stderr)
        self.texts: dict[str, str] = {}
        self.unknown: list[str] = []

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Catch what is printed inside the block. A warning is given in every run as if it were the first."""
        self.texts, self.unknown, self.tee.kept = {}, [], []
        flush()
        with TemporaryFile() as file, warnings.catch_warnings():
            getattr(warnings, "onceregistry", {}).clear()
            before = turned_to(file)
            try:
                yield
            finally:
                flush()
                if before is not None:
                    os.dup2(before, 1)
                    os.close(before)
                errors, self.tee.kept = "".join(self.tee.kept or []), None
                self._keep(file, errors)

    def _keep(self, file: IO[bytes], errors: str) -> None:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        while chunk := file.read(1 << 16):
            with suppress(OSError):
                os.write(1, chunk)
        file.seek(max(0, size - MOST_PRINTED))
        output = file.read().decode("utf-8", "replace")
        self.texts = {name: text for name, text in ((PRINTED, lines(output)), (STDERR, lines(errors))) if text}
        if size > MOST_PRINTED:
            self.unknown.append(f"what is printed before its last {MOST_PRINTED:,} bytes")


def turned_to(file: IO[bytes]) -> int | None:
    """Turn standard output to a file; return what it was, or None where there is none."""
    try:
        before = os.dup(1)
    except OSError:
        return None
    os.set_inheritable(before, False)
    os.dup2(file.fileno(), 1)
    return before


def flush() -> None:
    """Write what Python has kept back of its standard output."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # a target may have closed it
            stream.flush()


def lines(text: str) -> str:
    """Return lines that are compared, in short; "" where there are none."""
    kept = [line for line in text.split("\n") if "\r" not in line.rstrip("\r")]
    return shortened("\n".join(kept).strip("\n"))

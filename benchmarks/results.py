"""RESULTS.md: a chapter a benchmark, each with the machine that measured it; a run replaces the chapters it made."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.tables import Table

INTRODUCTION: Final = (
    "# Benchmarks\n\n"
    "Written by `python -m benchmarks --write`; do not edit. Every chapter says what it was measured with. Seeds are "
    "fixed, so that counts repeat; times are those of one run on that machine, and ratios are what to look at.\n"
)
CHAPTER: Final = "\n## "


def chapter(tables: Sequence[Table], machine: str) -> str:
    """Return a chapter without its heading."""
    return "\n".join([f"Measured with {machine}.\n", *(table.markdown() for table in tables)])


def chapters_of(text: str) -> dict[str, str]:
    """Return the chapters of a file that was written here, by heading."""
    parts = (part.partition("\n\n") for part in text.split(CHAPTER)[1:])
    return {heading: body.rstrip("\n") + "\n" for heading, _, body in parts}


def write_results(path: Path, made: Mapping[str, str], order: Sequence[str]) -> None:
    """Put chapters in place of those of the same heading; chapters in ``order`` stay, all others are dropped.

    It is written at once: whoever reads sees the old file or the new one, never half of either.
    """
    chapters = (chapters_of(path.read_text(encoding="utf-8")) if path.exists() else {}) | dict(made)
    known = [f"{CHAPTER}{name}\n\n{chapters[name]}" for name in order if name in chapters]
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(INTRODUCTION + "".join(known))
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""The goals of a claim, as theorems of Coq."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dpassay.proofs_check.coq.theorem import Entry


def entries(id: str, folder: Path) -> Iterator[Entry]:  # noqa: A002, ARG001
    """Yield the goals of a claim, and their twins."""
    yield from ()

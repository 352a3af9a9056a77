"""Whether a statement can be read at all: where it cannot, that it is rejected says nothing about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.kernel.statements import kind_of


def complaint(statement: Mapping[str, Any]) -> str | None:
    """Tell what is wrong with the form of a statement; ``None`` where nothing is."""
    try:
        kind_of(statement).read(statement)
    except Rejected as rejection:
        return str(rejection)
    return None

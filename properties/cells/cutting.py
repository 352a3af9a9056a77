"""What it takes to cut the laws of one kind into cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.numbers import Floats

__all__ = ["Cutting", "refused"]


class Cutting(Protocol):
    """The way to cut the laws of one kind."""

    def pair(self, laws: Sequence[Any], size: int, /) -> tuple[Cells, ...]:
        """Return the cells of some laws, fine enough for about ``size`` samples, with the same cuts for each."""

    def masses(self, law: Any, cells: Cells, /) -> Floats:
        """Return the probability of each cell, shape (m,), under a law of this kind; ``ValueError`` for other cells."""


def refused(law: object, cells: Cells) -> ValueError:
    """Return the complaint about cells that are none of a law's kind."""
    return ValueError(f"law = {law!r}: expected one of the kind that the cells are of ({cells.kind})")


explain_failures(__name__)

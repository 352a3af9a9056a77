"""Laws on the integers: a cell for each integer of a window, or cuts at integers where that would be very wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.cutting import refused
from dpassay.properties.cells.line import cells_at
from dpassay.properties.cells.numbers import LARGEST_INTEGER, Floats

__all__ = ["WIDEST_WINDOW", "CutAtIntegers"]

WIDEST_WINDOW: Final = 2_000
"""A law with more outcomes than this in reach of the samples is cut like a continuous one."""


@dataclass(frozen=True)
class CutAtIntegers:
    """The way to cut laws on the integers; ``center`` returns an integer in the middle of a law."""

    center: Callable[[Any], int]

    def pair(self, laws: Sequence[Any], size: int) -> tuple[Cells, ...]:
        """Return the cells of laws of this kind, with the same cuts for each."""
        windows = [self._window(law, size) for law in laws]
        low, high = min(w[0] for w in windows), max(w[1] for w in windows)
        if max(-low, high) >= LARGEST_INTEGER:
            raise ValueError(f"data = {max(map(self.center, laws), key=abs)}: expected outcomes of size below 2^62")
        if high - low > WIDEST_WINDOW:
            offsets = np.unique(np.linspace(0, high - low, WIDEST_WINDOW // 2).round()).tolist()
            cuts = np.array([low + int(offset) for offset in offsets], dtype=np.int64)
            return tuple(cells_at(law, cuts) for law in laws)
        return tuple(_window_cells(law, low, high) for law in laws)

    def masses(self, law: Any, cells: Cells) -> Floats:
        """Return the probability of each cell."""
        if cells.kind == "integer":
            return _window_cells(law, int(cells.edges[0]), int(cells.edges[-1])).probabilities
        if cells.kind == "real":
            return cells_at(law, cells.edges).probabilities
        raise refused(law, cells)

    def _window(self, law: Any, size: int) -> tuple[int, int]:
        """Return a window that leaves about one of ``size`` samples in either tail."""
        center = self.center(law)
        tail = 1 / max(size, 10)
        right = _first(lambda k: float(law.upper_tail(center + k)) <= tail)
        left = _first(lambda k: float(law.cdf(center - k)) <= tail)
        return center - left, center + right


def _window_cells(law: Any, low: int, high: int) -> Cells:
    inner = [float(law.pmf(k)) for k in range(low, high + 1)]
    probabilities = [float(law.cdf(low - 1)), *inner, float(law.upper_tail(high + 1))]
    return Cells("integer", np.arange(low, high + 1), np.array(probabilities))


def _first(predicate: Callable[[int], bool]) -> int:
    """Return a k >= 1 for which the predicate holds, less than twice the least."""
    k = 1
    while not predicate(k):
        k = k + 1 if k < 16 else k + k // 4  # small windows exactly, wide ones within a quarter
    return k


explain_failures(__name__)

"""Boxes for outputs that are rows with reals in them: how a coordinate is cut, and the probability of its intervals.

Given the component of a mixture the coordinates are independent, so a box has a sum of products of exact interval
probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import numpy as np

from dpassay.exact import LogForm, Number, Real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.report_laws import probabilities_between
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.line import fine_cuts
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.grids import Grid

__all__ = ["MOST_BOXES", "Center", "Intervals", "box_cells", "mixture_cuts", "weights_of"]

MOST_BOXES: Final = 576
"""Rows are sorted into about so many boxes; the law test keeps as many apart."""

Center: TypeAlias = "Fraction | LogForm"


def weights_of(weights: Sequence[Number]) -> Floats:
    """Return weights as doubles."""
    return np.array([float(weight) for weight in weights])


def box_cells(grid: Grid, probabilities: Floats) -> Cells:
    """Return the boxes of a grid as cells; probabilities have the grid's shape."""
    return Cells("finite", np.arange(len(grid)), probabilities.ravel(), grid=grid)


class Intervals:
    """The probabilities of the intervals between cuts under Laplace laws of one rate, exact and then rounded."""

    def __init__(self, rate: Real, cuts: Floats) -> None:
        self._rate, self._cuts = rate, [Fraction(cut) for cut in cuts.tolist()]
        self._known: dict[str, list[float]] = {}  # by text: a sum of logarithms has no hash

    def __len__(self) -> int:
        """Return the number of intervals."""
        return len(self._cuts) + 1

    def of(self, centers: Sequence[Center]) -> Floats:
        """Return one row a center."""
        for center in centers:
            if str(center) not in self._known:
                parts = probabilities_between(self._rate, center, self._cuts)
                self._known[str(center)] = [float(part) for part in parts]
        return np.array([self._known[str(center)] for center in centers])


def mixture_cuts(masses: Floats, centers: Sequence[Center], rate: Real, count: int, size: int) -> Floats:
    """Return at most ``count`` doubles near quantiles of a mixture, whose levels are evenly spaced as log-odds.

    Few cuts reach as far as they can without leaving the middle empty, many down to about ten samples in a tail.
    """
    reach = min(count / 2, np.log(max(size, 100) / 10))
    levels = 1 / (1 + np.exp(-np.linspace(-reach, reach, count))) if count > 1 else np.array([0.5])
    places, scale = np.array([float(center) for center in centers]), 1 / float(rate)
    fine_cuts(places.tolist(), scale, np.zeros(1))
    weights = masses / masses.sum()
    low, high = places.min() - 40 * scale, places.max() + 40 * scale
    lows, highs = np.full(len(levels), low), np.full(len(levels), high)
    for _ in range(60):
        middle = (lows + highs) / 2
        below = _laplace_below((middle[:, None] - places) / scale) @ weights < levels
        lows, highs = np.where(below, middle, lows), np.where(below, highs, middle)
    return np.unique((lows + highs) / 2)


def _laplace_below(places: Floats) -> Floats:
    """Return the probability of what is below each place, of Laplace noise of scale 1."""
    tail = np.exp(-np.abs(places)) / 2
    return np.where(places > 0, 1 - tail, tail)


explain_failures(__name__)

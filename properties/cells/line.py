"""Laws with a density, cut near their quantiles at doubles, at which distribution functions are exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np
from scipy import special

from dpassay.exact import Number, Real
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.cutting import refused
from dpassay.properties.cells.numbers import Floats, Integers

__all__ = ["FINENESS", "GAUSSIAN", "LAPLACE", "QUANTILES", "CutAtQuantiles", "cells_at", "fine_cuts"]

QUANTILES: Final = 100
"""Cuts between the quantiles of a continuous law, before the tails are added."""

FINENESS: Final = 10_000
"""Doubles must be this much finer than the noise: a coarser grid would show in a correct implementation."""


@dataclass(frozen=True)
class CutAtQuantiles:
    """The way to cut laws on the line.

    Attributes:
        centers: returns the places around which a law lies.
        scale: returns the scale of its noise.
        quantiles: the quantile function of noise of scale 1.
    """

    centers: Callable[[Any], Sequence[float]]
    scale: Callable[[Any], float]
    quantiles: Callable[[Floats], Floats]

    def pair(self, laws: Sequence[Any], size: int) -> tuple[Cells, ...]:
        """Return the cells of laws of this kind, with the same cuts for each."""
        cuts = np.unique(np.concatenate([self._cuts(law, size) for law in laws]))
        return tuple(cells_at(law, cuts) for law in laws)

    def masses(self, law: Any, cells: Cells) -> Floats:
        """Return the probability of each cell."""
        if cells.kind != "real":
            raise refused(law, cells)
        return cells_at(law, cells.edges).probabilities

    def _cuts(self, law: Any, size: int) -> Floats:
        """Return increasing doubles near the quantiles of a law, down to about one sample in a tail."""
        inner = np.arange(1, QUANTILES) / QUANTILES
        outer = np.geomspace(1 / max(size, 2 * QUANTILES), 1 / QUANTILES, 12)[:-1]
        levels = np.concatenate([outer, inner, 1 - outer[::-1]])
        return fine_cuts(self.centers(law), self.scale(law), self.quantiles(levels))


GAUSSIAN: Final = CutAtQuantiles(lambda law: [float(law.mean)], lambda law: float(law.sigma), special.ndtri)


def _laplace_quantiles(levels: Floats) -> Floats:
    return np.where(levels > 0.5, -np.log(2 * (1 - levels)), np.log(2 * levels))


LAPLACE: Final = CutAtQuantiles(
    lambda law: [float(center) for center in law.centers], lambda law: 1 / float(law.rate), _laplace_quantiles
)
"""The way to cut Laplace mixtures, whether their rate is exact or an enclosure."""


def fine_cuts(centers: Sequence[float], scale: float, quantiles: Floats) -> Floats:
    """Return the quantiles around each center; refuse where doubles are too coarse for the noise."""
    cuts = np.concatenate([center + scale * quantiles for center in centers])
    if np.spacing(np.abs(cuts).max()) * FINENESS > scale:
        raise ValueError(
            f"data = {max(centers, key=abs)!r}: expected inputs at which doubles are at least {FINENESS:,} times finer "
            "than the scale of the noise"
        )
    return cuts


def cells_at(law: Any, cuts: Integers | Floats) -> Cells:
    """Cut the line at ``cuts``; each probability is a difference of exact values, taken before rounding to a double."""
    if not hasattr(law, "cdf"):
        raise ValueError(f"law = {law!r}: expected a law on the line")
    points: list[Any] = [cut if isinstance(cut, int) else Fraction(cut) for cut in cuts.tolist()]
    below = [law.cdf(point) for point in points]
    ends: list[Number | Real] = [Fraction(0), *below, Fraction(1)]
    probabilities = [float(high - low) for low, high in pairwise(ends)]
    return Cells("real", cuts, np.array(probabilities))


explain_failures(__name__)

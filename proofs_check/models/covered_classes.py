"""Finite classes with a law on the points: how many members an eps-cover needs.

``cover(e)`` is the size of the smallest e-cover of members, and ``d`` the VC dimension.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import Dist
from dpassay.proofs_check.proof.classes import COVER, DIMENSION
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Covered:
    """A class, and the weights of its points, which need not add up to 1."""

    functions: HypothesisClass
    weights: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.weights) != self.functions.points or min(self.weights) < 0 or not any(self.weights):
            raise ValueError(f"weights = {self.weights}: expected one a point, none negative, not all 0")
        if vc_dimension(self.functions) < 1:
            raise ValueError(f"functions = {self.functions}: expected two members or more")

    @property
    def law(self) -> Dist[int]:
        """The law on the points."""
        total = sum(self.weights)
        return Dist({point: Fraction(weight, total) for point, weight in enumerate(self.weights)})


def covered() -> Iterator[Covered]:
    """Classes of VC dimension 1, 2, 3 and 5 on up to five points, in the last case with the law on one of them."""
    yield Covered(thresholds(1), (1,))
    yield Covered(thresholds(5), (1, 1, 1, 1, 1))
    yield Covered(thresholds(3), (1, 2, 5))
    yield Covered(singletons(4), (1, 1, 1, 1))
    yield Covered(intervals(4), (1, 1, 1, 3))
    yield Covered(all_functions(3), (1, 1, 1))
    yield Covered(all_functions(5), (1, 0, 0, 0, 0))


COVERED: Final = Model(
    "covers of a class",
    variables={"e": "real, 0 < e"},
    quantities={"cover": COVER, "d": DIMENSION},
    settings=covered,
)

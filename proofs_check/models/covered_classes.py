"""Finite classes with a law on the points: how many members an eps-cover needs, and Haussler's theorem.

``cover(e)`` is the size of the smallest e-cover of members. Haussler (1995, Theorem 1 and Corollary 1) is cited: of a
class of VC dimension d >= 1 at most e (d + 1) (2 e/r)^d members differ, each two, with probability above r, 0 < r <= 1.
A largest such family is an r-cover.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.exact import Dist
from dpassay.proofs_check.proof.names import Named
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


def covering(at: Covered, radius: Any) -> Fraction:
    """The size of the smallest cover of members."""
    return Fraction(covering_number(at.functions, at.law, Fraction(radius)))


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
    parameters={"d": "integer, 1 <= d"},
    variables={"e": "real, 0 < e", "r": "real, 0 < r, r <= 1"},
    quantities={"cover": Named(covering, {"e": "real, 0 < e"}, range="positive integer")},
    facts={"Haussler": "cover(r) <= exp(1)*(d + 1)*exp(d*log(2*exp(1)/r))"},
    settings=covered,
    read=lambda at: {"d": Fraction(vc_dimension(at.functions))},
)

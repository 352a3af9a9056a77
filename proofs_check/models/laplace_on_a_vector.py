"""Laplace noise on a vector of [0, D]^K: on all coordinates, or on coordinate J alone, chosen at random and told.

The noise has the scale b, and any two vectors are neighbors. The log-ratio of the densities around v and w at x is the
sum of (|x - w| - |x - v|)/b over the coordinates that are published. ``v(j)``, ``w(j)`` and ``x(j)`` are the
coordinates of two vectors and of a report at which it is the largest, and ``dv`` and ``dw`` are the distances of the
report from both. The largest ones, the max divergences, are ``worst`` for all coordinates and ``worst0`` for one;
``corner`` and ``corner0`` are the log-ratios at the report 0 of the vectors 0 and (D, ..., D).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Place = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Release:
    """K, D, b and eps."""

    dimension: int
    width: Fraction
    scale: Fraction
    epsilon: Fraction
    coordinate: int = 1

    def __post_init__(self) -> None:
        if self.dimension < 1:
            raise ValueError(f"dimension = {self.dimension}: expected at least 1")
        if not 1 <= self.coordinate <= self.dimension:
            raise ValueError(f"coordinate = {self.coordinate}: expected one of {self.dimension}")
        if min(self.width, self.scale, self.epsilon) <= 0:
            raise ValueError(f"{self}: expected a width, a scale and an epsilon above 0")


def ratio(at: Release, place: Place) -> Fraction:
    """The log-ratio of the densities of one coordinate."""
    v, w, x = place
    return (abs(x - w) - abs(x - v)) / at.scale


@cache
def worst_place(at: Release) -> Place:
    """Where the log-ratio of one coordinate is the largest, on a grid that holds all bends: it is linear between."""
    ends = (Fraction(0), at.width / 2, at.width)
    return max(product(ends, ends, (-at.width, *ends, 2 * at.width)), key=lambda place: ratio(at, place))


def worst(at: Release) -> Fraction:
    """The largest sum of log-ratios of independent coordinates: the worst place in each."""
    return sum((ratio(at, worst_place(at)) for _ in range(at.dimension)), Fraction(0))


def settings() -> Iterator[Release]:
    """One to three coordinates, scales around D/eps and K D/eps."""
    for count, width, epsilon in product((1, 2, 3), (Fraction(1), Fraction(5, 2)), (Fraction(1, 2), Fraction(2))):
        for factor, near in product(sorted({1, count}), (Fraction(9, 10), Fraction(1), Fraction(11, 10))):
            yield Release(count, width, factor * near * width / epsilon, epsilon, count)


def read(at: Release) -> dict[str, Any]:
    """K, J, D, b and eps."""
    sizes = {"K": Fraction(at.dimension), "J": Fraction(at.coordinate)}
    return {**sizes, "D": at.width, "b": at.scale, "eps": at.epsilon}


COORDINATE: Final = {"j": "integer, 1 <= j, j <= K"}


def _place(of: int) -> Named:
    return Named(lambda at, _: worst_place(at)[of], COORDINATE)


def _distance(of: int) -> Named:
    return Named(lambda at, _: abs(worst_place(at)[2] - worst_place(at)[of]), COORDINATE, range="at least 0")


VECTOR: Final = Model(
    "Laplace noise on a vector",
    parameters={
        "K": "integer, 1 <= K",
        "J": "integer, 1 <= J, J <= K",
        "D": "real, 0 < D",
        "b": "real, 0 < b",
        "eps": "real, 0 < eps",
    },
    variables=COORDINATE,
    quantities={
        "v": _place(0),
        "w": _place(1),
        "x": _place(2),
        "dv": _distance(0),
        "dw": _distance(1),
        "worst": Named(worst),
        "worst0": Named(lambda at: ratio(at, worst_place(at))),
        "corner": Named(lambda at: sum((ratio(at, (Fraction(0), at.width, Fraction(0))),) * at.dimension, Fraction(0))),
        "corner0": Named(lambda at: ratio(at, (Fraction(0), at.width, Fraction(0)))),
    },
    facts={
        "v at least": "0 <= v(j)",
        "v at most": "v(j) <= D",
        "w at least": "0 <= w(j)",
        "w at most": "w(j) <= D",
        "above v": "x(j) - v(j) <= dv(j)",
        "below v": "v(j) - x(j) <= dv(j)",
        "distance from v": "dv(j)**2 = (x(j) - v(j))**2",
        "distance from w": "dw(j)**2 = (x(j) - w(j))**2",
        "all told": "worst = sum((dw(j) - dv(j))/b, j, 1, K)",
        "at a corner": "corner = sum((D - 0)/b, j, 1, K)",
        "a corner": "corner <= worst",
        "one told": "worst0 = (dw(J) - dv(J))/b",
        "one at a corner": "corner0 = (D - 0)/b",
        "one corner": "corner0 <= worst0",
    },
    settings=settings,
    read=read,
)

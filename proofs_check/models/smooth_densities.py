"""Smooth laws on [0, 1] cut into n cells, and brackets of functions with two values on n points: HRS, Sections 1 and 2.

Cell x has the length ``w(x)``, and the law there the density ``p(x)``; the uniform density is 1. A set of points,
any one, has the length ``s(x)`` in cell x. Discretized thresholds are 1/K, ..., 1; ``b`` is any threshold, and
``j``/K the next one of these: ``THRESHOLDS`` is where the set is that on which the two differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Density:
    """The lengths of the cells, the densities, sigma, a threshold b and the number of discretized ones.

    And the length of a set in each cell; if none is given it is where b and the next discretized threshold differ.
    """

    lengths: tuple[Fraction, ...]
    densities: tuple[Fraction, ...]
    sigma: Fraction
    threshold: Fraction
    number: int
    part: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        if min(self.lengths) < 0 or sum(self.lengths) != 1:
            raise ValueError(f"lengths = {self.lengths}: expected none negative, the sum 1")
        masses = [p * w for p, w in zip(self.densities, self.lengths, strict=True)]
        if min(self.densities) < 0 or sum(masses) != 1:
            raise ValueError(f"densities = {self.densities}: expected none negative, the mass 1")
        if not 0 < self.sigma * max(self.densities) <= 1:
            raise ValueError(f"sigma = {self.sigma}: expected above 0, and at most one over the largest density")
        if not 0 <= self.threshold <= 1:
            raise ValueError(f"threshold = {self.threshold}: expected in [0, 1]")
        if self.number < 1:
            raise ValueError(f"number = {self.number}: expected at least 1")
        part = self.lengths if self.part is None else self.part
        if len(part) != len(self.lengths) or any(not 0 <= s <= w for s, w in zip(part, self.lengths, strict=True)):
            raise ValueError(f"part = {part}: expected lengths of at most {self.lengths}, none negative")

    @property
    def next(self) -> int:
        """The place of the next discretized threshold."""
        return max(ceil(self.threshold * self.number), 1)

    def inside(self, x: Any) -> Fraction:
        """The length in a cell of the set, or of the interval from the threshold to the next discretized one."""
        if self.part is not None:
            return self.part[int(x) - 1]
        begin = sum(self.lengths[: int(x) - 1], Fraction(0))
        end, high = begin + self.lengths[int(x) - 1], Fraction(self.next, self.number)
        return max(min(end, high) - max(begin, self.threshold), Fraction(0))


def densities() -> Iterator[Density]:
    """The uniform law, and laws of two and three cells."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield Density((Fraction(1),), (Fraction(1),), Fraction(1), third, 2)
    yield Density((half, half), (Fraction(3, 2), half), Fraction(2, 3), Fraction(1, 5), 3)
    yield Density((half, half), (Fraction(0), Fraction(2)), half, Fraction(0), 5)
    yield Density((third, third, third), (Fraction(3), Fraction(0), Fraction(0)), Fraction(1, 4), Fraction(1, 7), 1)


def events() -> Iterator[Density]:
    """The same laws, with all of the domain as the set, half of each cell, the first cell, and nothing."""
    for at in densities():
        yield replace(at, part=at.lengths)
        yield replace(at, part=tuple(w / 2 for w in at.lengths))
        yield replace(at, part=(at.lengths[0], *(Fraction(0) for _ in at.lengths[1:])))
        yield replace(at, part=tuple(Fraction(0) for _ in at.lengths))


CELL: Final = {"x": "integer, 1 <= x, x <= n"}
DENSITIES: Final = Model(
    "smooth densities",
    parameters={
        "n": "integer, 1 <= n",
        "sigma": "real, 0 < sigma",
        "b": "real",
        "K": "integer, 1 <= K",
        "j": "integer, 1 <= j",
    },
    variables=CELL,
    quantities={
        "w": Named(lambda at, x: at.lengths[int(x) - 1], CELL, range="at least 0"),
        "p": Named(lambda at, x: at.densities[int(x) - 1], CELL, range="at least 0"),
        "s": Named(lambda at, x: at.inside(x), CELL, range="at least 0"),
    },
    facts={
        "smooth": "sigma*p(x) <= 1",
        "a density": "sum(p(x)*w(x), x, 1, n) = 1",
        "all of the domain": "sum(w(x), x, 1, n) = 1",
    },
    settings=events,
    read=lambda at: {
        "n": Fraction(len(at.lengths)),
        "sigma": at.sigma,
        "b": at.threshold,
        "K": Fraction(at.number),
        "j": Fraction(at.next),
    },
)
THRESHOLDS: Final = DENSITIES.narrowed(
    "smooth densities where two thresholds differ",
    {
        "the next threshold": "j - 1 <= K*b",
        "between the two": "sum(s(x), x, 1, n) = j/K - b",
    },
    densities,
)


@dataclass(frozen=True)
class TwoValues:
    """The places of the larger value of the lower and of the upper end, the weights of the points, and both values."""

    lower: tuple[int, ...]
    upper: tuple[int, ...]
    weights: tuple[int, ...]
    values: tuple[int, int]

    def __post_init__(self) -> None:
        if any(not 0 <= a <= b <= 1 for a, b in zip(self.lower, self.upper, strict=True)):
            raise ValueError(f"lower = {self.lower}: expected 0 or 1, and at most {self.upper}")
        if len(self.weights) != len(self.lower) or min(self.weights) < 0 or not any(self.weights):
            raise ValueError(f"weights = {self.weights}: expected one a point, none negative, not all 0")
        if self.values[0] >= self.values[1]:
            raise ValueError(f"values = {self.values}: expected the smaller one first")


def brackets() -> Iterator[TwoValues]:
    """With values 0 and 1, and -1 and 1."""
    for values in ((0, 1), (-1, 1)):
        yield TwoValues((0,), (1,), (1,), values)
        yield TwoValues((0, 1), (0, 1), (1, 3), values)
        yield TwoValues((0, 0, 1), (0, 1, 1), (1, 2, 3), values)


def _value(at: TwoValues, bit: int) -> Fraction:
    return Fraction(at.values[bit])


TWO_VALUES: Final = Model(
    "a bracket of functions with two values",
    parameters={"n": "integer, 1 <= n", "low": "real", "high": "real, low < high"},
    variables=CELL,
    quantities={
        "mu": Named(lambda at, x: Fraction(at.weights[int(x) - 1], sum(at.weights)), CELL, range="at least 0"),
        "k": Named(lambda at, x: Fraction(at.lower[int(x) - 1]), CELL, range="integer"),
        "l": Named(lambda at, x: Fraction(at.upper[int(x) - 1]), CELL, range="integer"),
        "f": Named(lambda at, x: _value(at, at.lower[int(x) - 1]), CELL),
        "g": Named(lambda at, x: _value(at, at.upper[int(x) - 1]), CELL),
    },
    facts={
        "at least 0": "0 <= k(x)",
        "in order": "k(x) <= l(x)",
        "at most 1": "l(x) <= 1",
        "two values": "f(x) = low + (high - low)*k(x)",
        "the same two": "g(x) = low + (high - low)*l(x)",
    },
    settings=brackets,
    read=lambda at: {"n": Fraction(len(at.lower)), "low": Fraction(at.values[0]), "high": Fraction(at.values[1])},
)

"""One random order of cells for any number of variables: each variable is the point of its first cell.

A setting is a family of laws on the points 1, 2, .... Over each point the masses that they have there cut the line into
cells; ``under(i, c)`` tells whether cell c lies under the density of law i. The cells come in a random order: each time
a cell is drawn from those that are left, in proportion to its width. (These are the cells of the earliest points of a
Poisson process, which does the same for densities with respect to any sigma-finite measure.) ``first(i, j, c)`` is 1
where c is the first of the cells under law i or law j, and ``X(i)`` is the point over which the first cell under law i
lies. ``TV(i, j)`` is the total variation, 1 less what both densities have in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations
from typing import Any, Final

from dpassay.exact import Dist, total_variation
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Order = tuple[int, ...]


@dataclass(frozen=True)
class Cell:
    """A cell over a point, from one height to another."""

    point: int
    low: Fraction
    high: Fraction

    @property
    def width(self) -> Fraction:
        """How high it is."""
        return self.high - self.low


@dataclass(frozen=True)
class Family:
    """Laws on the points 1, 2, ..., of as many points each."""

    laws: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        if not self.laws or len({len(law) for law in self.laws}) > 1:
            raise ValueError(f"laws = {self.laws}: expected one or more, of as many points")
        if any(min(law) < 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected probabilities that add up to 1")


@cache
def cells(family: Family) -> tuple[Cell, ...]:
    """All cells."""
    found: list[Cell] = []
    for point, masses in enumerate(zip(*family.laws, strict=True), 1):
        found += [Cell(point, low, high) for low, high in pairwise(sorted({Fraction(0), *masses}))]
    return tuple(found)


def is_under(family: Family, i: int, c: int) -> bool:
    """Tell whether a cell lies under the density of a law."""
    cell = cells(family)[int(c) - 1]
    return cell.high <= family.laws[int(i) - 1][cell.point - 1]


def orders(family: Family) -> list[Order]:
    """All orders of the cells, which are counted from 1."""
    return list(permutations(range(1, len(cells(family)) + 1)))


@cache
def law(family: Family) -> Mapping[Order, Fraction]:
    """The probability of each order."""
    found = {}
    for order in orders(family):
        left, weight = sum((cell.width for cell in cells(family)), Fraction(0)), Fraction(1)
        for c in order:
            width = cells(family)[c - 1].width
            weight, left = weight * width / left, left - width
        found[order] = weight
    return found


def first(family: Family, i: int, j: int, order: Order) -> int:
    """The first cell under one of two laws."""
    return next(c for c in order if is_under(family, i, c) or is_under(family, j, c))


def variation(family: Family, i: int, j: int) -> Any:
    """The total variation between two laws."""
    one, other = (Dist.from_weights(dict(enumerate(family.laws[int(k) - 1]))) for k in (i, j))
    return total_variation(one, other)


def settings() -> Iterator[Family]:
    """One law, equal ones, laws with nothing in common, three on the pairs of points, and two with four cells."""
    written = (
        [("1/3", "2/3")],
        [("1/2", "1/2"), ("1/2", "1/2")],
        [("1", "0"), ("0", "1")],
        [("0", "1/2", "1/2"), ("1/2", "0", "1/2"), ("1/2", "1/2", "0")],
        [("1/4", "3/4"), ("3/5", "2/5")],
    )
    for laws in written:
        yield Family(tuple(tuple(map(Fraction, masses)) for masses in laws))


def read(family: Family) -> dict[str, Any]:
    """n, m and C."""
    return {
        "n": Fraction(len(family.laws)),
        "m": Fraction(len(family.laws[0])),
        "C": Fraction(len(cells(family))),
    }


VARIABLE, OTHER = "integer, 1 <= i, i <= n", "integer, 1 <= j, j <= n"
CELL, POINT = "integer, 1 <= c, c <= C", "integer, 1 <= y, y <= m"
OF_BOTH: Final = {"i": VARIABLE, "j": OTHER, "c": CELL}
IN_BOTH: Final = "under(i, c)*under(j, c)"
FIRST_CELLS: Final = Model(
    "first cells in one random order",
    parameters={"n": "integer, 1 <= n", "m": "integer, 1 <= m", "C": "integer, 1 <= C"},
    variables={**OF_BOTH, "y": POINT},
    quantities={
        "P": Named(law, space="orders", law=True),
        "width": Named(lambda family, c: cells(family)[int(c) - 1].width, {"c": CELL}, range="positive"),
        "place": Named(lambda family, c: Fraction(cells(family)[int(c) - 1].point), {"c": CELL}),
        "under": Named(
            lambda family, i, c: Fraction(int(is_under(family, i, c))), {"i": VARIABLE, "c": CELL}, range="at least 0"
        ),
        "either": Named(
            lambda family, i, j, c: Fraction(int(is_under(family, i, c) or is_under(family, j, c))),
            OF_BOTH,
            range="at least 0",
        ),
        "first": Named(
            lambda family, i, j, c, order: Fraction(int(first(family, i, j, order) == c)),
            OF_BOTH,
            "orders",
            range="at least 0",
        ),
        "X": Named(
            lambda family, i, order: Fraction(cells(family)[first(family, i, i, order) - 1].point),
            {"i": VARIABLE},
            "orders",
        ),
        "p": Named(lambda family, i, y: family.laws[int(i) - 1][int(y) - 1], {"i": VARIABLE, "y": POINT}),
        "TV": Named(variation, {"i": VARIABLE, "j": OTHER}, range="at least 0"),
    },
    facts={
        "under or not": "under(i, c)**2 = under(i, c)",
        "under one of both": f"either(i, j, c) = under(i, c) + under(j, c) - {IN_BOTH}",
        "mass": "p(i, y) = sum(width(c)*under(i, c)*[place(c) <= y]*[y <= place(c)], c, 1, C)",
        "whole mass": "sum(width(c)*under(i, c), c, 1, C) = 1",
        "variation": f"TV(i, j) = 1 - sum(width(c)*{IN_BOTH}, c, 1, C)",
        "one is first": "sum(first(i, j, c), c, 1, C) = 1",
        "order": "E(first(i, j, c))*sum(width(b)*either(i, j, b), b, 1, C) = width(c)*either(i, j, c)",
        "first of one": "first(i, j, c)*under(i, c) <= first(i, i, c)",
        "first of the other": "first(i, j, c)*under(j, c) <= first(j, j, c)",
        "its place": "first(i, i, c)*(X(i) - place(c)) = 0",
    },
    settings=settings,
    read=read,
    outcomes={"orders": orders},
)

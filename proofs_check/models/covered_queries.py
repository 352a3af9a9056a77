"""The numbers of Theorem 4.2: a class of queries, a cover of it on the uniform law, and what its size costs.

``K`` is the size of a cover of radius ``g`` that is part of the class, and ``d`` the Vapnik-Chervonenkis dimension of
the class, at least 1. There are ``n`` records and ``T`` rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

from dpassay.proofs_check.proof.statements import Model

Tables = tuple[str, ...]


@dataclass(frozen=True)
class Covered:
    """Truth tables of queries, n, sigma, T and eps; the radius is sigma/(2 n), and the cover a smallest one or all."""

    tables: Tables
    records: int = 1
    sigma: Fraction = Fraction(1)
    rounds: int = 1
    epsilon: Fraction = Fraction(1)
    all: bool = False

    def __post_init__(self) -> None:
        """Check that it is a class of queries on one domain, with a dimension of at least 1."""
        if len({len(table) for table in self.tables}) != 1 or dimension(self.tables) < 1:
            raise ValueError(f"tables = {self.tables}: expected two or more truth tables of one length")
        if min(self.records, self.rounds) < 1 or not 0 < self.sigma <= 1 or self.epsilon <= 0:
            raise ValueError(f"{self}: expected n, T of at least 1, sigma in (0, 1] and eps above 0")

    @property
    def radius(self) -> Fraction:
        """gamma."""
        return self.sigma / (2 * self.records)

    @property
    def size(self) -> int:
        """K."""
        return len(self.tables) if self.all else smallest(self.tables, self.radius)


@cache
def dimension(tables: Tables) -> int:
    """The Vapnik-Chervonenkis dimension: the largest number of points on which all patterns occur."""
    size = 0
    while is_shattered(tables, size + 1):
        size += 1
    return size


def is_shattered(tables: Tables, size: int) -> bool:
    """Tell whether all patterns occur on some so many points."""
    chosen = combinations(range(len(tables[0])), size)
    return any(len({tuple(table[x] for x in points) for table in tables}) == 2**size for points in chosen)


@cache
def covers(chosen: Tables, tables: Tables, radius: Fraction) -> bool:
    """Tell whether each query differs from one of those chosen on at most a share of the domain."""
    most = radius * len(tables[0])
    return all(any(sum(a != b for a, b in zip(t, c, strict=True)) <= most for c in chosen) for t in tables)


@cache
def smallest(tables: Tables, radius: Fraction) -> int:
    """The size of a smallest cover that is part of the class."""
    sizes = range(1, len(tables) + 1)
    return next(size for size in sizes if any(covers(c, tables, radius) for c in combinations(tables, size)))


def singletons(points: int, others: int = 0) -> Tables:
    """The queries that ask for one point each, and are 0 on some other points."""
    return tuple("".join("1" if x == y else "0" for y in range(points)) + "0" * others for x in range(points))


MANY: Final = Covered(singletons(83), all=True)
"""Singletons that cover themselves."""
THREE: Final = Covered(singletons(3))
"""Any two of three singletons differ on two points of three: more than half."""
BESIDE: Final = Covered(singletons(7, 3), sigma=Fraction(3, 10))
"""One record on one of the last three points: all queries are 0 there, as they are on average under a smooth law."""


def settings() -> Iterator[Covered]:
    """Singletons and thresholds, and all queries on two points."""
    yield THREE
    yield Covered(singletons(4), 2, Fraction(1, 2), 3, Fraction(1, 2))
    yield Covered(("000", "001", "011", "111"), 1, Fraction(1), 2, Fraction(2))
    yield Covered(("00", "01", "10", "11"), 3, Fraction(1, 3), 1, Fraction(1))
    yield Covered(("00", "01", "10", "11"), 1, all=True)


COVERED: Final = Model(
    "a cover of a class of queries",
    parameters={
        "n": "integer, 1 <= n",
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "K": "integer, 1 <= K",
        "sigma": "real, 0 < sigma, sigma <= 1",
        "eps": "real, 0 < eps",
        "g": "real, 0 < g",
    },
    facts={"radius": "2*n*g = sigma"},
    settings=settings,
    read=lambda at: {
        "n": Fraction(at.records),
        "T": Fraction(at.rounds),
        "d": Fraction(dimension(at.tables)),
        "K": Fraction(at.size),
        "sigma": at.sigma,
        "eps": at.epsilon,
        "g": at.radius,
    },
)
"""A cover of the radius sigma/(2 n) that Algorithm 2 and Section 4 choose."""

SMALLEST: Final = COVERED.narrowed("a smallest cover of a class", {}, lambda: (at for at in settings() if not at.all))

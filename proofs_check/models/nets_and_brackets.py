"""A class with a net of proxies, and upper brackets of the differences of both.

A setting has finitely many cells with their measures u(c) under U, functions of the class and J proxies with the values
0 and 1, the radius ``rad`` of the net, B upper functions b(k, c), and the laws of the points of T rounds, whatever they
are. ``g(i, j, c)`` is 1 where function i and proxy j differ, ``close(i, j)`` where they differ on a measure of at most
rad: so the class G in the text is that of all g(i, j) with close(i, j) = 1. ``above(i, j, k)`` is 1 where b(k) is the
upper bracket that was chosen for g(i, j).

``worst`` is the largest number of rounds in which a function and all proxies differ, ``most`` the largest total of a
function of G, and ``over`` that of an upper bracket. The class may be infinite: on each course one function attains
``worst``, and ``dif(r, j)`` is where proxy j differs from it, ``proxy(j)`` marks its proxy under U; and one function
of G attains ``most``, with the values ``gain(r)`` at the points, and ``held(k)`` marks its bracket. So an outcome is
the cells of all rounds and what these two functions are like.

``SIZED`` names L = log(B) and W = log(M), for Lemma 3.2 and what is taken from it. ``SEPARATE`` is that of functions
that are 1 on at most one of N equal cells, with the net of the function 0: no bracket of width below 1/N holds two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Bits = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Net:
    """Functions, proxies and brackets on finitely many cells.

    Args:
        masses: of the cells under U.
        functions: a row a function.
        proxies: a row a proxy; each function is within the radius of one.
        brackets: upper brackets, within the radius of the differences above which they lie.
        radius: of the net and of the brackets.
        laws: of the points of all rounds, which are independent here.
    """

    masses: tuple[Fraction, ...]
    functions: tuple[Bits, ...]
    proxies: tuple[Bits, ...]
    brackets: tuple[Bits, ...]
    radius: Fraction
    laws: tuple[tuple[Fraction, ...], ...]

    def __post_init__(self) -> None:
        for law in (self.masses, *self.laws):
            if min(law) < 0 or sum(law) != 1 or len(law) != len(self.masses):
                raise ValueError(f"laws = {self.laws}: expected laws on {len(self.masses)} cells")
        if not all(any(self.is_close(i, j) for j in self.of_proxies) for i in self.of_functions):
            raise ValueError(f"proxies = {self.proxies}: expected one within {self.radius} of each function")
        if any(self.is_close(*pair) and self.bracket(*pair) == 0 for pair in self.pairs):
            raise ValueError(f"brackets = {self.brackets}: expected one above each difference, within {self.radius}")

    @property
    def of_functions(self) -> range:
        """Their numbers."""
        return range(1, len(self.functions) + 1)

    @property
    def of_proxies(self) -> range:
        """Their numbers."""
        return range(1, len(self.proxies) + 1)

    @property
    def pairs(self) -> list[Pair]:
        """Of functions and proxies."""
        return list(product(self.of_functions, self.of_proxies))

    def difference(self, i: int, j: int) -> Bits:
        """Where a function and a proxy differ."""
        return tuple(int(a != b) for a, b in zip(self.functions[i - 1], self.proxies[j - 1], strict=True))

    def mean(self, bits: Bits) -> Fraction:
        """The mean under U."""
        return sum((mass * bit for mass, bit in zip(self.masses, bits, strict=True)), Fraction(0))

    def is_close(self, i: int, j: int) -> bool:
        """Tell whether they differ on a measure of at most the radius."""
        return self.mean(self.difference(i, j)) <= self.radius

    def bracket(self, i: int, j: int) -> int:
        """The first bracket above the difference and near it; 0 where there is none."""
        g = self.difference(i, j)
        for k, b in enumerate(self.brackets, 1):
            if all(x <= y for x, y in zip(g, b, strict=True)) and self.mean(b) - self.mean(g) <= self.radius:
                return k
        return 0

    def proxy(self, i: int) -> int:
        """The first of the nearest proxies under U."""
        return min(self.of_proxies, key=lambda j: self.mean(self.difference(i, j)))

    @property
    def courses(self) -> list[Bits]:
        """All outcomes."""
        return list(product(range(len(self.masses)), repeat=len(self.laws)))

    @property
    def law(self) -> Mapping[Bits, Fraction]:
        """The law of the outcome."""
        weights = {}
        for course in self.courses:
            weight = Fraction(1)
            for law, cell in zip(self.laws, course, strict=True):
                weight *= law[cell]
            weights[course] = weight
        return weights

    def far(self, i: int, course: Bits) -> Fraction:
        """The least number of rounds in which a function and a proxy differ."""
        return min(total(self.difference(i, j), course) for j in self.of_proxies)

    def last(self, course: Bits) -> int:
        """The first function that is farthest from all proxies."""
        return max(self.of_functions, key=lambda i: self.far(i, course))

    @property
    def close_differences(self) -> list[Bits]:
        """G."""
        return [self.difference(*pair) for pair in self.pairs if self.is_close(*pair)]

    def wins(self, course: Bits) -> Pair:
        """The first close pair that differs most often."""
        close = [pair for pair in self.pairs if self.is_close(*pair)]
        return max(close, key=lambda pair: total(self.difference(*pair), course))


def total(bits: Bits, course: Bits) -> Fraction:
    """The sum over the points of all rounds."""
    return Fraction(sum(bits[cell] for cell in course))


def _is(answer: object) -> Fraction:
    return Fraction(int(bool(answer)))


HALF: Final = Fraction(1, 2)
BETWEEN: Final = Net((HALF, HALF), ((1, 0), (0, 0), (1, 1)), ((0, 0), (1, 1)), ((1, 0), (0, 1)), HALF, ((HALF, HALF),))
"""The first function is at 1/2 from both proxies, and on each course it is one of them."""


def settings() -> Iterator[Net]:
    """Two and three cells, one and two rounds."""
    third = Fraction(1, 3)
    even = (third, third, third)
    yield BETWEEN
    yield Net((HALF, HALF), ((1, 0), (0, 0)), ((0, 0),), ((1, 0),), HALF, ((HALF, HALF), (Fraction(0), Fraction(1))))
    yield Net(even, ((1, 0, 0), (1, 1, 0), (0, 0, 0)), ((1, 0, 0),), ((1, 0, 0), (0, 1, 0)), third, (even, even))
    yield Net(even, ((1, 0, 0), (1, 1, 1)), ((1, 0, 0), (1, 1, 1)), ((0, 0, 0), (1, 1, 1)), third, (even,))


OF_H: Final = {"i": "integer, 1 <= i, i <= M"}
OF_P: Final = {"j": "integer, 1 <= j, j <= J"}
OF_B: Final = {"k": "integer, 1 <= k, k <= B"}
CELL: Final = {"c": "integer, 1 <= c, c <= N"}
ROUND: Final = {"r": "integer, 1 <= r, r <= T"}
AT: Final = "cells"
NETS: Final = Model(
    "a net of a class, and brackets of differences",
    parameters={
        "T": "integer, 1 <= T",
        "M": "integer, 1 <= M",
        "J": "integer, 1 <= J",
        "B": "integer, 1 <= B",
        "N": "integer, 1 <= N",
        "rad": "real, 0 <= rad",
    },
    variables={**ROUND, **OF_H, **OF_P, **OF_B, **CELL},
    quantities={
        "P": Named(lambda at: at.law, space=AT, law=True),
        "u": Named(lambda at, c: at.masses[c - 1], CELL, range="at least 0"),
        "g": Named(
            lambda at, i, j, c: Fraction(at.difference(i, j)[c - 1]), {**OF_H, **OF_P, **CELL}, range="at least 0"
        ),
        "b": Named(lambda at, k, c: Fraction(at.brackets[k - 1][c - 1]), {**OF_B, **CELL}, range="at least 0"),
        "close": Named(lambda at, i, j: _is(at.is_close(i, j)), {**OF_H, **OF_P}, range="at least 0"),
        "above": Named(
            lambda at, i, j, k: _is(at.is_close(i, j) and at.bracket(i, j) == k),
            {**OF_H, **OF_P, **OF_B},
            range="at least 0",
        ),
        "dif": Named(
            lambda at, r, j, course: Fraction(at.difference(at.last(course), j)[course[r - 1]]),
            {**ROUND, **OF_P},
            AT,
            range="at least 0",
        ),
        "up": Named(
            lambda at, r, k, course: Fraction(at.brackets[k - 1][course[r - 1]]),
            {**ROUND, **OF_B},
            AT,
            range="at least 0",
        ),
        "gain": Named(
            lambda at, r, course: Fraction(at.difference(*at.wins(course))[course[r - 1]]),
            ROUND,
            AT,
            range="at least 0",
        ),
        "worst": Named(lambda at, course: at.far(at.last(course), course), {}, AT),
        "most": Named(lambda at, course: max(total(g, course) for g in at.close_differences), {}, AT),
        "over": Named(lambda at, course: max(total(b, course) for b in at.brackets), {}, AT),
        "proxy": Named(lambda at, j, course: _is(at.proxy(at.last(course)) == j), OF_P, AT, range="at least 0"),
        "held": Named(lambda at, k, course: _is(at.bracket(*at.wins(course)) == k), OF_B, AT, range="at least 0"),
    },
    facts={
        "radius of the net": "close(i, j)*sum(u(c)*g(i, j, c), c, 1, N) <= close(i, j)*rad",
        "radius of the brackets": "above(i, j, k)*sum(u(c)*(b(k, c) - g(i, j, c)), c, 1, N) <= above(i, j, k)*rad",
        "only of G": "above(i, j, k) <= close(i, j)",
        "least": "worst <= sum(dif(r, j), r, 1, T)",
        "one proxy": "sum(proxy(j), j, 1, J) = 1",
        "it is in G": "proxy(j)*sum(dif(r, j), r, 1, T) <= proxy(j)*most",
        "the winner": "most = sum(gain(r), r, 1, T)",
        "one bracket": "sum(held(k), k, 1, B) = 1",
        "it lies above": "held(k)*gain(r) <= held(k)*up(r, k)",
        "over": "sum(up(r, k), r, 1, T) <= over",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(len(at.laws)),
        "M": Fraction(len(at.functions)),
        "J": Fraction(len(at.proxies)),
        "B": Fraction(len(at.brackets)),
        "N": Fraction(len(at.masses)),
        "rad": at.radius,
    },
    outcomes={AT: lambda at: at.courses},
)
FIFTH: Final = Fraction(1, 5)
FIVE: Final = Net(
    (FIFTH,) * 5,
    ((0, 0, 0, 0, 0), *(tuple(int(x == at) for x in range(5)) for at in range(5))),
    ((0, 0, 0, 0, 0),),
    ((1, 1, 0, 0, 0), (0, 0, 1, 1, 0), (0, 0, 0, 0, 1)),
    FIFTH,
    ((FIFTH,) * 5,),
)
"""Functions that are 1 on at most one of five points: an upper bracket is 1 on at most two, so three are needed."""


def sized() -> Iterator[Net]:
    """One to three upper brackets."""
    yield from settings()
    yield FIVE


SIZED: Final = NETS.narrowed(
    "a net of a class, and the number of brackets of differences",
    {"logarithm": "L = log(B)", "logarithm of the class": "W = log(M)"},
    sized,
    {
        "L": Named(lambda at: log(len(at.brackets)), range="at least 0"),
        "W": Named(lambda at: log(len(at.functions)), range="at least 0"),
    },
)


def of_points(parameters: Mapping[str, Any]) -> Net:
    """One uniform point of N, and functions that are 1 on at most one of them; these are the upper brackets as well."""
    points = int(parameters["N"])
    none = (0,) * points
    units = tuple(tuple(int(x == at) for x in range(points)) for at in range(points))
    uniform = (Fraction(1, points),) * points
    return Net(uniform, (none, *units), (none,), units, Fraction(1, points), (uniform,))


SEPARATE: Final = SIZED.narrowed(
    "functions that are 1 on at most one point",
    {"one round": "T = 1", "one point": "rad*N = 1", "and none": "M = N + 1", "one is 1": "most = 1"},
    lambda: (of_points({"N": points}) for points in (1, 2, 5)),
    made=of_points,
)

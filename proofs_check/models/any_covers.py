"""Smooth MWEM on a cover that is as large as it likes: a half of the domain, and a query for each point of the other.

The domain has two halves of K - 1 points. Query 1 asks for the first half, and query y + 1 for point y of the second.
Each two differ, and the class is a cover of itself. All records are in the first half, so that the uniform law on it
has the answers of the data: 1, and 0 for all others.

``half(i)`` is 1 where round i asks for the half, and ``asked(i, y)`` where it asks for point y of the second half.
After round j the first half has the share ``mass(j)`` of D_j, and ``rel(j, y)`` is the share of point y divided by that
of a point of the first half. ``worst`` is the largest error of the average of D_1, ..., D_T on a query of the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, reduce
from typing import Final

from dpassay.exact import Real, as_real, require
from dpassay.exact.real import maximum
from dpassay.proofs_check.models import smooth_mwem
from dpassay.proofs_check.models.chosen_queries import CHOSEN, RATE, Outcome, Random, course
from dpassay.proofs_check.models.smooth_mwem import kept, mean
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

ZERO, ONE = Fraction(0), Fraction(1)


def halves(points: int, rounds: int, records: int, epsilon: Fraction) -> Random:
    """The class on two halves of so many points."""
    first = (ONE,) * points + (ZERO,) * points
    singles = (tuple(Fraction(int(y == points + x)) for y in range(2 * points)) for x in range(points))
    return Random(tuple(p / points for p in first), (first, *singles), records, rounds, epsilon)


def settings() -> Iterator[Random]:
    """Two and three points in each half, one and two rounds."""
    yield halves(2, 1, 1, Fraction(3))
    yield halves(2, 1, 4, Fraction(20))
    yield halves(3, 2, 2, Fraction(5))


@cache
def share(at: Random, j: int, point: int, outcome: Outcome) -> Real:
    """The share of a point, from 0 on, of D_j."""
    past = outcome[:j]
    return kept(as_real(smooth_mwem.law(course(at, past), j)[point]))


def relative(at: Random, j: int, y: int, outcome: Outcome) -> Real:
    """The share of a point of the second half, against that of a point of the first."""
    return kept(share(at, j, len(at.queries) - 2 + y, outcome) / share(at, j, 0, outcome))


def first_half(at: Random, j: int, outcome: Outcome) -> Real:
    """The share of the first half."""
    return kept(sum((share(at, j, point, outcome) for point in range(len(at.queries) - 1)), as_real(0)))


@cache
def worst(at: Random, outcome: Outcome) -> Real:
    """The largest error of the average."""
    rounds = range(1, at.rounds + 1)
    average = [
        sum((share(at, j, point, outcome) for j in rounds), as_real(0)) / at.rounds for point in range(len(at.data))
    ]
    gaps = (mean(query, tuple(average)) - mean(query, at.data) for query in at.queries)
    return kept(reduce(maximum, (maximum(gap, -gap) for gap in gaps)))


ROUND: Final = {"i": "integer, 1 <= i, i <= T"}
TIME: Final = "integer, 0 <= j, j <= T"
POINT: Final = "integer, 1 <= y, y <= K - 1"
NARROWED: Final = CHOSEN.narrowed(
    "MWEM on a half and the points of the other",
    {
        "enough points": "3*T <= 2*(K - 1)",
        "weights": f"Z(i) = sum(exp({RATE}*far(i, k)), k, 1, K)",
        "values in [0, 1]": "far(i, k) <= 1",
        "the half is chosen": "E(half(i)) = E(p(i, 1))",
        "half or not": "half(i)**2 = half(i)",
        "asked or not": "asked(i, y)**2 = asked(i, y)",
        "one query a round": "half(i) + sum(asked(i, y), y, 1, K - 1) = 1",
        "uniform at first": "rel(0, y) = 1",
        "unless it is asked for": "(1 - half(i))*(1 - asked(i, y))*(rel(i, y) - rel(i - 1, y)) = 0",
        "a law": "mass(j)*(K - 1 + sum(rel(j, y), y, 1, K - 1)) = K - 1",
        "error on the half": "1 - sum(mass(t), t, 1, T)/T <= worst",
    },
    settings,
    {
        "half": Named(lambda _, i, run: Fraction(int(run[i - 1][0] == 1)), ROUND, "run", range="at least 0"),
        "asked": Named(
            lambda _, i, y, run: Fraction(int(run[i - 1][0] == y + 1)), {**ROUND, "y": POINT}, "run", range="at least 0"
        ),
        "rel": Named(relative, {"j": TIME, "y": POINT}, "run", range="positive"),
        "mass": Named(first_half, {"j": TIME}, "run", range="at least 0"),
        "worst": Named(worst, space="run", range="at least 0"),
    },
)
HALVES: Final = replace(NARROWED, variables={**NARROWED.variables, "y": POINT, "j": TIME})


@dataclass(frozen=True)
class Many:
    """A constant, T, n and eps, and the number of queries."""

    constant: int
    rounds: int
    records: int
    epsilon: Fraction
    queries: int

    def __post_init__(self) -> None:
        """Check the domains."""
        require(min(self.constant, self.rounds, self.records) >= 1, "numbers", self, "at least 1")
        require(self.epsilon > 0, "epsilon", self.epsilon, "a number above 0")
        require(3 * self.rounds <= 2 * (self.queries - 1), "queries", self.queries, "more than 3/2 of the rounds")


def many(constant: int) -> Many:
    """Numbers for which the constant is too small, with a power of 3 for one of e."""
    rounds = 400 * constant**2 + 1
    return Many(constant, rounds, rounds, Fraction(750 * constant**2), 4 * rounds * 3 ** (188 * constant**2))


NUMBERS: Final = Model(
    "the numbers of MWEM on a half and points",
    parameters={
        "z": "integer, 1 <= z",
        "K": "integer, 1 <= K",
        "T": "integer, 1 <= T, 3*T <= 2*(K - 1)",
        "n": "integer, 1 <= n",
        "eps": "real, 0 < eps",
    },
    settings=lambda: iter((many(1), Many(1, 2, 5, Fraction(1, 2), 5))),
    read=lambda at: {
        "z": Fraction(at.constant),
        "K": Fraction(at.queries),
        "T": Fraction(at.rounds),
        "n": Fraction(at.records),
        "eps": at.epsilon,
    },
)
"""``z`` is a whole number of at least the constant of a claim."""

"""MWEM at random: the law of its choices and measurements on a data set.

A run is a choice and a noise in each round; ``P`` is its law. Before round i the error of D_{i-1} on query k is
``far(i, k)``, and the largest one is ``largest(i)``; ``most(i)`` is the largest one of D_i with its sign. The query of
round i has the score n far, and so a weight of e^(eps n far/(4 T)): ``p(i, k)`` is the probability that it is chosen
given the rounds before, and ``Z(i)`` the sum of the weights. ``off(i)`` is the error of D_{i-1} on the query chosen,
``slip(i)`` the absolute value of the noise on its answer.

All laws here are of finitely many outcomes, so the noises of the settings are Laplace noises of scale 2T/(eps n)
rounded toward 0, to finitely many values; of the noise no more is used than that its tails are not above those of
Laplace noise. ``d`` and ``g`` are the dimension and the radius of the cover where the queries are one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.exact.real import maximum
from dpassay.proofs_check.models import smooth_mwem
from dpassay.proofs_check.models.close_queries import Values, answer, values
from dpassay.proofs_check.models.smooth_mwem import Run, kept, mean
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Outcome = tuple[tuple[int, int], ...]
NOISES: Final = {-1: Fraction(1, 6), 0: Fraction(2, 3), 1: Fraction(1, 6)}
"""Multiples of the scale: a Laplace noise is above it in size with probability 1/e, which is more than 1/3."""


@dataclass(frozen=True)
class Random:
    """The law of the data, the queries, n, T, eps, and d and g."""

    data: Values
    queries: tuple[Values, ...]
    records: int
    rounds: int
    epsilon: Fraction
    dimension: int = 1
    radius: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        """Check what the model says of a setting."""
        if sum(self.data) != 1 or min(self.data) < 0:
            raise ValueError(f"data = {self.data}: expected a law")
        if min(self.records, self.rounds, self.dimension) < 1 or self.epsilon <= 0 or not 0 < self.radius <= 1:
            raise ValueError(f"{self}: expected n, T, d of at least 1, eps above 0 and a radius in (0, 1]")

    @property
    def scale(self) -> Fraction:
        """That of the noise on an answer."""
        return 2 * self.rounds / (self.epsilon * self.records)


def outcomes(at: Random) -> tuple[Outcome, ...]:
    """All runs: a query and a multiple of the scale a round."""
    rounds = tuple(product(range(1, len(at.queries) + 1), NOISES))
    return tuple(product(rounds, repeat=at.rounds))


@cache
def course(at: Random, outcome: Outcome) -> Run:
    """The run up to some round."""
    chosen = tuple(k for k, _ in outcome)
    measured = tuple(answer(at.queries[k - 1], at.data) + sign * at.scale for k, sign in outcome)
    return Run(at.data, Fraction(1, len(at.data)), at.queries, chosen, measured, records=at.records)


@cache
def far(at: Random, k: int, past: Outcome) -> Real:
    """The error on query k after some rounds."""
    return smooth_mwem.off(course(at, past), len(past), at.queries[k - 1])


@cache
def largest(at: Random, past: Outcome) -> Real:
    """The largest error after some rounds."""
    return kept(reduce(maximum, (far(at, k, past) for k in range(1, len(at.queries) + 1))))


@cache
def most(at: Random, past: Outcome) -> Real:
    """The largest of the errors with their signs."""
    now = smooth_mwem.law(course(at, past), len(past))
    return kept(reduce(maximum, (mean(query, now) - mean(query, at.data) for query in at.queries)))


@cache
def weight(at: Random, k: int, past: Outcome) -> Real:
    """The weight of query k after some rounds."""
    return kept((as_real(at.epsilon * at.records / (4 * at.rounds)) * far(at, k, past)).exp())


@cache
def whole(at: Random, past: Outcome) -> Real:
    """The sum of the weights."""
    return kept(sum((weight(at, k, past) for k in range(1, len(at.queries) + 1)), as_real(0)))


@cache
def law(at: Random) -> Mapping[Outcome, Real]:
    """The law of the runs."""
    return {outcome: probability(at, outcome) for outcome in outcomes(at)}


@cache
def probability(at: Random, outcome: Outcome) -> Real:
    """The probability of the first rounds of a run."""
    if not outcome:
        return as_real(1)
    *before, (k, sign) = outcome
    past = tuple(before)
    return kept(probability(at, past) * weight(at, k, past) / whole(at, past) * as_real(NOISES[sign]))


def random(data: str, queries: tuple[str, ...], sizes: tuple[int, int], epsilon: str, radius: str = "1/2") -> Random:
    """A setting, written: n and T are the sizes."""
    return Random(values(data), tuple(map(values, queries)), *sizes, Fraction(epsilon), 1, Fraction(radius))


def settings() -> Iterator[Random]:
    """One to three queries on two points, one or two rounds."""
    yield random("1 0", ("1 -1", "1 1"), (1, 1), "1")
    yield random("3/4 1/4", ("1 -1", "-1 -1", "-1 1"), (4, 1), "40", "1/4")
    yield random("1 0", ("1 -1", "1 1"), (2, 2), "30")
    yield random("1/2 1/2", ("1 -1",), (2, 1), "1/2", "1")


ROUND: Final = {"i": "integer, 1 <= i, i <= T"}
QUERY: Final = {"k": "integer, 1 <= k, k <= K"}
RATE: Final = "eps*n/(4*T)"
CHOSEN: Final = Model(
    "the choices and measurements of MWEM",
    parameters={
        "T": "integer, 1 <= T",
        "K": "integer, 1 <= K",
        "n": "integer, 1 <= n",
        "eps": "real, 0 < eps",
        "d": "integer, 1 <= d",
        "g": "real, 0 < g, g <= 1",
    },
    variables={**ROUND, **QUERY, "c": "real, 0 <= c", "x": "real, 0 <= x"},
    quantities={
        "P": Named(law, space="run", law=True),
        "far": Named(lambda at, i, k, run: far(at, k, run[: i - 1]), {**ROUND, **QUERY}, "run", range="at least 0"),
        "largest": Named(lambda at, i, run: largest(at, run[: i - 1]), ROUND, "run", range="at least 0"),
        "most": Named(lambda at, i, run: most(at, run[:i]), ROUND, "run"),
        "Z": Named(lambda at, i, run: whole(at, run[: i - 1]), ROUND, "run", range="positive"),
        "p": Named(
            lambda at, i, k, run: kept(weight(at, k, run[: i - 1]) / whole(at, run[: i - 1])),
            {**ROUND, **QUERY},
            "run",
            range="positive",
        ),
        "off": Named(lambda at, i, run: far(at, run[i - 1][0], run[: i - 1]), ROUND, "run", range="at least 0"),
        "slip": Named(lambda at, i, run: abs(run[i - 1][1]) * at.scale, ROUND, "run", range="at least 0"),
    },
    facts={
        "largest": "far(i, k) <= largest(i)",
        "mechanism": f"p(i, k)*Z(i) = exp({RATE}*far(i, k))",
        "the largest has a weight": f"exp({RATE}*largest(i)) <= Z(i)",
        "chosen given the past": (
            "E([off(i) < largest(i) - c]) = E(sum(p(i, k)*[far(i, k) < largest(i) - c], k, 1, K))"
        ),
        "tails of the noise": "E([x < slip(i)]) <= exp(-eps*n*x/(2*T))",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(at.rounds),
        "K": Fraction(len(at.queries)),
        "n": Fraction(at.records),
        "eps": at.epsilon,
        "d": Fraction(at.dimension),
        "g": at.radius,
    },
    outcomes={"run": outcomes},
)

MISSED: Final = f"{RATE}*sum(largest(t) - off(t), t, 1, i - 1)"
ROUND_BY_ROUND: Final = CHOSEN.narrowed(
    "the choices and measurements of MWEM, round by round",
    {
        "chosen given the past, with what was missed": (
            f"E(exp({MISSED} + {RATE}*(largest(i) - off(i)))) = "
            f"E(exp({MISSED})*sum(p(i, k)*exp({RATE}*(largest(i) - far(i, k))), k, 1, K))"
        ),
    },
    settings,
)
"""In which the choice of a round depends on the rounds before through the errors alone."""


def small_radii() -> Iterator[Random]:
    """Two runs with a small cover, and one of four rounds with a small radius."""
    yield from list(settings())[:2]
    yield random("1/2 1/2", ("1 -1",), (2, 4), "1/2", "1/6000")


SMALL_RADII: Final = ROUND_BY_ROUND.narrowed(
    "the choices and measurements of MWEM, round by round, also at a small radius", {}, small_radii
)

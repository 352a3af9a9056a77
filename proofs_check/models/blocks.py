"""Blocks of rounds under randomized response: d features, each shown n times, and a class of 2^d functions.

Function v maps feature j to P_0 or P_1, as bit j of v is. P_0 is uniform on one half of the M labels; P_1 has the mass
a/2, uniform, on the other half and 1 - a/2 on the first. ``cost(k)`` is the mean over the bit of what the Bayes mixture
pays in a block after k reports, ``apart(k)`` the total variation of the laws of these reports under the two bits, and
``J`` the mean of ``kl0``, KL(P_0, p), and ``kl1``, KL(P_1, p), at p = (P_0 + P_1)/2; ``xlog(z)`` is z log z, or 0.
``bayes`` is the mean over the class of the risk of the Bayes mixture, and ``risk`` the largest over the class of the
risk of some learner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import product
from math import comb
from typing import Any, Final, cast

from dpassay.analysis.distribution_game import Fixed, Learner
from dpassay.analysis.distribution_learners import (
    Constant,
    RandomizedResponseLearner,
    c_eta,
    randomized_response_users,
)
from dpassay.analysis.game_risk import round_risks
from dpassay.analysis.label_laws import Logarithmic, Table, average, kl
from dpassay.exact import Real, as_real
from dpassay.exact.real import maximum
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Blocks:
    """M, even, e^eps <= M + 1, d, n and a; a learner that does not learn always predicts the mean of the class."""

    labels: int
    exp_eps: Fraction
    blocks: int
    length: int
    separation: Fraction
    learns: bool = True

    def __post_init__(self) -> None:
        if self.labels < 2 or self.labels % 2:
            raise ValueError(f"labels = {self.labels}: expected an even number")
        if not 1 < self.exp_eps <= self.labels + 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected more than 1 and at most M + 1")
        if min(self.blocks, self.length) < 1:
            raise ValueError(f"blocks, length = {self.blocks}, {self.length}: expected at least 1")
        if not 0 < self.separation <= 2:
            raise ValueError(f"separation = {self.separation}: expected more than 0 and at most 2")

    @property
    def contraction(self) -> Fraction:
        """c_eta."""
        return Fraction(cast("Fraction", c_eta(self.labels, self.exp_eps)))

    @property
    def laws(self) -> Table:
        """P_0 and P_1."""
        half, a = self.labels // 2, self.separation
        more, less = a / (2 * half), (2 - a) / (2 * half)
        return (Fraction(0),) * half + (Fraction(1, half),) * half, (more,) * half + (less,) * half


def tables(at: Blocks) -> tuple[Table, ...]:
    """The features: row v of feature j is the law that bit j of v tells."""
    members = list(product((0, 1), repeat=at.blocks))
    return tuple(tuple(at.laws[v[j]] for v in members) for j in range(at.blocks))


@cache
def risks(at: Blocks) -> tuple[tuple[Logarithmic, ...], ...]:
    """Of each function, what the learner pays in each round."""
    shown = tuple(table for table in tables(at) for _ in range(at.length))
    size, users = 2**at.blocks, randomized_response_users(at.labels, at.exp_eps)
    flat = Constant((Fraction(1, size),) * size)
    learner: Learner = RandomizedResponseLearner(at.exp_eps) if at.learns else flat
    return tuple(cast("Any", round_risks(Fixed(truth, shown), users, learner)) for truth in range(size))


def _sum(values: Any) -> Real:
    return sum((as_real(value) for value in values), as_real(0))


def _learning(at: Blocks, blocks: int) -> Blocks:
    return Blocks(at.labels, at.exp_eps, blocks, at.length, at.separation)


@cache
def bayes(at: Blocks) -> Real:
    """The mean over the class of the risk of the Bayes mixture."""
    rows = risks(_learning(at, at.blocks))
    return _sum(_sum(row) for row in rows) / len(rows)


@cache
def risk(at: Blocks) -> Real:
    """The largest risk of the learner."""
    return reduce(maximum, map(_sum, risks(at)))


@cache
def cost(at: Blocks, k: int) -> Real:
    """What the Bayes mixture pays in round k + 1 of one block."""
    return _sum(row[k] for row in risks(_learning(at, 1))) / 2


def apart(at: Blocks, k: int) -> Fraction:
    """Of k reports only the number on the half A counts: two binomial laws."""
    low = (1 - at.contraction) / 2
    high = low + at.contraction * at.separation / 2
    masses = ([comb(k, i) * p**i * (1 - p) ** (k - i) for i in range(k + 1)] for p in (low, high))
    return sum((max(p - q, Fraction(0)) for p, q in zip(*masses, strict=True)), Fraction(0))


def least_cost(at: Blocks) -> Real:
    """J."""
    middle = average(at.laws)
    return _sum(cast("Any", kl(law, middle)) for law in at.laws) / 2


def divergence(at: Blocks, bit: int) -> Real:
    """KL(P_0, p) or KL(P_1, p)."""
    return as_real(cast("Any", kl(at.laws[bit], average(at.laws))))


def long_settings() -> Iterator[Blocks]:
    """n = 2 m^2 rounds and a = 3/(4 c m), at most 2."""
    for labels, t, m, blocks in ((2, "3", 1, 1), (2, "3", 1, 2), (2, "5/2", 1, 1), (2, "2", 2, 1), (4, "5", 1, 1)):
        for learns in (True, False):
            c = Fraction(cast("Fraction", c_eta(labels, Fraction(t))))
            yield Blocks(labels, Fraction(t), blocks, 2 * m**2, 3 / (4 * c * m), learns)


def short_settings() -> Iterator[Blocks]:
    """At most 9/(32 c^2) rounds, and a = 2."""
    shapes = ((2, "3", 1, 1), (2, "2", 2, 1), (2, "2", 2, 2), (2, "3/2", 5, 1), (4, "2", 3, 1))
    for (labels, t, length, blocks), learns in product(shapes, (True, False)):
        yield Blocks(labels, Fraction(t), blocks, length, Fraction(2), learns)


def settings() -> Iterator[Blocks]:
    """Both, and a = 1."""
    yield from long_settings()
    yield from short_settings()
    yield Blocks(2, Fraction(3), 1, 3, Fraction(1))


def read(at: Blocks) -> dict[str, Any]:
    """d, n, c and a."""
    return {"d": Fraction(at.blocks), "n": Fraction(at.length), "c": at.contraction, "a": at.separation}


ROUND: Final = {"k": "integer, 0 <= k, k <= n - 1"}
BLOCKS: Final = Model(
    "blocks under randomized response",
    parameters={
        "d": "integer, 1 <= d",
        "n": "integer, 1 <= n",
        "c": "real, 0 < c, c <= 1/2",
        "a": "real, 0 < a, a <= 2",
    },
    variables={**ROUND, "v": "real, 0 < v"},
    quantities={
        "kl0": Named(lambda at: divergence(at, 0)),
        "kl1": Named(lambda at: divergence(at, 1)),
        "xlog": Named(lambda _, z: as_real(z) * as_real(z).log() if z else as_real(Fraction(0)), {"z": "real, 0 <= z"}),
        "cost": Named(cost, ROUND),
        "apart": Named(apart, ROUND, range="at least 0"),
        "J": Named(least_cost),
        "bayes": Named(bayes),
        "risk": Named(risk),
    },
    facts={
        "J": "J = (kl0 + kl1)/2",
        "of the first": "kl0 = log(2) - log(2 - a/2)",
        "of the second": "kl1 = a/2*log(2) + xlog(2 - a)/2 - (1 - a/2)*log(2 - a/2)",
        "x log x": "xlog(v) = v*log(v)",
        "0 log 0": "xlog(0) = 0",
    },
    settings=settings,
    read=read,
)
LONG: Final = BLOCKS.narrowed("blocks of many rounds", {"separation": "a*c*sqrt(n/2) = 3/4"}, long_settings)
SHORT: Final = BLOCKS.narrowed("blocks of few rounds", {"separation": "a = 2"}, short_settings)

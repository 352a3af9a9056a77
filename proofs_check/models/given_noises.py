"""Algorithms 1 and 2 where the noises are given, all of them below c'(gamma): what they pay in the mean over labels.

Label clipping and all constants are as printed, but for the learning rate of Algorithm 1, sqrt(2 log K/T). The noise
of hypothesis j in round t is a multiple in (-1, 1) of c' = ``low``; ``scale`` is b, so that c' = b (gamma + log K +
log T). An outcome is a path: a clipped label a round and, in Algorithm 2, the coordinate that is shown.

What is paid is the expected KL-risk, that of the clipped laws, the expected regret against the truth in the normalized
losses Y~, or Z, and the noise terms of (10) and (15). Models of the same games by rounds are in ``noisy_games``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import rational_ball, working_precision
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import Table

PRECISION: Final = 100
"""Bits of what is paid."""


@dataclass(frozen=True)
class Given:
    """A table a round, the truth from 1 on, eps, delta, gamma, and the noises as multiples of c'."""

    algorithm: int
    tables: tuple[Table, ...]
    truth: int
    noises: tuple[tuple[Fraction, ...], ...]
    epsilon: Fraction = Fraction(1, 2)
    delta: Fraction = Fraction(1, 100)
    gamma: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if self.algorithm not in {1, 2}:
            raise ValueError(f"algorithm = {self.algorithm}: expected 1 or 2")
        if not self.tables or len({(len(table), len(table[0])) for table in self.tables}) > 1:
            raise ValueError(f"tables = {self.tables}: expected one or more, of one shape")
        if self.rounds * self.experts < 2:
            raise ValueError(f"tables = {self.tables}: expected KT of 2 or more")
        if not 1 <= self.truth <= self.experts:
            raise ValueError(f"truth = {self.truth}: expected one of {self.experts} hypotheses")
        if [len(row) for row in self.noises] != [self.experts] * self.rounds:
            raise ValueError(f"noises = {self.noises}: expected one for each round and each hypothesis")
        if not all(-1 < noise < 1 for row in self.noises for noise in row):
            raise ValueError(f"noises = {self.noises}: expected multiples of c' in (-1, 1)")
        if min(self.epsilon, self.delta, self.gamma) <= 0 or self.delta > 1:
            raise ValueError(
                f"epsilon, delta, gamma = {self.epsilon}, {self.delta}, {self.gamma}: expected them above 0"
            )

    @property
    def experts(self) -> int:
        """K."""
        return len(self.tables[0])

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.tables)

    @cached_property
    def clippings(self) -> tuple[label_clipping.Parameters, ...]:
        """Those of all rounds; a label without any mass owns an integer all the same."""
        return tuple(label_clipping.Parameters(table, self.rounds, _reading(table)) for table in self.tables)


def _reading(table: Table) -> str:
    return "printed" if all(map(any, zip(*table, strict=True))) else "corrected"


def log_sizes(at: Given) -> Real:
    """ln(KT)."""
    return as_real(log(at.experts * at.rounds))


@cache
def scale(at: Given) -> Real:
    """B, the scale of the noises."""
    if at.algorithm == 2:
        return log_sizes(at) / as_real(at.epsilon)
    leak = as_real(log(1 / at.delta)) * (2 * at.experts)
    roots = 2 * leak.sqrt() + as_real(at.experts * at.epsilon).sqrt()
    return roots * log_sizes(at) / as_real(at.epsilon)


@cache
def low(at: Given) -> Real:
    """c'."""
    return scale(at) * (as_real(at.gamma) + log_sizes(at))


def rate(at: Given) -> Real:
    """The learning rate: sqrt(2 log K/T), in Algorithm 2 times sqrt K."""
    factor = at.experts if at.algorithm == 2 else 1
    return (as_real(log(at.experts)) * Fraction(2 * factor, at.rounds)).sqrt()


class Paid(NamedTuple):
    """What is paid in the mean over all paths."""

    risk: arb
    clipped: arb
    regret: arb
    noise: arb


def _ball(value: Any) -> arb:
    return rational_ball(Fraction(value))


@cache
def losses(at: Given, t: int) -> tuple[tuple[arb, ...], ...]:
    """Row j, column y: the normalized loss of hypothesis j in round t, from 0 on, where the clipped label is y's."""
    with working_precision(PRECISION):
        c = 1 / (log_sizes(at).evaluate() + 2 * low(at).evaluate())
        labels, most = as_real(log(len(at.tables[0][0]))).evaluate(), low(at).evaluate()
        rows = label_clipping.likelihoods(at.clippings[t])
        return tuple(
            tuple(-c * (_ball(p).log() + _ball(noise) * most + labels - most) for p in row)
            for row, noise in zip(rows, at.noises[t], strict=True)
        )


def divergence(p: list[arb], q: list[arb]) -> arb:
    """KL(p, q), where what has no mass counts as 0."""
    return sum((a * (a / b).log() for a, b in zip(p, q, strict=True) if a > 0), arb(0))


@cache
def paid(at: Given) -> Paid:
    """Over all paths."""
    with working_precision(PRECISION):
        return _paid(at)


def _paid(at: Given) -> Paid:
    truth, eta, total = at.truth - 1, rate(at).evaluate(), Paid(arb(0), arb(0), arb(0), arb(0))
    paths: list[tuple[arb, list[arb]]] = [(arb(1), [arb(0)] * at.experts)]
    for t, given in enumerate(at.clippings):
        counts, rows = label_clipping.sizes(given), label_clipping.likelihoods(given)
        spread = [[_ball(n * p) for n, p in zip(counts, row, strict=True)] for row in rows]
        law, noises = [_ball(p) for p in at.tables[t][truth]], [_ball(x) * low(at).evaluate() for x in at.noises[t]]
        after = []
        for chance, exponents in paths:
            weights = _normalized(exponents)
            mixed = [_mean(weights, column) for column in zip(*spread, strict=True)]
            over = [_mean(weights, column) - column[truth] for column in zip(*losses(at, t), strict=True)]
            total = Paid(
                total.risk + chance * divergence(law, mixed),
                total.clipped + chance * divergence(spread[truth], mixed),
                total.regret + chance * _mean(spread[truth], over),
                total.noise + chance * (_mean(weights, noises) - noises[truth]),
            )
            for y, mass in enumerate(spread[truth]):
                steps = [-eta * row[y] for row in losses(at, t)]
                after += _moved(at, chance * mass, exponents, steps)
        paths = after
    return total


def _mean(weights: Any, values: Any) -> arb:
    return sum((w * v for w, v in zip(weights, values, strict=True)), arb(0))


def _normalized(exponents: list[arb]) -> list[arb]:
    weights = [e.exp() for e in exponents]
    norm = sum(weights, arb(0))
    return [w / norm for w in weights]


def _moved(at: Given, chance: arb, exponents: list[arb], steps: list[arb]) -> list[tuple[arb, list[arb]]]:
    """All coordinates move, or one that is chosen at random."""
    if at.algorithm == 1:
        return [(chance, [e + s for e, s in zip(exponents, steps, strict=True)])]
    return [
        (chance / at.experts, [e + steps[j] if i == j else e for i, e in enumerate(exponents)])
        for j in range(at.experts)
    ]


def small(at: Given) -> Real:
    """The probability that one noise is below c': elsewhere it is at least gamma + log K + log T times its scale."""
    return 1 - (-as_real(at.gamma)).exp() / (at.experts * at.rounds)


def chance(at: Given) -> Real:
    """That all noises are below c'."""
    return Real(lambda: small(at).evaluate() ** (at.experts * at.rounds))


GAMES: Final = (
    ("1/3,2/3", "1,0"),
    ("1,0;0,1",),
    ("3/4,1/4;1/4,3/4", "1,0;0,1"),
    ("5/6,1/6,0;0,0,1", "1,0,0;1/3,1/3,1/3", "5/6,1/6,0;0,0,1"),
    ("1,0;0,1;1/2,1/2",) * 2,
    ("1/3,1/3,1/3;1,0,0;1/2,1/2,0",),
    ("1,0;0,1;1/2,1/2;1/3,2/3",) * 2,
    ("1;1",) * 7,
)
NEARLY: Final = Fraction(99, 100)

"""Exponential weights on fixed losses, with the learning rate a = sqrt(c log(K)/T).

A setting is a matrix of losses in [0, s], a row a round and a column a group of experts that pay the same, the sizes of
the groups, and c. Losses that depend on what was played are fixed on each course of the game. ``w(t, i)`` is the weight
of expert i before round t, of total 1; ``y(t)`` is the law over the experts with these probabilities, ``v(t, i)`` the
loss of expert i and ``loss(t)`` that of the expert drawn from y(t). ``paid`` is the sum over all rounds of what the
weights pay on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.label_family import remembered
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Losses:
    """Losses of groups of experts.

    Args:
        rows: a row a round, a loss a group.
        sizes: the numbers of experts in the groups.
        factor: c, above 0.
        width: s, which no loss exceeds.
    """

    rows: tuple[tuple[Fraction, ...], ...]
    sizes: tuple[int, ...]
    factor: Fraction
    width: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if not self.rows or any(len(row) != len(self.sizes) for row in self.rows) or min(self.sizes) < 1:
            raise ValueError(f"rows, sizes = {self.rows}, {self.sizes}: expected a loss a group in each round")
        if not all(0 <= loss <= self.width for row in self.rows for loss in row):
            raise ValueError(f"rows = {self.rows}: expected losses in [0, {self.width}]")
        if self.factor <= 0:
            raise ValueError(f"factor = {self.factor}: expected a number above 0")

    @property
    def experts(self) -> int:
        """K."""
        return sum(self.sizes)

    def group(self, expert: int) -> int:
        """The group of an expert; groups are counted from 0, experts from 1."""
        return next(g for g in range(len(self.sizes)) if expert <= sum(self.sizes[: g + 1]))

    def loss(self, t: int, expert: int) -> Fraction:
        """v(t, i)."""
        return self.rows[t - 1][self.group(expert)]


@cache
def rate(at: Losses) -> Real:
    """The learning rate a."""
    return kept((as_real(log(at.experts)) * as_real(at.factor) / as_real(len(at.rows))).sqrt())


def kept(value: Real) -> Real:
    """The same number, whose last enclosure is kept."""
    return Real(remembered(value.evaluate))


@cache
def group_weights(at: Losses, t: int) -> tuple[Real, ...]:
    """The weight of one expert of each group before round t, in proportion to e^(-a L) for its losses L so far."""
    totals = [sum((row[g] for row in at.rows[: t - 1]), Fraction(0)) for g in range(len(at.sizes))]
    grown = [kept((-rate(at) * as_real(total - min(totals))).exp()) for total in totals]
    whole = sum((weight * as_real(size) for weight, size in zip(grown, at.sizes, strict=True)), as_real(0))
    return tuple(kept(weight / whole) for weight in grown)


def law(at: Losses, t: int) -> Mapping[int, Real]:
    """y(t)."""
    return {i: group_weights(at, t)[at.group(i)] for i in range(1, at.experts + 1)}


@cache
def paid(at: Losses) -> Real:
    """What the weights pay on average, in all rounds."""
    total = as_real(0)
    for t, row in enumerate(at.rows, 1):
        for weight, size, loss in zip(group_weights(at, t), at.sizes, row, strict=True):
            total += weight * as_real(size * loss)
    return kept(total)


def rows(*given: tuple[int | Fraction, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """Rows of exact numbers."""
    return tuple(tuple(map(Fraction, row)) for row in given)


def settings() -> Iterator[Losses]:
    """One to five experts in one to three rounds, c = 2, 8 and 2 K, losses up to 1 and up to 2."""
    half = Fraction(1, 2)
    for factor, width in product((Fraction(2), Fraction(8), Fraction(4)), (1, 2)):
        yield Losses(rows((half,), (width,)), (1,), factor, Fraction(width))
        yield Losses(rows((width, 0)), (1, 1), factor, Fraction(width))
        yield Losses(rows((0, width), (width, half), (0, width)), (1, 1), factor, Fraction(width))
        yield Losses(rows((0, width), (0, half)), (1, 4), factor, Fraction(width))
    yield Losses(rows((1, 0), (0, 1)), (2, 2), Fraction(8))


EXPERT: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = {"t": "integer, 1 <= t, t <= T + 1"}
WEIGHTS: Final = Model(
    "exponential weights on fixed losses",
    parameters={
        "T": "integer, 1 <= T",
        "K": "integer, 1 <= K",
        "a": "real, 0 <= a",
        "c": "real, 0 < c",
        "s": "real, 0 <= s",
    },
    variables={**ROUND, **EXPERT, "n": "integer, 1 <= n, n <= T + 1"},
    quantities={
        "w": Named(lambda at, t, i: group_weights(at, t)[at.group(i)], {**NEXT, **EXPERT}, range="positive"),
        "v": Named(lambda at, t, i: at.loss(t, i), {**ROUND, **EXPERT}, range="at least 0"),
        "y": Named(law, ROUND, "expert", law=True),
        "loss": Named(lambda at, t, i: at.loss(t, i), ROUND, "expert", range="at least 0"),
        "paid": Named(paid),
    },
    facts={
        "rate": "a**2*T = c*log(K)",
        "first": "log(w(1, i)) = -log(K)",
        "update": "log(w(t + 1, i)) = log(w(t, i)) - a*v(t, i) - log(E(exp(-a*loss(t)), y(t)))",
        "weights": "sum(w(n, i), i, 1, K) = 1",
        "at most s": "v(t, i) <= s",
        "drawn at most s": "loss(t) <= s",
        "mean": "E(loss(t), y(t)) = sum(w(t, i)*v(t, i), i, 1, K)",
        "paid": "paid = sum(sum(w(t, i)*v(t, i), i, 1, K), t, 1, T)",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(len(at.rows)),
        "K": Fraction(at.experts),
        "a": rate(at),
        "c": at.factor,
        "s": at.width,
    },
    outcomes={"expert": lambda at: range(1, at.experts + 1)},
)

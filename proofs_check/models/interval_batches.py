"""L2P over regularized multiplicative weights, (5), in n batches of B rounds, on a convex set of diameter D.

``mean(s, k, j)`` is the expectation of the loss of round j of batch s under the measure before round k of that batch;
nu-bar_s is that measure at k = 1. ``played(s)`` is the expected loss of batch s under nu-hat_s, the law of x_s, and
``off(s)`` the total variation of nu-hat_s and nu-bar_s. ``lazy`` and ``alone`` are the expected losses of L2P and of
the input algorithm. The settings are those that can be evaluated: linear losses on an interval, and for nu-hat_s a
measure that has seen another sum of losses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact.dist import total
from dpassay.proofs_check.models.densities import Density
from dpassay.proofs_check.models.reals import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Batches:
    """beta, lambda, L, R, the slopes of all rounds in units of L, B, and how far the slope of each nu-hat_s is off."""

    beta: Fraction
    weight: Fraction
    lipschitz: Fraction
    radius: Fraction
    slopes: tuple[Fraction, ...]
    batch: int
    off: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        if min(self.beta, self.weight, self.lipschitz, self.radius) <= 0:
            raise ValueError(f"{self}: expected numbers above 0")
        if not self.off or self.batch * len(self.off) != len(self.slopes):
            raise ValueError(f"slopes, batch, off = {self.slopes}, {self.batch}, {self.off}: expected whole batches")
        if max(map(abs, self.slopes)) > 1:
            raise ValueError(f"slopes = {self.slopes}: expected L-Lipschitz losses")

    def law(self, batch: int, place: int, off: Fraction = Fraction(0)) -> Density:
        """The measure before a round of a batch, or one that is off."""
        past = sum(self.slopes[: (batch - 1) * self.batch + place - 1], Fraction(0)) + off
        return Density(self.beta * self.lipschitz * past, self.beta * self.weight, self.radius)

    def slope(self, batch: int, place: int) -> Fraction:
        """That of the loss of a round."""
        return self.lipschitz * self.slopes[(batch - 1) * self.batch + place - 1]

    def mean(self, batch: int, before: int, place: int) -> Any:
        """The expectation of the loss of one round before another."""
        return kept(self.law(batch, before).mean() * self.slope(batch, place))

    def played(self, batch: int) -> Any:
        """That of a batch under nu-hat_s."""
        slopes = sum((self.slope(batch, j) for j in range(1, self.batch + 1)), Fraction(0))
        return kept(self.law(batch, 1, self.off[batch - 1]).mean() * slopes)

    def variation(self, batch: int) -> Any:
        """The total variation of nu-hat_s and nu-bar_s."""
        moved, start = self.law(batch, 1, self.off[batch - 1]), self.law(batch, 1)
        return moved.beyond(start, Fraction(0)) if self.off[batch - 1] else Fraction(0)

    def lazy_loss(self) -> Any:
        """The expected loss of L2P."""
        return kept(total(self.played(s) for s in range(1, len(self.off) + 1)))

    def input_loss(self) -> Any:
        """The expected loss of the input algorithm."""
        rounds = [(s, j) for s in range(1, len(self.off) + 1) for j in range(1, self.batch + 1)]
        return kept(total(self.mean(s, j, j) for s, j in rounds))

    def best(self) -> Fraction:
        """The loss of the best point."""
        return -self.radius * self.lipschitz * abs(sum(self.slopes, Fraction(0)))


def settings() -> Iterator[Batches]:
    """One and two batches of one to three rounds; equal losses, losses by turns, small ones; narrow sets and wide."""
    one, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    yield Batches(one, half, one, Fraction(20), (one,) * 3, 3, (none,))
    yield Batches(Fraction(1, 10), Fraction(2), Fraction(2), half, (one, one, -one, -one), 2, (none, one))
    yield Batches(Fraction(4), one, one, one, (one, half, none, -one), 2, (-half, none))
    yield Batches(one, one, one, half, (one, -one), 1, (Fraction(3), -one))


BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
ROUND: Final = {**BATCH, "j": "integer, 1 <= j, j <= B"}
INTERVAL_BATCHES: Final = Model(
    "batches of regularized multiplicative weights",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "beta": "real, 0 < beta",
        "lam": "real, 0 < lam",
        "L": "real, 0 < L",
        "D": "real, 0 < D",
    },
    variables={**ROUND, "k": "integer, 1 <= k, k <= B - 1"},
    quantities={
        "mean": Named(Batches.mean, {**BATCH, "k": "integer, 1 <= k, k <= B", "j": "integer, 1 <= j, j <= B"}),
        "played": Named(Batches.played, BATCH),
        "off": Named(Batches.variation, BATCH, range="at least 0"),
        "lazy": Named(Batches.lazy_loss),
        "alone": Named(Batches.input_loss),
        "best": Named(Batches.best),
    },
    facts={
        "lazy loss": "lazy = sum(played(s), s, 1, n)",
        "input loss": "alone = sum(sum(mean(s, j, j), j, 1, B), s, 1, n)",
    },
    settings=cache(lambda: tuple(settings())),
    read=lambda at: {
        "n": Fraction(len(at.off)),
        "B": Fraction(at.batch),
        "beta": at.beta,
        "lam": at.weight,
        "L": at.lipschitz,
        "D": 2 * at.radius,
    },
)

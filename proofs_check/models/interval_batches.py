"""L2P over regularized multiplicative weights, (5), in n batches of B rounds, on a convex set of diameter D.

``mean(s, k, j)`` is the expectation of the loss of round j of batch s under the measure before round k of that batch;
nu-bar_s is that measure at k = 1. ``played(s)`` is the expected loss of batch s under nu-hat_s, the law of x_s, and
``off(s)`` the total variation of nu-hat_s and nu-bar_s. ``lazy`` and ``alone`` are the expected losses of L2P and of
the input algorithm. ``loss(s, j, x)`` is the loss of round j of batch s, ``past(s, k, x)`` all that was lost before
round k of batch s, and ``square(x)`` the squared norm. As in ``regularized_weights``, a real x is the place of a point
on a line, and the losses are continued beyond the set. The settings are those that can be evaluated: linear and
quadratic losses on an interval, and for nu-hat_s a measure that has seen another sum of losses.
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
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY, POINT, continued
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Batches:
    """beta, lambda, L, R, the slopes of all rounds in units of L, B, and how far the slope of each nu-hat_s is off.

    A loss is L slope x + bend x^2 on [-R, R]; the bends are 0 where none are given.
    """

    beta: Fraction
    weight: Fraction
    lipschitz: Fraction
    radius: Fraction
    slopes: tuple[Fraction, ...]
    batch: int
    off: tuple[Fraction, ...]
    bends: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        if min(self.beta, self.weight, self.lipschitz, self.radius) <= 0:
            raise ValueError(f"{self}: expected numbers above 0")
        if not self.off or self.batch * len(self.off) != len(self.slopes):
            raise ValueError(f"slopes, batch, off = {self.slopes}, {self.batch}, {self.off}: expected whole batches")
        if self.bends and (len(self.bends) != len(self.slopes) or min(self.bends) < 0):
            raise ValueError(f"bends = {self.bends}: expected one for each round, and convex losses")
        steepest = [abs(slope) * self.lipschitz + 2 * bend * self.radius for slope, bend in self._losses]
        if max(steepest) > self.lipschitz:
            raise ValueError(f"slopes = {self.slopes}: expected L-Lipschitz losses")

    @property
    def _losses(self) -> list[tuple[Fraction, Fraction]]:
        """The slope of each round, in units of L, and its bend."""
        return list(zip(self.slopes, self.bends or (Fraction(0),) * len(self.slopes), strict=True))

    def _before(self, batch: int, place: int) -> tuple[Fraction, Fraction]:
        """The slope and the bend of the losses before a round of a batch."""
        rounds = self._losses[: (batch - 1) * self.batch + place - 1]
        slope, bend = (sum(parts, Fraction(0)) for parts in zip((Fraction(0),) * 2, *rounds, strict=True))
        return self.lipschitz * slope, bend

    def past(self, batch: int, place: int, x: Any) -> Fraction:
        """The losses of a point before a round of a batch."""
        return continued(*self._before(batch, place), self.radius, x)

    def loss(self, batch: int, place: int, x: Any) -> Fraction:
        """The loss of a point."""
        slope, bend = self._losses[(batch - 1) * self.batch + place - 1]
        return continued(self.lipschitz * slope, bend, self.radius, x)

    def law(self, batch: int, place: int, off: Fraction = Fraction(0)) -> Density:
        """The measure before a round of a batch, or one that is off."""
        slope, bend = self._before(batch, place)
        return Density(self.beta * (slope + self.lipschitz * off), self.beta * (self.weight + bend), self.radius)

    def _expected(self, law: Density, batch: int, place: int) -> Any:
        """The expectation of a loss."""
        slope, bend = self._losses[(batch - 1) * self.batch + place - 1]
        linear = law.mean() * (self.lipschitz * slope)
        return kept(linear + law.square() * bend if bend else linear)

    def mean(self, batch: int, before: int, place: int) -> Any:
        """The expectation of the loss of one round before another."""
        return self._expected(self.law(batch, before), batch, place)

    def played(self, batch: int) -> Any:
        """That of a batch under nu-hat_s."""
        law = self.law(batch, 1, self.off[batch - 1])
        return kept(total(self._expected(law, batch, j) for j in range(1, self.batch + 1)))

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
        """The loss of the best point: an end, or where the derivative is 0."""
        slope, bend = self._before(len(self.off), self.batch + 1)
        flat = [max(-self.radius, min(self.radius, -slope / (2 * bend)))] if bend else []
        return min(slope * x + bend * x * x for x in (-self.radius, self.radius, *flat))


def settings() -> Iterator[Batches]:
    """One and two batches of one to three rounds; equal losses, by turns, small and bent; narrow sets and wide."""
    one, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    yield Batches(one, half, one, Fraction(20), (one,) * 3, 3, (none,))
    yield Batches(Fraction(1, 10), Fraction(2), Fraction(2), half, (one, one, -one, -one), 2, (none, one))
    yield Batches(Fraction(4), one, one, one, (one, half, none, -one), 2, (-half, none))
    yield Batches(one, one, one, half, (one, -one), 1, (Fraction(3), -one))
    yield Batches(one, half, one, one, (half, -half, none, none), 2, (none, one), (Fraction(1, 4), none, half, half))
    yield Batches(one, one, half, one, (one, half, -half, none, -one, half), 3, (none, half))


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
    variables={
        **ROUND,
        **POINT,
        "k": "integer, 1 <= k, k <= B - 1",
        "y": "real",
        "v": "real, 0 <= v, v <= 1",
    },
    quantities={
        "mean": Named(Batches.mean, {**BATCH, "k": "integer, 1 <= k, k <= B", "j": "integer, 1 <= j, j <= B"}),
        "loss": Named(Batches.loss, {**ROUND, **POINT}),
        "past": Named(Batches.past, {**BATCH, "k": "integer, 1 <= k, k <= B", **POINT}),
        "square": Named(lambda _, x: Fraction(x) ** 2, POINT),
        "played": Named(Batches.played, BATCH),
        "off": Named(Batches.variation, BATCH, range="at least 0"),
        "lazy": Named(Batches.lazy_loss),
        "alone": Named(Batches.input_loss),
        "best": Named(Batches.best),
    },
    facts={
        "convex loss": f"loss(s, j, {ON_THE_WAY}) <= (1 - v)*loss(s, j, x) + v*loss(s, j, y)",
        "Lipschitz loss": "(loss(s, j, x) - loss(s, j, y))**2 <= L**2*(x - y)**2",
        "squared norm": f"square({ON_THE_WAY}) = (1 - v)*square(x) + v*square(y) - v*(1 - v)*(x - y)**2",
        "past losses": "past(s, k, x) = "
        "sum(sum(loss(r, j, x), j, 1, B), r, 1, s - 1) + sum(loss(s, j, x), j, 1, k - 1)",
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

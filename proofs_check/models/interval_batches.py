"""L2P over regularized multiplicative weights, (5), in n batches of B rounds, on a convex set of diameter D.

Rounds are counted through. ``mu(i, x)`` is the measure before round i, ``mean(i, m)`` the expectation of the loss of
round m under its law; law -s is nu-hat_s, that of x_s. Batch s is the rounds from (s - 1) B + 1 to s B, and nu-bar_s
the law before the first of them. ``off(i, j)`` is the total variation of two laws, ``kl(i, j)`` their divergence.
``lazy`` and ``alone`` are the expected losses of L2P and of the input algorithm, ``loss(m, x)`` is the loss of round m
and ``square(x)`` the squared norm. As in ``regularized_weights``, a real x is the place of a point on a line, and the
losses are continued beyond the set. The settings are those that can be evaluated: linear and quadratic losses on an
interval, and for nu-hat_s a measure that has seen another sum of losses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact.dist import total
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY, POINT
from dpassay.proofs_check.proof import log_concave
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.log_concave import Curve, mean
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

    def exponent(self, i: int) -> Curve:
        """Minus the log of the measure before round i, or before the last one's end; of law -s, that of nu-hat_s."""
        batches, s = len(self.off), -i
        off = self.off[s - 1] if 1 <= s <= batches else Fraction(0)
        first = (s - 1) * self.batch + 1 if 1 <= s <= batches else max(i, 1)
        slope, bend = (
            sum(parts, Fraction(0)) for parts in zip((Fraction(0),) * 2, *self._losses[: first - 1], strict=True)
        )
        slope = self.beta * self.lipschitz * (slope + off)
        return Curve(slope, self.beta * bend, self.radius, self.beta * self.weight)

    def function(self, n: int) -> Curve:
        """The loss of a round; 0 where there is none."""
        slope, bend = self._losses[n - 1] if 1 <= n <= len(self.slopes) else (Fraction(0), Fraction(0))
        return Curve(self.lipschitz * slope, bend, self.radius)

    def mean(self, i: int, n: int) -> Any:
        """The expectation of the loss of one round under a law."""
        return mean(self.exponent(i).law, self.function(n))

    def of_batch(self, batch: int) -> range:
        """Its rounds."""
        return range((batch - 1) * self.batch + 1, batch * self.batch + 1)

    def lazy_loss(self) -> Any:
        """The expected loss of L2P."""
        return kept(total(self.mean(-s, n) for s in range(1, len(self.off) + 1) for n in self.of_batch(s)))

    def input_loss(self) -> Any:
        """The expected loss of the input algorithm."""
        return kept(total(self.mean(n, n) for n in range(1, len(self.slopes) + 1)))

    def best(self) -> Fraction:
        """The loss of the best point: an end, or where the derivative is 0."""
        slope, bend = (sum(parts, Fraction(0)) for parts in zip(*self._losses, strict=True))
        slope *= self.lipschitz
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


INTERVAL_BATCHES: Final = Model(
    "batches of regularized multiplicative weights",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "beta": "real, 0 < beta",
        "lam": "real, 0 < lam",
        "L": "real, 0 < L",
    },
    variables={
        "s": "integer, 1 <= s, s <= n",
        "i": "integer, 1 <= i",
        "m": "integer",
        **POINT,
        "y": "real",
        "v": "real, 0 <= v, v <= 1",
    },
    quantities={
        "mu": log_concave.MEASURE,
        "loss": log_concave.FUNCTION,
        "mean": log_concave.MEAN,
        "kl": log_concave.DIVERGENCE,
        "off": log_concave.VARIATION,
        "D": log_concave.DIAMETER,
        "square": Named(lambda _, x: Fraction(x) ** 2, POINT),
        "lazy": Named(Batches.lazy_loss),
        "alone": Named(Batches.input_loss),
        "best": Named(Batches.best),
    },
    facts={
        "convex loss": f"loss(m, {ON_THE_WAY}) <= (1 - v)*loss(m, x) + v*loss(m, y)",
        "Lipschitz loss": "(loss(m, x) - loss(m, y))**2 <= L**2*(x - y)**2",
        "squared norm": f"square({ON_THE_WAY}) = (1 - v)*square(x) + v*square(y) - v*(1 - v)*(x - y)**2",
        "measures": "mu(i, x) = exp(-beta*(sum(loss(t, x), t, 1, i - 1) + lam*square(x)))",
        "lazy loss": "lazy = sum(sum(mean(-s, t), t, (s - 1)*B + 1, s*B), s, 1, n)",
        "input loss": "alone = sum(sum(mean(t, t), t, (s - 1)*B + 1, s*B), s, 1, n)",
    },
    settings=cache(lambda: tuple(settings())),
    read=lambda at: {
        "n": Fraction(len(at.off)),
        "B": Fraction(at.batch),
        "beta": at.beta,
        "lam": at.weight,
        "L": at.lipschitz,
    },
)

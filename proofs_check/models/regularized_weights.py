"""Regularized multiplicative weights, (5), before and after a loss that is convex and L-Lipschitz.

``old(x)`` and ``new(x)`` are the measures, ``past(x)`` the losses before, ``loss(x)`` the new one and ``square(x)`` the
squared norm. In direction 1 the new law is compared to the old one, in direction 2 the old one to the new one:
``kl(w)`` is the divergence, ``tail(w, e)`` the probability of the first law that the log of the ratio of the densities
exceeds e, and ``beyond(w, e)`` the most that the first law has of an event beyond e^e times the second. The settings
are those that can be evaluated: linear losses on an interval.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.models.densities import Density
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Interval:
    """beta, lambda, L, R and delta0, and the sum of the slopes so far in units of L."""

    beta: Fraction
    weight: Fraction
    lipschitz: Fraction
    radius: Fraction
    delta0: Fraction
    slopes: int

    def __post_init__(self) -> None:
        if min(self.beta, self.weight, self.lipschitz, self.radius) <= 0 or not 0 < self.delta0 < 1:
            raise ValueError(f"{self}: expected numbers above 0, and delta0 in (0, 1)")

    def law(self, more: int) -> Density:
        """The law before the loss, or after it."""
        slope = self.beta * self.lipschitz * (self.slopes + more)
        return Density(slope, self.beta * self.weight, self.radius)

    def pair(self, direction: int) -> tuple[Density, Density]:
        """New and old, or old and new."""
        return (self.law(1), self.law(0)) if direction == 1 else (self.law(0), self.law(1))

    def past(self, x: Any) -> Any:
        """The losses before."""
        return as_real(x) * (self.lipschitz * self.slopes)

    def measure(self, x: Any, more: int) -> Any:
        """(5)."""
        lost = self.past(x) + as_real(x) * (self.lipschitz * more)
        return (-(lost + as_real(x) ** 2 * self.weight) * self.beta).exp()


def settings() -> Iterator[Interval]:
    """beta = 1/10, 1, lambda = 1/2, 2, R = 1/2, 20, delta0 = 1/10, 10^-6 and 1/2, slopes 0 and -3."""
    numbers = (Fraction(1, 10), Fraction(1)), (Fraction(1, 2), Fraction(2)), (Fraction(1, 2), Fraction(20))
    for beta, weight, radius in product(*numbers):
        delta = Fraction(1, 10) if weight < 1 else Fraction(1, 10**6)
        yield Interval(beta, weight, Fraction(1), radius, delta, 0 if beta < 1 else -3)
    yield Interval(Fraction(3), Fraction(1, 3), Fraction(2), Fraction(1), Fraction(1, 2), 1)


WAY: Final = {"w": "integer, 1 <= w, w <= 2"}
POINT: Final = {"x": "real"}
REGULARIZED: Final = Model(
    "regularized multiplicative weights",
    parameters={
        "beta": "real, 0 < beta",
        "lam": "real, 0 < lam",
        "L": "real, 0 < L",
        "delta0": "real, 0 < delta0, delta0 < 1",
    },
    variables={**WAY, **POINT, "e": "real"},
    quantities={
        "kl": Named(lambda at, w: at.pair(w)[0].divergence(at.pair(w)[1]), WAY),
        "tail": Named(lambda at, w, e: at.pair(w)[0].tail(at.pair(w)[1], e)[0], {**WAY, "e": "real"}),
        "beyond": Named(lambda at, w, e: at.pair(w)[0].beyond(at.pair(w)[1], e), {**WAY, "e": "real"}),
        "past": Named(lambda at, x: at.past(x), POINT),
        "loss": Named(lambda at, x: as_real(x) * at.lipschitz, POINT),
        "square": Named(lambda _, x: as_real(x) ** 2, POINT),
        "old": Named(lambda at, x: at.measure(x, 0), POINT),
        "new": Named(lambda at, x: at.measure(x, 1), POINT),
    },
    facts={
        "old measure": "old(x) = exp(-beta*(past(x) + lam*square(x)))",
        "new measure": "new(x) = exp(-beta*(past(x) + loss(x) + lam*square(x)))",
    },
    settings=settings,
    read=lambda at: {"beta": at.beta, "lam": at.weight, "L": at.lipschitz, "delta0": at.delta0},
)

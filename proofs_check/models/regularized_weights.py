"""Regularized multiplicative weights, (5), before and after a loss that is convex and L-Lipschitz.

``mu(0, x)`` and ``mu(1, x)`` are the measures, ``past(x)`` the losses before, ``loss(x)`` the new one and ``square(x)``
the squared norm. One of the laws is compared to the other, law i to law 1 - i: ``kl(i, 1 - i)`` is the divergence,
``tail(i, 1 - i, e)`` the probability of the first law that the log of the ratio of the densities exceeds e, ``rest(i,
e)`` that of the second law, and ``beyond(i, e)`` what the first law has of some event beyond e^e times the other.

A real x is the place of a point on a line, and the facts hold along all lines. Beyond the set the losses are continued,
convex and L-Lipschitz, as all such functions can be. The settings are those that can be evaluated: losses on an
interval that are linear, or quadratic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.proof import log_concave
from dpassay.proofs_check.proof.densities import Density
from dpassay.proofs_check.proof.log_concave import Curve
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Interval:
    """beta, lambda, L, R and delta0; past losses L slopes x + bent x^2, and the loss (L - 2 bend R) x + bend x^2."""

    beta: Fraction
    weight: Fraction
    lipschitz: Fraction
    radius: Fraction
    delta0: Fraction
    slopes: int
    bent: Fraction = Fraction(0)
    bend: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if min(self.beta, self.weight, self.lipschitz, self.radius) <= 0 or not 0 < self.delta0 < 1:
            raise ValueError(f"{self}: expected numbers above 0, and delta0 in (0, 1)")
        if self.bent < 0 or not 0 <= 2 * self.bend * self.radius <= self.lipschitz:
            raise ValueError(f"bent, bend = {self.bent}, {self.bend}: expected convex losses, and an L-Lipschitz one")

    @property
    def slope(self) -> Fraction:
        """That of the loss at 0; at R it is L."""
        return self.lipschitz - 2 * self.bend * self.radius

    def exponent(self, i: int) -> Curve:
        """Minus the log of the measure before the loss, or from i = 1 on after it."""
        more = int(i >= 1)
        slope, bend = self.lipschitz * self.slopes + self.slope * more, self.bent + self.bend * more
        return Curve(self.beta * slope, self.beta * bend, self.radius, self.beta * self.weight)

    def pair(self, i: int) -> tuple[Density, Density]:
        """One law and the other."""
        return self.exponent(i).law, self.exponent(1 - i).law

    def past(self, x: Any) -> Any:
        """The losses before."""
        return Curve(self.lipschitz * self.slopes, self.bent, self.radius)(x)

    def loss(self, x: Any) -> Any:
        """The new one."""
        return Curve(self.slope, self.bend, self.radius)(x)


def settings() -> Iterator[Interval]:
    """beta = 1/10, 1, lambda = 1/2, 2, R = 1/2, 20, delta0 = 1/10, 10^-6 and 1/2, slopes 0, -3; quadratic losses."""
    numbers = (Fraction(1, 10), Fraction(1)), (Fraction(1, 2), Fraction(2)), (Fraction(1, 2), Fraction(20))
    for beta, weight, radius in product(*numbers):
        delta = Fraction(1, 10) if weight < 1 else Fraction(1, 10**6)
        yield Interval(beta, weight, Fraction(1), radius, delta, 0 if beta < 1 else -3)
    one, half, quarter = Fraction(1), Fraction(1, 2), Fraction(1, 4)
    yield Interval(Fraction(3), Fraction(1, 3), Fraction(2), one, half, 1)
    yield Interval(Fraction(2), Fraction(1, 3), one, one, Fraction(1, 10), 0, bend=half)
    yield Interval(one, quarter, Fraction(3), Fraction(2), half, -1, bent=half, bend=quarter)
    yield Interval(one, one, half, one, half, 1, bend=Fraction(1, 8))


WAY: Final = {"i": "integer, 0 <= i, i <= 1"}
POINT: Final = {"x": "real"}
ON_THE_WAY: Final = "(1 - v)*x + v*y"
REGULARIZED: Final = Model(
    "regularized multiplicative weights",
    parameters={
        "beta": "real, 0 < beta",
        "lam": "real, 0 < lam",
        "L": "real, 0 < L",
        "delta0": "real, 0 < delta0, delta0 < 1",
    },
    variables={**WAY, **POINT, "y": "real", "v": "real, 0 <= v, v <= 1", "e": "real"},
    quantities={
        "mu": log_concave.MEASURE,
        "kl": log_concave.DIVERGENCE,
        "tail": log_concave.TAIL,
        "rest": Named(
            lambda at, i, e: at.pair(i)[0].tail(at.pair(i)[1], e)[1], {**WAY, "e": "real"}, range="at least 0"
        ),
        "beyond": Named(lambda at, i, e: at.pair(i)[0].beyond(at.pair(i)[1], e), {**WAY, "e": "real"}),
        "past": Named(lambda at, x: at.past(x), POINT),
        "loss": Named(lambda at, x: at.loss(x), POINT),
        "square": Named(lambda _, x: Fraction(x) ** 2, POINT),
    },
    facts={
        "convex past": f"past({ON_THE_WAY}) <= (1 - v)*past(x) + v*past(y)",
        "convex loss": f"loss({ON_THE_WAY}) <= (1 - v)*loss(x) + v*loss(y)",
        "Lipschitz loss": "(loss(x) - loss(y))**2 <= L**2*(x - y)**2",
        "squared norm": f"square({ON_THE_WAY}) = (1 - v)*square(x) + v*square(y) - v*(1 - v)*(x - y)**2",
        "where it has more": "beyond(i, e) = tail(i, 1 - i, e) - exp(e)*rest(i, e)",
        "measures": "mu(i, x) = exp(-beta*(past(x) + i*loss(x) + lam*square(x)))",
    },
    settings=settings,
    read=lambda at: {"beta": at.beta, "lam": at.weight, "L": at.lipschitz, "delta0": at.delta0},
)

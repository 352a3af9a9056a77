"""L2P with regularized multiplicative weights at the parameters of Theorem 3.12, in a box of diameter 1, for L = 1.

The box has the half-width h along the first axis, and the same along all others. The first loss is x_1 or -x_1; all
later ones are 0. The density factorizes over the axes, so the first coordinates alone matter, and that of the first
model is a truncated Gaussian of variance 1/(2 beta lambda). The event is that the first model lies beyond a threshold,
and the second one is another. ``here`` and ``there`` are its probabilities for the two losses: the coin keeps x with
probability e^(-2 B eta) e^(-+ beta (x - y)), and the means over y, and over x beyond the threshold, are integrals of
e^(+- beta x).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from dpassay.exact import Real, as_real, decide, log, normal_cdf
from dpassay.exact.real import maximum
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Box:
    """T, d, B, delta, h and the threshold."""

    rounds: int
    dimension: int
    batch: int
    delta: Fraction
    half_width: Fraction
    threshold: Fraction

    def __post_init__(self) -> None:
        if self.batch < 1 or self.rounds < 2 * self.batch or self.rounds % self.batch or self.dimension < 2:
            raise ValueError(
                f"rounds, batch, dimension = {self.rounds}, {self.batch}, {self.dimension}: expected whole "
                "batches, at least two, and two axes"
            )
        if not 0 < self.delta < 1:
            raise ValueError(f"delta = {self.delta}: expected a number between 0 and 1")
        if not 0 < self.threshold < self.half_width < Fraction(1, 2):
            raise ValueError(f"threshold, half_width = {self.threshold}, {self.half_width}: expected 0 < t < h < 1/2")
        if not decide(self.fake_switch < 1) or not decide(
            self.beta * (2 * self.half_width) < self.eta * (2 * self.batch)
        ):
            raise ValueError("expected p < 1, and a coin in line 6 that is not clipped")

    @cached_property
    def eps(self) -> Real:
        """1/(2 B log(1/delta))."""
        return 1 / (as_real(log(1 / self.delta)) * (2 * self.batch))

    @cached_property
    def eta(self) -> Real:
        """eps^(2/3)/(T^(1/3) log(T/delta))."""
        return ((self.eps.log() * 2 - as_real(log(self.rounds))) / 3).exp() / as_real(log(self.rounds / self.delta))

    @cached_property
    def weight(self) -> Real:
        """Lambda."""
        return maximum(as_real(self.rounds).sqrt(), (as_real(log(self.rounds)) * self.dimension).sqrt() / self.eta)

    @cached_property
    def beta(self) -> Real:
        """eta^2 lambda/20."""
        return self.eta * self.eta * self.weight / 20

    @cached_property
    def fake_switch(self) -> Real:
        """p = eta/eps."""
        return self.eta / self.eps


def probability(box: Box, sign: int, p: Real) -> Real:
    """That of the event, for the loss sign * x_1."""
    h, low = as_real(box.half_width), as_real(box.threshold)
    variance = 1 / (box.beta * box.weight * 2)
    deviation = variance.sqrt()

    def mass(tilt: Real, start: Real) -> Real:
        """The integral of e^(tilt x - x^2/(2 variance)) from ``start`` to h, over deviation sqrt(2 pi)."""
        middle = tilt * variance
        ends = normal_cdf((h - middle) / deviation) - normal_cdf((start - middle) / deviation)
        return (tilt * tilt * variance / 2).exp() * ends

    level = as_real(0)
    whole = mass(level, -h)
    kept = (1 - p) * (-box.eta * (2 * box.batch)).exp() * mass(box.beta, -h) / whole
    return (mass(level, low) - kept * mass(-box.beta * sign, low)) / whole


def settings() -> Iterator[Box]:
    """1000 rounds in 2 and 100 dimensions."""
    for dimension, delta in ((2, Fraction(1, 10**9)), (100, Fraction(1, 10**9))):
        yield Box(1000, dimension, 1, delta, Fraction(49, 100), Fraction(2, 5))


def read(box: Box) -> dict[str, Any]:
    """T, d, B, eps and delta."""
    return {
        "T": Fraction(box.rounds),
        "d": Fraction(box.dimension),
        "B": Fraction(box.batch),
        "eps": box.eps,
        "delta": box.delta,
    }


FIRST_SWITCH: Final = Model(
    "the first switch in a box",
    parameters={
        "B": "integer, 1 <= B",
        "T": "integer, 1 <= T, 2*B <= T",
        "d": "integer, 2 <= d",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta < 1",
    },
    quantities={
        "here": Named(lambda box: probability(box, 1, box.fake_switch)),
        "there": Named(lambda box: probability(box, -1, box.fake_switch)),
    },
    settings=settings,
    read=read,
)

"""An algorithm that is rho-concentrated: its laws P and Q on two neighboring sequences, and the privacy loss Z.

A setting is the two laws, on equally many outcomes of positive probability, and rho. It is legal where no loss exceeds
sqrt(2 rho), which makes all Renyi divergences of order a at most a rho (Bun and Steinke 2016, Proposition 3.3).
``delta(x)`` is the least delta at x: what P has beyond e^x Q. The other direction is the setting with the laws
exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, decide, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Concentrated:
    """Two laws on 0, 1, ..., and rho."""

    first: Law
    second: Law
    rho: Fraction

    def __post_init__(self) -> None:
        laws = (self.first, self.second)
        if len(self.first) != len(self.second) or any(min(law) <= 0 or sum(law) != 1 for law in laws):
            raise ValueError(f"laws = {laws}: expected positive probabilities that add up to 1, of as many outcomes")
        if self.rho < 0 or not all(self._is_small(p / q) for p, q in zip(self.first, self.second, strict=True)):
            raise ValueError(f"rho = {self.rho}: expected at least half of the square of every loss")

    def _is_small(self, ratio: Fraction) -> bool:
        return ratio == 1 or decide(as_real(log(ratio)) ** 2 <= as_real(2 * self.rho))


def loss(setting: Concentrated, y: int) -> Real:
    """The privacy loss of an outcome."""
    return as_real(log(setting.first[y] / setting.second[y]))


def least_delta(setting: Concentrated, epsilon: Any) -> Real:
    """The mass of P - e^epsilon Q where that is above 0."""

    def enclosed() -> Any:
        factor = as_real(epsilon).exp().evaluate()
        total = as_real(Fraction(0)).evaluate()
        for p, q in zip(setting.first, setting.second, strict=True):
            total += (as_real(p).evaluate() - factor * as_real(q).evaluate()).max(0)
        return total

    return Real(enclosed)


def settings() -> Iterator[Concentrated]:
    """Equal laws at rho = 0, randomized responses, and three outcomes; rho up to 1, and as small as it may be."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    yield Concentrated((half, half), (half, half), Fraction(0))
    yield Concentrated((half, half), (half, half), Fraction(1))
    for p, rho in ((Fraction(3, 5), "1/10"), (Fraction(2, 3), "1/4"), (Fraction(4, 5), "1"), (1 - Fraction(4, 5), "1")):
        yield Concentrated((p, 1 - p), (1 - p, p), Fraction(rho))
    yield Concentrated((half, third, Fraction(1, 6)), (third, third, third), Fraction(1, 4))
    yield Concentrated((Fraction(1, 10), Fraction(9, 10)), (Fraction(1, 20), Fraction(19, 20)), Fraction(1, 4))


CONCENTRATED: Final = Model(
    "a concentrated algorithm",
    parameters={"rho": "real, 0 <= rho"},
    variables={"a": "real, 1 < a", "x": "real"},
    quantities={
        "P": Named(lambda setting: dict(enumerate(setting.first)), space="outcomes", law=True),
        "Z": Named(loss, space="outcomes"),
        "delta": Named(least_delta, {"x": "real"}),
    },
    facts={
        "concentrated": "E(exp((a - 1)*Z)) <= exp((a - 1)*a*rho)",
        "delta": "delta(x) = E([x < Z]*(1 - exp(x - Z)))",
    },
    settings=settings,
    read=lambda setting: {"rho": setting.rho},
    outcomes={"outcomes": lambda setting: list(range(len(setting.first)))},
)

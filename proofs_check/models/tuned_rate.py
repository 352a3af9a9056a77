"""The parameters of the proof of Theorem 3.10, with equality in eta, where eps = 1/B is at most eps_0.

A setting is T, B, delta and the number d of models. ``eta`` is min(eps_0, eps)^(2/3)/(T^(1/3) log(T/delta)), and ``p``
is 10 eta/eps. Theorem 3.2 is used at delta_1 = delta/(2 T).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, decide, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Tuned:
    """The number of rounds, those of a batch, delta, and the number of models."""

    rounds: int
    batch: int
    delta: Fraction
    experts: int

    def __post_init__(self) -> None:
        if self.batch < 1 or self.rounds < self.batch or self.rounds % self.batch:
            raise ValueError(f"rounds, batch = {self.rounds}, {self.batch}: expected whole batches")
        if not 0 < self.delta < 1:
            raise ValueError(f"delta = {self.delta}: expected a number between 0 and 1")
        if self.experts < 2 or not decide(
            as_real(Fraction(self.rounds, self.batch**4)) <= as_real(log(self.experts)) ** 3
        ):
            raise ValueError(f"experts = {self.experts}: expected eps <= eps_0, log^3 d >= T eps^4")
        if not decide(fake_switch(self) < 1):
            raise ValueError("p: expected a number below 1")


def rate(setting: Tuned) -> Real:
    """Eta."""
    cube = as_real(log(setting.rounds * setting.batch**2)) / 3
    return (-cube).exp() / as_real(log(setting.rounds / setting.delta))


def fake_switch(setting: Tuned) -> Real:
    """p."""
    return rate(setting) * (10 * setting.batch)


def settings() -> Iterator[Tuned]:
    """10^3 to 10^9 rounds, delta from 1/2 to 10^-60."""
    for rounds, batch, delta in (
        (1000, 10, Fraction(1, 2)),
        (1000, 10, Fraction(1, 1000)),
        (1000, 10, Fraction(1, 10**50)),
        (10**6, 100, Fraction(1, 10)),
        (10**9, 100, Fraction(1, 10**60)),
        (2000, 5, Fraction(9, 10)),
        (2, 2, Fraction(1, 10**6)),
    ):
        yield Tuned(rounds, batch, delta, 10**30)


def read(setting: Tuned) -> dict[str, Any]:
    """T, B, d and delta."""
    return {
        "T": Fraction(setting.rounds),
        "B": Fraction(setting.batch),
        "d": Fraction(setting.experts),
        "delta": setting.delta,
    }


TUNED_RATE: Final = Model(
    "the parameters of the proof of Theorem 3.10",
    parameters={
        "B": "integer, 1 <= B",
        "T": "integer, 1 <= T, B <= T",
        "d": "integer, 2 <= d",
        "delta": "real, 0 < delta, delta < 1",
    },
    quantities={"eta": Named(rate, range="positive"), "p": Named(fake_switch, range="positive")},
    facts={
        "rate": "eta**3*T*B**2*log(T/delta)**3 = 1",
        "fake switch": "p = 10*eta*B",
    },
    settings=settings,
    read=read,
)

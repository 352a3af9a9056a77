"""The deltas that the printed proof of Theorem 3.2 adds up: of numbers alone.

A setting is T, B, p, eta, delta_0, L = log(1/delta_1), and the slack delta_x of the composition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Deltas:
    """T, p, e^eta, delta_1, delta_0 and delta_x; B = 1 where none is told."""

    rounds: int
    fake_switch: Fraction
    exp_eta: Fraction
    delta_1: Fraction
    delta_0: Fraction
    delta_x: Fraction
    batch: int = 1

    def __post_init__(self) -> None:
        if not (self.rounds >= self.batch >= 1 and self.exp_eta > 1):
            raise ValueError("rounds, batch, exp_eta: expected a batch of a round or more, and e^eta above 1")
        if not (
            0 < self.fake_switch < 1 and 0 < self.delta_1 < 1 and 0 <= self.delta_0 <= 1 and 0 <= self.delta_x <= 1
        ):
            raise ValueError("fake_switch, delta_1, delta_0, delta_x: expected two between 0 and 1, and two from 0 on")


def settings() -> Iterator[Deltas]:
    """Two."""
    third = Fraction(1, 3)
    yield Deltas(2, third, Fraction(21, 20), third, Fraction(0), Fraction(0))
    yield Deltas(6, third, Fraction(21, 20), third, third, third, 2)


def read(a: Deltas) -> dict[str, Any]:
    """All of them."""
    return {
        "T": Fraction(a.rounds),
        "B": Fraction(a.batch),
        "p": a.fake_switch,
        "eta": as_real(log(a.exp_eta)),
        "L": as_real(log(1 / a.delta_1)),
        "d0": a.delta_0,
        "d1": a.delta_1,
        "dx": a.delta_x,
    }


ADDED_DELTAS: Final = Model(
    "the deltas of the proof of Theorem 3.2",
    parameters={
        "T": "integer, 1 <= T",
        "B": "integer, 1 <= B, B <= T",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta, eta <= 1/10",
        "L": "real, 0 < L",
        "d0": "real, 0 <= d0, d0 <= 1",
        "d1": "real, 0 < d1, d1 < 1",
        "dx": "real, 0 <= dx, dx <= 1",
    },
    settings=settings,
    read=read,
)

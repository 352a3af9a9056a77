"""The numbers of Proposition 3.3 alone: T = n B rounds in n batches, eta (here h), p, delta0 and delta1.

All preconditions of Theorem 3.2 hold: eta <= 1/10, T p/B >= 1, and eta B log(1/delta1)/p <= 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Numbers:
    """n, B, eta, p, delta0 and delta1."""

    batches: int
    batch: int
    rate: Fraction
    fake_switch: Fraction
    delta0: Fraction
    delta1: Fraction

    def __post_init__(self) -> None:
        if min(self.batches, self.batch) < 1:
            raise ValueError(f"batches, batch = {self.batches}, {self.batch}: expected 1 or more of each")
        if not 0 < self.rate <= Fraction(1, 10) or not 0 < self.fake_switch < 1:
            raise ValueError(f"rate, fake_switch = {self.rate}, {self.fake_switch}: expected (0, 1/10] and (0, 1)")
        if not 0 <= self.delta0 <= 1 or not 0 < self.delta1 <= Fraction(1, 2):
            raise ValueError(f"delta0, delta1 = {self.delta0}, {self.delta1}: expected [0, 1] and (0, 1/2]")
        if self.batches * self.fake_switch < 1:
            raise ValueError(f"fake_switch = {self.fake_switch}: expected T p/B >= 1")
        if not at_most(-log(self.delta1) * (self.rate * self.batch), LogForm(self.fake_switch)):
            raise ValueError(f"fake_switch = {self.fake_switch}: expected at least eta B log(1/delta1)")


def settings() -> Iterator[Numbers]:
    """One batch and many; delta1 = 1/2, near it and small, p near its least value and near 1."""
    third, zero = Fraction(1, 3), Fraction(0)
    yield Numbers(10, 1, Fraction(1, 10), Fraction(11, 100), Fraction(1, 50), third)
    yield Numbers(100, 1, Fraction(1, 10), Fraction(1, 14), Fraction(1), Fraction(499, 1000))
    yield Numbers(30, 3, Fraction(1, 100), Fraction(9, 10), Fraction(1, 1000), Fraction(1, 1000))
    yield Numbers(2, 10, Fraction(1, 100), Fraction(1, 2), zero, Fraction(2, 5))
    yield Numbers(2, 1, Fraction(1, 10), Fraction(99, 100), Fraction(1, 2), third)
    yield Numbers(20, 1, Fraction(1, 10), Fraction(7, 100), Fraction(1, 50), Fraction(1, 2))


DEVIATIONS: Final = Model(
    "the numbers of Proposition 3.3",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "h": "real, 0 < h, h <= 1/10",
        "p": "real, 0 < p, p < 1, 1 <= n*p",
        "delta0": "real, 0 <= delta0, delta0 <= 1",
        "delta1": "real, 0 < delta1, delta1 <= 1/2",
    },
    variables={"s": "integer, 1 <= s, s <= n"},
    facts={"few coins": "h*B*log(1/delta1) <= p"},
    settings=settings,
    read=lambda at: {
        "n": Fraction(at.batches),
        "B": Fraction(at.batch),
        "h": at.rate,
        "p": at.fake_switch,
        "delta0": at.delta0,
        "delta1": at.delta1,
    },
)

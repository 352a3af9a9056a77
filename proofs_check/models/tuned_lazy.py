"""L2P over multiplicative weights with B = 1, p = 8 eta/eps and eta = min(eps/(768 T l^2)^(1/3), sqrt(8 log d/T)).

``eps`` and ``l2``, which is log(1/delta1), are what is asked of privacy, and ``nats`` is log d. T = n B, and h is eta.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.exact import LogForm, as_real, log
from dpassay.proofs_check.models.lazy_experts import LAZY, Lazy, rows
from dpassay.proofs_check.models.printed_lazy import RealLazy
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Tuned(RealLazy):
    """Losses of two experts at least, B = 1, p, eta as ``rate``, and l; the first case of eta, as T is below 10^8."""

    nats: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        Lazy.__post_init__(self)
        if self.rate is None or self.batch != 1 or self.experts < 2 or self.nats < 1:
            raise ValueError(
                f"rate, batch, nats = {self.rate}, {self.batch}, {self.nats}: expected a rate, 1, and l >= 1"
            )
        rounds = len(self.losses)
        if self.epsilon**3 != 768 * rounds * self.nats**2 * self.rate**3:
            raise ValueError(f"rate = {self.rate}: expected eps/(768 T l^2)^(1/3)")
        if not at_most(LogForm(rounds * self.rate**2 / 8), log(self.experts)):
            raise ValueError(f"rate = {self.rate}: expected at most sqrt(8 log d/T)")

    @property
    def epsilon(self) -> Fraction:
        """8 eta/p."""
        return 8 * (self.rate or Fraction(0)) / self.fake_switch


def settings() -> Iterator[Tuned]:
    """8 rounds and l = 3/2: 768 T l^2 is a cube, so that all numbers are rational; eps = 3/4 and 1."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield Tuned(rows(*((1, 0),) * 5, *((0, half),) * 3), 1, third, rate=Fraction(1, 32), nats=Fraction(3, 2))
    yield Tuned(rows(*((0, 1, half),) * 8), 1, third, rate=Fraction(1, 24), nats=Fraction(3, 2))


TUNED: Final[Model] = LAZY.narrowed(
    "lazy-to-private without batches, tuned for eps",
    {
        "single rounds": "B = 1",
        "experts": "nats = log(d)",
        "fake switches": "p = 8*h/eps",
        "rate, first": "768*(n*B)*l2**2*h**3 <= eps**3",
        "rate, second": "n*B*h**2 <= 8*nats",
        "rate, one of them": "(eps**3 - 768*(n*B)*l2**2*h**3)*(8*nats - n*B*h**2) = 0",
    },
    cache(lambda: tuple(settings())),
    {
        "eps": Named(lambda at: at.epsilon, range="positive"),
        "l2": Named(lambda at: at.nats, range="positive"),
        "nats": Named(lambda at: kept(as_real(log(at.experts))), range="positive"),
    },
)

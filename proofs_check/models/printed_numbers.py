"""The numbers of Theorem 3.10: T rounds, d experts, eps and delta, and the rates that the paper sets.

``nats`` is log d and ``L`` is log(T/delta). ``eps0`` is T^(-1/4) log^(3/4) d and ``least`` the smaller of eps0 and eps,
so that the statement's rate is ``h`` = least^(2/3)/T^(1/3); the proof divides it by L. ``eta`` is a rate that divides
the second case alone by L: min(eps0^(2/3), eps^(2/3)/L)/T^(1/3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import decide
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def smaller(a: Real, b: Real) -> Real:
    """The smaller of two numbers, which differ."""
    return a if decide(a < b) else b


@dataclass(frozen=True)
class Printed:
    """T, d, eps and delta."""

    rounds: int
    experts: int
    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.experts < 2:
            raise ValueError(f"rounds, experts = {self.rounds}, {self.experts}: expected 1 and 2 at least")
        if self.epsilon <= 0 or not 0 < self.delta < 1:
            raise ValueError(f"epsilon, delta = {self.epsilon}, {self.delta}: expected above 0, and in (0, 1)")

    @cached_property
    def nats(self) -> Any:
        """Log d."""
        return kept(as_real(log(self.experts)))

    @cached_property
    def large(self) -> Any:
        """Log(T/delta)."""
        return kept(as_real(log(self.rounds / self.delta)))

    def power(self, exponent: Fraction) -> Any:
        """T^exponent."""
        return kept((as_real(log(self.rounds)) * exponent).exp())

    @cached_property
    def first(self) -> Any:
        """eps0."""
        return kept((self.nats.log() * Fraction(3, 4)).exp() * self.power(Fraction(-1, 4)))

    @cached_property
    def least(self) -> Any:
        """The smaller of eps0 and eps."""
        return smaller(self.first, as_real(self.epsilon))

    @cached_property
    def rate(self) -> Any:
        """That of the statement."""
        return kept((self.least.log() * Fraction(2, 3)).exp() * self.power(Fraction(-1, 3)))

    @cached_property
    def repaired(self) -> Any:
        """The rate whose second case alone is divided by L."""
        cases = (as_real(number).log() * Fraction(2, 3) for number in (self.first, self.epsilon))
        first, second = (case.exp() for case in cases)
        return kept(smaller(first, second / self.large) * self.power(Fraction(-1, 3)))


def settings() -> Iterator[Printed]:
    """Few rounds and many, few experts and many; eps above eps0 and below, delta large and small."""
    for rounds, experts, epsilon in product((1, 81, 10**12), (2, 1000), (Fraction(1, 1000), Fraction(1), Fraction(3))):
        yield Printed(rounds, experts, epsilon, Fraction(1, 3 * rounds))
    yield Printed(100, 2, Fraction(1, 3), Fraction(9, 10))
    yield Printed(1, 3, Fraction(1), Fraction(9, 10))


def read(at: Printed) -> dict[str, Any]:
    """T, d, eps and delta."""
    return {"T": Fraction(at.rounds), "d": Fraction(at.experts), "eps": at.epsilon, "delta": at.delta}


FIRST: Final = "2/3*log(eps0) - log(T)/3"
SECOND: Final = "2/3*log(eps) - log(L) - log(T)/3"
NUMBERS: Final = Model(
    "the numbers of Theorem 3.10",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 2 <= d",
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta < 1",
    },
    quantities={
        "nats": Named(lambda at: at.nats, range="positive"),
        "L": Named(lambda at: at.large, range="positive"),
        "eps0": Named(lambda at: at.first, range="positive"),
        "least": Named(lambda at: at.least, range="positive"),
        "h": Named(lambda at: at.rate, range="positive"),
        "eta": Named(lambda at: at.repaired, range="positive"),
    },
    facts={
        "experts": "nats = log(d)",
        "large": "L = log(T/delta)",
        "eps0": "log(eps0) = 3/4*log(nats) - log(T)/4",
        "least, first": "least <= eps0",
        "least, second": "least <= eps",
        "least of two": "(eps0 - least)*(eps - least) = 0",
        "rate": "log(h) = 2/3*log(least) - log(T)/3",
        "eta is the smaller": f"log(eta) = [{FIRST} <= {SECOND}]*({FIRST}) + (1 - [{FIRST} <= {SECOND}])*({SECOND})",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
)

"""One P(x) with noise of mean 0 that never brings it down to tau: what a logarithm of it has for a mean.

The noise takes finitely many values, and ``X`` is P(x) with it; all values are above tau, so that none is cut off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Noisy:
    """P(x), the values of the noise, each as likely as the others, and tau."""

    p: Fraction
    noises: tuple[Fraction, ...]
    tau: Fraction

    def __post_init__(self) -> None:
        if not self.noises or sum(self.noises) != 0:
            raise ValueError(f"noises = {self.noises}: expected noise of mean 0")
        if not 0 < self.tau < self.p + min(self.noises):
            raise ValueError(f"tau = {self.tau}: expected a number above 0, and below P(x) with any noise")


def settings() -> Iterator[Noisy]:
    """No noise, two values, and three."""
    half, tau = Fraction(1, 2), Fraction(1, 100)
    yield Noisy(half, (Fraction(0),), tau)
    yield Noisy(half, (Fraction(1, 4), Fraction(-1, 4)), tau)
    yield Noisy(Fraction(1, 3), (Fraction(1, 4), Fraction(0), Fraction(-1, 4)), Fraction(1, 20))
    yield Noisy(Fraction(1, 5), (Fraction(1, 5), Fraction(-1, 10), Fraction(-1, 10)), tau)


def read(at: Noisy) -> dict[str, Any]:
    """P(x) and tau."""
    return {"p": at.p, "tau": at.tau}


def chances(at: Noisy) -> dict[int, Fraction]:
    """The law of the number of the noise's value."""
    return dict.fromkeys(range(len(at.noises)), Fraction(1, len(at.noises)))


BIAS: Final = Model(
    "a noisy probability above tau",
    parameters={"p": "real, 0 < p", "tau": "real, 0 < tau"},
    quantities={
        "P": Named(chances, space="noise", law=True),
        "X": Named(lambda at, number: at.p + at.noises[number], space="noise", range="positive"),
        "top": Named(lambda at: at.p + max(at.noises), range="positive"),
    },
    facts={
        "the noise has mean 0": "E(X) = p",
        "nothing is cut off": "tau < X",
        "the largest": "X <= top",
    },
    settings=settings,
    read=read,
    outcomes={"noise": lambda at: range(len(at.noises))},
)

"""K T independent Laplace noises of scale b, one for each hypothesis and round.

``tail(x)`` is the probability that one of them is at least x in absolute value, ``none(i, x)`` that none of the first i
is. A Laplace variable of scale b is above x >= 0 with probability e^(-x/b)/2, and as likely below -x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Noises:
    """K, T and the scale."""

    hypotheses: int
    rounds: int
    scale: Fraction

    def __post_init__(self) -> None:
        if min(self.hypotheses, self.rounds) < 1 or self.scale <= 0:
            raise ValueError(f"{self}: expected K, T of at least 1 and a scale above 0")


def tail(at: Noises, x: Any) -> Real:
    """Pr[|Lap| >= x] for x >= 0."""
    return (-as_real(x) / as_real(at.scale)).exp()


def none(at: Noises, count: int, x: Any) -> Real:
    """Pr[none of so many noises reaches x]."""
    return as_real((1 - tail(at, x)) ** count)


def settings() -> Iterator[Noises]:
    """One or two hypotheses in one to three rounds."""
    for hypotheses, rounds in product((1, 2), (1, 2, 3)):
        yield Noises(hypotheses, rounds, Fraction(hypotheses, 3))


TAILS: Final = Model(
    "Laplace noises",
    parameters={"K": "integer, 1 <= K", "T": "integer, 1 <= T", "b": "real, 0 < b"},
    variables={"i": "integer, 0 <= i", "x": "real, 0 <= x"},
    quantities={
        "tail": Named(tail, {"x": "real, 0 <= x"}, range="at least 0"),
        "none": Named(none, {"i": "integer, 0 <= i", "x": "real, 0 <= x"}, range="at least 0"),
    },
    facts={
        "Laplace": "tail(x) = exp(-x/b)",
        "no noises": "none(0, x) = 1",
        "independent": "none(i + 1, x) = none(i, x)*(1 - tail(x))",
    },
    settings=settings,
    read=lambda at: {"K": Fraction(at.hypotheses), "T": Fraction(at.rounds), "b": at.scale},
)

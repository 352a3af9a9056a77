"""The loss of the best of d models, where E epochs of B rounds each repeat one random loss of 0 or 1 a model.

``best`` is its expectation E L*, ``two`` that of the better of two models in one-round epochs, the expectation of the
smaller of two independent binomial numbers, and ``w(k)`` is binomial(2 k, k)/4^k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

from dpassay.analysis.limited_switching import best_of_two
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

MOST: Final = 12
"""Epochs whose tails are added one by one; for more of them and two models there is a closed form."""


@dataclass(frozen=True)
class Epochs:
    """E, B, d and eps."""

    number: int
    length: int
    experts: int
    epsilon: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        if min(self.number, self.length, self.experts) < 1 or self.epsilon <= 0:
            raise ValueError(f"{self}: expected number, length and experts of 1 or more, and epsilon above 0")
        if self.number > MOST and self.experts != 2:
            raise ValueError(f"experts = {self.experts}: expected 2 where there are more than {MOST} epochs")


def smallest(number: int, experts: int) -> Fraction:
    """The expectation of the smallest of independent Bin(E, 1/2), by their tails."""
    if number > MOST:
        return best_of_two(number)
    tails = [sum(comb(number, j) for j in range(k, number + 1)) for k in range(1, number + 1)]
    return sum((Fraction(tail, 1 << number) ** experts for tail in tails), Fraction(0))


@cache
def best(epochs: Epochs) -> Fraction:
    """E L*."""
    return epochs.length * smallest(epochs.number, epochs.experts)


def central(_: Epochs, k: int) -> Fraction:
    """w(k)."""
    return Fraction(comb(2 * k, k), 4**k)


def settings() -> Iterator[Epochs]:
    """One to nine epochs, one to three rounds, one to five models; and many epochs."""
    for number, length, experts in ((1, 1, 2), (2, 3, 1), (4, 1, 2), (5, 2, 3), (9, 1, 5), (100, 1, 2)):
        yield Epochs(number, length, experts)


def read(epochs: Epochs) -> dict[str, Any]:
    """T, E, B, d and eps."""
    return {
        "T": Fraction(epochs.number * epochs.length),
        "E": Fraction(epochs.number),
        "B": Fraction(epochs.length),
        "d": Fraction(epochs.experts),
        "eps": epochs.epsilon,
    }


INDEX: Final = {"k": "integer, 1 <= k, k <= E"}
EPOCHS: Final = Model(
    "the best model against epochs of random losses",
    parameters={
        "T": "integer, 1 <= T",
        "E": "integer, 1 <= E",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "eps": "real, 0 < eps",
    },
    variables={"j": "integer, 1 <= j, j <= E - 1"},
    quantities={
        "best": Named(best, range="at least 0"),
        "two": Named(lambda epochs: smallest(epochs.number, 2), range="at least 0"),
        "w": Named(central, INDEX, range="positive"),
    },
    facts={
        "rounds": "T = E*B",
        "first coefficient": "w(1) = 1/2",
        "next coefficient": "w(j + 1)*(2*j + 2) = w(j)*(2*j + 1)",
    },
    settings=settings,
    read=read,
)

"""The numbers of Algorithm 1: rounds, the VC dimension and smoothness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Radius:
    """T, d and sigma."""

    rounds: int
    dimension: int
    sigma: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError(f"rounds = {self.rounds}: expected at least one")
        if self.dimension < 1:
            raise ValueError(f"dimension = {self.dimension}: expected at least 1")
        if not 0 < self.sigma <= 1:
            raise ValueError(f"sigma = {self.sigma}: expected a number in (0, 1]")


def radii() -> Iterator[Radius]:
    """One round and more, one dimension and more, sigma = 1 and less."""
    yield Radius(1, 1, Fraction(1))
    yield Radius(1, 2, Fraction(1, 2))
    yield Radius(4, 3, Fraction(1, 10))
    yield Radius(7, 1, Fraction(1, 3))


RADII: Final = Model(
    "rounds, dimension and smoothness",
    parameters={"T": "integer, 1 <= T", "d": "integer, 1 <= d", "sigma": "real, 0 < sigma, sigma <= 1"},
    settings=radii,
    read=lambda at: {"T": Fraction(at.rounds), "d": Fraction(at.dimension), "sigma": at.sigma},
)

"""The release K (v_J + X) e_J of a vector v of [0, 1]^K, with J uniform and Laplace noise X of scale 1/eps.

An outcome is J. ``told(j)`` is 1 where J is j, and 0 elsewhere. Given J, coordinate j has the mean ``first(j)`` and the
second moment ``second(j)``; X has the mean 0 and the second moment 2/eps^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Coordinate:
    """A vector and eps."""

    vector: tuple[Fraction, ...]
    epsilon: Fraction

    def __post_init__(self) -> None:
        if not self.vector or not all(0 <= entry <= 1 for entry in self.vector):
            raise ValueError(f"vector = {self.vector}: expected entries in [0, 1]")
        if not self.epsilon > 0:
            raise ValueError(f"epsilon = {self.epsilon}: expected more than 0")

    @property
    def indices(self) -> range:
        """The coordinates, from 1 on."""
        return range(1, len(self.vector) + 1)

    @property
    def law(self) -> dict[int, Fraction]:
        """That of J."""
        return dict.fromkeys(self.indices, Fraction(1, len(self.vector)))


def moment(at: Coordinate, power: int, j: int, chosen: int) -> Fraction:
    """The mean of (K (v + X))^power where j is chosen, and of 0 elsewhere; power is 1 or 2."""
    shown, noise = at.vector[j - 1], (Fraction(0), Fraction(0), 2 / at.epsilon**2)
    return len(at.vector) ** power * (shown**power + noise[power]) if j == chosen else Fraction(0)


def expected(at: Coordinate, power: int, j: int) -> Fraction:
    """The moment over J and the noise."""
    return sum((mass * moment(at, power, j, chosen) for chosen, mass in at.law.items()), Fraction(0))


def variance(at: Coordinate, j: int) -> Fraction:
    """That of coordinate j."""
    return expected(at, 2, j) - expected(at, 1, j) ** 2


def settings() -> Iterator[Coordinate]:
    """One to three coordinates with entries 0, 1/3 and 1."""
    entries = (Fraction(0), Fraction(1, 3), Fraction(1))
    for count, epsilon in product((1, 2, 3), (Fraction(1, 2), Fraction(5))):
        yield Coordinate(entries[-count:], epsilon)
        yield Coordinate(entries[:count], epsilon)


J: Final = {"j": "integer, 1 <= j, j <= K"}
COORDINATE: Final = Model(
    "one noisy coordinate",
    parameters={"K": "integer, 1 <= K", "eps": "real, 0 < eps"},
    variables=J,
    quantities={
        "P": Named(lambda at: at.law, space="index", law=True),
        "v": Named(lambda at, j: at.vector[j - 1], J, range="at least 0"),
        "told": Named(lambda _, j, chosen: Fraction(int(j == chosen)), J, "index", range="at least 0"),
        "first": Named(lambda at, j, chosen: moment(at, 1, j, chosen), J, "index"),
        "second": Named(lambda at, j, chosen: moment(at, 2, j, chosen), J, "index"),
        "mean": Named(lambda at, j: expected(at, 1, j), J),
        "variance": Named(variance, J),
    },
    facts={
        "in [0, 1]": "v(j) <= 1",
        "uniform": "E(told(j)) = 1/K",
        "first moment": "first(j) = told(j)*K*v(j)",
        "second moment": "second(j) = told(j)*K**2*(v(j)**2 + 2/eps**2)",
        "mean": "mean(j) = E(first(j))",
        "variance": "variance(j) = E(second(j)) - mean(j)**2",
    },
    settings=settings,
    read=lambda at: {"K": Fraction(len(at.vector)), "eps": at.epsilon},
    outcomes={"index": lambda at: tuple(at.indices)},
)

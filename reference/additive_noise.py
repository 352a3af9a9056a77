"""What the mechanisms that add noise to one number share: inputs, neighbors, and exact draws from a density."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

from dpassay.exact import Coins, GaussianLaw, LaplaceMixture, as_fraction, as_integer, as_positive_integer, draw_cell
from dpassay.exact.entrance import explain_failures


class IntegerSensitivity(Protocol):
    """Parameters of a mechanism on an integer query."""

    @property
    def sensitivity(self) -> int:
        """How far two neighbors' true values may be apart."""


class RealSensitivity(Protocol):
    """Parameters of a mechanism on a real query."""

    @property
    def sensitivity(self) -> Fraction:
        """How far two neighbors' true values may be apart."""


def integer_value(data: object, _parameters: IntegerSensitivity) -> int:
    """Return the true value of an integer query."""
    return as_integer(data, "data")


def real_value(data: object, _parameters: RealSensitivity) -> Fraction:
    """Return the true value of a real query, a rational."""
    return as_fraction(data, "data")


def within_sensitivity(
    first: int | Fraction, second: int | Fraction, parameters: IntegerSensitivity | RealSensitivity
) -> bool:
    """Neighbors are true values at most one sensitivity apart."""
    return abs(Fraction(first) - second) <= Fraction(parameters.sensitivity)


def integer_neighbors(parameters: IntegerSensitivity) -> Iterator[tuple[int, int]]:
    """True values at most one sensitivity apart, the furthest first; the law only shifts, so one of them may be 0."""
    for distance in range(parameters.sensitivity, 0, -1):
        yield 0, distance
        yield 0, -distance


def real_neighbors(parameters: RealSensitivity) -> Iterator[tuple[Fraction, Fraction]]:
    """True values one sensitivity apart; the law only shifts, so one of the two may be 0."""
    yield Fraction(0), parameters.sensitivity
    yield Fraction(0), -parameters.sensitivity


def draw_rounded_down(law: LaplaceMixture | GaussianLaw, near: Fraction, rng: Coins, bits: object) -> Fraction:
    """Draw from a density, rounded down to a multiple of 2^-bits: exactly the law of so rounded a variable.

    ``near`` is where the search for the multiple begins.
    """
    cells = 1 << as_positive_integer(bits, "bits")
    return Fraction(draw_cell(lambda k: law.cdf(Fraction(k + 1, cells)), rng, (near * cells).__floor__()), cells)


explain_failures(__name__)

"""Laplace mechanism: add noise of density proportional to e^(-eps |x| / sensitivity) to a real query.

Source: Dwork, McSherry, Nissim and Smith, "Calibrating noise to sensitivity in private data analysis", TCC 2006.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpassay.exact import (
    Budget,
    Coins,
    LaplaceMixture,
    as_fraction,
    as_positive_fraction,
    as_positive_integer,
    draw_cell,
)
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "laplace"
ADJACENCY = "replace_one"


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the Laplace mechanism."""

    budget: Budget
    sensitivity: Fraction = parameter(  # noqa: RUF009  # it declares the field
        as_positive_fraction, "the sensitivity of the query, a number above 0"
    )


def check_data(data: object, parameters: Parameters) -> Fraction:  # noqa: ARG001  # one signature for every mechanism
    """Return the query's true value, a rational."""
    return as_fraction(data, "data")


def law(data: Fraction, parameters: Parameters) -> LaplaceMixture:
    """The exact law of the answer: Laplace around ``data`` with scale sensitivity / eps."""
    return LaplaceMixture([1], [check_data(data, parameters)], parameters.budget.epsilon / parameters.sensitivity)


def are_neighbors(first: Fraction, second: Fraction, parameters: Parameters) -> bool:
    """Neighbors are true values at most one sensitivity apart."""
    return abs(first - second) <= parameters.sensitivity


def neighbors(parameters: Parameters) -> Iterator[tuple[Fraction, Fraction]]:
    """True values one sensitivity apart; the law only shifts, so one of the two may be 0."""
    yield Fraction(0), parameters.sensitivity
    yield Fraction(0), -parameters.sensitivity


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for true values that differ by at most the sensitivity."""
    return Guarantee(ADJACENCY, parameters.budget)


def sample(data: Fraction, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Fraction:
    """Draw one answer, rounded down to a multiple of 2^-bits: exactly the law of so rounded a Laplace variable."""
    exact, cells = law(data, parameters), 1 << as_positive_integer(bits, "bits")
    start = (check_data(data, parameters) * cells).__floor__()
    return Fraction(draw_cell(lambda k: exact.cdf(Fraction(k + 1, cells)), rng, start), cells)

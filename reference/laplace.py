"""Laplace mechanism: add noise of density proportional to e^(-eps |x| / sensitivity) to a real query.

Source: Dwork, McSherry, Nissim and Smith, "Calibrating noise to sensitivity in private data analysis", TCC 2006.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dpassay.exact import (
    Budget,
    Coins,
    LaplaceMixture,
    as_positive_fraction,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.additive_noise import draw_rounded_down, real_neighbors, real_value, within_sensitivity
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "laplace"
SUMMARY = "add Laplace noise to a real number"
DATA = "the true value of the query, an exact number such as 1/3 or 0.25"
EXAMPLE = {"epsilon": "1", "sensitivity": "1"}


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the Laplace mechanism."""

    budget: Budget
    sensitivity: Fraction = parameter(as_positive_fraction, "the sensitivity of the query, a number above 0")


check_data = real_value
are_neighbors = within_sensitivity
neighbors = real_neighbors


def law(data: Fraction, parameters: Parameters) -> LaplaceMixture:
    """The exact law of the answer: Laplace around ``data`` with scale sensitivity / eps."""
    return LaplaceMixture([1], [check_data(data, parameters)], parameters.budget.epsilon / parameters.sensitivity)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for true values that differ by at most the sensitivity."""
    return Guarantee("replace_one", parameters.budget)


def rescaled(parameters: Parameters, share: Fraction) -> Parameters:
    """The parameters at which the noise has ``share`` times its scale."""
    return replace(parameters, budget=parameters.budget.scaled(1 / share))


def sample(data: Fraction, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Fraction:
    """Draw one answer, rounded down to a multiple of 2^-bits: exactly the law of so rounded a Laplace variable."""
    return draw_rounded_down(law(data, parameters), check_data(data, parameters), rng, bits)


explain_failures(__name__)

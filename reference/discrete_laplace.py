"""Discrete Laplace (two-sided geometric) mechanism: add integer noise k, proportional to e^(-eps |k| / sensitivity).

Source: Ghosh, Roughgarden and Sundararajan, "Universally utility-maximizing privacy mechanisms", STOC 2009; the sampler
follows Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020, Algorithm 2, with
the magnitude drawn coin by coin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dpassay.exact import (
    Budget,
    Coins,
    IntegerLaw,
    Number,
    as_positive_integer,
    bernoulli,
    two_sided_geometric,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.additive_noise import integer_neighbors, integer_value, within_sensitivity
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "discrete_laplace"
SUMMARY = "add two-sided geometric noise to a whole number"
DATA = "the true value of the query, a whole number"
EXAMPLE = {"epsilon": "1", "sensitivity": "1"}


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the discrete Laplace mechanism."""

    budget: Budget
    sensitivity: int = parameter(as_positive_integer, "the sensitivity of the query, an integer of at least 1")

    @property
    def ratio(self) -> Number:
        """The ratio e^(-eps / sensitivity) of successive probabilities."""
        return self.budget.exp(Fraction(-1, self.sensitivity))


check_data = integer_value
are_neighbors = within_sensitivity
neighbors = integer_neighbors


def law(data: int, parameters: Parameters) -> IntegerLaw:
    """The exact law of the answer: (1 - a)/(1 + a) a^|k - data|, with a = e^(-eps / sensitivity)."""
    return two_sided_geometric(check_data(data, parameters), parameters.ratio)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for true values that differ by at most the sensitivity."""
    return Guarantee("replace_one", parameters.budget)


def two_sided_geometric_noise(ratio: Number, rng: Coins) -> int:
    """Draw the noise: a fair sign and a geometric magnitude, again on "minus zero" so that 0 does not count twice."""
    while True:
        negative = rng.randrange(2) == 1
        magnitude = 0
        while bernoulli(ratio, rng):
            magnitude += 1
        if not (negative and magnitude == 0):
            return -magnitude if negative else magnitude


def rescaled(parameters: Parameters, share: Fraction) -> Parameters:
    """The parameters at which the noise has ``share`` times its scale."""
    return replace(parameters, budget=parameters.budget.scaled(1 / share))


def sample(data: int, parameters: Parameters, rng: Coins) -> int:
    """Draw one answer exactly, in time proportional to the scale."""
    return check_data(data, parameters) + two_sided_geometric_noise(parameters.ratio, rng)


explain_failures(__name__)

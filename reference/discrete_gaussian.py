"""Discrete Gaussian mechanism: add integer noise of probability proportional to e^(-k^2 / (2 sigma_squared)).

Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020, Definition 1,
Theorem 4 (the guarantee) and Algorithm 3 (the sampler).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import isqrt

from dpassay.exact import (
    Coins,
    DiscreteGaussianLaw,
    as_positive_fraction,
    as_positive_integer,
    bernoulli,
    decimal_text,
    exp,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.integers import MOST_SIGMA_SQUARED
from dpassay.reference.additive_noise import integer_neighbors, integer_value, within_sensitivity
from dpassay.reference.discrete_laplace import two_sided_geometric_noise
from dpassay.reference.mechanism import ConcentratedGuarantee, MechanismParameters, parameter

NAME = "discrete_gaussian"
SUMMARY = "add discrete Gaussian noise to a whole number"
DATA = "the true value of the query, a whole number"
EXAMPLE = {"sigma_squared": "4", "sensitivity": "1"}


LEAST_SIGMA_SQUARED = Fraction(1, 10**12)
"""Below it all but the center has a probability beyond any arithmetic."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the discrete Gaussian mechanism."""

    sigma_squared: Fraction = parameter(
        as_positive_fraction, "the parameter sigma^2 of the law (not its variance), from 10^-12 to 10^12"
    )
    sensitivity: int = parameter(as_positive_integer, "the sensitivity of the query, an integer of at least 1")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        in_range = LEAST_SIGMA_SQUARED <= self.sigma_squared <= MOST_SIGMA_SQUARED
        require(in_range, "sigma_squared", decimal_text(self.sigma_squared), "a number from 10^-12 to 10^12")


check_data = integer_value
are_neighbors = within_sensitivity
neighbors = integer_neighbors


def law(data: int, parameters: Parameters) -> DiscreteGaussianLaw:
    """The exact law of the answer: discrete Gaussian around ``data``."""
    return DiscreteGaussianLaw(check_data(data, parameters), parameters.sigma_squared)


def guarantee(parameters: Parameters) -> ConcentratedGuarantee:
    """Zero-concentrated with rho = sensitivity^2 / (2 sigma_squared)."""
    return ConcentratedGuarantee("replace_one", parameters.sensitivity**2 / (2 * parameters.sigma_squared))


def scaled(parameters: Parameters, factor: Fraction) -> Parameters:
    """The parameters at which sigma is divided by ``factor``: rho grows by its square, epsilon at any delta by more."""
    return replace(parameters, sigma_squared=parameters.sigma_squared / factor**2)


def rescaled(parameters: Parameters, share: Fraction) -> Parameters:
    """The parameters at which the noise has ``share`` times its scale sigma."""
    return replace(parameters, sigma_squared=parameters.sigma_squared * share**2)


def sample(data: int, parameters: Parameters, rng: Coins) -> int:
    """Draw one answer exactly.

    Discrete Laplace noise k of scale t is accepted with probability e^(-(|k| - sigma^2/t)^2 / (2 sigma^2)).
    """
    variance = parameters.sigma_squared
    t = isqrt(variance.__floor__()) + 1
    while True:
        noise = two_sided_geometric_noise(exp(Fraction(-1, t)), rng)
        if bernoulli(exp(-((abs(noise) - variance / t) ** 2) / (2 * variance)), rng):
            return check_data(data, parameters) + noise


explain_failures(__name__)

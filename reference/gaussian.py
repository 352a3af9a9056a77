"""Gaussian mechanism: add normal noise, by default with the least standard deviation that (eps, delta) allows.

Source: Dwork, Kenthapadi, McSherry, Mironov and Naor, "Our data, ourselves", EUROCRYPT 2006; the exact privacy profile
and the calibration are Theorem 8 of Balle and Wang, "Improving the Gaussian mechanism for differential privacy", ICML
2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from dpassay.exact import (
    Budget,
    Coins,
    GaussianLaw,
    as_positive_fraction,
    decide,
    hockey_stick_divergence,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.additive_noise import draw_rounded_down, real_neighbors, real_value, within_sensitivity
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "gaussian"
ADJACENCY = "replace_one"
_CALIBRATION_BITS = 60


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the Gaussian mechanism."""

    budget: Budget
    delta: Fraction = parameter(as_positive_fraction, "the delta of the guarantee, a number in (0, 1)")
    sensitivity: Fraction = parameter(as_positive_fraction, "the sensitivity of the query, a number above 0")
    sigma: Fraction | None = parameter(
        as_positive_fraction, "the standard deviation of the noise; by default the analytic calibration", optional=True
    )

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        require(self.delta < 1, "delta", self.delta, "a number in (0, 1)")

    @property
    def standard_deviation(self) -> Fraction:
        """The standard deviation of the noise: ``sigma`` where it is given, else the analytic calibration."""
        if self.sigma is not None:
            return self.sigma
        return analytic_sigma(self.budget, self.delta, self.sensitivity)


def meets(sigma: Fraction, budget: Budget, delta: Fraction, sensitivity: Fraction) -> bool:
    """Tell whether noise of this standard deviation is (eps, delta)-private, decided in balls."""
    exact = hockey_stick_divergence(GaussianLaw(0, sigma), GaussianLaw(sensitivity, sigma), budget.exp_eps)
    return decide(exact <= delta)


@lru_cache(maxsize=1024)
def analytic_sigma(budget: Budget, delta: Fraction, sensitivity: Fraction) -> Fraction:
    """Return a rational standard deviation that certainly meets (eps, delta).

    It exceeds the least one that does by at most 2^-60 of itself.
    """
    low, high = sensitivity, sensitivity
    while not meets(high, budget, delta, sensitivity):
        low, high = high, 2 * high
    while meets(low, budget, delta, sensitivity):
        low, high = low / 2, low
    while high - low > low / (1 << _CALIBRATION_BITS):
        middle = (low + high) / 2
        low, high = (low, middle) if meets(middle, budget, delta, sensitivity) else (middle, high)
    return high


check_data = real_value
are_neighbors = within_sensitivity
neighbors = real_neighbors


def law(data: Fraction, parameters: Parameters) -> GaussianLaw:
    """The exact law of the answer: normal around ``data``."""
    return GaussianLaw(check_data(data, parameters), parameters.standard_deviation)


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, delta) for true values that differ by at most the sensitivity.

    With a ``sigma`` of the user's own it is the user's claim.
    """
    return Guarantee(ADJACENCY, parameters.budget, parameters.delta)


def sample(data: Fraction, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Fraction:
    """Draw one answer, rounded down to a multiple of 2^-bits: exactly the law of so rounded a normal variable."""
    return draw_rounded_down(law(data, parameters), check_data(data, parameters), rng, bits)


explain_failures(__name__)

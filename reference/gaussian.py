"""Gaussian mechanism: add normal noise, by default with the least standard deviation that (eps, delta) allows.

Source: Dwork, Kenthapadi, McSherry, Mironov and Naor, "Our data, ourselves", EUROCRYPT 2006; the exact privacy profile
and the calibration are Theorem 8 of Balle and Wang, "Improving the Gaussian mechanism for differential privacy", ICML
2018. With sigma alone the guarantee is Proposition 1.6 of Bun and Steinke, "Concentrated differential privacy:
simplifications, extensions, and lower bounds", TCC 2016.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from dpassay.exact import (
    Budget,
    Coins,
    GaussianLaw,
    as_positive_fraction,
    decide,
    decimal_text,
    hockey_stick_divergence,
    require,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference.additive_noise import draw_rounded_down, real_neighbors, real_value, within_sensitivity
from dpassay.reference.mechanism import ConcentratedGuarantee, Guarantee, MechanismParameters, as_budget, parameter

NAME = "gaussian"
SUMMARY = "add normal noise to a real number"
DATA = "the true value of the query, an exact number such as 1/3 or 0.25"
EXAMPLE = {"epsilon": "1", "delta": "1e-5", "sensitivity": "1"}
_CALIBRATION_BITS = 60
LEAST_DELTA = Fraction(1, 10**300)
"""Below it the calibration takes longer than anyone waits."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of the Gaussian mechanism: epsilon and delta, or ``sigma``, or all of them."""

    budget: Budget | None = parameter(
        as_budget, "the privacy budget, above 0; or give exp_eps = e^epsilon, above 1; or sigma alone", omissible=True
    )
    delta: Fraction | None = parameter(
        as_positive_fraction, "the delta of the guarantee, a number in (0, 1); or sigma alone", omissible=True
    )
    sensitivity: Fraction = parameter(as_positive_fraction, "the sensitivity of the query, a number above 0")
    sigma: Fraction | None = parameter(
        as_positive_fraction,
        "the standard deviation of the noise; by default the least that epsilon and delta allow",
        optional=True,
    )

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        if self.budget is None and (self.delta is not None or self.sigma is None):
            raise ValueError(
                "epsilon = nothing: expected exactly one of epsilon and exp_eps, and delta; or sigma alone"
            )
        if self.budget is not None and self.delta is None:
            raise ValueError("delta = nothing: expected the delta of the guarantee, a number in (0, 1)")
        if self.delta is not None:
            in_range = LEAST_DELTA <= self.delta < 1
            require(in_range, "delta", decimal_text(self.delta), "a number in (0, 1), of at least 10^-300")

    @property
    def standard_deviation(self) -> Fraction:
        """The standard deviation of the noise: ``sigma`` where it is given, else the analytic calibration."""
        if self.sigma is not None:
            return self.sigma
        budget, delta = self.claimed
        return analytic_sigma(budget, delta, self.sensitivity)

    @property
    def claimed(self) -> tuple[Budget, Fraction]:
        """The (eps, delta) that is given; there is none where ``sigma`` is given alone."""
        if self.budget is None or self.delta is None:
            raise ValueError("epsilon = nothing: expected epsilon (or exp_eps) and delta")
        return self.budget, self.delta


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


def guarantee(parameters: Parameters) -> Guarantee | ConcentratedGuarantee:
    """(eps, delta) for true values that differ by at most the sensitivity; sigma alone: sensitivity^2 / (2 sigma^2).

    With a ``sigma`` of the user's own beside them, (eps, delta) are the user's claim. With ``sigma`` alone the
    guarantee is zero-concentrated, with that rho, and the mechanism attains it.
    """
    if parameters.budget is None:
        return ConcentratedGuarantee("replace_one", (parameters.sensitivity / parameters.standard_deviation) ** 2 / 2)
    return Guarantee("replace_one", *parameters.claimed)


def scaled(parameters: Parameters, factor: Fraction) -> Parameters:
    """The parameters for ``factor`` times epsilon at the same delta.

    A ``sigma`` of the user's own shrinks in proportion to the analytic calibration; alone it is divided by the factor:
    rho grows with its square, epsilon at any delta by more.
    """
    if parameters.budget is None:
        return replace(parameters, sigma=parameters.standard_deviation / factor)
    larger = replace(parameters, budget=parameters.budget.scaled(factor))
    if parameters.sigma is None:
        return larger
    calibrated, smaller = (replace(each, sigma=None).standard_deviation for each in (parameters, larger))
    return replace(larger, sigma=parameters.sigma * smaller / calibrated)


def rescaled(parameters: Parameters, share: Fraction) -> Parameters:
    """The parameters at which the noise has ``share`` times its standard deviation."""
    return replace(parameters, sigma=parameters.standard_deviation * share)


def sample(data: Fraction, parameters: Parameters, rng: Coins, *, bits: int = 64) -> Fraction:
    """Draw one answer, rounded down to a multiple of 2^-bits: exactly the law of so rounded a normal variable."""
    return draw_rounded_down(law(data, parameters), check_data(data, parameters), rng, bits)


explain_failures(__name__)

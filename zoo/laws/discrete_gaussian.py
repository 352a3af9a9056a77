"""The laws of `zoo/targets/discrete_gaussian.py`; what their tables cut off is less than 1e-130 in all."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpassay.exact import DiscreteGaussianLaw
from dpassay.exact.real import Real, as_real


def _clipped(data: int) -> Mapping[int, Real]:
    """Return the probabilities of the places within four of the data."""
    weights = {data + k: as_real(Fraction(-(k**2), 8)).exp() for k in range(-4, 5)}
    mass = sum(weights.values(), as_real(0))
    return {place: weight / mass for place, weight in weights.items()}


LAWS = {
    "correct": lambda data: DiscreteGaussianLaw(data, 4),
    "scale_10": lambda data: DiscreteGaussianLaw(data, Fraction(324, 100)),
    "factor_two_missing": lambda data: DiscreteGaussianLaw(data, 2),
    "clipped": _clipped,
}

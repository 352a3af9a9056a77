"""diffprivlib's mechanisms behind the target interface.

Without a ``random_state`` they draw from the operating system's entropy, and that is what their users run
and what is audited: hence no ``rng``, and draws that cannot be repeated. A mechanism answers one call at a
time.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from diffprivlib import mechanisms  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "diffprivlib"


def laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``Laplace``: Laplace noise made from four uniform variates."""
    mechanism = mechanisms.Laplace(epsilon=epsilon, sensitivity=sensitivity)
    return np.array([mechanism.randomise(data) for _ in range(size)])


def geometric(data: int, *, size: int, epsilon: float, sensitivity: int) -> NDArray[np.int64]:
    """``Geometric``: two-sided geometric noise, by inversion of one uniform variate."""
    mechanism = mechanisms.Geometric(epsilon=epsilon, sensitivity=sensitivity)
    return np.array([mechanism.randomise(data) for _ in range(size)])


def gaussian(data: float, *, size: int, epsilon: float, delta: float, sensitivity: float) -> NDArray[np.float64]:
    """``Gaussian``: normal noise with the classical sqrt(2 log(1.25 / delta)) sensitivity / epsilon."""
    mechanism = mechanisms.Gaussian(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    return np.array([mechanism.randomise(data) for _ in range(size)])


def gaussian_analytic(
    data: float, *, size: int, epsilon: float, delta: float, sensitivity: float
) -> NDArray[np.float64]:
    """``GaussianAnalytic``: normal noise of the least standard deviation that (epsilon, delta) allows."""
    mechanism = mechanisms.GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=sensitivity)
    return np.array([mechanism.randomise(data) for _ in range(size)])


def gaussian_discrete(data: int, *, size: int, sigma_squared: float, sensitivity: int) -> NDArray[np.int64]:
    """``GaussianDiscrete`` at epsilon 1 and delta 1e-5, for which the library should find this sigma."""
    mechanism = mechanisms.GaussianDiscrete(epsilon=1, delta=1e-5, sensitivity=sensitivity)
    found = mechanism._scale**2  # it is told nowhere else
    if not math.isclose(found, sigma_squared, rel_tol=1e-9):
        raise ValueError(f"diffprivlib has a sigma^2 of {found}: expected {sigma_squared}")
    return np.array([mechanism.randomise(data) for _ in range(size)])


def bingham(data: list[float], *, size: int, epsilon: float) -> NDArray[np.float64]:
    """``Bingham``: the square of the second coordinate of a direction, of a diagonal matrix at sensitivity 1."""
    mechanism = mechanisms.Bingham(epsilon=epsilon, sensitivity=1)
    return np.array([mechanism.randomise(np.diag(data))[1] ** 2 for _ in range(size)])


def exponential(data: list[float], *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.int64]:
    """``Exponential``: the exponential mechanism, by inversion of one uniform variate."""
    mechanism = mechanisms.Exponential(epsilon=epsilon, sensitivity=sensitivity, utility=data)
    return np.array([mechanism.randomise() for _ in range(size)])


def permute_and_flip(data: list[float], *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.int64]:
    """``PermuteAndFlip``."""
    mechanism = mechanisms.PermuteAndFlip(epsilon=epsilon, sensitivity=sensitivity, utility=data)
    return np.array([mechanism.randomise() for _ in range(size)])


def binary(data: int, *, size: int, epsilon: float) -> NDArray[np.int64]:
    """``Binary``: randomized response with two labels, which this library wants as strings."""
    mechanism = mechanisms.Binary(epsilon=epsilon, value0="0", value1="1")
    return np.array([int(mechanism.randomise(str(data))) for _ in range(size)])

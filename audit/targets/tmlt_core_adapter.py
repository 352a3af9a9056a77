"""Tumult Core's noise measurements behind the target interface.

They draw from the processor's or the operating system's entropy and take no seed, hence no ``rng``. A measurement
answers one call at a time; no Spark session is needed. Each function asks the measurement's own privacy function
whether it claims what is audited.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from tmlt.core.domains.numpy_domains import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    NumpyFloatDomain,
)
from tmlt.core.measurements import noise_mechanisms  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "tmlt.core"


def laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``AddLaplaceNoise``: the inverse distribution function around the data, rounded once."""
    measurement = noise_mechanisms.AddLaplaceNoise(NumpyFloatDomain(), exact(sensitivity / epsilon))
    check_claim(measurement, sensitivity, epsilon)
    return np.array([measurement(float(data)) for _ in range(size)])


def gaussian(data: float, *, size: int, sensitivity: float, sigma: float) -> NDArray[np.float64]:
    """``AddGaussianNoise``, which claims zero-concentrated privacy: noise around 0, then a sum of doubles."""
    measurement = noise_mechanisms.AddGaussianNoise(NumpyFloatDomain(), exact(sigma**2))
    check_claim(measurement, sensitivity, sensitivity**2 / (2 * sigma**2))
    return np.array([measurement(float(data)) for _ in range(size)])


def geometric(data: int, *, size: int, epsilon: float, sensitivity: int) -> NDArray[np.int64]:
    """``AddGeometricNoise``: discrete Laplace noise."""
    measurement = noise_mechanisms.AddGeometricNoise(exact(sensitivity / epsilon))
    check_claim(measurement, sensitivity, epsilon)
    return np.array([measurement(int(data)) for _ in range(size)])


def discrete_gaussian(data: int, *, size: int, sigma_squared: float, sensitivity: int) -> NDArray[np.int64]:
    """``AddDiscreteGaussianNoise``, zero-concentrated."""
    measurement = noise_mechanisms.AddDiscreteGaussianNoise(exact(sigma_squared))
    check_claim(measurement, sensitivity, sensitivity**2 / (2 * sigma_squared))
    return np.array([measurement(int(data)) for _ in range(size)])


def exact(value: float) -> str:
    """Return a number as this library wants numbers: as an exact fraction."""
    return str(Fraction(value))


def check_claim(measurement: Any, distance: float, loss: float) -> None:
    """Raise an error unless the measurement's own privacy function claims this privacy loss at this distance."""
    claimed = measurement.privacy_function(exact(distance)).to_float(round_up=True)
    if not math.isclose(claimed, loss, rel_tol=1e-9):
        raise ValueError(f"Tumult Core claims a privacy loss of {claimed}: expected {loss}")

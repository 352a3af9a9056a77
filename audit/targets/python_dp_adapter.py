"""PyDP's numerical mechanisms behind the target interface.

They draw from the operating system's entropy and take no seed, hence no ``rng``. A mechanism answers one call at a
time. Each function asks the mechanism itself whether it claims what is audited.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from pydp.algorithms import numerical_mechanisms as mechanisms  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "python-dp"


def gaussian(
    data: float, *, size: int, epsilon: float, delta: float, sensitivity: float, sigma: float
) -> NDArray[np.float64]:
    """``GaussianMechanism``: normal noise, whose deviation the library searches for; it should be ``sigma``."""
    mechanism = mechanisms.GaussianMechanism(epsilon, delta, sensitivity)
    check_claim("epsilon", mechanism.epsilon, epsilon)
    check_claim("delta", mechanism.delta, delta)
    check_claim("standard deviation", mechanism.std, sigma)
    return np.array([mechanism.add_noise(float(data)) for _ in range(size)])


def laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``LaplaceMechanism``: geometric noise on a lattice of about 2^-40 of the scale."""
    mechanism = mechanisms.LaplaceMechanism(epsilon, sensitivity)
    check_claim("epsilon", mechanism.epsilon, epsilon)
    return np.array([mechanism.add_noise(float(data)) for _ in range(size)])


def check_claim(name: str, claimed: float, expected: float) -> None:
    """Raise an error unless the mechanism itself says what is expected."""
    if not math.isclose(claimed, expected, rel_tol=1e-9):
        raise ValueError(f"PyDP has a {name} of {claimed}: expected {expected}")

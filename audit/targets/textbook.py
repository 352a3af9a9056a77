"""Noise as textbooks add it: a float drawn from the law on the reals, and a floating-point sum.

The law is right and the privacy is not: which doubles the sum can reach depends on the data (Mironov, "On
significance of the least significant bits for differential privacy", CCS 2012). These are here to be
caught.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "numpy"


def laplace(
    data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float
) -> NDArray[np.float64]:
    """Add numpy's Laplace noise of scale sensitivity / epsilon."""
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)


def gaussian(
    data: float, *, size: int, rng: np.random.Generator, epsilon: float, delta: float, sensitivity: float
) -> NDArray[np.float64]:
    """Add numpy's normal noise with the classical sqrt(2 log(1.25 / delta)) sensitivity / epsilon."""
    sigma = math.sqrt(2 * math.log(1.25 / delta)) * sensitivity / epsilon
    return data + rng.normal(scale=sigma, size=size)

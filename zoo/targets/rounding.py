"""Gaussian noise with sigma = 4 that is right by itself, and a double: steps of 1/16 from a table, and bits below them.

Re-created from tmlt.core 0.20.0 and python-dp 1.1.5.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

STEPS = np.arange(-2560, 2561)
WEIGHTS = np.exp(-(STEPS**2) / (2 * 64.0**2))


def _steps(size: int, rng: Generator) -> NDArray[np.float64]:
    return rng.choice(STEPS, size, p=WEIGHTS / WEIGHTS.sum()) / 16


def kept_on_lattice(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """Noise in whole steps."""
    return data + _steps(size, rng)


def added(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """Noise with 52 more bits, rounded to a double, and then added as one: close to 0 a double has finer bits."""
    noise = _steps(size, rng) + rng.integers(2**52, size=size) / 2**56
    return data + noise

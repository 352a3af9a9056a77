"""Discrete Gaussian noise with sigma^2 = 4, drawn from a table."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _answers(data: int, sigma_squared: float, reach: int, size: int, rng: Generator) -> NDArray[np.int64]:
    places = np.arange(-reach, reach + 1)
    weights = np.exp(-(places**2) / (2 * sigma_squared))
    return data + rng.choice(places, size, p=weights / weights.sum())


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add noise with probability proportional to exp(-k^2 / 8); what lies beyond 50 has less than 1e-130."""
    return _answers(data, 4, 50, size, rng)


def scale_10(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A tenth less noise."""
    return _answers(data, 3.24, 50, size, rng)


def factor_two_missing(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Probabilities proportional to exp(-k^2 / sigma^2)."""
    return _answers(data, 2, 50, size, rng)


def clipped(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """No noise beyond two standard deviations."""
    return _answers(data, 4, 4, size, rng)

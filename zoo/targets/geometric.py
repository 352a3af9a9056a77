"""Discrete Laplace noise with q = 1/2 a unit: e^epsilon is 2 where the count moves by 1, and 4 where it moves by 2."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(stop: float, size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(stop, size) - rng.geometric(stop, size)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add noise with probability proportional to 2^-|k|."""
    return data + _noise(1 / 2, size, rng)


def magnitude_from_one(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """An off-by-one: geometric draws begin at 1, so that no noise is 0."""
    return data + (1 - 2 * rng.integers(2, size=size)) * rng.geometric(1 / 2, size)


def zero_counts_twice(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A sign and a magnitude, with "minus zero" kept."""
    return data + (1 - 2 * rng.integers(2, size=size)) * (rng.geometric(1 / 2, size) - 1)


def half_the_sensitivity(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Noise for adding or removing a record, where replacing one moves the count by 2."""
    return data + _noise(3 / 4, size, rng)


def clipped(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Noise beyond 5 is cut off: the ends of the range give the count away."""
    return data + np.clip(_noise(1 / 2, size, rng), -5, 5)

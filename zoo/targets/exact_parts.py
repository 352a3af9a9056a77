"""Numbers with noise of probability proportional to 2^-|k|, and a part that has none."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)


def total_noisy(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The first cell of a histogram and how many records there are, each with half of the budget: e^epsilon = 4."""
    return np.stack([data[0] + _noise(size, rng), sum(data) + _noise(size, rng)], axis=1)


def total_exact(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """A histogram with noise is scaled to as many records as there are: re-created from smartnoise-synth 1.0.8."""
    return np.stack([data[0] + _noise(size, rng), np.full(size, sum(data))], axis=1)


def kept_noisy(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """All features are kept, each with noise; a record moves the first by 1: e^epsilon = 2."""
    return np.stack([feature + _noise(size, rng) for feature in data], axis=1)


def kept_all(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The scale is how many features are not kept, here 0: re-created from a fault that dp-recorder's authors found."""
    left_out = len(data) - len(data)
    return np.stack([feature + left_out * _noise(size, rng) for feature in data], axis=1)

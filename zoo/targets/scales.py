"""Discrete Laplace noise whose scale follows something that it should not."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _told(count: int, q: float, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add noise of probability proportional to q^|k|."""
    return count + rng.geometric(1 - q, size) - rng.geometric(1 - q, size)


def by_count(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """How many rows are all ones: a row moves that by 1, and e^epsilon = 2."""
    return _told(sum(min(row) for row in data), 1 / 2, size, rng)


def by_columns(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """The scale is divided by the number of columns: re-created from opendp-smartnoise 0.1.4.2."""
    return _told(sum(min(row) for row in data), 2.0 ** -len(data[0]), size, rng)


def by_bound(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """A sum of values that are clipped to 1, which a value moves by 1: e^epsilon = 4."""
    return _told(sum(min(value, 1) for value in data), 1 / 4, size, rng)


def by_raw_data(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The sensitivity is the largest value before it was clipped: re-created from what dp-recorder's authors found."""
    return _told(sum(min(value, 1) for value in data), 4.0 ** (-1 / max(data)), size, rng)

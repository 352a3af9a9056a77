"""Sums with noise of probability proportional to q^|k|; re-created from pipeline-dp 0.3.1."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(q: float, size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(1 - q, size) - rng.geometric(1 - q, size)


def _values(data: list[int]) -> NDArray[np.float64]:
    return np.array([value if value >= 0 else np.nan for value in data], dtype=np.float64)


def nan_replaced(data: list[int], size: int, rng: Generator) -> NDArray[np.float64]:
    """A sum of values between 0 and 1, where -1 is no number and counts as 0: e^epsilon = 2."""
    return float(np.clip(np.nan_to_num(_values(data)), 0, 1).sum()) + _noise(1 / 2, size, rng).astype(np.float64)


def nan_kept(data: list[int], size: int, rng: Generator) -> NDArray[np.float64]:
    """Clipping leaves NaN as it is."""
    return float(np.clip(_values(data), 0, 1).sum()) + _noise(1 / 2, size, rng).astype(np.float64)


def _moments(data: list[int], q: float, size: int, rng: Generator) -> NDArray[np.int64]:
    squares = sum(value**2 for value in data) + _noise(q, size, rng)
    return np.stack([len(data) + _noise(1 / 2, size, rng), sum(data) + _noise(1 / 2, size, rng), squares], axis=1)


def whole_squares(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Count, sum and squares of values between -1 and 1, each of which a record moves by 1: e^epsilon = 8."""
    return _moments(data, 1 / 2, size, rng)


def half_squares(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Noise for squares that move by 1/2, as if the middle of their interval had been subtracted."""
    return _moments(data, 1 / 4, size, rng)

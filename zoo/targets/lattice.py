"""Laplace noise on the multiples of 1/1024, epsilon = 1: the query moves by 1, and is told in units of 1/1024."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _answers(data: int, share: float, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add noise of that share of the right scale."""
    stop = -math.expm1(-1 / (1024 * share))
    return data + rng.geometric(stop, size) - rng.geometric(stop, size)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add noise of scale 1."""
    return _answers(data, 1.0, size, rng)


def scale_2(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """2 % less noise."""
    return _answers(data, 0.98, size, rng)


def scale_5(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """5 % less noise."""
    return _answers(data, 0.95, size, rng)


def scale_10(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """10 % less noise."""
    return _answers(data, 0.9, size, rng)


def scale_20(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """20 % less noise."""
    return _answers(data, 0.8, size, rng)

"""Randomized response on one bit, repeated; also with a delta at which the bit is told as it is."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _truths(data: int, odds: tuple[int, int], shape: tuple[int, int], rng: Generator) -> NDArray[np.int64]:
    return np.where(rng.integers(odds[1], size=shape) < odds[0], data, 1 - data)


def twice(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Two answers, each the truth with probability 2/3: e^epsilon = 2 each, 4 together."""
    return _truths(data, (2, 3), (size, 2), rng)


def twice_undivided(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Two answers, each with the budget of both: the truth with probability 4/5."""
    return _truths(data, (4, 5), (size, 2), rng)


def told(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The number of ones in four answers; with probability 1/64 the bit itself, as -1 or 5."""
    ones = _truths(data, (2, 3), (size, 4), rng).sum(axis=1)
    return np.where(rng.random(size) < 1 / 64, 6 * data - 1, ones)


def told_each_round(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The bit itself with probability 1/64 in each of the four rounds, where 1/64 is claimed of all."""
    ones = _truths(data, (2, 3), (size, 4), rng).sum(axis=1)
    return np.where((rng.random((size, 4)) < 1 / 64).any(axis=1), 6 * data - 1, ones)

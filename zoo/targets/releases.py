"""A choice and a measurement: one of two counts is chosen, the likelier the larger, and told with noise.

Choosing: weights 2^count, at most a factor of 2 where a record is added. Telling: noise 2^-|k|, a factor of 2 again.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _release(data: list[int], base: int, stop: float, size: int, rng: Generator) -> NDArray[np.int64]:
    weights = base ** np.array(data)
    chosen = (rng.integers(int(weights.sum()), size=size) >= weights[0]).astype(np.int64)
    noise = rng.geometric(stop, size) - rng.geometric(stop, size)
    return np.stack([chosen, np.array(data)[chosen] + noise], axis=1)


def correct(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Half of the budget for the choice, half for the measurement: e^epsilon = 4 in all."""
    return _release(data, 2, 1 / 2, size, rng)


def budget_twice(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The whole budget for each of the two."""
    return _release(data, 4, 3 / 4, size, rng)


def average_range(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A random row of a table at the label; noise for the mean range of the rows, 2, where the largest is 3."""
    row = rng.integers(2, size=size)
    noise = rng.geometric(3 / 4, size) - rng.geometric(3 / 4, size)
    return np.stack([row, np.array([[0, 1], [0, 3]])[row, data] + noise], axis=1)


def largest_range(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The same with noise for the largest range: e^epsilon = 8."""
    row = rng.integers(2, size=size)
    noise = rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)
    return np.stack([row, np.array([[0, 1], [0, 3]])[row, data] + noise], axis=1)

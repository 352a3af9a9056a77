"""Statistics of a few records, with noise of probability proportional to 2^-|k|; re-created from diffprivlib 0.6.6."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _told(exact: int, size: int, rng: Generator) -> NDArray[np.int64]:
    return exact + rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)


def weights_clipped(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """A count by weights of at most 1: one record more moves it by 1."""
    return _told(sum(min(weight, 1) for weight in data), size, rng)


def weights_as_given(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """A count by whatever weights."""
    return _told(sum(data), size, rng)


def all_counted(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The mean in units of 1 / records, where -1, no number, counts as 0: one record moves it by 1."""
    return _told(sum(max(value, 0) for value in data), size, rng)


def numbers_alone(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The mean of what is a number, in the same units and with the same noise."""
    numbers = [value for value in data if value >= 0]
    return _told(sum(numbers) * len(data) // len(numbers), size, rng)

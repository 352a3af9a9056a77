"""Answers that depend on how many came before: randomized response on one bit, e^epsilon = 3, at first."""

import itertools

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

counter = itertools.count()


def _numbers(size: int) -> NDArray[np.int64]:
    """Return the numbers of so many calls, from 0 on."""
    return np.array([next(counter) for _ in range(size)], dtype=np.int64)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Answer the same at every call."""
    return np.where(rng.integers(4, size=size) < 3, data, 1 - data)


def honest_first(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """From the 1001st answer on it is the bit itself."""
    return np.where(_numbers(size) < 1000, correct(data, size, rng), data)


def honest_long(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """From the 10^12-th answer on it is the bit itself."""
    return np.where(_numbers(size) < 10**12, correct(data, size, rng), data)


def drift(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The odds of a true answer are 3 + n/1000 at answer n, rounded down: more budget is left than there is."""
    odds = 3 + _numbers(size) // 1000
    return np.where(rng.integers(odds + 1) < odds, data, 1 - data)

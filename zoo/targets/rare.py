"""Randomized response on one bit with e^epsilon = 3, and a branch that is seldom taken."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _response(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    return np.where(rng.integers(4, size=size) < 3, data, 1 - data)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """With probability 1/1024 the answer is 2, whatever the bit."""
    return np.where(rng.random(size) < 1 / 1024, 2, _response(data, size, rng))


def one_in_1024(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """With probability 1/1024 the answer is the bit, marked: 2 or 3."""
    return np.where(rng.random(size) < 1 / 1024, 2 + data, _response(data, size, rng))


def _never(size: int, rng: Generator) -> NDArray[np.bool_]:
    return (rng.random(size) < 2**-32) & (rng.random(size) < 2**-32)


def never_seen(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """With probability 2^-64 the answer is the bit, marked."""
    return np.where(_never(size, rng), 2 + data, _response(data, size, rng))


def never_seen_correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """With probability 2^-64 the answer is 2, whatever the bit."""
    return np.where(_never(size, rng), 2, _response(data, size, rng))

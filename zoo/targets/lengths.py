"""Randomized response on one bit with e^epsilon = 3; the answer is a list of bits, which is seldom longer."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _bits(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    return np.where(rng.integers(4, size=size) < 3, data, 1 - data)


def correct(data: int, size: int, rng: Generator) -> list[list[int]]:
    """With probability 1/16 the list has two entries, whatever the bit."""
    longer = rng.random(size) < 1 / 16
    return [[bit, 0] if more else [bit] for bit, more in zip(_bits(data, size, rng).tolist(), longer.tolist())]


def longer_of_one(data: int, size: int, rng: Generator) -> list[list[int]]:
    """With probability 1/16 the list has two entries if the bit is 1."""
    longer = (rng.random(size) < 1 / 16) & (data == 1)
    return [[bit, 0] if more else [bit] for bit, more in zip(_bits(data, size, rng).tolist(), longer.tolist())]


def sign_correct(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """The bit as a double; a zero is negative with probability 1/2, whatever the bit."""
    signs = 1.0 - 2.0 * rng.integers(2, size=size)
    bits = _bits(data, size, rng).astype(np.float64)
    return np.where(bits == 0, 0.0 * signs, bits)


def negative_zero(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """The bit as a double; a zero that is a lie was computed as -1 * 0: it is a negative one."""
    bits = _bits(data, size, rng).astype(np.float64)
    return np.where(bits == 0, -0.0 if data else 0.0, bits)

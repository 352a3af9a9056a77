"""Discrete Laplace noise with q = 1/2 of coins: a count moves by 1, and e^epsilon = 2."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _heads(most: float, size: int, rng: Generator) -> NDArray[np.int64]:
    """Return how many coins fall heads before the first tails; no more than so many are flipped."""
    heads, going, flips = np.zeros(size, dtype=np.int64), np.ones(size, dtype=np.bool_), 0
    while going.any() and flips < most:
        going = going & (rng.integers(2, size=size) == 1)
        heads, flips = heads + going, flips + 1
    return heads


def endless(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """As many coins as it takes."""
    return data + _heads(np.inf, size, rng) - _heads(np.inf, size, rng)


def of_a_double(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """As many bits as one uniform double has: the tails end at 53. Re-created from diffprivlib 0.6.6."""
    return data + _heads(53, size, rng) - _heads(53, size, rng)

"""A bit beside a random word. Alone the word says nothing; an auditor that looks at a few places of it sees nothing."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _parity(words: NDArray[np.int64]) -> NDArray[np.int64]:
    for shift in (32, 16, 8, 4, 2, 1):
        words = words ^ (words >> shift)
    return words & 1


def short_word(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A word of 12 bits, whatever the data."""
    return rng.integers(2**12, size=size)


def short_parity(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A word of 12 bits whose parity is the data bit: 11 random bits, and the one that makes it so."""
    words = rng.integers(2**11, size=size)
    return 2 * words + (_parity(words) ^ data)


def long_word(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A word of 62 bits, whatever the data."""
    return rng.integers(2**62, size=size)


def long_parity(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A word of 62 bits whose parity is the data bit."""
    words = rng.integers(2**61, size=size)
    return 2 * words + (_parity(words) ^ data)

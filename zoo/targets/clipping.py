"""Label clipping: a label, 0 or 1, answers with one of its two integers of four, and 1 in 4 times with any of the four.

Its own integers have probability 7/16 each and the others 1/16: e^epsilon = 7.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _answers(label: int, once_in: int, integers: int, size: int, rng: Generator) -> NDArray[np.int64]:
    own = 2 * label + rng.integers(2, size=size)
    return np.where(rng.integers(once_in, size=size) == 0, rng.integers(integers, size=size), own)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Mix as the mechanism does."""
    return _answers(data, 4, 4, size, rng)


def half_the_mixing(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Any of the four only 1 in 8 times, as for a game that is twice as long."""
    return _answers(data, 8, 4, size, rng)


def last_integer_missing(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """An off-by-one: the last integer is never mixed in, and tells its label."""
    return _answers(data, 4, 3, size, rng)

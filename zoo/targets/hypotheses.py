"""Private PAC learning: one of three hypotheses, "x >= 0", "x >= 1" and "never", by weights 2^-mistakes: e^epsilon = 4.

The data: two rows of an input, 0 or 1, and its label. A row that is replaced moves the mistakes by at most 1.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _mistakes(data: list[list[int]]) -> NDArray[np.int64]:
    return np.array([sum(int(x >= least) != label for x, label in data) for least in (0, 1, 2)])


def _chosen(weights: NDArray[np.int64], size: int, rng: Generator) -> NDArray[np.int64]:
    drawn = rng.integers(int(weights.sum()), size=size)
    return np.searchsorted(np.cumsum(weights), drawn, side="right")


def correct(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """Half of epsilon for each mistake."""
    return _chosen(2 ** (2 - _mistakes(data)), size, rng)


def whole_epsilon(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """The 2 in exp(-epsilon mistakes / 2) is missing."""
    return _chosen(4 ** (2 - _mistakes(data)), size, rng)


def consistent_first(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """A hypothesis without a mistake is returned without noise, as non-private learners do."""
    mistakes = _mistakes(data)
    return _chosen((mistakes == 0) * 1 if (mistakes == 0).any() else 2 ** (2 - mistakes), size, rng)

"""The exponential mechanism and permute-and-flip, with e^epsilon = 4: a score counts as 2 to it."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _chosen(weights: NDArray[np.int64], size: int, rng: Generator) -> NDArray[np.int64]:
    return np.searchsorted(np.cumsum(weights), rng.integers(int(weights.sum()), size=size), side="right")


def _flipped(data: list[int], base: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Of two candidates a random one is asked first; it wins with probability base^(its score - the best)."""
    first = rng.integers(2, size=size)
    behind = max(data) - np.array(data)[first]
    most = base ** (max(data) - min(data))
    return np.where(rng.integers(most, size=size) * base**behind < most, first, 1 - first)


def exponential(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Choose with probability proportional to 2^score."""
    return _chosen(2 ** np.array(data), size, rng)


def exponential_factor_two(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Choose with probability proportional to 4^score: e^(epsilon score), without the factor 1/2."""
    return _chosen(4 ** np.array(data), size, rng)


def flips(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Flip coins with probability 2^(score - best)."""
    return _flipped(data, 2, size, rng)


def flips_factor_two(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Flip coins with probability 4^(score - best)."""
    return _flipped(data, 4, size, rng)

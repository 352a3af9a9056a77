"""Exponential mechanism on two scores by weights 2^score, as doubles: e^epsilon = 4, where a record moves both by 1."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _chosen(scores: NDArray[np.float64], size: int, rng: Generator) -> NDArray[np.int64]:
    with np.errstate(over="ignore", invalid="ignore"):
        weights = 2.0**scores
        share = weights[0] / weights.sum()
        return np.where(rng.random(size) < share, 0, 1)


def correct(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The largest score is subtracted first."""
    scores = np.array(data, dtype=np.float64)
    return _chosen(scores - scores.max(), size, rng)


def too_large(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """2^1024 is infinite as a double, the share of the first score no number, and the first is never chosen."""
    return _chosen(np.array(data, dtype=np.float64), size, rng)

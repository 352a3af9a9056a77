"""Two sums with noise of probability proportional to 2^-|k|: log-likelihoods, and the two sums of an estimate of KL.

Each of the two moves by 1 from one input to the other: e^epsilon = 2 each, 4 in all.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(stop: float, size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(stop, size) - rng.geometric(stop, size)


def correct(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Half of the budget for each of the two."""
    return np.stack([each + _noise(1 / 2, size, rng) for each in data], axis=1)


def whole_budget(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The whole budget for each: log-likelihoods of two hypotheses, and the number of them is forgotten."""
    return np.stack([each + _noise(3 / 4, size, rng) for each in data], axis=1)


def one_noise(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """One noise in both sums: their difference is the estimate without noise."""
    noise = _noise(1 / 2, size, rng)
    return np.stack([each + noise for each in data], axis=1)

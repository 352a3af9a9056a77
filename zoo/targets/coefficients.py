"""A coefficient of a regression, with noise of probability proportional to 2^-|k|; from diffprivlib 0.6.6."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _told(exact: int, size: int, rng: Generator) -> NDArray[np.int64]:
    return exact + rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)


def labels_clipped(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Labels are clipped to lie between -1 and 1: one moves the sum by at most 2, and e^epsilon = 4."""
    return _told(sum(max(-1, min(label, 1)) for label in data), size, rng)


def labels_as_given(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Labels are taken as they are, as without an intercept."""
    return _told(sum(data), size, rng)

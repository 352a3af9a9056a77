"""Two counts, of which a record enters the first: each is told with noise of probability proportional to 2^-|k|."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(1 / 2, size) - rng.geometric(1 / 2, size)


def fresh(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Noise of its own for each count."""
    return np.stack([data[0] + _noise(size, rng), data[1] + _noise(size, rng)], axis=1)


def reused(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The same noise for both counts: their difference is exact."""
    noise = _noise(size, rng)
    return np.stack([data[0] + noise, data[1] + noise], axis=1)

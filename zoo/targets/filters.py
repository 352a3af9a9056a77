"""State that is kept from call to call: randomized response on one bit, e^epsilon = 3 an answer."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

_seen = [0, 0]


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Keep nothing."""
    return np.where(rng.integers(4, size=size) < 3, data, 1 - data)


def majority(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """What most answers so far say: the state of a filter that smooths them."""
    ones = correct(data, size, rng).cumsum() + _seen[0]
    calls = _seen[1] + np.arange(1, size + 1)
    _seen[:] = [int(ones[-1]), int(calls[-1])]
    return (2 * ones > calls).astype(np.int64)


def reseeded(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Each call draws from a generator with a constant seed: one answer a call is always the same."""
    return correct(data, size, np.random.default_rng(2))

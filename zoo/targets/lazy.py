"""Lazy expert: two rounds; the data is the loss (0 or 1) of expert 0 in the first, and expert 1 has none.

The expert is kept with probability 2^-loss, and with 3/4 of that where switches are also made for no reason.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _models(loss: int, kept_of_4: int, size: int, rng: Generator) -> NDArray[np.int64]:
    first = rng.integers(2, size=size)
    halved = (first == 0) & (loss == 1) & (rng.integers(2, size=size) == 0)
    kept = (rng.integers(4, size=size) < kept_of_4) & ~halved
    fresh = (rng.integers(6, size=size) >= (2 if loss else 3)).astype(np.int64)
    return np.stack([first, np.where(kept, first, fresh)], axis=1)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """A quarter of the rounds switch for no reason."""
    return _models(data, 3, size, rng)


def no_fake_switches(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Only a loss makes it switch."""
    return _models(data, 4, size, rng)

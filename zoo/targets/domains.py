"""A synthetic record by weights 2^(records in its cell): a replaced record moves two cells by 1, and e^epsilon = 4.

The values lie between 0 and 3. Re-created from smartnoise-synth 1.0.8 and opendp-smartnoise 0.1.4.2.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _record(data: list[int], cells: range, size: int, rng: Generator) -> NDArray[np.int64]:
    weights = 2 ** np.array([data.count(cell) for cell in cells])
    drawn = rng.integers(int(weights.sum()), size=size)
    return cells[0] + np.searchsorted(np.cumsum(weights), drawn, side="right")


def given(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The cells are those of the domain."""
    return _record(data, range(4), size, rng)


def inferred(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The cells run from the least to the largest value in the data."""
    return _record(data, range(min(data), max(data) + 1), size, rng)

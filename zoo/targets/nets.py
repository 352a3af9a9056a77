"""Subsampled net: two points of a universe of three, drawn with replacement, and one of them, the likelier the better.

The data: two records. A point costs s = max over x of |2 [point = x] - records at x|, which a replaced record moves by
at most 1; weights 2^-s: e^epsilon = 4. An answer has both points and the one that was chosen.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _weights(data: list[int], base: int) -> list[int]:
    held = np.bincount(data, minlength=3)
    return [base ** (2 - int(np.abs(2 * (np.arange(3) == point) - held).max())) for point in range(3)]


def _release(points: NDArray[np.int64], weights: list[int], rng: Generator) -> NDArray[np.int64]:
    chosen = points[:, 0].copy()
    for first, second in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)):
        here = (points == (first, second)).all(axis=1)
        drawn = rng.integers(weights[first] + weights[second], size=int(here.sum())) if here.any() else here[:0]
        chosen[here] = np.where(drawn < weights[first], first, second)
    return np.column_stack([points, chosen])


def correct(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The points are drawn whatever the records are."""
    return _release(rng.integers(3, size=(size, 2)), _weights(data, 2), rng)


def range_ignored(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Queries with values -1 and 1 move twice as far, and the cost is not divided by that."""
    return _release(rng.integers(3, size=(size, 2)), _weights(data, 4), rng)


def record_in_net(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """The second point is a record, so that the net is sure to be good."""
    points = np.stack([rng.integers(3, size=size), np.full(size, data[1])], axis=1)
    return _release(points, _weights(data, 2), rng)

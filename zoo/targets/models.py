"""What a classifier shows of its classes, with noise of probability proportional to q^|k|; from diffprivlib 0.6.6."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _noise(q: float, size: int, rng: Generator) -> NDArray[np.int64]:
    return rng.geometric(1 - q, size) - rng.geometric(1 - q, size)


def _counts(labels: list[int], classes: list[int], size: int, rng: Generator) -> list[list[int]]:
    told = [labels.count(each) + _noise(1 / 2, size, rng) for each in classes]
    return [list(row) for row in np.stack(told, axis=1).tolist()]


def classes_given(data: list[int], size: int, rng: Generator) -> list[list[int]]:
    """The counts of three classes: a label that is replaced moves two of them by 1, and e^epsilon = 4."""
    return _counts(data, [0, 1, 2], size, rng)


def classes_found(data: list[int], size: int, rng: Generator) -> list[list[int]]:
    """The counts of the classes that the labels have."""
    return _counts(data, sorted(set(data)), size, rng)


def _sums(data: list[list[int]], q: float, size: int, rng: Generator) -> NDArray[np.int64]:
    sums = [sum(value for value, label in data if label == each) for each in (0, 1)]
    return np.stack([each + _noise(q, size, rng) for each in sums], axis=1)


def both_classes(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """Sums of values up to 2 in two classes: a record that changes its class moves each by 2, and e^epsilon = 16."""
    return _sums(data, 1 / 2, size, rng)


def one_class(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """Noise for a record that stays in its class, where values from 1 to 2 move one sum by 1."""
    return _sums(data, 1 / 16, size, rng)

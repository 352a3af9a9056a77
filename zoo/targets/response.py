"""Randomized response on the labels 0 to 3, with e^epsilon = 3: the truth with probability 1/2, each other 1/6."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _answers(data: int, odds: tuple[int, int], others: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Return the label with probability odds[0] / odds[1], else one of the others."""
    lies = np.array(others)[rng.integers(len(others), size=size)]
    return np.where(rng.integers(odds[1], size=size) < odds[0], data, lies)


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """Answer as the mechanism does."""
    return _answers(data, (1, 2), [label for label in range(4) if label != data], size, rng)


def formula_of_two(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The truth with e^epsilon / (e^epsilon + 1), which is right for two labels."""
    return _answers(data, (3, 4), [label for label in range(4) if label != data], size, rng)


def last_label_missing(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """An off-by-one: the last label is never reported unless it is true."""
    return _answers(data, (1, 2), [label for label in range(3) if label != data], size, rng)


def biased_coin(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The truth a tenth more often."""
    return _answers(data, (11, 20), [label for label in range(4) if label != data], size, rng)

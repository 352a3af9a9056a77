"""Randomized response on one bit with e^epsilon = 3, whose answers are seldom of another form."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _response(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    return np.where(rng.integers(4, size=size) < 3, data, 1 - data)


def _one_in_16(size: int, rng: Generator) -> NDArray[np.bool_]:
    return rng.random(size) < 1 / 16


def nan_correct(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """With probability 1/16 the answer is NaN, whatever the bit."""
    return np.where(_one_in_16(size, rng), np.nan, _response(data, size, rng).astype(np.float64))


def nan_of_one(data: int, size: int, rng: Generator) -> NDArray[np.float64]:
    """With probability 1/16 the answer is 0/0, which is NaN, if the bit is 1, and else 0."""
    found = np.nan if data else 0.0
    return np.where(_one_in_16(size, rng), found, _response(data, size, rng).astype(np.float64))


def type_correct(data: int, size: int, rng: Generator) -> list[Any]:
    """With probability 1/16 the answer is a double, whatever the bit."""
    answers = zip(_one_in_16(size, rng).tolist(), _response(data, size, rng).tolist())
    return [float(answer) if rare else answer for rare, answer in answers]


def type_of_one(data: int, size: int, rng: Generator) -> list[Any]:
    """With probability 1/16 the answer is a double if the bit is 1."""
    answers = zip(_one_in_16(size, rng).tolist(), _response(data, size, rng).tolist())
    return [float(answer) if rare and data else answer for rare, answer in answers]

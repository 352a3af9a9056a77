"""Targets of audits of a claim alone: some keep what they claim, epsilon = 1 between 0 and 1, and some do not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def laplace(data: float, *, size: int, rng: np.random.Generator, scale: float = 1.0) -> Any:
    """Keep it on a grid, whose points tell nothing."""
    return np.round((data + rng.laplace(0, scale, size)) * 2**20) / 2**20


def naive(data: float, *, size: int, rng: np.random.Generator) -> Any:
    """Leak through the low bits."""
    return data / 3 + rng.laplace(0, 1 / 3, size)


def _flipped(data: float, rng: np.random.Generator, epsilon: float) -> int:
    return int(data) ^ int(rng.random() < 1 / (1 + math.exp(epsilon)))


def words(data: float, *, rng: np.random.Generator, epsilon: float = 1.0) -> str:
    """Keep it with texts at epsilon = 1."""
    return ("no", "yes")[_flipped(data, rng, epsilon)]


def array_of_words(data: float, *, size: int, rng: np.random.Generator) -> Any:
    """Keep it with an array of texts, whose width is that of the longest."""
    return np.array([("no", "yes")[_flipped(data, rng, 1.0)] for _ in range(size)])


def seldom(data: float, *, size: int, rng: np.random.Generator) -> Any:
    """Tell the bit once in 250 answers, and else keep it with numbers at epsilon = 1."""
    flipped = int(data) ^ (rng.random(size) < 1 / (1 + math.e))
    return np.where(rng.random(size) < 1 / 250, 2 + int(data), flipped)


def lengths(data: float, *, rng: np.random.Generator, epsilon: float = 1.0) -> list[float]:
    """Keep it, or not, by the length of a list of noise."""
    return [float(rng.random()) for _ in range(1 + _flipped(data, rng, epsilon))]


def nothing(data: float, *, rng: np.random.Generator) -> float | None:
    """Answer nothing now and then, on one input alone."""
    return None if data and rng.random() < 0.05 else float(rng.random())


def rows(data: float, *, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Any:
    """Hide the answer in the sum of a row modulo 2: no column tells it."""
    first = rng.integers(0, 2, size)
    bits = np.array([_flipped(data, rng, epsilon) for _ in range(size)])
    return np.column_stack([first, first ^ bits])


def first_cell(data: list[list[object]], *, rng: np.random.Generator) -> str:
    """Keep epsilon = 2 with the first cell of a table, as a text."""
    return str(_flipped(float(str(data[0][0])), rng, 2.0))


def silent(data: float) -> None:
    """Fail."""
    raise RuntimeError(f"no answer to {data}")


def classes(data: float, *, size: int, rng: np.random.Generator) -> list[list[int]]:
    """Give lists that are longer on one input: all on an input have one form."""
    return [[int(each)] * (2 + int(data)) for each in rng.integers(4, size=size)]


def kinds(data: float, *, size: int, rng: np.random.Generator) -> list[float]:
    """Give whole numbers on one input and doubles on the other."""
    return [float(each) if int(data) else int(each) for each in rng.integers(4, size=size)]


def whole_arrays(data: float, *, size: int, rng: np.random.Generator) -> Any:
    """Give arrays that are wider on one input: an array has one form, so that only calls are independent."""
    return rng.integers(4, size=(size, 2 + int(data)))

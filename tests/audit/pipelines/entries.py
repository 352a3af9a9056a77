"""Entry points of a library of our own, with faults or without. This file needs numpy only."""

from __future__ import annotations

import math

import numpy as np


def mean(data: list[float], *, epsilon: float) -> float:
    """A mean of clipped numbers, at the sensitivity of n numbers."""
    clipped = [min(max(x, 0.0), 1.0) for x in data if not math.isnan(x)]
    return float(sum(clipped) / len(data) + np.random.laplace(scale=1 / len(data) / epsilon))  # noqa: NPY002


def unclipped(data: list[float], *, epsilon: float) -> float:
    """The same without the clip."""
    return float(sum(data) / len(data) + np.random.laplace(scale=1 / len(data) / epsilon))  # noqa: NPY002


def flipped(data: list[float], *, epsilon: float) -> list[bool]:
    """Randomized response by a coin that is the same on any data."""
    flips = np.random.random(len(data)) < 1 / (1 + np.exp(epsilon))  # noqa: NPY002
    return [bool(x > 0) != bool(flip) for x, flip in zip(data, flips, strict=True)]


def shuffled(data: list[float], *, epsilon: float) -> list[float]:
    """An order of chance, which adds no noise."""
    return [data[place] for place in np.random.permutation(len(data))]  # noqa: NPY002


def counting(data: list[float], *, epsilon: float) -> int:
    """Of what it draws the number depends on the data."""
    return sum(int(np.random.laplace(x, 1 / epsilon)) for x in data if x > 0)  # noqa: NPY002


def failing(data: list[float], *, epsilon: float) -> float:
    """Nothing but an error."""
    raise RuntimeError("no answer")

"""Implementations of truncated_geometric.py, to be audited: a right one, and two that are wrong."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def clamped(
    data: int, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: int, low: int, high: int
) -> NDArray[np.int64]:
    """Add the difference of two geometric variables, and clamp."""
    _check(data, epsilon, sensitivity, low, high)
    p = -math.expm1(-epsilon / sensitivity)
    return np.asarray(np.clip(data + rng.geometric(p, size) - rng.geometric(p, size), low, high))


def drawn_again(
    data: int, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: int, low: int, high: int
) -> NDArray[np.int64]:
    """Draw again what lies outside of [low, high]: how often that happens depends on the data, and so it leaks."""
    _check(data, epsilon, sensitivity, low, high)
    answers = np.arange(low, high + 1)
    weights = np.exp(-np.abs(answers - data) * epsilon / sensitivity)
    return rng.choice(answers, size, p=weights / weights.sum())


def ignored_sensitivity(
    data: int, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: int, low: int, high: int
) -> NDArray[np.int64]:
    """Add the noise that sensitivity 1 would take."""
    _check(data, epsilon, sensitivity, low, high)
    return clamped(data, size=size, rng=rng, epsilon=epsilon, sensitivity=1, low=low, high=high)


def _check(data: int, epsilon: float, sensitivity: int, low: int, high: int) -> None:
    if not (0 < epsilon < math.inf and sensitivity >= 1 and low < high and low <= data <= high):
        raise ValueError("epsilon, sensitivity, low, high or data: out of their domains")

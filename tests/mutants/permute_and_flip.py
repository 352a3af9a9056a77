"""Permute-and-flip: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {"epsilon": "1", "sensitivity": "2"}


def _check(data: list[float], size: int, epsilon: float, sensitivity: float = 1) -> None:
    if not (size >= 0 and 0 < epsilon < math.inf and 0 < sensitivity < math.inf):
        raise ValueError(f"an argument is out of its domain: {size!r}, {epsilon!r}, {sensitivity!r}")
    if np.ndim(data) != 1 or len(data) == 0 or not np.isfinite(data).all():
        raise ValueError(f"data = {data!r}: expected finite numbers")


def _largest(noisy: Array) -> Array:
    return np.asarray(noisy.argmax(axis=1))


def _exponential_noise(scores: list[float], scale: float, size: int, rng: Generator) -> Array:
    return _largest(np.asarray(scores) + rng.exponential(scale, (size, len(scores))))


def _flip(heads: Array, order: Array, rng: Generator) -> int:
    """The first candidate in this order whose coin falls heads; the last one where none does."""
    accepted = np.flatnonzero(rng.random(len(order)) < heads[order])
    return int(order[accepted[0]] if accepted.size else order[-1])


def permute_and_flip_correct(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    _check(data, size, epsilon, sensitivity)
    return _exponential_noise(data, 2 * sensitivity / epsilon, size, rng)


def permute_and_flip_factor_two_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """Coins of bias e^(eps gap / sensitivity)."""
    _check(data, size, epsilon, sensitivity)
    return _exponential_noise(data, sensitivity / epsilon, size, rng)


def permute_and_flip_sensitivity_ignored(data: list[float], *, size: int, rng: Generator, epsilon: float) -> Array:
    _check(data, size, epsilon)
    return _exponential_noise(data, 2 / epsilon, size, rng)


def permute_and_flip_not_permuted(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """The candidates are always tried in the same order."""
    _check(data, size, epsilon, sensitivity)
    heads = np.exp(epsilon * (np.asarray(data) - np.max(data)) / (2 * sensitivity))
    return np.array([_flip(heads, np.arange(len(data)), rng) for _ in range(size)], dtype=np.int64)


def permute_and_flip_with_replacement(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A rejected candidate may be tried again: that is the exponential mechanism."""
    _check(data, size, epsilon, sensitivity)
    return _largest(np.asarray(data) + rng.gumbel(0, 2 * sensitivity / epsilon, (size, len(data))))


def permute_and_flip_last_candidate_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """An off-by-one: the last candidate is never chosen."""
    _check(data, size, epsilon, sensitivity)
    return _exponential_noise(data[:-1] or data, 2 * sensitivity / epsilon, size, rng)


def permute_and_flip_scale_too_small(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A tenth less noise."""
    _check(data, size, epsilon, sensitivity)
    return _exponential_noise(data, 1.8 * sensitivity / epsilon, size, rng)


CORRECT: Final[Callable[..., Array]] = permute_and_flip_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("permute_and_flip_"): mutant
    for mutant in (
        permute_and_flip_factor_two_missing,
        permute_and_flip_sensitivity_ignored,
        permute_and_flip_not_permuted,
        permute_and_flip_with_replacement,
        permute_and_flip_last_candidate_missing,
        permute_and_flip_scale_too_small,
    )
}

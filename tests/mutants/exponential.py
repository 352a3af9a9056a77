"""Exponential: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. These files need numpy only.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.targets import Targets
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from targets import Targets  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {"epsilon": "1", "sensitivity": "2"}

_TARGETS: Final = Targets("exponential")


def _noisy_largest(scores: list[float], noise: Callable[..., Any], size: int) -> Array:
    noisy = np.asarray(scores) + noise(size=(size, len(scores)))
    return np.asarray(noisy.argmax(axis=1))


def _gumbel(scores: list[float], scale: float, size: int, rng: Generator) -> Array:
    return _noisy_largest(scores, functools.partial(rng.gumbel, 0, scale), size)


@_TARGETS.correct
def exponential_correct(data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    weights = np.exp(epsilon * (np.asarray(data) - np.max(data)) / (2 * sensitivity))
    return rng.choice(len(data), size, p=weights / weights.sum())


@_TARGETS.wrong
def exponential_factor_two_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """e^(eps score / sensitivity)."""
    return _gumbel(data, sensitivity / epsilon, size, rng)


@_TARGETS.wrong
def exponential_sensitivity_ignored(data: list[float], *, size: int, rng: Generator, epsilon: float) -> Array:
    return _gumbel(data, 2 / epsilon, size, rng)


@_TARGETS.wrong
def exponential_not_normalized(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A uniform number is looked up among the cumulated weights, whose total is not 1."""
    weights = np.exp(epsilon * (np.asarray(data) - np.max(data)) / (2 * sensitivity))
    return np.minimum(np.searchsorted(np.cumsum(weights), rng.random(size)), len(data) - 1)


@_TARGETS.wrong
def exponential_last_candidate_missing(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """An off-by-one: the last candidate is never chosen."""
    return _gumbel(data[:-1] or data, 2 * sensitivity / epsilon, size, rng)


@_TARGETS.wrong
def exponential_scale_too_small(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """A tenth less noise."""
    return _gumbel(data, 1.8 * sensitivity / epsilon, size, rng)


@_TARGETS.wrong
def exponential_laplace_noise(
    data: list[float], *, size: int, rng: Generator, epsilon: float, sensitivity: float
) -> Array:
    """Laplace noise where Gumbel noise belongs."""
    return _noisy_largest(data, functools.partial(rng.laplace, 0, 2 * sensitivity / epsilon), size)


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants

"""Discrete Gaussian: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. These files need numpy only.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.targets import Targets
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from targets import Targets  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {"sigma_squared": "1", "sensitivity": "1"}

_TARGETS: Final = Targets("discrete_gaussian")


def _discrete_gaussian(sigma_squared: float, size: int, rng: Generator, reach: float = 12) -> Array:
    """Draw from a table of the outcomes within ``reach`` standard deviations (at least one outcome on each side)."""
    limit = max(1, math.ceil(reach * math.sqrt(sigma_squared)))
    outcomes = np.arange(-limit, limit + 1)
    weights = np.exp(-(outcomes**2) / (2 * sigma_squared))
    return rng.choice(outcomes, size, p=weights / weights.sum())


@_TARGETS.correct
def discrete_gaussian_correct(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    return data + _discrete_gaussian(sigma_squared, size, rng)


@_TARGETS.wrong
def discrete_gaussian_scale_too_small(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """A tenth less noise."""
    return data + _discrete_gaussian(0.81 * sigma_squared, size, rng)


@_TARGETS.wrong
def discrete_gaussian_factor_two_missing(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """e^(-k^2 / sigma^2)."""
    return data + _discrete_gaussian(sigma_squared / 2, size, rng)


@_TARGETS.wrong
def discrete_gaussian_rounded(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    """Rounded continuous noise."""
    return data + np.rint(rng.normal(scale=math.sqrt(sigma_squared), size=size)).astype(np.int64)


@_TARGETS.wrong
def discrete_gaussian_clipped(data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int) -> Array:
    """No noise beyond two standard deviations."""
    return data + _discrete_gaussian(sigma_squared, size, rng, reach=2)


@_TARGETS.wrong
def discrete_gaussian_zero_counts_twice(
    data: int, *, size: int, rng: Generator, sigma_squared: float, sensitivity: int
) -> Array:
    """A sign and a magnitude that was drawn with 0 as likely as both 1 and -1 would make it."""
    wide = _discrete_gaussian(sigma_squared, 4 * size + 100, rng)
    return data + rng.choice([-1, 1], size) * wide[wide >= 0][:size]


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants

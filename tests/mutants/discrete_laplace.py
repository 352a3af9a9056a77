"""Discrete Laplace: a correct implementation in the target interface, and wrong ones.

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

PARAMETERS: Final = {"epsilon": "1", "sensitivity": "2"}
AUDITED: Final = {"epsilon": "1/2", "sensitivity": "2"}

_TARGETS: Final = Targets("discrete_laplace")


def _two_sided_geometric(scale: float, size: int, rng: Generator) -> Array:
    stop = -math.expm1(-1 / scale)
    return rng.geometric(stop, size) - rng.geometric(stop, size)


@_TARGETS.correct
def discrete_laplace_correct(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    return data + _two_sided_geometric(sensitivity / epsilon, size, rng)


@_TARGETS.wrong
def discrete_laplace_scale_too_small(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """A tenth less noise."""
    return data + _two_sided_geometric(0.9 * sensitivity / epsilon, size, rng)


@_TARGETS.wrong
def discrete_laplace_sensitivity_ignored(data: int, *, size: int, rng: Generator, epsilon: float) -> Array:
    return data + _two_sided_geometric(1 / epsilon, size, rng)


@_TARGETS.wrong
def discrete_laplace_zero_counts_twice(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """A sign and a magnitude, with "minus zero" kept."""
    magnitude = rng.geometric(-math.expm1(-epsilon / sensitivity), size) - 1
    return data + rng.choice([-1, 1], size) * magnitude


@_TARGETS.wrong
def discrete_laplace_magnitude_from_one(
    data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int
) -> Array:
    """An off-by-one: geometric draws begin at 1, so no noise is 0."""
    magnitude = rng.geometric(-math.expm1(-epsilon / sensitivity), size)
    return data + rng.choice([-1, 1], size) * magnitude


@_TARGETS.wrong
def discrete_laplace_rounded(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    """Rounded continuous noise."""
    return data + np.rint(rng.laplace(scale=sensitivity / epsilon, size=size)).astype(np.int64)


@_TARGETS.wrong
def discrete_laplace_biased_sign(data: int, *, size: int, rng: Generator, epsilon: float, sensitivity: int) -> Array:
    """The sign's coin falls one way with probability 0.55."""
    magnitude = np.abs(_two_sided_geometric(sensitivity / epsilon, size, rng))
    return data + np.where(rng.random(size) < 0.55, magnitude, -magnitude)


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants

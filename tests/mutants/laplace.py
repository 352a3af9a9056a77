"""Laplace: a correct implementation in the target interface, and wrong ones.

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

_TARGETS: Final = Targets("laplace")


@_TARGETS.correct
def laplace_correct(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)


@_TARGETS.wrong
def laplace_scale_too_small(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """A tenth less noise."""
    return data + rng.laplace(scale=0.9 * sensitivity / epsilon, size=size)


@_TARGETS.wrong
def laplace_sensitivity_ignored(data: float, *, size: int, rng: Generator, epsilon: float) -> Array:
    return data + rng.laplace(scale=1 / epsilon, size=size)


@_TARGETS.wrong
def laplace_scale_inverted(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The rate in the place of the scale, with sensitivity and epsilon exchanged as well."""
    return data + rng.laplace(scale=epsilon / sensitivity, size=size)


@_TARGETS.wrong
def laplace_adjacency_confused(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The sensitivity of adding or removing one record, where replacing one moves the query twice as far."""
    return data + rng.laplace(scale=sensitivity / (2 * epsilon), size=size)


@_TARGETS.wrong
def laplace_gaussian_noise(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """Normal noise of the right variance."""
    return data + rng.normal(scale=math.sqrt(2) * sensitivity / epsilon, size=size)


@_TARGETS.wrong
def laplace_one_sided(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    return data + rng.exponential(scale=sensitivity / epsilon, size=size)


@_TARGETS.wrong
def laplace_clipped(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """Noise beyond four scales is cut off."""
    scale = sensitivity / epsilon
    return data + np.clip(rng.laplace(scale=scale, size=size), -4 * scale, 4 * scale)


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants

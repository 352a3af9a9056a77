"""Gaussian: a correct implementation in the target interface, and wrong ones.

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

PARAMETERS: Final = {"epsilon": "1", "delta": "1e-5", "sensitivity": "2"}

_TARGETS: Final = Targets("gaussian")


def _normal_cdf(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def _delta(s: float, epsilon: float) -> float:
    return _normal_cdf(1 / (2 * s) - epsilon * s) - math.exp(epsilon) * _normal_cdf(-1 / (2 * s) - epsilon * s)


def _calibrated(epsilon: float, delta: float) -> float:
    """The least sigma for sensitivity 1, by bisection."""
    low, high = 1e-3, 1e6
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if _delta(middle, epsilon) <= delta else (middle, high)
    return high


@_TARGETS.correct
def gaussian_correct(
    data: float,
    *,
    size: int,
    rng: Generator,
    epsilon: float,
    delta: float,
    sensitivity: float,
    sigma: float | None = None,
) -> Array:
    scale = sigma or sensitivity * _calibrated(epsilon, delta)
    return data + rng.normal(scale=scale, size=size)


@_TARGETS.wrong
def gaussian_scale_too_small(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """A tenth less noise."""
    return data + rng.normal(scale=0.9 * sensitivity * _calibrated(epsilon, delta), size=size)


@_TARGETS.wrong
def gaussian_sensitivity_ignored(data: float, *, size: int, rng: Generator, epsilon: float, delta: float) -> Array:
    return data + rng.normal(scale=_calibrated(epsilon, delta), size=size)


@_TARGETS.wrong
def gaussian_classic_calibration(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """The textbook's sigma, which is not the least one (and not enough for a large epsilon)."""
    scale = sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon
    return data + rng.normal(scale=scale, size=size)


@_TARGETS.wrong
def gaussian_root_of_deviation(
    data: float, *, size: int, rng: Generator, epsilon: float, delta: float, sensitivity: float
) -> Array:
    """The standard deviation taken for a variance."""
    return data + rng.normal(scale=math.sqrt(sensitivity * _calibrated(epsilon, delta)), size=size)


@_TARGETS.wrong
def gaussian_delta_ignored(data: float, *, size: int, rng: Generator, epsilon: float, sensitivity: float) -> Array:
    """The scale of the Laplace mechanism."""
    return data + rng.normal(scale=sensitivity / epsilon, size=size)


CORRECT, MUTANTS = _TARGETS.right, _TARGETS.mutants

"""PyDP's algorithms as pipelines: each answers for a list of numbers, in native code."""

from __future__ import annotations

from typing import Any

from pydp.algorithms import laplacian  # type: ignore[import-not-found,import-untyped,unused-ignore]
from pydp.algorithms.numerical_mechanisms import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    GaussianMechanism,
    LaplaceMechanism,
)

DISTRIBUTION = "python-dp"


def laplace_sum(data: list[float], *, epsilon: float) -> Any:
    """A clamped sum, with `LaplaceMechanism`."""
    total = float(sum(min(max(x, 0.0), 1.0) for x in data))
    return LaplaceMechanism(epsilon=epsilon, sensitivity=1.0).add_noise(total)


def gaussian_sum(data: list[float], *, epsilon: float, delta: float) -> Any:
    """A clamped sum, with `GaussianMechanism`."""
    total = float(sum(min(max(x, 0.0), 1.0) for x in data))
    return GaussianMechanism(epsilon, delta, 1.0).add_noise(total)


def bounded_sum(data: list[float], *, epsilon: float) -> Any:
    """`BoundedSum`."""
    return laplacian.BoundedSum(epsilon=epsilon, lower_bound=0, upper_bound=1, dtype="float").quick_result(data)


def bounded_mean(data: list[float], *, epsilon: float) -> Any:
    """`BoundedMean`."""
    return laplacian.BoundedMean(epsilon=epsilon, lower_bound=0, upper_bound=1, dtype="float").quick_result(data)


def count(data: list[float], *, epsilon: float) -> Any:
    """`Count`."""
    return laplacian.Count(epsilon=epsilon, dtype="float").quick_result(data)

"""Tumult Core's measurements of tables of pandas as pipelines; they need no Spark session."""

from __future__ import annotations

from typing import Any

import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
from tmlt.core.domains.numpy_domains import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    NumpyFloatDomain,
)
from tmlt.core.measurements.noise_mechanisms import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    AddGaussianNoise,
    AddGeometricNoise,
    AddLaplaceNoise,
)
from tmlt.core.measurements.pandas_measurements.series import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    AddNoiseToSeries,
)

DISTRIBUTION = "tmlt.core"


def clamped(data: list[float]) -> float:
    """Return the sum of numbers that are clamped to 0 and 1."""
    return float(sum(min(max(x, 0.0), 1.0) for x in data))


def laplace_sum(data: list[float], *, epsilon: float) -> Any:
    """A clamped sum with `AddLaplaceNoise`."""
    return AddLaplaceNoise(NumpyFloatDomain(), str(1 / epsilon))(clamped(data))


def gaussian_sum(data: list[float], *, budget: str) -> Any:
    """A clamped sum with `AddGaussianNoise` of variance 1 / (2 budget)."""
    return AddGaussianNoise(NumpyFloatDomain(), str(1 / (2 * float(budget))))(clamped(data))


def histogram(data: list[int], *, epsilon: float) -> Any:
    """Counts of 0, 1 and 2 with `AddNoiseToSeries` of `AddGeometricNoise`."""
    counts = pd.Series([data.count(value) for value in range(3)])
    noise = AddGeometricNoise(str(int(1 / epsilon)))
    return list(AddNoiseToSeries(noise)(counts))

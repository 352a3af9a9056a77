"""Pipelines that are held to statements of accountants: how much noise they add, to what, and in which order."""

from __future__ import annotations

from typing import Any

import numpy as np


def two_halves(data: list[float], *, rng: Any) -> tuple[float, float]:
    return sum(data) + rng.laplace(scale=2), len(data) + rng.laplace(scale=2)


def one_whole(data: list[float], *, rng: Any) -> float:
    return float(sum(data) + rng.laplace(scale=1))


def two_wholes(data: list[float], *, rng: Any) -> tuple[float, float]:
    return sum(data) + rng.laplace(scale=1), len(data) + rng.laplace(scale=1)


def vector(data: list[float], *, rng: Any) -> Any:
    return np.array([sum(data), len(data)]) + rng.laplace(scale=4, size=2)


def tenth(data: list[float], *, rng: Any) -> float:
    return float(sum(data) + rng.laplace(scale=1 / 0.1))


def normal(data: list[float], *, rng: Any, sigma: float) -> float:
    return float(sum(data) + rng.normal(scale=sigma))


def laplace_and_normal(data: list[float], *, rng: Any, sigma: float) -> tuple[float, float]:
    return sum(data) + rng.laplace(scale=2), len(data) + rng.normal(scale=sigma)


def second_by_first(data: list[float], *, rng: Any, sigma: float) -> tuple[float, float]:
    """Ask the second query at the scale that the first answer says, of noise in proportion."""
    first = sum(data) + rng.laplace(scale=2)
    scale = 2 if first > 0 else 1
    return first, scale * sum(data) + rng.normal(scale=scale * sigma)


def dearer_by_first(data: list[float], *, rng: Any) -> tuple[float, float]:
    """Ask a query that costs a half or a whole, as the first answer says."""
    first = sum(data) + rng.laplace(scale=2)
    return first, sum(data) + rng.laplace(scale=2 if first > 0 else 1)


def of_a_hidden_half(data: list[float], *, rng: Any) -> float:
    """Release the noisy number of a row, and nobody sees which."""
    kept = rng.permutation(4)[0]
    return float(10 * (kept < len(data)) + rng.laplace(scale=1))

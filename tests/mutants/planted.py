"""Pipelines with one planted fault each, and beside each a correct one. This file needs numpy only."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

HIGH = 10.0


# A clip is forgotten


def sum_clipped(data: list[float], *, rng: Any, epsilon: float) -> float:
    total = np.clip(np.array(data), 0, HIGH).sum()
    return float(total + rng.laplace(scale=HIGH / epsilon))


def sum_not_clipped(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(np.array(data).sum() + rng.laplace(scale=HIGH / epsilon))


# The sensitivity of adding one row, where one row is replaced: a histogram changes by two


def histogram(data: list[int], *, rng: Any, epsilon: float) -> list[float]:
    counts = np.bincount(data, minlength=3)
    return list(counts + rng.laplace(0.0, 2 / epsilon, size=3))


def histogram_as_if_added(data: list[int], *, rng: Any, epsilon: float) -> list[float]:
    counts = np.bincount(data, minlength=3)
    return list(counts + rng.laplace(0.0, 1 / epsilon, size=3))


# The classes come from the data


def counts_by_class(data: list[str], *, rng: Any, epsilon: float) -> dict[str, float]:
    return {name: data.count(name) + rng.laplace(scale=1 / epsilon) for name in ("a", "b", "c")}


def counts_by_class_found(data: list[str], *, rng: Any, epsilon: float) -> dict[str, float]:
    return {name: data.count(name) + rng.laplace(scale=1 / epsilon) for name in sorted(set(data))}


# NaN survives the clipping


def mean_without_nan(data: list[float], *, rng: Any, epsilon: float) -> float:
    values = np.clip(np.nan_to_num(np.array(data, float), nan=0.0), 0, HIGH)
    return float(values.sum() + rng.laplace(scale=HIGH / epsilon))


def mean_with_nan(data: list[float], *, rng: Any, epsilon: float) -> float:
    values = np.clip(np.array(data, float), 0, HIGH)
    return float(values.sum() + rng.laplace(scale=HIGH / epsilon))


# The budget is spent twice


def two_answers(data: list[float], *, rng: Any, epsilon: float) -> tuple[float, float]:
    half = epsilon / 2
    total = float(np.clip(data, 0, HIGH).sum())
    return float(rng.laplace(total, HIGH / half)), float(rng.laplace(len(data), 1 / half))


def two_answers_at_full_budget(data: list[float], *, rng: Any, epsilon: float) -> tuple[float, float]:
    total = float(np.clip(data, 0, HIGH).sum())
    return float(rng.laplace(total, HIGH / epsilon)), float(rng.laplace(len(data), 1 / epsilon))


# The scale comes from the data


def sum_of_known_range(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(np.clip(data, 0, HIGH).sum() + rng.normal(0, HIGH * 10 / epsilon))


def sum_of_range_found(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(np.sum(data) + rng.normal(0, max(data) * 10 / epsilon))


# The number of rows is released


def mean_of_noisy_count(data: list[float], *, rng: Any, epsilon: float) -> dict[str, float]:
    total = np.clip(data, 0, 1).sum() + rng.laplace(scale=2 / epsilon)
    count = len(data) + rng.laplace(scale=2 / epsilon)
    return {"mean": float(total / max(count, 1)), "count": float(count)}


def mean_of_true_count(data: list[float], *, rng: Any, epsilon: float) -> dict[str, float]:
    total = np.clip(data, 0, 1).sum() + rng.laplace(scale=2 / epsilon)
    return {"mean": float(total), "count": len(data)}


# It stops early where the data say so


def threshold_noisy(data: list[float], *, rng: Any, epsilon: float) -> list[float]:
    found = []
    for value in np.clip(data, 0, 1):
        found.append(float(value + rng.laplace(scale=len(data) / epsilon)))
        if found[-1] > 1:
            break
    return found


def threshold_true(data: list[float], *, rng: Any, epsilon: float) -> list[float]:
    found = []
    for value in np.clip(data, 0, 1):
        found.append(float(value + rng.laplace(scale=len(data) / epsilon)))
        if np.sum(data) <= len(found):
            break
    return found


# Noise on one branch only


def count_always_noisy(data: list[int], *, rng: Any, epsilon: float) -> float:
    count = sum(data) + rng.laplace(scale=1 / epsilon)
    return float(count) if count > 3 else 0.0


def count_noisy_if_large(data: list[int], *, rng: Any, epsilon: float) -> float:
    count = sum(data)
    return float(count + rng.laplace(scale=1 / epsilon)) if count > 3 else float(count)


# Epsilons that add up to more than the claim


def five_rounds(data: list[float], *, rng: Any, epsilon: float) -> list[float]:
    return [float(rng.laplace(sum(data), 5 / epsilon)) for _ in range(5)]


def five_rounds_as_if_by_roots(data: list[float], *, rng: Any, epsilon: float) -> list[float]:
    """Noise that grows as the root of the rounds, which is right of no pure claim."""
    return [float(rng.laplace(sum(data), 5**0.5 / epsilon)) for _ in range(5)]


# One draw is added to two numbers


def sums_with_own_noise(data: list[list[float]], *, rng: Any, epsilon: float) -> tuple[float, float]:
    first, second = np.clip(np.array(data).sum(0), 0, 1)
    return first + rng.laplace(scale=2 / epsilon), second + rng.laplace(scale=2 / epsilon)


def sums_with_one_noise(data: list[list[float]], *, rng: Any, epsilon: float) -> tuple[float, float]:
    first, second = np.clip(np.array(data).sum(0), 0, 1)
    noise = rng.laplace(scale=2 / epsilon)
    return first + noise, second + noise


# No data is a special case


def total_of_any(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(np.clip(data, 0, HIGH).sum() + rng.laplace(scale=HIGH / epsilon))


def total_of_some(data: list[float], *, rng: Any, epsilon: float) -> float:
    if not data:
        return 0.0
    return total_of_any(data, rng=rng, epsilon=epsilon)


# Integers overflow


def sum_of_bytes(data: list[int], *, rng: Any, epsilon: float) -> float:
    return float(np.array(data, np.uint8).sum(dtype=np.int64) + rng.laplace(scale=255 / epsilon))


def sum_of_bytes_in_bytes(data: list[int], *, rng: Any, epsilon: float) -> float:
    return float(int(np.array(data, np.uint8).sum(dtype=np.uint8)) + rng.laplace(scale=10 / epsilon))


def sum_of_small_bytes(data: list[int], *, rng: Any, epsilon: float) -> float:
    return float(np.clip(data, 0, 10).sum(dtype=np.int64) + rng.laplace(scale=10 / epsilon))


# Randomized response that is a little too true


def response(data: list[int], *, epsilon: float) -> list[int]:
    truth = np.exp(epsilon) / (1 + np.exp(epsilon))
    return [int(random.random() < (truth if bit else 1 - truth)) for bit in data]


def response_too_true(data: list[int], *, epsilon: float) -> list[int]:
    truth = np.exp(epsilon) / (1 + np.exp(epsilon)) + 0.01
    return [int(random.random() < (truth if bit else 1 - truth)) for bit in data]


# A choice with the sensitivity forgotten


def best_of(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon / 2 * np.bincount(data, minlength=3))
    return int(rng.choice(3, p=weights / weights.sum()))


def best_of_without_half(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon * 2 * np.bincount(data, minlength=3))
    return int(rng.choice(3, p=weights / weights.sum()))


# Normal noise


def gaussian_sum(data: list[float], *, rng: Any, rho: float) -> float:
    return float(np.clip(data, 0, 1).sum() + rng.normal(0, (1 / (2 * rho)) ** 0.5))


def gaussian_sum_of_half_the_noise(data: list[float], *, rng: Any, rho: float) -> float:
    return float(np.clip(data, 0, 1).sum() + rng.normal(0, (1 / (2 * rho)) ** 0.5 / 2))


def noisy_steps(data: list[float], *, rng: Any, epsilon: float, delta: float) -> list[float]:
    """Ten steps of a descent whose gradient depends on what was released; sigma as composition of normals has it."""
    point, steps, sigma = 0.0, [], 10**0.5 * 4.0
    for _ in range(10):
        gradient = float(np.clip(point - np.array(data), -0.5, 0.5).sum())
        point -= 0.1 * (gradient + rng.normal(0, sigma))
        steps.append(point)
    return steps


def noisy_steps_of_one(data: list[float], *, rng: Any, epsilon: float, delta: float) -> list[float]:
    """The noise of a single step in each of ten."""
    point, steps, sigma = 0.0, [], 0.4
    for _ in range(10):
        gradient = float(np.clip(point - np.array(data), -0.5, 0.5).sum())
        point -= 0.1 * (gradient + rng.normal(0, sigma))
        steps.append(point)
    return steps

"""Pipelines whose chance is looked at before data are added to it: faults, and correct ones of the same form."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np


def total(data: list[float]) -> float:
    return float(np.clip(np.array(data, float), 0, 10).sum())


def truth(epsilon: float) -> float:
    return math.exp(epsilon) / (1 + math.exp(epsilon))


# Randomized response, in many forms: a coin with equal inputs stands for the other one on the neighbor


def response_by_branch(data: list[int], *, rng: Any, epsilon: float) -> bool:
    bit = 5 in data
    return bit if rng.random() < truth(epsilon) else not bit


def response_by_branch_too_true(data: list[int], *, rng: Any, epsilon: float) -> bool:
    bit = 5 in data
    return bit if rng.random() < 0.999 else not bit


def response_by_flip(data: list[int], *, rng: Any, epsilon: float) -> int:
    return int(5 in data) ^ int(rng.random() < 1 - truth(epsilon))


def response_by_flip_too_true(data: list[int], *, rng: Any, epsilon: float) -> int:
    return int(5 in data) ^ int(rng.random() < 0.001)


def response_by_two_coins(data: list[int], *, rng: Any, epsilon: float) -> bool:
    if rng.random() < 0.5:
        return 5 in data
    return bool(rng.random() < 0.5)


def response_by_where(data: list[int], *, rng: Any, epsilon: float) -> Any:
    bits = np.array([5 in data, 1 in data])
    return np.where(rng.random(2) < 1 - truth(epsilon), ~bits, bits)


def response_by_binomial(data: list[int], *, rng: Any, epsilon: float) -> int:
    return int(5 in data) ^ int(rng.binomial(1, 1 - truth(epsilon)))


def response_by_choice(data: list[int], *, rng: Any, epsilon: float) -> int:
    return int(5 in data) ^ int(rng.choice(2, p=[truth(epsilon), 1 - truth(epsilon)]))


def response_of_python(data: list[int], *, epsilon: float) -> int:
    bit = int(5 in data)
    return bit if random.random() < truth(epsilon) else 1 - bit


def response_of_four(data: list[int], *, rng: Any, epsilon: float) -> int:
    if rng.random() < (math.exp(epsilon) - 1) / (math.exp(epsilon) + 3):
        return len(data) % 4
    return int(rng.integers(4))


# Noise that is made by hand, or moved before it is added


def laplace_by_inversion(data: list[float], *, rng: Any, epsilon: float) -> float:
    u = rng.random() - 0.5
    return float(total(data) - 10 / epsilon * np.sign(u) * np.log(1 - 2 * abs(u)))


def laplace_by_inversion_too_small(data: list[float], *, rng: Any, epsilon: float) -> float:
    u = rng.random() - 0.5
    return float(total(data) - 0.1 / epsilon * np.sign(u) * np.log(1 - 2 * abs(u)))


def laplace_of_sign(data: list[float], *, rng: Any, epsilon: float) -> float:
    sign = 1 if rng.random() < 0.5 else -1
    return total(data) - sign * 10 / epsilon * math.log(1 - rng.random())


def moved_noise(data: list[float], *, rng: Any, epsilon: float) -> float:
    noise = float(rng.laplace(5, 10 / epsilon)) - 5
    return total(data) + noise


def moved_by_one(data: list[float], *, rng: Any, epsilon: float) -> float:
    noise = float(1 + rng.laplace(scale=10 / epsilon)) - 1
    return total(data) + noise


# What is drawn for each row and never released


def sum_of_subsample(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(total([x for x in data if rng.random() < 0.5]) + rng.laplace(scale=10 / epsilon))


def sum_of_mask(data: list[float], *, rng: Any, epsilon: float) -> float:
    values = np.array(data, float)
    return float(total(values[rng.random(len(values)) < 0.5]) + rng.laplace(scale=10 / epsilon))  # type: ignore[arg-type]


def partitions(data: list[int], *, rng: Any, epsilon: float, delta: float) -> dict[int, float]:
    """A partition of one user is kept with a probability of half of delta."""
    found = {}
    for key in sorted(set(data)):
        count = data.count(key) + rng.laplace(scale=1 / epsilon)
        if count > 1 + math.log(1 / delta) / epsilon:
            found[key] = float(count)
    return found


def partitions_of_low_threshold(data: list[int], *, rng: Any, epsilon: float, delta: float) -> dict[int, float]:
    found = {}
    for key in sorted(set(data)):
        count = data.count(key) + rng.laplace(scale=1 / epsilon)
        if count > 1:
            found[key] = float(count)
    return found


def partitions_of_any_order(data: list[int], *, rng: Any, epsilon: float, delta: float) -> dict[int, float]:
    """The key of one user comes first, so that its call stands where another's does on the neighbor."""
    return partitions([-key for key in data], rng=rng, epsilon=epsilon, delta=delta)


# Noise that is compared before data are added


def noise_of_one_sign(data: list[float], *, rng: Any, epsilon: float) -> float:
    noise = -1.0
    while noise < 0:
        noise = rng.laplace(scale=10 / epsilon)
    return float(total(data) + noise)


def noise_turned_up(data: list[float], *, rng: Any, epsilon: float) -> float:
    noise = rng.laplace(scale=10 / epsilon)
    if noise < 0:
        noise = -noise
    return float(total(data) + noise)


def noise_of_either_sign(data: list[float], *, rng: Any, epsilon: float) -> float:
    """A comparison that nothing follows of."""
    noise = rng.laplace(scale=10 / epsilon)
    return float(total(data) + noise) if noise < 0 else float(noise + total(data))


def noise_cut_far_out(data: list[float], *, rng: Any, epsilon: float) -> float:
    noise = rng.laplace(scale=10 / epsilon)
    noise = min(noise, 500)
    return float(total(data) + noise)


# Loops that end by what is drawn


def until_close(data: list[float], *, rng: Any, epsilon: float) -> float:
    while True:
        noisy = total(data) + rng.laplace(scale=10 / epsilon)
        if abs(noisy - total(data)) < 5:
            return float(noisy)


def geometric_by_coins(data: list[float], *, rng: Any, epsilon: float) -> int:
    def trials() -> int:
        count = 0
        while rng.random() >= 1 - math.exp(-epsilon):
            count += 1
        return count

    return len(data) + trials() - trials()


# A place among sums of weights


def best_by_search(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon / 2 * np.bincount(data, minlength=3))
    return int(np.searchsorted(np.cumsum(weights / weights.sum()), rng.random()))


def best_by_search_without_half(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon * 2 * np.bincount(data, minlength=3))
    return int(np.searchsorted(np.cumsum(weights / weights.sum()), rng.random()))


def best_by_digits(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon / 2 * np.bincount(data, minlength=3))
    return int(np.digitize(rng.random(), np.cumsum(weights / weights.sum())))


def best_by_digits_without_half(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon * 2 * np.bincount(data, minlength=3))
    return int(np.digitize(rng.random(), np.cumsum(weights / weights.sum())))


def best_by_comparisons(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon / 2 * np.bincount(data, minlength=3))
    return int((np.cumsum(weights / weights.sum()) < rng.random()).sum())


def best_by_comparisons_without_half(data: list[int], *, rng: Any, epsilon: float) -> int:
    weights = np.exp(epsilon * 2 * np.bincount(data, minlength=3))
    return int((np.cumsum(weights / weights.sum()) < rng.random()).sum())


def race(data: list[int], *, rng: Any, epsilon: float) -> int:
    """The exponential mechanism by a race of clocks, which no replay sees through."""
    clocks = np.log(rng.exponential(size=3)) - epsilon / 2 * np.bincount(data, minlength=3)
    return int(np.argmin(clocks))


def race_without_half(data: list[int], *, rng: Any, epsilon: float) -> int:
    clocks = np.log(rng.exponential(size=3)) - epsilon * 2 * np.bincount(data, minlength=3)
    return int(np.argmin(clocks))


# What is released tells more than its noise


def debug_count(data: list[float], *, rng: Any, epsilon: float) -> dict[str, Any]:
    return {"sum": total(data) + rng.laplace(scale=10 / epsilon), "debug": len(data), "key": int(rng.integers(9))}


def sum_at_known_scale(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(total(data) + rng.laplace(scale=10 / epsilon))


def sum_at_scale_found(data: list[float], *, rng: Any, epsilon: float) -> float:
    return float(total(data) + rng.laplace(scale=max(data) / epsilon))


def sum_at_scale_found_large(data: list[float], *, rng: Any, epsilon: float) -> float:
    """The scale tells which data it is, and the claim allows it: delta is not reached."""
    return float(rng.normal(scale=1000 + len(data)))

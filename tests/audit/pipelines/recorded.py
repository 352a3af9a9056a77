"""Pipelines whose traces are known by hand. This file needs numpy only."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

CALLS = [0]
STATE = [1]


def added(data: float, *, rng: Any) -> float:
    return float(2 * (data + rng.laplace(0, 3)) + 1)


def subtracted(data: float, *, rng: Any) -> float:
    return float(data - rng.normal(scale=2.0) / 4)


def located(data: float, *, rng: Any) -> float:
    return float(rng.normal(data, 2.0))


def inside(data: float, *, rng: Any) -> Any:
    values = np.zeros(3)
    values += data
    values += rng.laplace(scale=1.0, size=3)
    return values


def bare(data: float, *, rng: Any) -> float:
    return data + float(np.exp(rng.laplace()))


def legacy(data: float) -> float:
    return float(data + np.random.laplace(0, 2.0))  # noqa: NPY002  # the older interface is meant


def modern(data: float) -> float:
    return float(data + np.random.default_rng().normal(0, 2.0))


def plain(data: float) -> float:
    return float(data + random.gauss(0, 2.0))


def coin(data: float) -> bool:
    return random.random() < data / 4


def coins(data: float, *, rng: Any) -> Any:
    return rng.random(3) < [data / 4, 0.5, 0.25]


def searched(data: float, *, rng: Any) -> int:
    """The place of one draw among sums of weights: two comparisons of one draw."""
    u = rng.random()
    for place, limit in enumerate((data / 4, 0.75)):
        if u < limit:
            return place
    return 2


def placed(data: float, *, rng: Any) -> int:
    return int(np.searchsorted([data / 4, 0.75], rng.random()))


def placed_from_above(data: float, *, rng: Any) -> int:
    return int(np.searchsorted([0.25, 1 - data / 4], 1 - rng.random()))


def digits(data: float, *, rng: Any) -> int:
    return int(np.digitize(2 * rng.random(), [data / 2, 1.5]))


def among(data: float, *, rng: Any) -> int:
    return int((np.array([data / 4, 0.75]) < rng.random()).sum())


def among_many(data: float, *, rng: Any) -> Any:
    return (rng.random((2, 1)) > np.array([[data / 4, 0.75]])).sum(1)


def placed_then_compared(data: float, *, rng: Any) -> Any:
    u = rng.random()
    return np.searchsorted([0.5], u) == 0 and u < data / 8


def placed_without_order(data: float, *, rng: Any) -> int:
    return int(np.digitize(rng.random(), [0.75, data / 4]))


def compared_before(data: float, *, rng: Any) -> float:
    noise = rng.laplace()
    return float(data + noise) if noise > 0 else 0.0


def compared_after(data: float, *, rng: Any) -> float:
    noisy = data + rng.laplace()
    return float(noisy + 1) if noisy > 0 else 0.0


def scaled(data: float, *, rng: Any) -> float:
    return float(3 + rng.normal(scale=2 * data))


def released_only(data: float, *, rng: Any) -> Any:
    return [data + rng.laplace(), rng.random()]


def without_end(data: float, *, rng: Any) -> int:
    count = 0
    while rng.random() < 0.5:
        count += 1
    return count


def largest(data: float, *, rng: Any) -> int:
    return int(np.argmax(np.array([data, 0.0]) + rng.gumbel(scale=2.0, size=2)))


def weighted(data: float, *, rng: Any) -> int:
    return int(rng.choice(2, p=[data / 4, 1 - data / 4]))


def successes(data: float, *, rng: Any) -> int:
    return int(rng.binomial(3, data / 4))


def shuffled(data: list[float], *, rng: Any) -> float:
    order = list(data)
    rng.shuffle(order)
    return order[0]


def compared(data: float, *, rng: Any) -> float:
    noisy = data + rng.laplace(scale=1.0)
    return float(noisy) if noisy > 0 else 0.0


# Sums of noise


def exponentials(data: float, *, rng: Any) -> float:
    return float(data + rng.exponential(2.0) - rng.exponential(2.0))


def geometrics(data: float, *, rng: Any) -> int:
    return int(int(data) + rng.geometric(0.25) - rng.geometric(0.25))


def normals(data: float, *, rng: Any) -> float:
    return float(np.mean(np.array([data, 3.0]) + rng.normal(0, 2.0, size=2)))


def laplaces(data: float, *, rng: Any) -> float:
    return float(data + rng.laplace() + rng.laplace())


def doubled(data: float, *, rng: Any) -> int:
    return int(2 * (int(data) + rng.geometric(0.25) - rng.geometric(0.25)))


def normalized(data: float, *, rng: Any) -> Any:
    noisy = np.array([data, 3.0]) + rng.laplace(size=2)
    return noisy / noisy.sum()


def with_state(data: float, *, rng: Any) -> float:
    CALLS[0] += 1
    return float(data + rng.laplace()) + CALLS[0]


def drawn_unseen(data: list[float], *, rng: Any) -> float:
    """Drop a record by chance that no replay sees."""
    STATE[0] = (STATE[0] * 5 + 3) % 16
    kept = data[:2] if STATE[0] < 8 else data[1:3]
    return float(sum(kept) + rng.laplace())


def raising(data: float, *, rng: Any) -> float:
    raise KeyError(data)


def raising_on_one(data: float, *, rng: Any) -> float:
    return float(1 / (data - 1) + rng.laplace())


def catching(data: float, *, rng: Any) -> float:
    """It catches all errors, and draws again."""
    try:
        return float(data + rng.laplace(size=int(data)).sum())
    except Exception:
        return float(data + rng.laplace(scale=1.0))

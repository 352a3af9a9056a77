"""Targets for exact audits, each with its law by hand. Needs numpy only."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np

Coin = Callable[[int], int]


def response(data: int, *, coin: Coin) -> int:
    """Randomized response at e^eps = 3 with two labels."""
    return data if coin(4) else 1 - data


def response_of_doubles(data: int, *, rng: random.Random, epsilon: float) -> int:
    """The same with a probability that is rounded, and not downward."""
    return data if rng.random() < math.exp(epsilon) / (1 + math.exp(epsilon)) else 1 - data


def response_too_true(data: int, *, coin: Coin) -> int:
    return data if coin(5) else 1 - data


def other_law(data: int, *, coin: Coin) -> int:
    """Private, but not that mechanism: the truth with probability 2/3."""
    return data if coin(3) else 1 - data


def response_that_fails(data: int, *, coin: Coin) -> int:
    """On one input in eight runs it raises."""
    if data and not coin(8):
        raise RuntimeError("boom")
    return response(data, coin=coin)


def geometric(data: int, *, coin: Coin) -> int:
    """Two-sided geometric noise of ratio 1/2: a sign and a count of heads, a negative zero drawn anew."""
    while True:
        negative, count = coin(2), 0
        while coin(2):
            count += 1
        if not (negative and not count):
            return data - count if negative else data + count


def normal(data: float, *, rng: np.random.Generator) -> Any:
    return data + rng.normal()


def rounds(data: int, *, coin: Coin) -> int:
    """Add rounded noise of few values: of a concentrated guarantee more than is claimed."""
    return data + coin(3)

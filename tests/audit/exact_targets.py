"""Targets for exact audits, each with its law by hand. All but the last need numpy only."""

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


# Loops that may go on for ever, and come back to where they were


def response_by_rejection(data: int, *, coin: Coin) -> int:
    """Randomized response at e^eps = 3: of six faces two are drawn anew."""
    face = coin(6)
    while face > 3:
        face = coin(6)
    return data if face else 1 - data


def response_by_wrong_rejection(data: int, *, coin: Coin) -> int:
    """The same with one face drawn anew: the truth has 4/5."""
    face = coin(6)
    while face > 4:
        face = coin(6)
    return data if face else 1 - data


def falls_below(gamma: float, rng: random.Random) -> bool:
    """Return True with probability e^-gamma (Canonne, Kamath and Steinke 2020, algorithm 1)."""
    while gamma > 1:
        if not falls_below(1, rng):
            return False
        gamma -= 1
    tosses = 1
    while rng.random() <= gamma / tosses:
        tosses += 1
    return tosses % 2 == 1


def discrete_gaussian(data: int, *, rng: random.Random, sigma_squared: float, sensitivity: int) -> int:
    """Discrete Gaussian noise by rejection (algorithm 3 there), with doubles."""
    scale = math.floor(math.sqrt(sigma_squared)) + 1
    while True:
        size = 0
        while falls_below(1 / scale, rng):
            size += 1
        negative = rng.random() < 0.5
        if negative and not size:
            continue
        if falls_below((size - sigma_squared / scale) ** 2 / 2 / sigma_squared, rng):
            return data - size if negative else data + size


def discrete_gaussian_too_narrow(data: int, *, rng: random.Random, sigma_squared: float, sensitivity: int) -> int:
    return discrete_gaussian(data, rng=rng, sigma_squared=0.81 * sigma_squared, sensitivity=sensitivity)


def normal_by_rejection(data: int, *, rng: random.Random, epsilon: float, delta: float, sensitivity: int) -> int:
    """Claimed to be (2, 1/5)-private: with sigma^2 = 1/4 delta is 0.105 at epsilon = 2, with 1/5 it is 0.408."""
    return discrete_gaussian(data, rng=rng, sigma_squared=0.25, sensitivity=sensitivity)


def normal_too_narrow(data: int, *, rng: random.Random, epsilon: float, delta: float, sensitivity: int) -> int:
    return discrete_gaussian(data, rng=rng, sigma_squared=0.2, sensitivity=sensitivity)


def reference_response(data: int, *, rng: random.Random, exp_eps: float, categories: int) -> Any:
    """Our own sampler in exact arithmetic."""
    from dpassay.reference import mechanism

    spec = mechanism("randomized_response")
    return spec.sample(data, spec.Parameters.read({"exp_eps": str(round(exp_eps)), "categories": categories}), rng)

"""Discrete Laplace noise of scale 3, of coins that fall heads with exp(-u / 3). Re-created from opendp 0.14.1."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _heads(u: int, wrong: bool) -> float:
    """Of coins of u/3k, for k = 1, 2, ..., return how likely the first tails has an odd k: that is exp(-u / 3)."""
    share, going = 0.0, 1.0
    for k in range(1, 40):
        common = math.gcd(u, k)
        coin = u // common / ((3 // common) * k if wrong else 3 * (k // common))
        share += going * (1 - coin) * (k % 2)
        going *= coin
    return share


def _answers(data: int, wrong: bool, size: int, rng: Generator) -> NDArray[np.int64]:
    """Add u + 3 v or its negative: v counts coins of 1/e, and u is kept as often as its coin falls heads."""
    weights = np.array([1, _heads(1, wrong), _heads(2, wrong), _heads(1, wrong), _heads(2, wrong), np.exp(-1)])
    start = rng.choice([0, 1, 2, -1, -2, -3], size, p=weights / weights.sum())
    found, going = start.copy(), np.ones(size, dtype=np.bool_)
    while going.any():
        going = going & (rng.random(size) < np.exp(-1))
        found = found + np.where(start < 0, -3, 3) * going
    return data + found


def correct(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The quotient of u/3 and k is u/g over 3 (k/g), where g divides both u and k."""
    return _answers(data, False, size, rng)


def wrong_quotient(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The denominator 3 is divided by g, and rounded down, in place of k: the quotient of 2/3 and 2 is 1/2."""
    return _answers(data, True, size, rng)

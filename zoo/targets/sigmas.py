"""Discrete Gaussian noise whose sigma was found by bisection; re-created from diffprivlib 0.6.6 at epsilon = 8.

Magnitudes are drawn by whole numbers of 62 bits, from the least likely on, so that their law is right to 2^-60.
"""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

REACH = 20
MIDDLE = 0.7499997615814209


def _answers(data: int, sigma: float, size: int, rng: Generator) -> NDArray[np.int64]:
    weights = [(1 + (k > 0)) * math.exp(-(k**2) / (2 * sigma**2)) for k in range(REACH, -1, -1)]
    ends = [int(2**62 * math.fsum(weights[:count]) / math.fsum(weights)) for count in range(1, REACH + 1)]
    magnitudes = REACH - np.searchsorted(np.array(ends), rng.integers(2**62, size=size), side="right")
    return data + (1 - 2 * rng.integers(2, size=size)) * magnitudes


def upper_end(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The sigma at the upper end, at which delta was computed to be small enough."""
    return _answers(data, MIDDLE * 1.000001, size, rng)


def middle(data: int, size: int, rng: Generator) -> NDArray[np.int64]:
    """The middle of both ends, whichever side of the right sigma it is on."""
    return _answers(data, MIDDLE, size, rng)

"""PRIEST-KLD for a trusted aggregator with ONE noise in both sums, as the text of Algorithm 2 has it.

The noise is as large as two independent ones would have to be; but the difference of the two sums is free of it, and is
what the estimate would be without noise. It is here to be caught.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

DISTRIBUTION = "numpy"


def one_noise(
    data: Sequence[Sequence[int]],
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: float,
    delta: float,
    reference: str | Sequence[float],
    lam: float,
) -> NDArray[np.float64]:
    """Return rows of x_1 (T = 1), -log r + noise and lambda (r - 1) + noise; all clients hold one item each."""
    entries = reference.split(",") if isinstance(reference, str) else reference
    pi = np.array([float(Fraction(entry)) for entry in entries])
    shares = np.bincount(np.array(data).ravel(), minlength=len(pi)) / len(data)
    letters = rng.choice(len(pi), size, p=pi)
    ratios = (shares / pi)[letters]
    reach = math.hypot(lam / (len(data) * pi.min()), math.log(3 / 2))
    noise = rng.normal(scale=reach * _deviation(epsilon, delta), size=size)
    return np.column_stack([letters, noise - np.log(ratios), noise + lam * (ratios - 1)])


def _deviation(epsilon: float, delta: float) -> float:
    """Return the least standard deviation for sensitivity 1."""
    phi = NormalDist().cdf
    low, high = 1e-3, 1e6
    for _ in range(100):
        sigma = math.sqrt(low * high)
        least = phi(1 / (2 * sigma) - epsilon * sigma) - math.exp(epsilon) * phi(-1 / (2 * sigma) - epsilon * sigma)
        low, high = (low, sigma) if least <= delta else (sigma, high)
    return high

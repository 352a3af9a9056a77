"""A target of which every answer is a call that takes about a tenth of a millisecond."""

from __future__ import annotations

import numpy as np


def slow(data: float, *, rng: np.random.Generator) -> float:
    """Return data and Laplace noise, after some work."""
    return data + sum(rng.standard_exponential() for _ in range(400)) - float(rng.gamma(400.0))

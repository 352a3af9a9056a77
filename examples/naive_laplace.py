"""The Laplace mechanism as textbooks print it, in floating point: its low-order bits give the input away."""

import numpy as np
from numpy.typing import NDArray


def laplace(
    data: float, *, size: int, rng: np.random.Generator, epsilon: float, sensitivity: float
) -> NDArray[np.float64]:
    """Add Laplace noise of scale sensitivity / epsilon to ``data``; returns ``size`` independent answers."""
    return data + rng.laplace(0.0, sensitivity / epsilon, size)

"""Laplace noise for queries of sensitivity 1, whatever is asked for: an audit at sensitivity 1 alone does not see it.

dpassay audit examples/ignored_sensitivity.py:laplace -m laplace -p epsilon=1 -p sensitivity=1 -p sensitivity=2
"""

import numpy as np
from numpy.typing import NDArray

STEP = 2.0**-30
"""Answers are multiples of it, so that their last bits do not give the input away."""


def laplace(
    data: float,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: float,
    sensitivity: float,  # noqa: ARG001  # the fault: the scale is meant to be sensitivity / epsilon
) -> NDArray[np.float64]:
    """Add Laplace noise of scale 1 / epsilon to ``data``; returns ``size`` independent answers."""
    return np.asarray(np.round((data + rng.laplace(0.0, 1 / epsilon, size)) / STEP) * STEP)

"""PipelineDP's mechanisms behind the target interface.

Noise is PyDP's, choices are those of a new generator of NumPy's; neither takes a seed, hence no ``rng``. A mechanism
answers one call at a time. Each function asks the mechanism itself whether it claims what is audited.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

import numpy as np
from pipeline_dp import dp_computations  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "pipeline-dp"


def gaussian(
    data: float, *, size: int, epsilon: float, delta: float, sensitivity: float, sigma: float
) -> NDArray[np.float64]:
    """``GaussianMechanism``: normal noise, whose deviation the library searches for; it should be ``sigma``."""
    mechanism = dp_computations.GaussianMechanism.create_from_epsilon_delta(epsilon, delta, sensitivity)
    check_claim("standard deviation", mechanism.std, sigma)
    return np.array([mechanism.add_noise(float(data)) for _ in range(size)])


def laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``LaplaceMechanism``."""
    mechanism = dp_computations.LaplaceMechanism.create_from_epsilon(epsilon, sensitivity)
    check_claim("scale", mechanism.noise_parameter, sensitivity / epsilon)
    return np.array([mechanism.add_noise(float(data)) for _ in range(size)])


def exponential(data: list[float], *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.int64]:
    """``ExponentialMechanism``: one uniform variate by NumPy's ``choice``."""
    mechanism = dp_computations.ExponentialMechanism(scores(data, sensitivity))
    return np.array([mechanism.apply(epsilon, list(range(len(data)))) for _ in range(size)])


def exponential_or_error(data: list[float], *, epsilon: float) -> str:
    """Return the choice of ``ExponentialMechanism`` at sensitivity 1, or the error that whoever asks sees."""
    mechanism = dp_computations.ExponentialMechanism(scores(data, 1.0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(mechanism.apply(epsilon, list(range(len(data)))))
        except ValueError as error:
            return type(error).__name__


def scores(data: list[float], sensitivity: float) -> dp_computations.ExponentialMechanism.ScoringFunction:
    """Return the scoring function that looks candidates up."""

    class Looked(dp_computations.ExponentialMechanism.ScoringFunction):  # type: ignore[misc,unused-ignore]
        global_sensitivity = float(sensitivity)
        is_monotonic = False

        def score(self, k: int) -> float:
            return float(data[k])

    return Looked()


def check_claim(name: str, claimed: float, expected: float) -> None:
    """Raise an error unless the mechanism itself says what is expected."""
    if not math.isclose(claimed, expected, rel_tol=1e-9):
        raise ValueError(f"PipelineDP has a {name} of {claimed}: expected {expected}")

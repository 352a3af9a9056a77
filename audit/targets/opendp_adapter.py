"""OpenDP's measurements behind the target interface.

OpenDP draws from the operating system's entropy and takes no seed, hence no ``rng``: its draws cannot be
repeated. A measurement on a vector adds noise to each coordinate with the sampler that it uses for a single
number, so a vector of copies of the data gives many draws in one call; where there is no such form, a
composition of copies of the measurement does. Each function asks the measurement's own privacy map whether
it claims what is audited.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import opendp.prelude as dp  # type: ignore[import-not-found,import-untyped,unused-ignore]

if TYPE_CHECKING:
    from numpy.typing import NDArray

DISTRIBUTION = "opendp"

dp.enable_features("contrib")


def integer_laplace(data: int, *, size: int, epsilon: float, sensitivity: int) -> NDArray[np.int64]:
    """``make_laplace`` on integers: discrete Laplace noise of scale sensitivity / epsilon."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    measurement = dp.m.make_laplace(*space, scale=sensitivity / epsilon)
    check_claim(measurement, sensitivity, epsilon)
    return np.array(measurement([data] * size), dtype=np.int64)


def float_laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``make_laplace`` on floats: Laplace noise on the finest lattice of doubles, rounded once."""
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)
    measurement = dp.m.make_laplace(*space, scale=sensitivity / epsilon)
    check_claim(measurement, float(sensitivity), epsilon)
    return np.array(measurement([float(data)] * size), dtype=np.float64)


def discrete_gaussian(data: int, *, size: int, sigma_squared: float, sensitivity: int) -> NDArray[np.int64]:
    """``make_gaussian`` on integers: discrete Gaussian noise, zero-concentrated."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int)
    measurement = dp.m.make_gaussian(*space, scale=math.sqrt(sigma_squared))
    check_claim(measurement, sensitivity, sensitivity**2 / (2 * sigma_squared))
    return np.array(measurement([data] * size), dtype=np.int64)


def float_gaussian(data: float, *, size: int, sensitivity: float, sigma: float) -> NDArray[np.float64]:
    """``make_gaussian`` on floats, zero-concentrated: Gaussian noise on the finest lattice of doubles, rounded once."""
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l2_distance(T=float)
    measurement = dp.m.make_gaussian(*space, scale=float(sigma))
    check_claim(measurement, float(sensitivity), sensitivity**2 / (2 * sigma**2))
    return np.array(measurement([float(data)] * size), dtype=np.float64)


def bounded_geometric(data: int, *, size: int, epsilon: float, sensitivity: int) -> NDArray[np.int64]:
    """``make_geometric`` in near constant time: answers are clamped to +-200, which nothing comes near."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    measurement = dp.m.make_geometric(*space, scale=sensitivity / epsilon, bounds=(-200, 200))
    check_claim(measurement, sensitivity, epsilon)
    return np.array(measurement([data] * size), dtype=np.int64)


def randomized_response_bool(data: int, *, size: int, epsilon: float) -> NDArray[np.int64]:
    """``make_randomized_response_bool`` with the probability of the truth that makes it epsilon-private."""
    measurement = dp.m.make_randomized_response_bool(prob=1 / (1 + math.exp(-epsilon)))
    check_claim(measurement, 1, epsilon)
    return repeated(measurement, bool(data), size)


def noisy_max_exponential(data: list[float], *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.int64]:
    """``make_noisy_max`` under pure differential privacy: exponential noise, which is permute-and-flip."""
    measurement = noisy_max(dp.max_divergence(), 2 * sensitivity / epsilon)
    check_claim(measurement, float(sensitivity), epsilon)
    return repeated(measurement, data, size)


def noisy_max_gumbel(data: list[float], *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.int64]:
    """``make_noisy_max`` under zero-concentrated privacy: Gumbel noise, which is the exponential mechanism.

    It claims rho = epsilon^2 / 8, as the exponential mechanism's bounded range implies.
    """
    measurement = noisy_max(dp.zero_concentrated_divergence(), 2 * sensitivity / epsilon)
    check_claim(measurement, float(sensitivity), epsilon**2 / 8)
    return repeated(measurement, data, size)


def noisy_max(measure: Any, scale: float) -> Any:
    """Return the measurement that picks the largest of some float scores under noise of that scale."""
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float)
    return dp.m.make_noisy_max(*space, measure, scale=scale)


def randomized_response(data: int, *, size: int, epsilon: float, categories: int) -> NDArray[np.int64]:
    """``make_randomized_response`` with the probability of the truth that makes it epsilon-private."""
    truth = 1 / (1 + (categories - 1) * math.exp(-epsilon))
    measurement = dp.m.make_randomized_response(list(range(categories)), prob=truth)
    check_claim(measurement, 1, epsilon)
    return repeated(measurement, data, size)


def repeated(measurement: Any, data: Any, size: int) -> NDArray[np.int64]:
    """Return that many independent answers of the measurement."""
    return np.array(dp.c.make_composition([measurement] * size)(data), dtype=np.int64)


def check_claim(measurement: Any, distance: float, loss: float) -> None:
    """Raise an error unless the measurement's own map claims this privacy loss at this distance."""
    claimed = measurement.map(distance)
    if not math.isclose(claimed, loss, rel_tol=1e-9):
        raise ValueError(f"OpenDP claims a privacy loss of {claimed}: expected {loss}")

"""OpenDP's measurements, held to the contracts of their mechanisms.

OpenDP draws from the operating system and takes no seed, hence no ``rng``. A measurement on a vector adds noise to
each entry, so that a vector of copies of the data gives many answers in one call.

    pip install 'dpassay[targets]'
    pytest -c examples/third_party/pytest.ini examples/third_party
"""

from __future__ import annotations

import math

import numpy as np
import opendp.prelude as dp
from numpy.typing import NDArray

from dpassay.properties import implements

dp.enable_features("contrib")


def copies(data: float, size: int) -> list[float]:
    """Return the data that many times."""
    if size < 0:
        raise ValueError(f"size = {size}: expected at least 0")
    return [data] * size


@implements("discrete_laplace")
def test_integer_laplace(data: int, *, size: int, epsilon: float, sensitivity: int) -> NDArray[np.int64]:
    """``make_laplace`` on integers."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
    return np.array(dp.m.make_laplace(*space, scale=sensitivity / epsilon)(copies(data, size)), dtype=np.int64)


@implements("laplace")
def test_float_laplace(data: float, *, size: int, epsilon: float, sensitivity: float) -> NDArray[np.float64]:
    """``make_laplace`` on floats."""
    space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.l1_distance(T=float)
    return np.array(dp.m.make_laplace(*space, scale=sensitivity / epsilon)(copies(float(data), size)), dtype=np.float64)


@implements("discrete_gaussian")
def test_integer_gaussian(data: int, *, size: int, sigma_squared: float) -> NDArray[np.int64]:
    """``make_gaussian`` on integers."""
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.l2_distance(T=int)
    return np.array(dp.m.make_gaussian(*space, scale=math.sqrt(sigma_squared))(copies(data, size)), dtype=np.int64)


@implements("randomized_response")
def test_randomized_response(data: int, *, size: int, epsilon: float, categories: int) -> NDArray[np.int64]:
    """``make_randomized_response``, told the truth with the probability that makes it epsilon-private."""
    truth = 1 / (1 + (categories - 1) * math.exp(-epsilon))
    measurement = dp.m.make_randomized_response(list(range(categories)), prob=truth)
    return np.array([measurement(each) for each in copies(data, size)], dtype=np.int64)

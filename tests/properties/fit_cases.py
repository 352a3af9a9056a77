"""Laws and cells for the tests of the goodness of fit, made in ways that share nothing with the code under test."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from dpassay.properties.cells import Cells

LAWS = [
    [0.5, 0.5],
    [0.1, 0.9],
    [0.2, 0.3, 0.5],
    [1 / 3, 1 / 3, 1 / 3],
    [0.01, 0.04, 0.95],
    [0.1, 0.2, 0.3, 0.4],
]


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def count_vectors(n: int, cells: int) -> Iterator[tuple[int, ...]]:
    """All count vectors, in a way that shares nothing with the code under test."""
    return (counts for counts in product(range(n + 1), repeat=cells) if sum(counts) == n)


def laplace_cdf(x: np.ndarray) -> np.ndarray:
    return np.where(x < 0, np.exp(np.minimum(x, 0)) / 2, 1 - np.exp(-np.maximum(x, 0)) / 2)


def laplace_cells(m: int) -> Cells:
    """m cells of equal probability under the Laplace law of scale 1."""
    u = np.arange(1, m) / m
    edges = np.where(u < 0.5, np.log(2 * np.minimum(u, 0.5)), -np.log(2 * (1 - np.maximum(u, 0.5))))
    return Cells("real", edges, np.diff(laplace_cdf(edges), prepend=0.0, append=1.0))


def geometric_cells(scale: float, reach: int) -> Cells:
    """The two-sided geometric law with P(k) proportional to exp(-|k| / scale), cells -reach..reach."""
    k = np.arange(-reach, reach + 1)
    ratio = np.exp(-1 / scale)
    tail = ratio ** (reach + 1) / (1 + ratio)
    weights = (1 - ratio) / (1 + ratio) * ratio ** np.abs(k)
    return Cells("integer", k, np.concatenate([[tail], weights, [tail]]))


def two_sided_geometric(scale: float, size: int, rng: np.random.Generator) -> np.ndarray:
    p = 1 - np.exp(-1 / scale)
    return rng.geometric(p, size) - rng.geometric(p, size)

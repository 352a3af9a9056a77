"""Who leads after normal noise: the laws of many rounds of the tree-perturbed leader, fast, in single precision.

`dpassay.fast.tree_perturbed_leader.leader_probabilities` computes the same to nine digits. A measurement needs it in
millions of rounds and is content with six: the probabilities here are off by less than 1e-6 for up to 10,000 experts.
Three things save time: single precision; fewer points where there are few experts, whose leader's score has a smoother
law; and experts that are all alike, or without hope, are not looked at one by one.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from dpassay.fast.tree_perturbed_leader import GRID

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

FEW: Final = 20
COARSE: Final = tuple(float(place) for place in np.arange(-6.0, 5.0, 0.5))
"""The points of the trapezoidal rule for up to `FEW` experts; others take `GRID`."""

HOPELESS: Final = 10.0
"""Who lags behind by more standard deviations of the noise leads with a probability below 1e-12, and is left out."""

CHUNK: Final = 2**13  # scores that are integrated at a time


def leader_laws(scores: Floats, copies: NDArray[np.int64]) -> Floats:
    """For each row the probabilities with which an expert of each kind is the least after standard normal noise.

    Args:
        scores: one row a problem, one column a kind of experts.
        copies: how many experts there are of each kind.
    """
    law = np.zeros(scores.shape)
    gaps = scores - scores.min(axis=1, keepdims=True)
    rows = max(1, CHUNK // gaps.shape[1])
    for start in range(0, len(gaps), rows):
        part = gaps[start : start + rows]
        hopeful = np.flatnonzero(part.min(axis=0) <= HOPELESS)
        law[start : start + rows, hopeful] = _laws(part[:, hopeful], copies[hopeful])
    return np.asarray(law)


def _laws(gaps: Floats, copies: NDArray[np.int64]) -> Floats:
    """Integrate, over u, the density that one expert's score is u and that all others' are more."""
    columns = np.ascontiguousarray(gaps.T, dtype=np.float32)  # one row a kind: sums over kinds are sums of rows
    law, powers = np.zeros_like(columns), copies.astype(np.float32)[:, None]
    alone = bool((copies == 1).all())
    for place in COARSE if copies.sum() <= FEW else GRID:
        density, above = _normal(columns - np.float32(place))
        all_above = (above if alone else above**powers).prod(axis=0)
        law += density / above * all_above
    exact = (law * powers).T.astype(np.float64)
    return np.asarray(exact / exact.sum(axis=1, keepdims=True))


def _normal(place: Singles) -> tuple[Singles, Singles]:
    """A multiple of the standard normal density, and the probability to be below."""
    density = place * place
    density *= np.float32(-0.5)
    return np.exp(density, out=density), ndtr(place)


def kinds(table: Floats) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Of the columns that are the same: the first one, and how many they are."""
    columns = np.ascontiguousarray(table.T)
    as_bytes = columns.view(np.dtype((np.void, columns.dtype.itemsize * columns.shape[1]))).ravel()
    _, first, copies = np.unique(as_bytes, return_index=True, return_counts=True)
    return first, copies.astype(np.int64)

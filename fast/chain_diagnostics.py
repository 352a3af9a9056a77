"""Diagnostics of Markov chains: they can show that chains have not mixed, but not that they have.

Source: Gelman et al., "Bayesian data analysis", third edition, sections 11.4 and 11.5.
"""

import math

import numpy as np

from dpassay.fast import checks
from dpassay.fast.draws import Floats

__all__ = ["effective_sample_size", "split_r_hat"]


def split_r_hat(chains: Floats) -> float:
    """The potential scale reduction of chains that are cut in halves; near 1 if all halves look alike.

    Source: Gelman et al., "Bayesian data analysis", third edition, section 11.4.

    Args:
        chains: one row a step and one column a chain, of one coordinate or function of the points; 4 steps or more.

    Raises:
        ValueError: `chains` is no such matrix.
    """
    halves = _halves(chains)
    length = len(halves)
    within = halves.var(axis=0, ddof=1).mean()
    between = length * halves.mean(axis=0).var(ddof=1)
    if within == 0:
        return 1.0 if between == 0 else math.inf
    return math.sqrt(((length - 1) / length * within + between / length) / within)


def effective_sample_size(chains: Floats) -> float:
    """How many independent draws tell as much about the mean as all draws of the chains.

    Source: as for `split_r_hat`, section 11.5; autocorrelations are summed up to where pairs of them turn
    negative, and the pairs are made decreasing (Geyer, "Practical Markov chain Monte Carlo", 1992).

    Args:
        chains: one row a step and one column a chain; 4 steps or more.

    Raises:
        ValueError: `chains` is no such matrix.
    """
    halves = _halves(chains)
    length, count = halves.shape
    within = halves.var(axis=0, ddof=1).mean()
    spread = (length - 1) / length * within + halves.mean(axis=0).var(ddof=1)
    if spread == 0:
        return float(length * count)
    correlations = 1 - (within - _autocovariances(halves).mean(axis=1)) / spread
    correlations[0] = 1
    pairs = correlations[: length - length % 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs < 0)
    kept = np.minimum.accumulate(pairs[: negative[0] if negative.size else len(pairs)])
    return float(length * count / max(2 * kept.sum() - 1, 1 / math.log10(length * count)))


def _autocovariances(chains: Floats) -> Floats:
    """The autocovariance of each chain at each lag, with the unbiased variance at lag 0."""
    length = len(chains)
    spectrum = np.fft.rfft(chains - chains.mean(axis=0), 2 * length, axis=0)
    products: Floats = np.fft.irfft(np.abs(spectrum) ** 2, axis=0)[:length]
    return products / (length - 1)


def _halves(chains: object) -> Floats:
    """The halves of chains as chains of their own; the step in the middle of an odd number is left out."""
    matrix = np.asarray(chains)
    if matrix.ndim != 2 or matrix.dtype.kind not in "iuf" or len(matrix) < 4 or not np.isfinite(matrix).all():
        raise checks.bad("chains", chains, "a matrix of finite numbers with 4 rows or more")
    half = len(matrix) // 2
    return np.hstack([matrix[:half], matrix[-half:]]).astype(np.float64)

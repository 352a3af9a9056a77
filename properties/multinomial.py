"""The exact multinomial test: the count vectors, how likely each is, and the p-value that they add up to."""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.numbers import Floats, Integers

__all__ = ["EQUALLY_LIKELY", "count_vectors", "exact_p_value", "log_multinomial"]

EQUALLY_LIKELY: Final = 1e-7
"""Log-probabilities that differ by at most this are taken for equal."""


def exact_p_value(observed: Integers, law: Floats) -> float:
    """Return the total probability of all count vectors that are at most as likely as the observed one.

    The tolerance lets equally likely vectors count as such in spite of rounding; it can only make the p-value
    larger.
    """
    weights = log_multinomial(count_vectors(int(observed.sum()), len(law)), law)
    limit = log_multinomial(observed[None, :], law)[0] + EQUALLY_LIKELY
    return min(1.0, float(np.exp(weights[weights <= limit]).sum()))


def log_multinomial(counts: Integers, law: Floats) -> Floats:
    """Return the log-probability of each row of counts, shape (r, m) -> (r,)."""
    n = counts[0].sum()
    each = special.xlogy(counts, law) - special.gammaln(counts + 1)
    return np.asarray(special.gammaln(n + 1) + each.sum(axis=1), dtype=np.float64)


def count_vectors(n: int, cells: int) -> Integers:
    """Return all vectors of non-negative integers with sum n, one a row."""
    rows, left = np.zeros((1, 0), dtype=np.int64), np.array([n], dtype=np.int64)
    for _ in range(cells - 1):
        sizes = left + 1
        starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
        next_count = np.arange(len(starts)) - starts
        rows = np.column_stack([np.repeat(rows, sizes, axis=0), next_count])
        left = np.repeat(left, sizes) - next_count
    return np.column_stack([rows, left])


explain_failures(__name__)

"""One p-value of several statistics: how extreme is a row of them among reference rows, by the best of its tails?

The tail of a value is the share of the reference rows in which the statistic is at least as large: a count of simulated
rows, or the exact probability of enumerated ones. A row's score is the least of its tails, each times the multiplier of
its statistic: statistics with a small multiplier have more of the level. Among simulated rows with equal scores the sum
of the tails decides.

Why the level is kept. Enumerated: the score s orders the possible counts, and p(x) = P(s(Y) <= s(x)); for every
ordering P(p(X) <= a) <= a. Simulated: the scores of all rows, the observed one among them, are the same function of a
row and of the multiset of all rows; under the law the rows are exchangeable, so the place of the observed one is
uniform but for ties, which count against rejection. (Dwass 1957; Barnard 1963; of the least p-value of several tests,
Westfall and Young 1993, section 2.3.)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.numbers import Floats

__all__ = ["EQUAL", "Tails", "enumerated_p_value", "simulated_p_value"]

EQUAL = 1e-9
"""Probabilities that differ by at most this share of theirs are taken for equal."""


class Tails:
    """The tails of values among reference rows, shape (R, statistics): counts of rows, or probabilities."""

    def __init__(self, rows: Floats, multipliers: Sequence[int], weights: Floats | None = None) -> None:
        _check_table("rows", rows, len(multipliers))
        _check_weights(weights, len(rows))
        order = np.argsort(rows, axis=0)
        self._ordered = np.take_along_axis(rows, order, axis=0)
        each = np.ones(len(rows)) if weights is None else weights
        above = np.cumsum(each[order][::-1], axis=0)[::-1]
        self._above = np.vstack([above, np.zeros((1, rows.shape[1]))])
        self._multipliers = np.asarray(multipliers, dtype=np.float64)
        self._is_count = weights is None

    def of(self, values: Floats) -> Floats:
        """Return the tail of each value, shape (r, statistics) -> (r, statistics)."""
        _check_table("values", values, len(self._multipliers))
        columns = range(values.shape[1])
        below = [np.searchsorted(self._ordered[:, j], values[:, j], side="left") for j in columns]
        return np.column_stack([self._above[below[j], j] for j in columns])

    def scores(self, values: Floats, *, own: int = 0) -> Floats:
        """Return the score of each row; ``own``: how many rows to add to each count, as if the row were among them."""
        tails = self.of(values) + own
        best = np.asarray((tails * self._multipliers).min(axis=1))
        if not self._is_count:
            return best
        largest = (len(self._ordered) + own) * tails.shape[1] + 1  # counts are whole numbers: nothing is rounded
        return np.asarray(best * largest + tails.sum(axis=1))

    def leader(self, values: NDArray[np.float64]) -> int:
        """Return which statistic of a row, shape (statistics,), is the most extreme."""
        return int(np.argmin(self.of(values[None])[0] * self._multipliers))


def _check_table(name: str, values: Floats, columns: int) -> None:
    if np.ndim(values) != 2 or values.shape[1] != columns or not len(values):
        raise ValueError(f"{name} of shape {np.shape(values)}: expected rows of {columns} statistics, one a multiplier")


def _check_weights(weights: Floats | None, rows: int) -> None:
    if weights is not None and np.shape(weights) != (rows,):
        raise ValueError(f"weights of shape {np.shape(weights)}: expected {(rows,)}, one for each row")


def simulated_p_value(rows: Floats, multipliers: Sequence[int]) -> tuple[float, int]:
    """Return the p-value of row 0 among all rows, and its most extreme statistic; the others were simulated."""
    tails = Tails(rows, multipliers)
    scores = tails.scores(rows)
    return float(np.count_nonzero(scores <= scores[0]) / len(rows)), tails.leader(rows[0])


def enumerated_p_value(own: Floats, rows: Floats, weights: Floats, multipliers: Sequence[int]) -> tuple[float, int]:
    """Return the p-value of a row and its most extreme statistic; the rows are all that are possible."""
    tails = Tails(rows, multipliers, weights)
    limit = tails.scores(own[None])[0] * (1 + EQUAL)
    return min(1.0, float(weights[tails.scores(rows) <= limit].sum())), tails.leader(own)


explain_failures(__name__)

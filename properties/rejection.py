"""How often does the law test reject answers that come from another law? Its critical region, told for many counts.

The test of ``goodness_of_fit`` turns one vector of counts into a p-value; here stands for which counts that p-value is
at most the level, so that its power against a given law can be measured on many simulated counts at once.

What is exact: the critical region of the exact test, and the critical counts of the binomial tails. What is simulated:
the critical region of the ranks, from draws of counts under the law. An audit draws afresh, so its own region differs a
little from this one. Counted here, a count vector is ranked among the draws alone, and not they with it: for the same
draws that makes its p-value larger, if anything, and the power smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.multinomial import EQUALLY_LIKELY, count_vectors, log_multinomial

__all__ = ["Region", "critical_region"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

FEWEST_DRAWS: Final = 3_999
"""Draws of counts under the law, or more where the level takes more."""

MOST_ENTRIES: Final = 10_000_000
"""Where (draws) x (groups of cells) would be more than this, the ranks are left out: that can only lower the power."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """The counts of n samples that the law test rejects.

    Attributes:
        possible: shape (m,), which cells have a probability above 0; a count in another rejects.
        log_weight: of the exact test: a log-probability; what is at most as likely is rejected. None: not exact.
        law: shape (k,), the probabilities of the possible cells.
        starts: where the groups begin that the ranks see.
        ranks: the statistics of the draws in increasing order, shape (draws, statistics); None: ranks are left out.
        worst_score: of the ranks: a score of at most this is rejected.
        few, many: shape (2k,): a count of a set of cells that is at most, or at least, this is rejected.
    """

    possible: Mask
    law: Floats
    log_weight: float | None = None
    starts: NDArray[np.intp] | None = None
    ranks: Floats | None = None
    worst_score: float = -np.inf
    few: Integers | None = None
    many: Integers | None = None

    def rejects(self, counts: Integers) -> Mask:
        """Return which rows of counts are rejected, shape (r, m) -> (r,); a row may end in what lies in no cell."""
        kept = np.append(self.possible, np.zeros(counts.shape[1] - len(self.possible), dtype=np.bool_))
        rejected: Mask = np.asarray(counts[:, ~kept].any(axis=1))
        if not rejected.all():
            rejected[~rejected] = self._rejects_possible(counts[~rejected][:, kept])
        return rejected

    def _rejects_possible(self, counts: Integers) -> Mask:
        if self.log_weight is not None:
            return np.asarray(log_multinomial(counts, self.law) <= self.log_weight)
        if self.few is None or self.many is None:
            return np.zeros(len(counts), dtype=np.bool_)
        sets = fit.sets_of_cells(counts)
        return np.asarray(((sets <= self.few) | (sets >= self.many)).any(axis=1) | self._ranked(counts))

    def _ranked(self, counts: Integers) -> Mask:
        if self.ranks is None or self.starts is None:
            return np.zeros(len(counts), dtype=np.bool_)
        pooled, law = (np.add.reduceat(each, self.starts, axis=-1) for each in (counts, self.law))
        _, values = fit.statistics(pooled.astype(np.float64), law)
        return np.asarray(_scores(values, self.ranks, own=1) <= self.worst_score)


def critical_region(law: Floats, n: int, level: float, rng: np.random.Generator) -> Region:
    """Return what the law test rejects at a level, from n samples of a law with these probabilities of its cells."""
    possible = law > 0
    masses = law[possible] / law.sum()
    if n == 0 or len(masses) == 1:
        return Region(possible, masses)
    if comb(n + len(masses) - 1, len(masses) - 1) * len(masses) <= fit.EXACT_ENTRIES:
        return Region(possible, masses, log_weight=_critical_weight(masses, n, level))
    few, many = _critical_counts(masses, n, level * fit.TAIL_WEIGHT)
    starts = fit.groups(masses, n)
    draws = max(FEWEST_DRAWS, int(2 / level))
    if draws * len(starts) > MOST_ENTRIES:
        return Region(possible, masses, few=few, many=many)
    simulated = fit.simulated_statistics(n, np.add.reduceat(masses, starts), draws, rng)
    ranks, worst = _critical_ranks(simulated, level * (1 - fit.TAIL_WEIGHT))
    return Region(possible, masses, starts=starts, ranks=ranks, worst_score=worst, few=few, many=many)


def _critical_weight(law: Floats, n: int, level: float) -> float:
    """Return the largest log-probability of counts that are rejected; -infinity where none are."""
    weights = np.sort(log_multinomial(count_vectors(n, len(law)), law))
    total = np.cumsum(np.exp(weights))
    p_values = total[np.searchsorted(weights, weights + EQUALLY_LIKELY, side="right") - 1]
    rejected = np.flatnonzero(p_values <= level)
    return float(weights[rejected[-1]]) if rejected.size else -np.inf


def _critical_counts(law: Floats, n: int, level: float) -> tuple[Integers, Integers]:
    """Return, for each set of cells of the union bound, the largest count that is too small, and the least too large.

    -1 and n + 1 where there is none, and where the tail of the count that was found is not certainly small enough.
    """
    from scipy import stats  # takes long to load

    masses = fit.sets_of_cells(law)
    slack, each = fit.rounding_slack(len(law)), level / (2 * len(masses))
    high, low = np.minimum(masses + slack, 1.0), np.maximum(masses - slack, 0.0)
    many = np.asarray(stats.binom.isf(each, n, high)).astype(np.int64) + 1
    few = np.asarray(stats.binom.ppf(each, n, low)).astype(np.int64) - 1
    too_many = special.betainc(np.clip(many, 1, n), n - np.clip(many, 1, n) + 1, high) <= each
    too_few = special.betaincc(np.clip(few, 0, n - 1) + 1, n - np.clip(few, 0, n - 1), low) <= each
    return np.where(too_few & (few >= 0), few, -1), np.where(too_many & (many <= n), many, n + 1)


def _critical_ranks(values: Floats, level: float) -> tuple[Floats, float]:
    """Return the ordered statistics of counts drawn under the law, and the largest score that is rejected."""
    ordered = np.sort(values, axis=0)
    scores = np.sort(_scores(values, ordered, own=0))
    fewer = int(level * (len(scores) + 1)) - 1  # p = (1 + draws with a score of at most this) / (draws + 1)
    return ordered, float(np.nextafter(scores[fewer], -np.inf)) if fewer >= 0 else -np.inf


def _scores(values: Floats, ordered: Floats, own: int) -> Floats:
    """Return the best rank of each row among the draws and, between equals, its mean rank, as one number."""
    draws, statistics = ordered.shape
    below = [np.searchsorted(ordered[:, j], values[:, j], side="left") for j in range(statistics)]
    ranks: NDArray[Any] = own + draws - np.column_stack(below)
    return np.asarray(ranks.min(axis=1) * ((draws + 1) * statistics + 1) + ranks.sum(axis=1), dtype=np.float64)


explain_failures(__name__)

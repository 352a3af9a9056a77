"""How often does the joint test reject answers that come from other laws? Its critical region, told for many counts.

The test of ``joint_test`` turns the counts on all inputs into a p-value; here stands for which counts that p-value is
at most the level, so that its power against given laws can be measured on many simulated counts at once.

What is exact: the critical region of the enumerated test, and the critical counts of the binomial tails. What is
simulated: the critical region of the ranks, from draws of counts under the laws. An audit draws afresh, so its own
region differs a little from this one. Counted here, a row of counts is ranked among the draws alone, and not they with
it: for the same draws that makes its p-value larger, if anything, and the power smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.joint_statistics import JointStatistics, simulated_statistics
from dpassay.properties.joint_test import Laws, enumerated
from dpassay.properties.ranks import EQUAL, Tails

__all__ = ["Few", "Region", "critical_region"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

FEWEST_DRAWS: Final = 3_999
"""Draws of counts under the laws, or more where the level takes more."""

MOST_ENTRIES: Final = 20_000_000
"""Where (draws) x (groups of cells) would be more than this, the ranks are left out: that can only lower the power."""

ROWS_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Few:
    """Counts of sets of cells of one input, shape (2m,), that are too few or too many."""

    few: Integers
    many: Integers

    def rejects(self, counts: Integers) -> Mask:
        """Return which rows of counts have such a set."""
        sets = fit.sets_of_cells(counts)
        return np.asarray(((sets <= self.few) | (sets >= self.many)).any(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """The counts that the joint test rejects.

    Attributes:
        laws: what is tested.
        tested: the inputs that have anything to test.
        statistics: of the counts on these inputs.
        tails: of the statistics; None: the ranks are left out.
        worst_score: a score of at most this is rejected.
        own: 1 where scores are ranks among draws, 0 where they are probabilities.
        sets: the critical counts on each input that is tested; empty where all is enumerated.
    """

    laws: Laws
    tested: tuple[int, ...]
    statistics: JointStatistics
    tails: Tails | None = None
    worst_score: float = -np.inf
    own: int = 0
    sets: tuple[Few, ...] = ()

    def rejects(self, counts: Sequence[Integers]) -> Mask:
        """Return which rows are rejected: for each input, shape (r, m) -> (r,).

        A row may end in one number more, of the answers that lie in no cell.
        """
        rejected = np.zeros(len(counts[0]), dtype=np.bool_)
        for rows, law in zip(counts, self.laws.probabilities, strict=True):
            rejected |= rows[:, np.append(law == 0, np.ones(rows.shape[1] - len(law), dtype=np.bool_))].any(axis=1)
        if self.tested and not rejected.all():
            kept = [counts[place][~rejected][:, self.laws.possible(place)] for place in self.tested]
            rejected[~rejected] = self._rejects_possible(kept)
        return rejected

    def _rejects_possible(self, counts: Sequence[Integers]) -> Mask:
        rejected = np.zeros(len(counts[0]), dtype=np.bool_)
        for sets, rows in zip(self.sets, counts, strict=False):
            rejected |= sets.rejects(rows)
        if self.tails is not None:
            values = self.statistics.values(self.statistics.pooled(counts))
            rejected |= self.tails.scores(values, own=self.own) <= self.worst_score
        return rejected


def critical_region(laws: Laws, sizes: Sequence[int], level: float, rng: np.random.Generator) -> Region:
    """Return what the joint test rejects at a level, from so many answers on each input."""
    tested, statistics = laws.tested(sizes), laws.statistics(sizes)
    if not tested:
        return Region(laws, tested, statistics)
    if laws.are_few(sizes):
        rows, weights = enumerated(laws, sizes)
        tails = Tails(rows, statistics.multipliers, weights)
        return Region(laws, tested, statistics, tails, _critical_score(tails.scores(rows), weights, level))
    share = level * fit.TAIL_WEIGHT / len(tested)
    sets = tuple(_critical_counts(laws.masses(place), sizes[place], share) for place in tested)
    draws = max(FEWEST_DRAWS, int(2 / level))
    if draws * statistics.size > MOST_ENTRIES:
        return Region(laws, tested, statistics, sets=sets)
    rows = simulated_statistics(statistics, draws, rng)
    tails = Tails(rows, statistics.multipliers)
    worst = _critical_rank(tails.scores(rows), level * (1 - fit.TAIL_WEIGHT))
    return Region(laws, tested, statistics, tails, worst, own=1, sets=sets)


def _critical_score(scores: Floats, weights: Floats, level: float) -> float:
    """Return the largest score that is rejected, of all that are possible; -infinity where none is."""
    order = np.argsort(scores)
    total, ordered = np.cumsum(weights[order]), scores[order]
    p_values = total[np.searchsorted(ordered, ordered * (1 + EQUAL), side="right") - 1]
    rejected = np.flatnonzero(p_values <= level)
    return float(ordered[rejected[-1]] * (1 + EQUAL)) if rejected.size else -np.inf


def _critical_rank(scores: Floats, level: float) -> float:
    """Return the largest score that is rejected, from the scores of the draws."""
    fewer = int(level * (len(scores) + 1)) - 1  # p = (1 + draws with a score of at most this) / (draws + 1)
    return float(np.nextafter(np.sort(scores)[fewer], -np.inf)) if fewer >= 0 else -np.inf


def _critical_counts(law: Floats, n: int, level: float) -> Few:
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
    return Few(np.where(too_few & (few >= 0), few, -1), np.where(too_many & (many <= n), many, n + 1))


explain_failures(__name__)

"""The answers against their exact laws, looked at again and again while they are drawn, until they are enough.

What is looked at is a mixture of likelihood ratios (`dpassay.properties.e_values`): where the laws are right, that it
ever reaches 1 / level has a probability of at most the level, however often it is looked at and whenever one stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit import words
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.e_values import PARTS, ROUNDING, MixtureRatio
from dpassay.properties.joint_test import JointTest, Laws, worst_of

__all__ = ["FIRST_LOOK", "GROWTH", "Watch", "looks"]

FIRST_LOOK: Final = 50
GROWTH: Final = 1.1
"""Each look comes after so many times the answers of the one before; looking more often finds little more."""


def looks(before: int, after: int) -> list[int]:
    """Return after how many answers to look, of those that come after ``before`` and up to ``after``, and then."""
    steps = range(ceil(log(max(after, FIRST_LOOK) / FIRST_LOOK) / log(GROWTH)) + 1)
    found = {ceil(FIRST_LOOK * GROWTH**step) for step in steps}
    return sorted({size for size in found if before < size < after} | {after})


class Watch:
    """Counts of answers on both inputs, and the largest evidence against their laws so far.

    Attributes:
        stopped: after how many answers on each input the evidence was enough; None before that.
    """

    def __init__(self, laws: Laws, cells: tuple[Cells, ...], level: float) -> None:
        self._laws, self._cells, self._level = laws, cells, level
        self._mixture = MixtureRatio(laws)
        self._counts = [np.zeros(len(law) + 1, dtype=np.int64) for law in cells]
        self._largest, self._leader = 0.0, "none"
        self._seen = 0
        self.stopped: int | None = None

    def see(self, arrays: Sequence[NDArray[Any]]) -> bool:
        """Take in the next answers on each input; tell whether the evidence is enough. After that nothing is looked at.

        Of what comes at once, the answers of both inputs are looked at side by side.
        """
        index = [law.index(law.numbers(array)) for law, array in zip(self._cells, arrays, strict=True)]
        ends = [each - self._seen for each in looks(self._seen, self._seen + max(map(len, index)))]
        rows = [self._running(*each, ends) for each in zip(self._counts, index, strict=True)]
        parts = self._mixture.log_parts(rows)
        values = np.logaddexp.reduce(parts, axis=1)
        enough = np.flatnonzero(values >= log(1 / self._level) + ROUNDING)
        last = int(enough[0]) if enough.size else len(ends) - 1
        best = int(np.argmax(values[: last + 1]))
        if values[best] > self._largest:
            self._largest, self._leader = float(values[best]), PARTS[int(np.argmax(parts[best]))]
        self._counts, self._seen = [row[last] for row in rows], self._seen + ends[last]
        self.stopped = self._seen if enough.size else None
        return self.stopped is not None

    @staticmethod
    def _running(counts: NDArray[np.int64], index: NDArray[np.intp], ends: Sequence[int]) -> NDArray[np.int64]:
        """Return the counts after the first of some answers, those in no cell last: (m + 1,) -> (ends, m + 1)."""
        cells = len(counts)
        places = np.where(index < 0, cells - 1, index)
        starts = [0, *ends[:-1]]
        added = [np.bincount(places[a:b], minlength=cells) for a, b in zip(starts, ends, strict=True)]
        return np.asarray(counts + np.cumsum(added, axis=0))

    def test(self) -> JointTest:
        """Return the outcome so far: a p-value that holds at any time."""
        certain = np.isinf(self._largest)
        p_value = max(words.LEAST_P_VALUE, min(1.0, exp(ROUNDING - min(self._largest, 1e4))))
        rows = zip(self._counts, self._laws.probabilities, strict=True)
        worst = tuple(worst_of(row[:-1], law, int(row[-1])) for row, law in rows)
        samples = tuple(int(row.sum()) for row in self._counts)
        method = "support" if certain else "sequential"
        statistic = "support" if certain else self._leader
        return JointTest(p_value, self._level, method, statistic, samples, 0, worst)


explain_failures(__name__)

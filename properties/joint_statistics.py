"""What the counts of answers on several inputs are asked together: statistics along directions, and of any departure.

A direction says how the probability of each cell would change if a parameter did: its score is the relative change, the
derivative of the log-likelihood. The most powerful test of a small change looks at the sum of the scores of all answers
(the score test; Rao 1948), on all inputs together where one parameter changes them all. Statistics that look nowhere in
particular stand beside them, for faults of other shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpassay.exact.entrance import explain_failures
from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.cells.numbers import Floats, Integers

__all__ = ["DIGITS", "Direction", "JointStatistics", "simulated_statistics"]

DIGITS: Final = 8
"""Equal counts must give equal values, or the ranks would see rounding errors: fewer digits than are correct."""

PARALLEL: Final = 0.999
"""Of two directions with a squared correlation above this, the second is left out."""

OTHERS: Final = 2
"""A statistic along no common direction has half of the level of one that is."""


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """A way in which laws may depart from what they should be.

    Attributes:
        name: what changes.
        scores: for each input, shape (m,): the relative change of the probability of each cell.
        is_common: one parameter changes the laws on all inputs; else each may change by itself, in either sense.
    """

    name: str
    scores: tuple[Floats, ...]
    is_common: bool = True


class JointStatistics:
    """The statistics of the counts of so many answers on each of several inputs.

    The laws are the probabilities of the cells, all above 0; on each input there is at least one answer.

    * the name of a direction: the sum of its scores, standardized; where it is not common, the sum of the squares over
      the inputs.
    * pearson: the chi-square distances on groups of expected count at least 5, added.
    * smooth: Neyman's smooth test, the squared averages of four orthonormal polynomials, added.
    * spread: the squared average of the log of the two-sided tail probability, added.
    * cumulative: the largest deviation of the cumulative counts on any input.
    * cell: the largest deviation of one cell on any input, of square roots of counts.
    """

    def __init__(self, laws: Sequence[Floats], sizes: Sequence[int], directions: Sequence[Direction] = ()) -> None:
        self.sizes = tuple(sizes)
        self.starts = tuple(fit.groups(law, n) for law, n in zip(laws, sizes, strict=True))
        self.laws = tuple(np.add.reduceat(law, starts) for law, starts in zip(laws, self.starts, strict=True))
        self._common: list[tuple[str, list[Floats]]] = []
        self._separate: list[tuple[str, list[Floats]]] = []
        for direction in directions:
            scores = zip(direction.scores, laws, self.starts, self.laws, strict=True)
            self._add(direction, [_pooled(*each) for each in scores])

    def _add(self, direction: Direction, scores: list[Floats]) -> None:
        if not direction.is_common:
            self._separate.append((direction.name, [_scaled(score, law) for score, law in self._with(scores)]))
            return
        variance = self._inner(scores, scores)
        known = (self._inner(scores, other) ** 2 / variance for _, other in self._common if variance > 0)
        if variance > 0 and all(shared <= PARALLEL for shared in known):
            self._common.append((direction.name, [score / np.sqrt(variance) for score in scores]))

    def _with(self, scores: list[Floats]) -> list[tuple[Floats, Floats]]:
        return list(zip(scores, self.laws, strict=True))

    def _inner(self, first: list[Floats], second: list[Floats]) -> float:
        each = zip(self.sizes, self.laws, first, second, strict=True)
        return float(sum(n * (law @ (one * other)) for n, law, one, other in each))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the statistics."""
        directed = (name for name, _ in (*self._common, *self._separate))
        return (*directed, "pearson", "smooth", "spread", "cumulative", "cell")

    @cached_property
    def multipliers(self) -> tuple[int, ...]:
        """What the tails of the statistics are multiplied by: 1 along common directions, ``OTHERS`` elsewhere."""
        common = len(self._common)
        return (1,) * common + (OTHERS,) * (len(self.names) - common)

    @property
    def common(self) -> tuple[tuple[str, list[Floats]], ...]:
        """The common directions that are kept, by name: the scores of the groups on each input, standardized."""
        return tuple(self._common)

    @property
    def separate(self) -> tuple[tuple[str, list[Floats]], ...]:
        """The directions that are not common, by name: the scores of the groups, standardized on each input."""
        return tuple(self._separate)

    @property
    def size(self) -> int:
        """How many groups of cells there are, on all inputs together."""
        return sum(map(len, self.laws))

    def pooled(self, counts: Sequence[Integers]) -> tuple[Floats, ...]:
        """Return the counts of groups, from those of cells: for each input, shape (r, m) -> (r, groups)."""
        each = zip(counts, self.starts, strict=True)
        return tuple(np.add.reduceat(rows, starts, axis=1).astype(np.float64) for rows, starts in each)

    def values(self, counts: Sequence[Floats]) -> Floats:
        """Return the statistics of each row of counts of groups: for each input, shape (r, groups) -> (r, k)."""
        parts = [self._of_input(place, rows) for place, rows in enumerate(counts)]
        added = {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}
        columns = [np.abs(added[f"{name}, common"]) for name, _ in self._common]
        columns += [added[name] for name, _ in self._separate]
        columns += [added[name] for name in ("pearson", "smooth", "spread")]
        columns += [np.max([part[name] for part in parts], axis=0) for name in ("cumulative", "cell")]
        return np.round(np.column_stack(columns), DIGITS)

    def _of_input(self, place: int, counts: Floats) -> dict[str, Floats]:
        n, law = self.sizes[place], self.laws[place]
        excess = counts - n * law
        common = {f"{name}, common": excess @ scores[place] for name, scores in self._common}
        separate = {name: np.square(excess @ scores[place]) / n for name, scores in self._separate}
        return {
            **common,
            **separate,
            "pearson": self._pearson(place, counts),
            "smooth": np.square(excess @ self._polynomials[place]).sum(axis=1) / n,
            "spread": np.square(excess @ self._spreads[place]) / n,
            "cumulative": np.abs(np.cumsum(excess, axis=1)).max(axis=1) / np.sqrt(n),
            "cell": np.abs(np.sqrt(counts) - np.sqrt(n * law)).max(axis=1),
        }

    @cached_property
    def _polynomials(self) -> list[Floats]:
        return [fit.polynomials_of(law) for law in self.laws]

    @cached_property
    def _spreads(self) -> list[Floats]:
        return [fit.spread_of(law) for law in self.laws]

    @cached_property
    def _expected(self) -> list[tuple[NDArray[np.intp], Floats]]:
        sizes = zip(self.laws, self.sizes, strict=True)
        starts = [fit.pooled_starts(law, 5 / n) for law, n in sizes]
        each = zip(self.laws, self.sizes, starts, strict=True)
        return [(first, n * np.add.reduceat(law, first)) for law, n, first in each]

    def _pearson(self, place: int, counts: Floats) -> Floats:
        starts, expected = self._expected[place]
        return np.asarray(np.square(np.add.reduceat(counts, starts, axis=1) - expected) @ (1 / expected))


def _pooled(score: Floats, law: Floats, starts: NDArray[np.intp], groups: Floats) -> Floats:
    """Return the score of each group, the mean of those of its cells, and its mean under the law taken off."""
    pooled = np.add.reduceat(score * law, starts) / groups
    return np.asarray(pooled - groups @ pooled)


def _scaled(score: Floats, law: Floats) -> Floats:
    """Return a score of variance 1 under the law, or of variance 0 where it says nothing."""
    deviation = np.sqrt(law @ np.square(score))
    return np.asarray(score / deviation if deviation > 0 else score)


def simulated_statistics(of: JointStatistics, draws: int, rng: np.random.Generator) -> Floats:
    """Return the statistics of so many draws of the counts under the laws, shape (draws, k)."""
    values = np.empty((draws, len(of.names)))  # at once: more draws than there is room for are refused
    rows = max(1, fit.ENTRIES_AT_ONCE // of.size)
    for part in (values[first : first + rows] for first in range(0, draws, rows)):
        drawn = [rng.multinomial(n, law, size=len(part)) for n, law in zip(of.sizes, of.laws, strict=True)]
        part[:] = of.values([counts.astype(np.float64) for counts in drawn])
    return values


explain_failures(__name__)

"""Do the answers on several inputs come from their exact laws? One test of all of them, at an exact level.

What an implementation does wrong it mostly does on every input, so the answers on all inputs are tested together: a
statistic adds them up, and no level is split between the inputs. The statistics (`JointStatistics`) are calibrated
together, by one critical region for all of them (`ranks`), so that statistics that say nearly the same cost little:

* Where the possible counts on all inputs are few (`EXACT_ENTRIES`) they are enumerated with their probabilities.
* Otherwise the statistics are ranked among those of simulated counts: p = (1 + #{as extreme}) / (draws + 1).
* A union bound over exact binomial tails (`fit.tail_bound`) reaches p-values below the simulation's; it is added with a
  fixed share of the level.

What is simulated, pooled and weighed depends on the laws, the directions and the number of answers, and never on the
answers: under the laws P(p <= a) <= a for every a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpassay.exact.entrance import explain_failures
from dpassay.properties import goodness_of_fit as fit
from dpassay.properties import joint_statistics as joint
from dpassay.properties.cells.numbers import Floats, Integers, check_probabilities
from dpassay.properties.joint_statistics import Direction, JointStatistics
from dpassay.properties.multinomial import count_vectors, log_multinomial
from dpassay.properties.ranks import enumerated_p_value, simulated_p_value

__all__ = ["JointTest", "Laws", "Worst", "default_draws", "enumerated", "joint_test", "worst_of"]


EXACT_ENTRIES: Final = 200_000
"""The counts are enumerated when (number of those on all inputs) x (number of cells) is at most this."""


@dataclass(frozen=True, slots=True)
class Worst:
    """The cell of one input whose own count is the least plausible.

    Attributes:
        cell: its place; -1: outside the support; None: nothing to test.
        observed: its count.
        expected: the expectation of its count under the law.
        tail: a p-value of the answers on this input alone, by a union bound over binomial tails.
    """

    cell: int | None
    observed: int
    expected: float
    tail: float


@dataclass(frozen=True, slots=True)
class JointTest:
    """The outcome of a test of the answers on all inputs against their laws.

    Attributes:
        p_value: under the laws, the probability that it is at most a is at most a, for every a.
        alpha: the level of the test.
        method: "support" (an answer that its law cannot give: certain), "exact" (enumeration), "simulated",
            "sequential" (`dpassay.properties.e_values`) or "trivial" (nothing to test, p = 1).
        statistic: which statistic was the most extreme: the name of a direction, one of `JointStatistics`, "binomial
            tail", "support" or "none".
        samples: the number of answers on each input.
        draws: how often the counts on all inputs were simulated (0 for the other methods).
        worst: the least plausible cell of each input.
    """

    p_value: float
    alpha: float
    method: str
    statistic: str
    samples: tuple[int, ...]
    draws: int
    worst: tuple[Worst, ...]

    @property
    def rejected(self) -> bool:
        """Whether the laws are rejected at level alpha."""
        return self.p_value <= self.alpha

    @property
    def worst_input(self) -> int:
        """The input on which a single cell is the least plausible."""
        return min(range(len(self.worst)), key=lambda place: self.worst[place].tail)


@dataclass(frozen=True, slots=True, eq=False)
class Laws:
    """What is tested: the probabilities of the cells on each input, and directions in which they may depart.

    Directions matter for power alone: whatever they are, the level is kept. So does the order of the cells: where there
    are many, neighbors in it are joined.

    Attributes:
        probabilities: for each input, shape (m,).
        directions: in which the laws may depart.
        orders: for each input the places of its cells, in the order in which they are joined; empty: as they stand.
    """

    probabilities: tuple[Floats, ...]
    directions: tuple[Direction, ...] = ()
    orders: tuple[NDArray[np.intp], ...] = ()

    def __post_init__(self) -> None:
        """Check the shapes."""
        object.__setattr__(self, "probabilities", tuple(check_probabilities(each) for each in self.probabilities))
        shapes = [each.shape for each in self.probabilities]
        for direction in self.directions:
            given = [np.shape(scores) for scores in direction.scores]
            if given != shapes or not all(np.isfinite(scores).all() for scores in direction.scores):
                raise ValueError(f"scores of {direction.name}: expected finite numbers of the shapes {shapes}")
        whole = [
            np.array_equal(np.sort(order), np.arange(*shape)) for order, shape in zip(self.orders, shapes, strict=False)
        ]
        if self.orders and (len(self.orders) != len(shapes) or not all(whole)):
            raise ValueError(f"orders of {len(self.orders)} inputs: expected the places of all cells of {len(shapes)}")

    def possible(self, place: int) -> NDArray[np.intp]:
        """Return the cells of an input that its law can give, in the order in which they are joined."""
        if not self.orders:
            return np.flatnonzero(self.probabilities[place] > 0)
        order = self.orders[place]
        return order[self.probabilities[place][order] > 0]

    def tested(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return the inputs on which there are answers, and several possible cells."""
        places = range(len(self.probabilities))
        return tuple(place for place in places if sizes[place] and len(self.possible(place)) > 1)

    def masses(self, place: int) -> Floats:
        """Return the probabilities of the possible cells of an input, of sum 1."""
        law = self.probabilities[place]
        return np.asarray(law[self.possible(place)] / law.sum())

    def statistics(self, sizes: Sequence[int]) -> JointStatistics:
        """Return the statistics of so many answers on the inputs that are tested, of their possible cells."""
        places = self.tested(sizes)
        kept = {place: self.possible(place) for place in places}
        directions = [
            Direction(each.name, tuple(each.scores[place][kept[place]] for place in places), is_common=each.is_common)
            for each in self.directions
        ]
        return JointStatistics([self.masses(place) for place in places], [sizes[place] for place in places], directions)

    def are_few(self, sizes: Sequence[int]) -> bool:
        """Tell whether the possible counts are few enough to be enumerated."""
        widths = {place: len(self.possible(place)) for place in self.tested(sizes)}
        vectors = prod(comb(sizes[place] + width - 1, width - 1) for place, width in widths.items())
        return vectors * sum(widths.values()) <= EXACT_ENTRIES


def joint_test(
    counts: Sequence[ArrayLike],
    laws: Laws,
    *,
    alpha: float,
    rng: np.random.Generator,
    outside: Sequence[int] | None = None,
    draws: int | None = None,
) -> JointTest:
    """Test whether the counts on each input are multinomial with the cell probabilities of its law, all together.

    Args:
        counts: for each input, shape (m,), non-negative integers.
        laws: the probabilities of the cells, and the directions to look into.
        alpha: the level, between 0 and 1. It decides `rejected` and nothing else.
        rng: drives the simulation; the p-value is a function of the arguments and the generator's state.
        outside: for each input, how many further answers were nothing that its law can give; by default none.
        draws: the number of simulated draws; by default `default_draws`, which looks at sizes only.

    Raises:
        ValueError: an argument is not as described.
    """
    rows = [fit.check_counts(each) for each in counts]
    if [row.shape for row in rows] != [law.shape for law in laws.probabilities]:
        given, expected = [len(row) for row in rows], [len(law) for law in laws.probabilities]
        raise ValueError(f"counts of the lengths {given}: expected {expected}, those of the laws")
    fit.check_level(alpha)
    fit.check_generator(rng)
    beyond = [fit.check_whole("outside", each, 0) for each in outside or [0] * len(rows)]
    sizes = tuple(int(row.sum()) + more for row, more in zip(rows, beyond, strict=True))
    worst = tuple(worst_of(row, law, more) for row, law, more in zip(rows, laws.probabilities, beyond, strict=True))
    if any(each.tail == 0 and each.expected == 0 for each in worst):
        return JointTest(0.0, alpha, "support", "support", sizes, 0, worst)
    if not laws.tested(sizes):
        return JointTest(1.0, alpha, "trivial", "none", sizes, 0, worst)
    tail = len(laws.tested(sizes)) * min(each.tail for each in worst)
    p_value, method, statistic, used = _p_value(rows, laws, tail, rng, draws)
    return JointTest(p_value, alpha, method, statistic, sizes, used, worst)


def worst_of(counts: Integers, law: Floats, outside: int) -> Worst:
    """Return the least plausible cell of one input."""
    impossible = np.flatnonzero((law == 0) & (counts > 0))
    if outside or impossible.size:
        cell, count = (-1, outside) if outside else (int(impossible[0]), int(counts[impossible[0]]))
        return Worst(cell, count, 0.0, 0.0)
    possible = np.flatnonzero(law > 0)
    n, masses = int(counts.sum()), law[possible] / law.sum()
    if n == 0 or len(possible) == 1:
        return Worst(None, 0, 0.0, 1.0)
    place, tail = fit.tail_bound(counts[possible], masses)
    return Worst(int(possible[place]), int(counts[possible[place]]), float(n * masses[place]), tail)


def _p_value(
    counts: Sequence[Integers], laws: Laws, tail: float, rng: np.random.Generator, draws: int | None
) -> tuple[float, str, str, int]:
    """Return the p-value, the method, the most extreme statistic and the number of draws."""
    sizes = [int(row.sum()) for row in counts]
    of = laws.statistics(sizes)
    own = of.values(of.pooled([counts[place][laws.possible(place)][None] for place in laws.tested(sizes)]))
    if laws.are_few(sizes):
        rows, weights = enumerated(laws, sizes)
        p_value, leader = enumerated_p_value(own[0], rows, weights, of.multipliers)
        return p_value, "exact", of.names[leader], 0
    used = default_draws(of.size) if draws is None else fit.check_whole("draws", draws, 1)
    p_rank, leader = simulated_p_value(np.vstack([own, joint.simulated_statistics(of, used, rng)]), of.multipliers)
    # Bonferroni with fixed weights: P(p_rank / (1 - w) <= a or tail / w <= a) <= (1 - w) a + w a = a.
    rank_part, tail_part = p_rank / (1 - fit.TAIL_WEIGHT), tail / fit.TAIL_WEIGHT
    if tail_part < rank_part:
        return min(1.0, tail_part), "simulated", "binomial tail", used
    return min(1.0, rank_part), "simulated", of.names[leader], used


def default_draws(groups: int) -> int:
    """Return the number of simulated draws: 9,999 for up to 512 groups on all inputs together, at least 1,999."""
    return fit.default_draws((groups + 1) // 2)


def enumerated(laws: Laws, sizes: Sequence[int]) -> tuple[Floats, Floats]:
    """Return the statistics of all possible counts, shape (R, k), and their probabilities, shape (R,)."""
    of, places = laws.statistics(sizes), laws.tested(sizes)
    vectors = [count_vectors(sizes[place], len(laws.possible(place))) for place in places]
    likely = [np.exp(log_multinomial(rows, laws.masses(place))) for rows, place in zip(vectors, places, strict=True)]
    chosen = np.indices([len(rows) for rows in vectors]).reshape(len(places), -1)
    weights = np.prod([each[rows] for each, rows in zip(likely, chosen, strict=True)], axis=0)
    every = of.pooled([rows[which] for rows, which in zip(vectors, chosen, strict=True)])
    return of.values(every), np.asarray(weights)


explain_failures(__name__)

"""Natures for online distribution learning: a class of laws on labels, and what each feature shows of it.

A feature shows a table whose row j is the law of hypothesis j. Here all tables have the same rows, and a nature either
shows them in the same order in each round (a class of constant functions), or in a new random order, so that a
hypothesis has another law in each round. To put the LABELS in a new order as well would change nothing: neither the
divergences nor anything that a user or a learner of `dpassay.experiments.ldp_risk` does depend on the names of labels.

Labels of the same mass under each hypothesis are one kind, and what is summed over labels is summed over kinds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

BLOCK: Final = 2**18
"""A block of rounds holds about so many numbers."""

MANY_LABELS: Final = 4096


@dataclass(frozen=True, slots=True)
class Laws:
    """K laws on M labels of D kinds.

    Attributes:
        masses: K x D: the mass of ONE label of each kind.
        copies: the number of labels of each kind; kinds lie side by side, in this order.
        shuffled: whether each round has the laws in a new order.
    """

    masses: Floats
    copies: Integers
    shuffled: bool = False

    @property
    def hypotheses(self) -> int:
        """K."""
        return len(self.masses)

    @property
    def labels(self) -> int:
        """M."""
        return int(self.copies.sum())

    @property
    def kinds(self) -> Integers:
        """The kind of each label."""
        return np.repeat(np.arange(len(self.copies)), self.copies)

    @property
    def table(self) -> Floats:
        """The K x M masses of all labels."""
        return np.repeat(self.masses, self.copies, axis=1)


@dataclass(frozen=True, slots=True)
class Rounds:
    """Some rounds in a row.

    Attributes:
        orders: the law of each hypothesis in each round, a row a round; None where hypothesis j always has law j.
        truths: the law of the true hypothesis in each round.
        labels: what users draw from it.
    """

    orders: Integers | None
    truths: Integers
    labels: Integers

    def columns(self, table: Floats, kinds: Integers) -> Floats:
        """For a K x D table on laws and kinds: the entries of all hypotheses at one kind a round, a row a round."""
        rows: Floats = table.T[kinds]
        return rows if self.orders is None else np.take_along_axis(rows, self.orders, axis=1)

    def mixed(self, weights: Floats, laws: Laws) -> Floats:
        """The weighted means of the laws, a row a round, from a row of K weights a round."""
        if self.orders is not None:
            by_law = np.empty_like(weights)
            np.put_along_axis(by_law, self.orders, weights, axis=1)
            weights = by_law
        means: Floats = weights @ laws.masses
        return means


def rounds_of(laws: Laws, truth: int, count: int, rng: np.random.Generator) -> Iterator[Rounds]:
    """Draw orders and labels, block by block.

    Args:
        laws: the class.
        truth: the true hypothesis, in range(K).
        count: T, the number of rounds.
        rng: the source of randomness.
    """
    ends = np.cumsum(laws.masses * laws.copies, axis=1)
    ends /= ends[:, -1:]
    starts = np.cumsum(laws.copies) - laws.copies
    step = max(1, BLOCK // max(laws.masses.shape))
    for done in range(0, count, step):
        size = min(step, count - done)
        orders = None
        if laws.shuffled:
            orders = rng.permuted(np.tile(np.arange(laws.hypotheses), (size, 1)), axis=1)
        truths = np.full(size, truth) if orders is None else orders[:, truth]
        kinds = (ends[truths] <= rng.random(size)[:, None]).sum(axis=1)  # the first kind whose end is above
        yield Rounds(orders, truths, starts[kinds] + rng.integers(laws.copies[kinds]))


# Classes


Nature = Callable[[int, int, Fraction, np.random.Generator], Laws]
"""Makes the class, given K, T, epsilon and a source of randomness."""


def hadamard(hypotheses: int, rounds: int, epsilon: Fraction, rng: np.random.Generator) -> Laws:  # noqa: ARG001  # as the others
    """The class of appendix A, at the separation of `separation`: one for each T and epsilon; K is even.

    There are K/2 pairs on the largest power of two up to K labels: p_(i,1) is uniform on the labels where column i + 1
    of the Hadamard matrix is -1, and p_(i,2) has moved the mass a/2 to the others.
    """
    order = 1 << (hypotheses.bit_length() - 1)
    labels = np.arange(order, dtype=np.uint64)
    signs = 1.0 - 2.0 * (np.bitwise_count(labels[1 : hypotheses // 2 + 1, None] & labels) % 2)
    first = (1 - signs) / order
    second = first + signs * separation(hypotheses, rounds, float(epsilon)) / order
    masses = np.stack([first, second], axis=1).reshape(hypotheses, order)
    return Laws(masses, np.ones(order, np.int64))


def separation(hypotheses: int, rounds: int, epsilon: float) -> float:
    """What separates a pair for `dpassay.experiments.ldp_risk.sharp_lower_bound`.

    This is (3/2) sqrt(K' / T) / (e^(eps/2) - 1) for K' pairs, but no more than 2, where the pair has nothing in common.
    """
    return min(2.0, 1.5 * math.sqrt((hypotheses // 2) / rounds) / math.expm1(epsilon / 2))


def dirichlet(hypotheses: int, rounds: int, epsilon: Fraction, rng: np.random.Generator) -> Laws:  # noqa: ARG001  # as the others
    """K laws on K labels, uniform among all laws, in a new order in each round."""
    masses = rng.dirichlet(np.ones(hypotheses), size=hypotheses)
    return Laws(masses, np.ones(hypotheses, np.int64), shuffled=True)


def point_masses(hypotheses: int, rounds: int, epsilon: Fraction, rng: np.random.Generator) -> Laws:  # noqa: ARG001  # as the others
    """Hypothesis j always draws label j, of K labels."""
    return Laws(np.eye(hypotheses), np.ones(hypotheses, np.int64))


def many_labels(hypotheses: int, rounds: int, epsilon: Fraction, rng: np.random.Generator) -> Laws:  # noqa: ARG001  # as the others
    """Each hypothesis is uniform on labels of its own, of 4096 labels or a few less."""
    copies = max(1, MANY_LABELS // hypotheses)
    return Laws(np.eye(hypotheses) / copies, np.full(hypotheses, copies, np.int64))


NATURES: Final[Mapping[str, Nature]] = {
    "hadamard": hadamard,
    "dirichlet": dirichlet,
    "point-masses": point_masses,
    "many-labels": many_labels,
}

"""Smooth online learning: Hedge on a finite cover, for covers of 10^5 hypotheses and more.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning" (2020),
Appendix C.1, Algorithm 1: a cover of the class under the uniform law, from a hypothesis for each labeling of a random
sample, which a consistency oracle finds level by level; then Hedge on it, whose weight of a hypothesis that erred L
times is e^(-eta L). A learner, not a differentially private mechanism: nothing here hides the data.

`labelings` is for a class that is given as a table: it refines the partition of the table's rows point by point, as
the tree does. `tree` asks an oracle.

`Hedge` plays round by round. Labels are packed, a bit a hypothesis and point. In a round only errors are counted, a
byte each. The law of an earlier round is kept as proposal: a draw from it is accepted with probability e^(-eta d) if
the hypothesis erred d times since, which gives the law of this round. When this takes too many draws, or after 255
rounds, the proposal is made anew.

Floating point: weights are exponentials of whole numbers times eta, less the largest, summed by NumPy; a choice is
where a uniform number of 53 bits falls among K cumulative sums, so that probabilities are off by about K 2^-53.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.multiplicative_weights import draw_experts, read_rate

__all__ = ["Hedge", "errors", "labelings", "read_hypotheses", "smooth_online", "tree"]

Labels = NDArray[np.signedinteger[Any]]
Oracle = Callable[[Mapping[int, int]], Any]

TRIES: Final = 8  # proposals that are drawn at once
STALE: Final = 4  # times that may be in vain, before the proposal is made anew
MOST_LEVELS: Final = 255  # rounds that a byte can count


def read_hypotheses(hypotheses: object) -> Labels:
    """A table of labels -1 and +1: a row a hypothesis, a column a point."""
    table = np.asarray(hypotheses) if isinstance(hypotheses, (Sequence, np.ndarray)) else np.empty(0)
    fine = table.ndim == 2 and table.size > 0 and table.dtype.kind == "i"
    if not fine or not ((table == 1) | (table == -1)).all():
        raise checks.bad("hypotheses", hypotheses, "a table of -1 and 1, a row a hypothesis")
    return table.astype(np.int8, copy=False)


def labelings(hypotheses: object, sample: Sequence[int] | Integers) -> Integers:
    """The first hypothesis for each labeling of a sample, in the order of the table.

    Args:
        hypotheses: the class, labels of shape (H, N).
        sample: points, from 0 to N - 1.
    """
    table = read_hypotheses(hypotheses)
    points = dict.fromkeys(checks.integer(x, "sample", low=0, high=table.shape[1] - 1) for x in sample)
    part = np.zeros(len(table), np.int64)
    for x in points:
        part = np.unique(2 * part + (table[:, x] > 0), return_inverse=True)[1].reshape(-1)
    return np.sort(np.unique(part, return_index=True)[1])


def tree(sample: Sequence[int], oracle: Oracle) -> tuple[list[Any], int]:
    """What an oracle returns for each labeling of a sample that the class has, and how often it was asked.

    Args:
        sample: points.
        oracle: from labels -1 and 1 at some points to a hypothesis that has them, or None.
    """
    leaves: list[tuple[dict[int, int], Any]] = [({}, oracle({}))]
    calls = 1
    for x in dict.fromkeys(sample):
        grown: list[tuple[dict[int, int], Any]] = []
        for labels, _ in leaves:
            for label in (-1, 1):
                longer = {**labels, x: label}
                grown.append((longer, oracle(longer)))
        calls += len(grown)
        leaves = [leaf for leaf in grown if leaf[1] is not None]
    return [answer for _, answer in leaves], calls


def errors(points: Integers, labels: Integers, hypotheses: object) -> NDArray[np.bool_]:
    """Whether each hypothesis errs in each round. Shape (T, K)."""
    table = read_hypotheses(hypotheses)
    places, values = _read_pairs((points, labels), table.shape[1])
    return np.asarray(values[:, np.newaxis] != table[:, places].T)


def _read_pairs(data: object, domain: int) -> tuple[Integers, Integers]:
    """Points and their labels, as two vectors of one length."""
    pair: Any = data
    expected = f"points from 0 to {domain - 1} and as many labels, -1 or 1, one of each or more"
    if not isinstance(data, (Sequence, np.ndarray)) or len(pair) != 2:
        raise checks.bad("data", data, expected)
    points, labels = (np.asarray(part) for part in pair)
    whole = points.dtype.kind in "iu" and labels.dtype.kind == "i"
    fine = whole and points.ndim == 1 and points.shape == labels.shape and len(points) > 0
    if not fine or points.min() < 0 or points.max() >= domain or not (np.abs(labels) == 1).all():
        raise checks.bad("data", data, expected)
    return points.astype(np.int64), labels.astype(np.int64)


def smooth_online(
    data: Any,
    *,
    size: int,
    rng: np.random.Generator,
    hypotheses: Any,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
) -> Integers:
    """`size` independent runs of Hedge on one sequence of pairs: the hypotheses chosen, from 0. Shape (size, T).

    Args:
        data: the points, from 0, and their labels, -1 or 1: two vectors of length T.
        size: the number of runs.
        rng: the source of randomness.
        hypotheses: the cover, labels of shape (K, N).
        learning_rate: eta above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^eta as a rational above 1.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count, coins = checks.sample_size(size), checks.generator(rng)
    rate, table = read_rate(learning_rate, exp_learning_rate), read_hypotheses(hypotheses)
    places, values = _read_pairs(data, table.shape[1])
    chosen = np.empty((len(places), count), np.int64)
    wrong = np.zeros(len(table), np.int64)
    for row, x, y in zip(chosen, places, values, strict=True):
        row[:] = draw_experts(-rate * (wrong - wrong.min()), count, coins)
        wrong += table[:, x] != y
    return np.ascontiguousarray(chosen.T)


class Hedge:
    """Hedge on a cover, round by round: `choose`, then `update` with what is revealed.

    Args:
        hypotheses: the cover, labels of shape (K, N).
        rng: the source of randomness.
        learning_rate: eta above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^eta as a rational above 1.
    """

    def __init__(
        self,
        hypotheses: Any,
        *,
        rng: np.random.Generator,
        learning_rate: Real | None = None,
        exp_learning_rate: Rational | None = None,
    ) -> None:
        table = read_hypotheses(hypotheses)
        self._rate, self._rng = read_rate(learning_rate, exp_learning_rate), checks.generator(rng)
        self._size, self._domain = table.shape
        self._packed = np.packbits(table.T > 0, axis=1)  # a row a point
        self._before = np.zeros(self._size, np.int64)
        self._since = np.zeros(self._size, np.uint8)
        self._stale = 0
        self._powers = np.exp(-self._rate * np.arange(MOST_LEVELS + 1))
        self._renew()

    def wrong(self) -> Integers:
        """How often each hypothesis erred so far. Shape (K,)."""
        return self._before + self._since

    def law(self) -> Floats:
        """The law of the next choice. Shape (K,)."""
        wrong = self.wrong()
        weights = np.exp(-self._rate * (wrong - wrong.min()))
        return np.asarray(weights / weights.sum())

    def choose(self) -> int:
        """Draw a hypothesis for this round."""
        for _ in range(STALE):
            proposed = self._propose(TRIES)
            kept = self._rng.random(TRIES) < self._powers[self._since[proposed]]
            if kept.any():
                return int(proposed[kept.argmax()])
        self._renew()
        return int(self._propose(1)[0])

    def update(self, point: int, label: int) -> None:
        """Take in a point and its label, -1 or 1."""
        x = checks.integer(point, "point", low=0, high=self._domain - 1)
        if checks.integer(label, "label", low=-1, high=1) == 0:
            raise checks.bad("label", label, "-1 or 1")
        if self._stale == MOST_LEVELS:
            self._renew()
        row = self._packed[x]
        self._since += np.unpackbits(row if label < 0 else ~row, count=self._size)
        self._stale += 1

    def _propose(self, count: int) -> Integers:
        places = np.searchsorted(self._sums, self._rng.random(count) * self._sums[-1], side="right")
        return np.asarray(np.minimum(places, self._size - 1))

    def _renew(self) -> None:
        """Make the law of now the proposal."""
        self._before += self._since
        self._since[:] = 0
        self._stale = 0
        self._sums = np.cumsum(np.exp(-self._rate * (self._before - self._before.min())))

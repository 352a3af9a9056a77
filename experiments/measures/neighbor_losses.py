"""All pairs of neighbors with losses 0 and 1 that may be the worst of lazy-to-private, each once for those alike.

* The losses of a batch count by their sums alone, and these up to a constant; those of the last batch not at all.
* Experts can be relabelled: of all relabellings of a pair, the one whose columns are in order is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.reference.multiplicative_weights import Matrix

Sums = tuple[int, ...]
Rows = tuple[Sums, ...]
Pair = tuple[Matrix, Matrix]

LOSSES: Final = (0, 1)


@dataclass(frozen=True, slots=True)
class Change:
    """A pair of neighbors: the sums of the losses of each batch but the last, up to a constant, by expert."""

    before: tuple[Sums, ...]
    now: Sums
    other: Sums
    after: tuple[Sums, ...]

    @property
    def first(self) -> tuple[Sums, ...]:
        """Those of the first matrix."""
        return (*self.before, self.now, *self.after)

    @property
    def second(self) -> tuple[Sums, ...]:
        """Those of the second one."""
        return (*self.before, self.other, *self.after)


def changes(experts: int, batch: int, batches: int) -> Iterator[Change]:
    """Pairs of neighbors with losses 0 and 1; others lose no more than one of these."""
    same, changed = batch_losses(experts, batch), _changed_losses(experts, batch)
    for place in range(batches - 1):
        for before, (now, other), after in product(
            product(same, repeat=place), changed, product(same, repeat=batches - 2 - place)
        ):
            columns = list(zip(*before, now, other, *after, strict=True))
            if columns == sorted(columns):
                yield Change(before, now, other, after)


def neighbors(experts: int, batch: int, batches: int) -> Iterator[Pair]:
    """The same as matrices that differ in one row."""
    return (pair_of(change, experts, batch) for change in changes(experts, batch, batches))


def pair_of(change: Change, experts: int, batch: int) -> Pair:
    """The matrices of a pair."""
    same, changed = batch_losses(experts, batch), _changed_losses(experts, batch)
    last = ((0,) * experts,) * batch
    begin, end = [same[sums] for sums in change.before], [*(same[sums] for sums in change.after), last]
    first, second = changed[change.now, change.other]
    return _matrix([*begin, first, *end]), _matrix([*begin, second, *end])


@cache
def batch_losses(experts: int, batch: int) -> dict[Sums, Rows]:
    """Losses of a batch for each choice of sums, up to a constant."""
    return {_sums(rows): rows for rows in product(product(LOSSES, repeat=experts), repeat=batch)}


@cache
def _changed_losses(experts: int, batch: int) -> dict[tuple[Sums, Sums], tuple[Rows, Rows]]:
    """Losses of a batch with and without a change of one row, for each two choices of sums that differ."""
    rows = list(product(LOSSES, repeat=experts))
    pairs = {}
    for row, other, rest in product(rows, rows, product(rows, repeat=batch - 1)):
        pair = (row, *rest), (other, *rest)
        pairs[_sums(pair[0]), _sums(pair[1])] = pair
    return {sums: pair for sums, pair in pairs.items() if sums[0] != sums[1]}


def _sums(rows: Rows) -> Sums:
    sums = [sum(column) for column in zip(*rows, strict=True)]
    return tuple(value - min(sums) for value in sums)


def _matrix(batches: Iterable[Rows]) -> Matrix:
    return tuple(tuple(Fraction(loss) for loss in row) for rows in batches for row in rows)

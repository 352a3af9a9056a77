"""The fewest of given sets that cover a finite set, by exact branch and bound, and lower bounds that can be checked.

Elements count from 0, and a set is a whole number whose bit e says whether element e is in it.

A lower bound is a fractional packing, the dual of the linear relaxation: numbers w_e >= 0 of which no set holds more
than 1 in total. Each set of a cover pays for at most 1, so that a cover has at least sum w_e sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from dpassay.analysis.classes import as_function, as_points, places
from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

MOST_ELEMENTS = 100_000


def maximal(sets: Sequence[int]) -> tuple[int, ...]:
    """Return the sets that are in no other one, larger ones first."""
    kept: list[int] = []
    for one in sorted(set(sets), key=lambda one: (-one.bit_count(), one)):
        if all(one & ~other for other in kept):
            kept.append(one)
    return tuple(kept)


def is_packing(shares: Sequence[object], sets: Sequence[int]) -> bool:
    """Tell whether no share is negative and the elements of no set have more than 1 together."""
    numbers = [as_fraction(share, "share") for share in shares]
    for one in sets:
        as_function(one, len(numbers), "set")
    fits = (rational_sum(numbers[e] for e in places(one)) <= 1 for one in sets)
    return all(number >= 0 for number in numbers) and all(fits)


def packing(size: int, sets: Sequence[int]) -> tuple[Fraction, ...]:
    """Return a fractional packing: the better of one over the size of each element's largest set, and of whole shares.

    Whole shares go to elements of which no two are in one set, chosen greedily, those with the fewest neighbors first.
    """
    search = _Search(size, sets)
    spread = [Fraction(1, search.largest(e, search.everything)) for e in range(search.size)]
    whole = [Fraction(0)] * search.size
    for e in search.apart(search.everything):
        whole[e] = Fraction(1)
    return tuple(max(spread, whole, key=rational_sum))


def least_set_cover(size: int, sets: Sequence[int]) -> tuple[int, ...]:
    """Return a smallest subfamily that covers elements 0, ..., size - 1; ``ValueError`` where none does."""
    search = _Search(size, sets)
    search.best = tuple(search.greedy())
    search.extend(search.everything, ())
    return search.best


class _Search:
    """A branch and bound on the element with the fewest sets; of two sets that cover the same, one is tried."""

    def __init__(self, size: int, sets: Sequence[int]) -> None:
        self.size = as_points(size, "size", MOST_ELEMENTS)
        self.everything = (1 << self.size) - 1
        self.sets = maximal([as_function(one, self.size, "set") for one in sets])
        self.holding = [[one for one in self.sets if one >> e & 1] for e in range(self.size)]
        for e, holding in enumerate(self.holding):
            require(bool(holding), "sets", f"without element {e}", "every element in a set")
        self.near = [self._union(holding) for holding in self.holding]
        self.best: tuple[int, ...] = ()
        self.reached: dict[int, int] = {}

    @staticmethod
    def _union(sets: Sequence[int]) -> int:
        union = 0
        for one in sets:
            union |= one
        return union

    def largest(self, e: int, left: int) -> int:
        """The most elements that are left in a set of element e."""
        return max((one & left).bit_count() for one in self.holding[e])

    def apart(self, left: int) -> Iterator[int]:
        """Yield elements of which no two are in one set."""
        for e in sorted(places(left), key=lambda e: (self.near[e] & left).bit_count()):
            if left >> e & 1:
                yield e
                left &= ~self.near[e]

    def bound(self, left: int) -> int:
        """Return how many sets are needed, at least, for what is left: the two packings, in whole numbers."""
        sizes = Counter(self.largest(e, left) for e in places(left))
        spread = rational_sum(Fraction(count, size) for size, count in sizes.items())
        return max(-(-spread.numerator // spread.denominator), sum(1 for _ in self.apart(left)))

    def greedy(self) -> Iterator[int]:
        """Yield the sets of a cover, each the one that covers most of what is left."""
        left = self.everything
        while left:
            one = max(self.sets, key=lambda one: (one & left).bit_count())
            yield one
            left &= ~one

    def extend(self, left: int, chosen: tuple[int, ...]) -> None:
        """Look for smaller covers than the best one among those that have the chosen sets, which leave the rest."""
        if not left:
            self.best = chosen if len(chosen) < len(self.best) else self.best
            return
        if len(chosen) >= self.reached.get(left, len(self.best)):
            return
        self.reached[left] = len(chosen)
        if len(chosen) + self.bound(left) >= len(self.best):
            return
        tightest = min(places(left), key=lambda e: len(self.holding[e]))
        for covered in maximal([one & left for one in self.holding[tightest]]):
            one = next(one for one in self.holding[tightest] if one & left == covered)
            self.extend(left & ~covered, (*chosen, one))


explain_failures(__name__)

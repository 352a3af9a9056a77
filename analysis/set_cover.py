"""The fewest of given sets that cover a finite set, by an exact branch and bound in whole numbers.

Elements count from 0, and a set is a whole number whose bit e says whether element e is in it. A branch is given up
when prices of what it leaves show that it cannot be better than the best cover so far (``set_packing``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

from dpassay.analysis.classes import as_function, as_points, places
from dpassay.analysis.set_packing import MOST_ELEMENTS, ONE, STEPS, Prices
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

FEW_STEPS: Final = 60
"""Steps of the prices in a branch, which begin where those of the branch above it ended."""


def maximal(sets: Sequence[int]) -> tuple[int, ...]:
    """Return the sets that are in no other one, larger ones first."""
    kept: list[int] = []
    for one in sorted(set(sets), key=lambda one: (-one.bit_count(), one)):
        if all(one & ~other for other in kept):
            kept.append(one)
    return tuple(kept)


def least_set_cover(size: int, sets: Sequence[int]) -> tuple[int, ...]:
    """Return a smallest subfamily that covers elements 0, ..., size - 1; ``ValueError`` where none does."""
    count = as_points(size, "size", MOST_ELEMENTS)
    listed = maximal([as_function(one, count, "set") for one in sets])
    covered = _union(listed)
    for e in range(count):
        require(bool(covered >> e & 1), "sets", f"without element {e}", "every element in a set")
    search = _Search(greedy(listed))
    search.extend(covered, (), listed, [ONE] * count)
    return search.best


def greedy(sets: Sequence[int], prices: Sequence[int] = ()) -> tuple[int, ...]:
    """Return a cover of all that the sets hold, of which none can be left out.

    Each set in turn is the one whose elements that are left have the highest prices in total, and of equal ones one
    with most of them.
    """
    left, chosen = _union(sets), list[int]()
    require(min(prices, default=0) >= 0, "prices", prices, "numbers of at least 0")
    require(not prices or left.bit_length() <= len(prices), "prices", prices, f"{left.bit_length()} of them")

    def gain(one: int) -> tuple[int, int]:
        return sum([prices[e] for e in places(one & left)]) if prices else 0, (one & left).bit_count()

    while left:
        chosen.append(max(sets, key=gain))
        left &= ~chosen[-1]
    for one in list(chosen):
        others = [other for other in chosen if other != one]
        if one & ~_union(others) == 0:
            chosen = others
    return tuple(chosen)


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


class _Search:
    """A branch and bound on the element with the fewest sets, and the best cover so far."""

    def __init__(self, best: tuple[int, ...]) -> None:
        self.best = best

    def extend(self, left: int, chosen: tuple[int, ...], sets: Sequence[int], prices: Sequence[int]) -> None:
        """Look for a better cover among those of the chosen sets and some of others, which must cover what is left.

        A set whose elements cost so much less than 1 that the bound is too large with it is in no better cover. Of the
        sets with the element that has the fewest, those whose elements cost most come first; one that has been tried
        is not tried again beside the next.
        """
        whole = {one & left: one for one in sets}
        cuts = maximal([cut for cut in whole if cut])
        if _union(cuts) != left:
            return
        self._complete(chosen, whole, greedy(cuts))
        target = len(self.best) - len(chosen)
        priced = self._priced(left, cuts, prices, target, FEW_STEPS if chosen else STEPS)
        after = list(prices)
        for e, price in zip(places(left), priced.prices, strict=True):
            after[e] = price
        self._complete(chosen, whole, greedy(cuts, after))
        surplus = (len(self.best) - 1 - len(chosen)) * ONE - priced.bound
        if surplus < 0:
            return
        spare = dict(zip(cuts, (-above for above in priced.excess()), strict=True))
        kept = sorted((cut for cut in cuts if spare[cut] <= surplus), key=lambda cut: spare[cut])
        if _union(kept) != left:
            return
        tightest = min(places(left), key=lambda e: sum(cut >> e & 1 for cut in kept))
        for cut in [cut for cut in kept if cut >> tightest & 1]:
            kept.remove(cut)
            self.extend(left & ~cut, (*chosen, whole[cut]), [whole[other] for other in kept], after)

    def _complete(self, chosen: tuple[int, ...], whole: Mapping[int, int], cuts: Sequence[int]) -> None:
        """Keep the cover of the chosen sets and of those that were cut to these, if it is better than the best."""
        if len(chosen) + len(cuts) < len(self.best):
            self.best = (*chosen, *(whole[cut] for cut in cuts))

    @staticmethod
    def _priced(left: int, cuts: Sequence[int], prices: Sequence[int], target: int, steps: int) -> Prices:
        """Return prices of what is left, by its order, as far as they are needed to show that ``target`` is needed."""
        order = {e: i for i, e in enumerate(places(left))}
        sets = [[order[e] for e in places(cut)] for cut in cuts]
        spread = Prices.spread(len(order), sets)
        begun = Prices([prices[e] for e in order], sets)
        best = max(begun, spread, key=lambda one: one.bound)
        best.ascend(target, steps)
        return best


explain_failures(__name__)

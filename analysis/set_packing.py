"""Lower bounds on the size of a set cover that can be checked: fractional packings, found by subgradient steps.

Elements count from 0, and a set is a whole number whose bit e says whether element e is in it.

Prices u_e >= 0 of the elements bound every cover: a set pays for its elements, up to a price of 1 in all, or else what
is above 1 is taken off, so that L(u) = sum_e u_e - sum_S max(0, sum_(e in S) u_e - 1) is at most the number of sets. A
fractional packing is a u of which no set holds more than 1, so that nothing is taken off. The largest L(u), and the
largest packing, are the least value of the linear relaxation.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from dpassay.analysis.classes import as_function, as_points, places
from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

MOST_ELEMENTS: Final = 100_000
ONE: Final = 1 << 24
"""Prices are whole multiples of 1 over this."""
STEPS: Final = 600
PATIENCE: Final = 20
"""Steps without a better bound, after which steps become shorter."""
FINEST: Final = 1 << 9


def is_packing(shares: Sequence[object], sets: Sequence[int]) -> bool:
    """Tell whether no share is negative and the elements of no set have more than 1 together."""
    numbers = [as_fraction(share, "share") for share in shares]
    for one in sets:
        as_function(one, len(numbers), "set")
    fits = (rational_sum(numbers[e] for e in places(one)) <= 1 for one in sets)
    return all(number >= 0 for number in numbers) and all(fits)


def packing(size: int, sets: Sequence[int]) -> tuple[Fraction, ...]:
    """Return a fractional packing of elements 0, ..., size - 1, each in a set; no cover is smaller than its sum."""
    count = as_points(size, "size", MOST_ELEMENTS)
    listed = [list(places(as_function(one, count, "set"))) for one in sets]
    found = Prices.spread(count, listed)
    found.ascend(len(listed), STEPS)
    return tuple(Fraction(price, ONE) for price in found.packed())


class Prices:
    """Prices of elements, in multiples of 1 over ``ONE``, the largest bound that they have given, and the sets."""

    def __init__(self, prices: Sequence[int], sets: Sequence[Sequence[int]]) -> None:
        self.prices, self.sets, self.bound = list(prices), sets, 0
        require(min(self.prices, default=0) >= 0, "prices", prices, "numbers of at least 0")
        _check(sets, len(self.prices))
        self.ascend(0, 0)

    @classmethod
    def spread(cls, size: int, sets: Sequence[Sequence[int]]) -> Prices:
        """Return the prices 1 over the size of the largest set of each element."""
        largest = [0] * as_points(size, "size", MOST_ELEMENTS)
        _check(sets, len(largest))
        for one in sets:
            for e in one:
                largest[e] = max(largest[e], len(one))
        require(all(largest), "sets", sets, f"each of {size} elements in a set")
        return cls([ONE // entry for entry in largest], sets)

    def excess(self) -> list[int]:
        """Return what each set's elements cost above 1, negative where they cost less."""
        return self._excess(self.prices)

    def _excess(self, prices: Sequence[int]) -> list[int]:
        return [sum([prices[e] for e in one]) - ONE for one in self.sets]

    def ascend(self, target: int, steps: int) -> None:
        """Take steps along subgradients until the bound shows that ``target`` sets are needed; keep the best prices."""
        prices, shorter, waited = self.prices, 1, 0
        for _ in range(steps + 1):
            excess = self._excess(prices)
            bound = sum(prices) - sum([one for one in excess if one > 0])
            waited = 0 if bound > self.bound else waited + 1
            if bound > self.bound:
                self.prices, self.bound = prices, bound
            if waited > PATIENCE:
                shorter, waited = 2 * shorter, 0
            if self.bound > (target - 1) * ONE or shorter > FINEST:
                return
            prices = self._step(prices, excess, target * ONE - bound, shorter)

    def _step(self, prices: Sequence[int], excess: Sequence[int], missing: int, shorter: int) -> list[int]:
        """Raise the price of what no set above 1 holds, and lower that of what several hold."""
        slope = [1] * len(prices)
        for one, above in zip(self.sets, excess, strict=True):
            if above > 0:
                for e in one:
                    slope[e] -= 1
        length = missing // (shorter * max(1, sum([entry * entry for entry in slope])))
        return [max(0, price + length * entry) for price, entry in zip(prices, slope, strict=True)]

    def packed(self) -> list[int]:
        """Return a packing: each price over what the dearest of its sets costs; once more, for what is left."""
        prices: list[int] = self.prices
        for _ in range(PATIENCE):
            dearest = [1] * len(prices)
            for one in self.sets:
                cost = sum([prices[e] for e in one])
                for e in one:
                    dearest[e] = max(dearest[e], cost)
            prices = [price * ONE // cost for price, cost in zip(prices, dearest, strict=True)]
        return prices


def _check(sets: Sequence[Sequence[int]], size: int) -> None:
    for one in sets:
        require(all(0 <= e < size for e in one), "sets", one, f"elements in 0..{size - 1}")


explain_failures(__name__)

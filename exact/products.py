"""Laws of rows whose entries are drawn one after another: a probability is a product, with one factor an entry.

Each factor is exact, and shared by all rows that begin alike. Where the factors are quotients of different sums of
powers of e, as those of an adaptive mechanism are, sums of such products have exact forms that nobody could wait for:
then there are enclosures, at any precision, and ratios of rows of two laws are still products of a few exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import mul
from typing import TypeVar

from flint import arb, ctx

from dpassay.exact.expnumber import Number
from dpassay.exact.real import Real, as_real

Y = TypeVar("Y", bound=Hashable)
Z = TypeVar("Z", bound=Hashable)

Factors = tuple[Number, ...]


class Balls:
    """Enclosures of numbers at the working precision, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Number, arb]] = {}

    def of(self, number: Number) -> arb:
        """Enclose a number."""
        key = int(ctx.prec), id(number)
        if key not in self._known:
            self._known[key] = number, as_real(number).evaluate()
        return self._known[key][1]  # the number is kept with its ball, so that no other one gets its id

    def product(self, numbers: Sequence[Number]) -> arb:
        """Enclose a product."""
        return reduce(mul, map(self.of, numbers), arb(1))


class Products(Mapping[Y, "Number"]):
    """The probability of each outcome, the product of its ``factors``, all of them above 0."""

    __slots__ = ("balls", "factors")

    def __init__(self, factors: Mapping[Y, Factors]) -> None:
        self.factors = factors
        self.balls = Balls()

    def __getitem__(self, outcome: Y) -> Number:
        return reduce(mul, self.factors[outcome], Fraction(1))

    def __iter__(self) -> Iterator[Y]:
        return iter(self.factors)

    def __len__(self) -> int:
        return len(self.factors)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.factors

    def enclosed(self, outcome: Y) -> Real:
        """Return the probability of an outcome without working out its exact form."""
        return Real(lambda: self.balls.product(self.factors[outcome]))

    def cumulative(self, order: Sequence[Y]) -> list[tuple[Real, Real]]:
        """Return the probability of each outcome, and that of all up to it in this order."""
        known: dict[int, tuple[list[arb], list[arb]]] = {}

        def table() -> tuple[list[arb], list[arb]]:
            precision = int(ctx.prec)
            if precision not in known:
                masses = [self.balls.product(self.factors[y]) for y in order]
                known[precision] = masses, list(accumulate(masses))
            return known[precision]

        def entry(side: int, place: int) -> Real:
            return Real(lambda: table()[side][place])

        return [(entry(0, place), entry(1, place)) for place in range(len(order))]


def rows_of(length: int, kernel: Callable[[tuple[Z, ...]], Iterable[tuple[Z, Number]]]) -> dict[tuple[Z, ...], Factors]:
    """Return the factors of each row of a length; ``kernel`` has the entries that may follow a row, and how likely.

    What has probability 0 is left out.
    """
    rows: dict[tuple[Z, ...], Factors] = {(): ()}
    for _ in range(length):
        rows = {
            (*row, entry): (*factors, weight)
            for row, factors in rows.items()
            for entry, weight in kernel(row)
            if weight != 0
        }
    return rows

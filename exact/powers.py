"""Probabilities in proportion to whole multiples of powers of one base: how most laws under a privacy budget look.

Outcomes with one multiple of one power share one probability, which is worked out when it is asked for: a law on many
outcomes costs no more than its few different ones, and its privacy loss follows from the exponents alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple, TypeVar

from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from dpassay.exact.expnumber import Number, series, total
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real, as_real

Y = TypeVar("Y", bound=Hashable)


MOST_EXACT_TERMS = 64
"""Sums of so many powers of an irrational base have their exact form; of longer ones there are enclosures."""


class Share(NamedTuple):
    """What an outcome gets in proportion to others: count * base^exponent, with a count of at least 1."""

    count: int  # type: ignore[assignment]  # a tuple's own `count` is not needed
    exponent: int


Polynomial = Mapping[int, int]
"""Whole coefficients above 0, by exponent; the exponents may be negative."""


def collected(shares: Iterable[Share]) -> Polynomial:
    """Return the sum of the shares, its exponents increasing."""
    counts: dict[int, int] = {}
    for count, exponent in shares:
        counts[exponent] = counts.get(exponent, 0) + count
    return dict(sorted(counts.items()))


def power_sum(base: Number, polynomial: Polynomial) -> Number:
    """Return the value of a polynomial at the base, exactly."""
    return total(count * base**exponent for exponent, count in polynomial.items())


def power_terms(base: Number, polynomial: Polynomial) -> list[arb]:
    """Enclose the terms of a polynomial at the base, at the working precision; its exponents increase."""
    raised = powers_of(base)
    return [power * fmpz(polynomial[e]) for e, power in zip(polynomial, map(raised, polynomial), strict=True)]


def powers_of(base: Number) -> Callable[[int], arb]:
    """Return what encloses a power of the base at the working precision; cheap where exponents come in even steps."""
    steps: dict[int, arb] = {}
    place, value = 0, arb(1)

    def step(gap: int) -> arb:
        if gap not in steps:
            steps[gap] = as_real(base**gap).evaluate()
        return steps[gap]

    def raised(exponent: int) -> arb:
        nonlocal place, value
        if exponent != place:
            value, place = value * step(exponent - place), exponent
        return value

    return raised


@dataclass(frozen=True, slots=True)
class PowerSeries:
    """A polynomial with rational coefficients: the whole ones of ``numerator`` over ``denominator``."""

    numerator: fmpz_poly
    denominator: int

    def __call__(self, base: Number) -> Number:
        """Return its value, exactly."""
        if isinstance(base, Fraction):
            value = self.numerator(fmpq(base.numerator, base.denominator)) / self.denominator
            return Fraction(int(value.p), int(value.q))
        return series((Fraction(int(c), self.denominator) for c in self.numerator.coeffs()), base)


class Powers(Mapping[Y, "Number"]):
    """The probability of each outcome.

    ``base``: a number above 1. ``weights``: for each outcome its ``Share``, or its probability outright; the shares, of
    which there is at least one, add up to what is left. Raises ``ValueError`` where nothing is left for them.
    """

    __slots__ = ("_known", "_total", "_weights", "base", "rest")

    def __init__(self, base: Number, weights: Mapping[Y, Share | Fraction]) -> None:
        require(base > 1, "base", base, "a number above 1")
        self.base = base
        self._weights = {outcome: weight for outcome, weight in weights.items() if weight != 0}
        self.rest = 1 - sum(self.masses.values(), Fraction(0))
        in_range = all(mass > 0 for mass in self.masses.values()) and self.rest > 0
        require(in_range, "masses", f"{len(self.masses)} masses", "numbers above 0 with a total below 1")
        counts = [share.count for share in self.shares.values()]
        require(
            bool(counts) and min(counts) > 0, "shares", f"{len(counts)} shares", "at least one, with counts above 0"
        )
        self._known: dict[Share, Number] = {}
        self._total: Number | None = None

    @property
    def shares(self) -> dict[Y, Share]:
        """The outcomes with a share."""
        return {outcome: weight for outcome, weight in self._weights.items() if isinstance(weight, Share)}

    @property
    def masses(self) -> dict[Y, Fraction]:
        """The probabilities that are given outright."""
        listed = ((outcome, weight) for outcome, weight in self._weights.items() if not isinstance(weight, Share))
        return {outcome: as_fraction(weight, "mass") for outcome, weight in listed}

    @property
    def total(self) -> Number:
        """The sum of count * base^exponent over all shares."""
        if self._total is None:
            self._total = power_sum(self.base, collected(self.shares.values()))
        return self._total

    def cumulative(
        self, order: Sequence[Y], most_exact: int = MOST_EXACT_TERMS
    ) -> list[tuple[Number | Real, Number | Real]] | None:
        """Return the probability of each outcome, and that of all up to it in this order, in enclosures.

        None where their exact forms are short enough, or rational: then nobody needs enclosures.
        """
        polynomial = collected(self.shares.values())
        if isinstance(self.base, Fraction) or len(polynomial) <= most_exact:
            return None
        known: dict[int, tuple[list[arb], list[arb]]] = {}

        def table() -> tuple[list[arb], list[arb]]:
            precision = int(ctx.prec)
            if precision not in known:
                powers = dict(zip(polynomial, power_terms(self.base, dict.fromkeys(polynomial, 1)), strict=True))
                whole = sum((powers[e] * count for e, count in polynomial.items()), arb(0))
                unit = as_real(self.rest).evaluate() / whole
                masses = [
                    powers[weight.exponent] * weight.count * unit
                    if isinstance(weight := self._weights[y], Share)
                    else as_real(weight).evaluate()
                    for y in order
                ]
                known[precision] = masses, list(accumulate(masses))
            return known[precision]

        def entry(side: int, place: int) -> Real:
            return Real(lambda: table()[side][place])

        return [(entry(0, place), entry(1, place)) for place in range(len(order))]

    def __getitem__(self, outcome: Y) -> Number:
        weight = self._weights[outcome]
        if not isinstance(weight, Share):
            return weight
        if weight not in self._known:
            count, exponent = weight
            self._known[weight] = self.rest * (count * self.base**exponent / self.total)
        return self._known[weight]

    def __iter__(self) -> Iterator[Y]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

"""Laws on a finite domain that are sigma-smooth: the polytope, its extreme points, and the best law for given values.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2.
With the uniform law on N points as base, p is sigma-smooth where p(x) <= 1/(sigma N) for every x. So the smooth laws
are the simplex, cut off at one height. An extreme point has that height at floor(sigma N) points and what is left at
one other: two heights strictly between could be moved against each other.

A linear function of the law is largest where the heights go to the largest values first: no list of extreme points is
needed for that. Where the domain is cut into cells and only the mass of each cell matters, the masses are those below
the number of points times the height; ``capped`` functions speak of such laws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TypeAlias

from dpassay.exact import as_fraction, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import rational_sum

MOST_POINTS = 1 << 20
"""The largest domain."""

Law: TypeAlias = tuple[Fraction, ...]
"""The probability of each point of the domain, or of each cell."""


@dataclass(frozen=True, slots=True)
class SmoothLaws:
    """The sigma-smooth laws on a domain.

    Attributes:
        size: N, the points of the domain, at least 1.
        sigma: from above 0 to 1; at 1 the uniform law alone is smooth, and at 1/N or below every law is.

    Raises:
        ValueError: an argument is outside its range.
    """

    size: int
    sigma: Fraction

    def __post_init__(self) -> None:
        """Read both numbers."""
        size, sigma = as_positive_integer(self.size, "size"), as_fraction(self.sigma, "sigma")
        require(size <= MOST_POINTS, "size", size, f"at most {MOST_POINTS}")
        require(0 < sigma <= 1, "sigma", sigma, "a number above 0 and at most 1")
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "sigma", sigma)

    @property
    def cap(self) -> Fraction:
        """The largest probability of a point: 1/(sigma N); above 1 it asks for nothing."""
        return 1 / (self.sigma * self.size)

    @property
    def full(self) -> int:
        """How many points an extreme point has at the cap: floor(sigma N)."""
        return int(self.sigma * self.size)

    @property
    def rest(self) -> Fraction:
        """What an extreme point has at one other point: 1 - floor(sigma N)/(sigma N), below the cap."""
        return 1 - self.full * self.cap

    def contains(self, p: Iterable[object]) -> bool:
        """Tell whether p is a sigma-smooth law on this domain."""
        law = tuple(as_fraction(entry, "p") for entry in p)
        return len(law) == self.size and rational_sum(law) == 1 and all(0 <= entry <= self.cap for entry in law)

    def check(self, p: Iterable[object]) -> Law:
        """Return p as it is.

        Raises:
            ValueError: p is no sigma-smooth law on this domain.
        """
        law = tuple(as_fraction(entry, "p") for entry in p)
        words = f"a law on {self.size} points, none of which has more than 1/(sigma N) = {self.cap}"
        require(self.contains(law), "p", ", ".join(map(str, law)), words)
        return law

    def best(self, values: Iterable[object]) -> Law:
        """The smooth law under which the expectation of ``values``, one a point, is largest; an extreme point."""
        listed = [as_fraction(value, "values") for value in values]
        require(len(listed) == self.size, "values", len(listed), f"{self.size} of them, one a point")
        return capped_best(listed, [self.cap] * self.size)

    def largest(self, values: Iterable[object]) -> Fraction:
        """The largest expectation of ``values`` under a smooth law."""
        listed = [as_fraction(value, "values") for value in values]
        return expectation(self.best(listed), listed)

    def mended(self, p: Iterable[object]) -> Law:
        """A smooth law close to p, whose entries may be slightly wrong: cut off, and scaled down or filled up to 1."""
        law = [min(max(as_fraction(entry, "p"), Fraction(0)), self.cap) for entry in p]
        require(len(law) == self.size, "p", len(law), f"{self.size} numbers, one a point")
        total = rational_sum(law)
        if total > 1:
            return tuple(entry / total for entry in law)
        for x, entry in enumerate(law):
            law[x] = min(self.cap, entry + 1 - total)
            total += law[x] - entry
        return tuple(law)

    def extreme_points(self) -> Iterator[Law]:
        """Yield every extreme point once."""
        for chosen in combinations(range(self.size), self.full):
            law = [Fraction(0)] * self.size
            for x in chosen:
                law[x] = self.cap
            if not self.rest:
                yield tuple(law)
                continue
            for x in set(range(self.size)) - set(chosen):
                yield (*law[:x], self.rest, *law[x + 1 :])

    def count_extreme_points(self) -> int:
        """How many extreme points there are."""
        return comb(self.size, self.full) * (self.size - self.full if self.rest else 1)


def smoothness(p: Iterable[object]) -> Fraction:
    """The largest sigma for which a law is sigma-smooth: 1/(N max p).

    Raises:
        ValueError: p is no law.
    """
    law = tuple(as_fraction(entry, "p") for entry in p)
    is_law = bool(law) and rational_sum(law) == 1 and min(law) >= 0
    require(is_law, "p", ", ".join(map(str, law)), "probabilities that sum to 1")
    return 1 / (len(law) * max(law))


def expectation(law: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """The expectation of values, one a point."""
    return rational_sum(p * value for p, value in zip(law, values, strict=True))


# Cells: each has a cap of its own


def capped_best(values: Sequence[Fraction], caps: Sequence[Fraction]) -> Law:
    """The law with p_i <= caps_i under which the expectation of ``values`` is largest: the largest values first.

    Raises:
        ValueError: the caps sum to less than 1: there is no law.
    """
    _check_caps(caps)
    require(len(values) == len(caps), "values", len(values), f"{len(caps)} of them, one a cap")
    law, left = [Fraction(0)] * len(caps), Fraction(1)
    for i in sorted(range(len(caps)), key=lambda i: -values[i]):
        law[i] = min(caps[i], left)
        left -= law[i]
    return tuple(law)


def capped_extreme_points(caps: Sequence[Fraction]) -> Iterator[Law]:
    """Yield every extreme point of the laws with p_i <= caps_i once: all entries but at most one are 0 or at the cap.

    Raises:
        ValueError: the caps sum to less than 1.
    """
    _check_caps(caps)
    for chosen in _sets_below(caps, 0, Fraction(1)):
        law = [cap if i in chosen else Fraction(0) for i, cap in enumerate(caps)]
        rest = 1 - rational_sum(law)
        if not rest:
            yield tuple(law)
            continue
        for i, cap in enumerate(caps):
            if i not in chosen and cap > rest:
                yield (*law[:i], rest, *law[i + 1 :])


def _sets_below(caps: Sequence[Fraction], start: int, left: Fraction) -> Iterator[frozenset[int]]:
    """Yield the sets of indices from ``start`` on whose caps sum to at most ``left``."""
    yield frozenset()
    for i in range(start, len(caps)):
        if 0 < caps[i] <= left:
            for more in _sets_below(caps, i + 1, left - caps[i]):
                yield more | {i}


def _check_caps(caps: Sequence[Fraction]) -> None:
    fine = bool(caps) and min(caps) >= 0 and rational_sum(caps) >= 1
    require(fine, "caps", ", ".join(map(str, caps)), "numbers of at least 0 that sum to 1 or more")


explain_failures(__name__)

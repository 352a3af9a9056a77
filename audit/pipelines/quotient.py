"""A mean of numbers between bounds, as PyDP's native code has it: a noisy sum over a noisy count.

The sum is that of distances from the middle of the bounds, with Laplace noise of unit (high - low) / epsilon; the count
has Laplace noise of unit 2 / epsilon, is rounded to a whole number, and is at least 1. The answer is their quotient
plus the middle, clamped. Its density is a sum over all counts k, of the mass of k times k times the density of the sum
at k times the distance of the answer from the middle; at a bound it has an atom.

The input of a row is (count, sum of the clamped numbers), and its unit is (low, high, epsilon).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from flint import arb, ctx

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import Real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["MEAN", "mean_loss", "mean_supremum"]

MEAN: Final = "quotient of noisy sum and count"
HALF: Final = Fraction(1, 2)
TRIED: Final = 64
"""Answers are tried at the ends of so many parts of the bounds, and where the sum has its peak for so many counts."""


@dataclass(frozen=True, slots=True)
class _Noisy:
    """One input: the count, the sum of distances from the middle, and the units of both noises."""

    count: int
    total: Fraction
    unit: Fraction
    unit_of_count: Fraction


def mean_loss(row: Row) -> Loss:
    """Return the loss of a mean; None where the inputs are no counts and sums, or the answer is beyond the bounds."""
    if not _is_known(row) or not is_finite(row.answer) or not row.unit[0] <= row.answer <= row.unit[1]:
        return None
    return _loss(row, Fraction(row.answer))


def mean_supremum(row: Row) -> Loss:
    """Return the largest loss that is found: at both bounds, between them, and where the noise of the sum has its peak.

    The supremum is no smaller.
    """
    return _largest(row.unit, row.first, row.second) if _is_known(row) else None


def _is_known(row: Row) -> bool:
    if not isinstance(row.unit, tuple) or len(row.unit) != 3 or not is_finite(*row.unit):
        return False
    low, high, epsilon = row.unit
    return low < high and epsilon > 0 and all(map(_is_count_and_sum, (row.first, row.second)))


def _is_count_and_sum(given: Any) -> bool:
    known = isinstance(given, tuple) and len(given) == 2 and is_finite(*given)
    return known and given[0] >= 0 and Fraction(given[0]).denominator == 1


def _noisy(unit: tuple[Any, ...], given: tuple[Any, ...]) -> _Noisy:
    low, high, epsilon = map(Fraction, unit)
    count, total = int(given[0]), Fraction(given[1])
    return _Noisy(count, total - count * (low + high) / 2, (high - low) / epsilon, 2 / epsilon)


def _loss(row: Row, answer: Fraction) -> Loss:
    if row.first == row.second:
        return Fraction(0)
    low, high, _ = map(Fraction, row.unit)
    place = answer - (low + high) / 2
    weight = _atom if answer in (low, high) else _density
    both = [_noisy(row.unit, given) for given in (row.first, row.second)]

    def evaluate() -> arb:
        weights = [weight(each, place) for each in both]
        return (weights[0] / weights[1]).log()

    return Real(evaluate)


# The law


def _density(given: _Noisy, place: Fraction) -> arb:
    """Return the density of the answer at a distance from the middle."""
    total = arb(0)
    for count, mass in _counts(given):
        gap = abs(count * place - given.total) / given.unit
        total += count * mass * rational_ball(-gap).exp()
    first = _last(given) + 1
    step = rational_ball(-1 / given.unit_of_count).exp()
    rest = _above(given, first - HALF) * (first + step / (1 - step))
    return (total + _up_to(rest)) / (2 * rational_ball(given.unit))


def _atom(given: _Noisy, place: Fraction) -> arb:
    """Return the probability that the answer is at the bound of a distance from the middle."""
    sign = 1 if place > 0 else -1
    total = arb(0)
    for count, mass in _counts(given):
        beyond = (count * abs(place) - sign * given.total) / given.unit
        half = rational_ball(-abs(beyond)).exp() / 2
        total += mass * (half if beyond >= 0 else 1 - half)
    return total + _up_to(_above(given, _last(given) + HALF))


def _up_to(most: arb) -> arb:
    """Return a ball that holds all that lies between 0 and a number."""
    return most / 2 * arb(1, 1)


def _last(given: _Noisy) -> int:
    """Return the count up to which is summed: what is beyond is less than the working precision shows."""
    return given.count + 1 + int((ctx.prec + 20) * given.unit_of_count)


def _counts(given: _Noisy) -> Iterator[tuple[int, arb]]:
    """Yield noisy counts and their masses; all below 1 count as 1."""
    above = _above(given, Fraction(3, 2))
    yield 1, 1 - above
    for count in range(2, _last(given) + 1):
        beyond = _above(given, count + HALF)
        yield count, above - beyond
        above = beyond


def _above(given: _Noisy, place: Fraction) -> arb:
    """Return the probability that the noisy count, before it is rounded, is above a place."""
    gap = (place - given.count) / given.unit_of_count
    half = rational_ball(-abs(gap)).exp() / 2
    return half if gap >= 0 else 1 - half


# The largest


@lru_cache(maxsize=256)
def _largest(unit: Any, first: Any, second: Any) -> Loss:
    row = Row(0, unit, first, second, None)
    low, high, _ = map(Fraction, unit)
    middle = (low + high) / 2
    places = {low + (high - low) * k / TRIED for k in range(TRIED + 1)}
    for given in (_noisy(unit, first), _noisy(unit, second)):
        places.update(middle + given.total / k for k in range(1, TRIED + 1) if low < middle + given.total / k < high)
    losses = [_loss(row, place) for place in sorted(places)]
    return max(losses, key=lambda loss: float(loss.ball().mid()) if isinstance(loss, Real) else 0.0)


explain_failures(__name__)

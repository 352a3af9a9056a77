"""The sign of a polynomial in one variable on an interval, by Sturm's theorem."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_poly

from dpassay.proofs_check.kernel.interval import Interval


def is_positive(polynomial: fmpq_poly, interval: Interval) -> bool:
    """Tell whether a polynomial is above 0 at every point of the interval, closed ends included."""
    ends = [(interval.low, interval.low_closed), (interval.high, interval.high_closed)]
    if any(closed and _at(polynomial, end) <= 0 for end, closed in ends if end is not None):
        return False
    return _roots_inside(polynomial, interval) == 0 and _at(polynomial, inner(interval)) > 0


def is_nonnegative(polynomial: fmpq_poly, interval: Interval) -> bool:
    """Tell whether a polynomial is at least 0 on the interval: no change of sign inside, and not below 0 somewhere."""
    if polynomial.degree() < 0:
        return True
    odd = _odd_part(polynomial)
    if _roots_inside(odd, interval) > 0:
        return False
    return _at(odd, inner(interval)) > 0


def inner(interval: Interval) -> Fraction:
    """Return a point inside."""
    if interval.low is None:
        return (interval.high or Fraction(0)) - 1
    return interval.low + 1 if interval.high is None else (interval.low + interval.high) / 2


def _odd_part(polynomial: fmpq_poly) -> fmpq_poly:
    """Return the polynomial without repeated factors, over those of even multiplicity: it changes sign where this does.

    Yun's square-free decomposition, p = p_1 p_2^2 p_3^3 ..., of which the p_i with odd i are kept, with the sign of p.
    """
    common = _monic_gcd(polynomial, polynomial.derivative())
    remaining = polynomial / common
    odd, multiplicity = fmpq_poly([1]), 1
    while remaining.degree() > 0:
        shared = _monic_gcd(remaining, common)
        factor = remaining / shared
        if multiplicity % 2:
            odd *= factor
        remaining, common, multiplicity = shared, common / shared, multiplicity + 1
    leading = polynomial[polynomial.degree()] / odd[odd.degree()]
    return odd if leading > 0 else -odd


def _monic_gcd(a: fmpq_poly, b: fmpq_poly) -> fmpq_poly:
    divisor = a.gcd(b)
    return divisor if divisor.degree() > 0 else fmpq_poly([1])


def _roots_inside(polynomial: fmpq_poly, interval: Interval) -> int:
    """Count the distinct roots in the open interval."""
    if polynomial.degree() <= 0:
        return 0
    chain = _sturm_chain(polynomial / _monic_gcd(polynomial, polynomial.derivative()))
    # Sturm counts the roots in the half-open interval (low, high].
    high_end = interval.high is not None and _at(polynomial, interval.high) == 0
    return _changes(chain, interval.low, upper=False) - _changes(chain, interval.high, upper=True) - high_end


def _sturm_chain(polynomial: fmpq_poly) -> list[fmpq_poly]:
    chain = [polynomial, polynomial.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return chain


def _changes(chain: list[fmpq_poly], point: Fraction | None, *, upper: bool) -> int:
    signs = [_at(p, point) if point is not None else _at_infinity(p, upper=upper) for p in chain]
    kept = [sign for sign in signs if sign]
    return sum(a != b for a, b in pairwise(kept))


def _at(polynomial: fmpq_poly, point: Fraction) -> int:
    value = polynomial(fmpq(point.numerator, point.denominator))
    return (value > 0) - (value < 0)


def _at_infinity(polynomial: fmpq_poly, *, upper: bool) -> int:
    degree = polynomial.degree()
    if degree < 0:
        return 0
    leading = polynomial[degree]
    return ((leading > 0) - (leading < 0)) * (1 if upper or degree % 2 == 0 else -1)

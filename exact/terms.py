"""Sums of rational multiples of monomials e^a prod p^q, with a and q rational: what an exact number is a quotient of.

Distinct monomials with every q in [0, 1) are linearly independent over the rationals (``dpassay.exact.expnumber``), so
sums are equal where they have the same terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd, lcm
from typing import TypeAlias

from flint import arb, arb_poly, fmpq, fmpq_poly, fmpz

from dpassay.exact.rationals import Rational, require
from dpassay.exact.real import rational_ball


@dataclass(frozen=True, slots=True, order=True)
class Monomial:
    """e^rate times the product of prime^exponent, each exponent in (0, 1)."""

    rate: Fraction = Fraction(0)
    radicals: tuple[tuple[int, Fraction], ...] = ()

    def __hash__(self) -> int:
        """Return a hash that is quicker to find than that of a ``Fraction``."""
        return hash((self.rate.numerator, self.rate.denominator, self.radicals))

    def ball(self) -> arb:
        """Return an enclosure at the working precision."""
        value = rational_ball(self.rate).exp() if self.rate else arb(1)
        for prime, exponent in self.radicals:
            # exp of log, not a power: the library takes dyadic powers by repeated roots, slow for long exponents.
            value *= (rational_ball(prime).log() * rational_ball(exponent)).exp()
        return value

    def __str__(self) -> str:
        whole = self.rate > 0 and self.rate.denominator == 1
        power_of_e = "e" if self.rate == 1 else f"e^{self.rate}" if whole else f"e^({self.rate})"
        parts = [power_of_e] if self.rate else []
        return "*".join([*parts, *(f"{prime}^({exponent})" for prime, exponent in self.radicals)]) or "1"


ONE = Monomial()
Terms: TypeAlias = Mapping[Monomial, Fraction]
UNIT: Terms = {ONE: Fraction(1)}
_ZERO = fmpq(0)
_SHORT = 64
"""Bits of a denominator that Python cancels as fast as the library does."""


@cache
def radical(exponents: tuple[tuple[int, Fraction], ...], rate: Fraction) -> tuple[Fraction, Monomial]:
    """Split e^rate * prod p^q into a rational factor and a monomial with every exponent in (0, 1)."""
    factor, radicals = Fraction(1), []
    for prime, exponent in exponents:
        whole = exponent.__floor__()
        factor *= Fraction(prime) ** whole
        if exponent != whole:
            radicals.append((prime, exponent - whole))
    return factor, Monomial(rate, tuple(radicals))


# Arithmetic


def _multiply_monomials(a: Monomial, b: Monomial) -> tuple[Fraction, Monomial]:
    exponents = dict(a.radicals)
    for prime, exponent in b.radicals:
        exponents[prime] = exponents.get(prime, Fraction(0)) + exponent
    return radical(tuple(sorted(exponents.items())), a.rate + b.rate)


def add(a: Terms, b: Terms) -> Terms:
    """Return the sum."""
    total = dict(a)
    for monomial, coefficient in b.items():
        known = total.get(monomial)
        total[monomial] = coefficient if known is None else known + coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def multiply(a: Terms, b: Terms) -> Terms:
    """Return the product; that of long sums by way of polynomials in one power of e."""
    if a is UNIT or b is UNIT:
        return b if a is UNIT else a
    if len(a) > 1 and len(b) > 1 and len(a) * len(b) > _LONG_PRODUCT and (found := _polynomials(a, b)):
        step, ((lowest_a, polynomial_a), (lowest_b, polynomial_b)) = found
        return _from_polynomial(polynomial_a * polynomial_b, step, lowest_a + lowest_b)
    total: dict[Monomial, Fraction] = {}
    for left, c in a.items():
        for right, d in b.items():
            coefficient = c * d
            if left.radicals or right.radicals:
                factor, monomial = _multiply_monomials(left, right)
                coefficient *= factor
            else:
                monomial = Monomial(left.rate + right.rate)
            known = total.get(monomial)
            total[monomial] = coefficient if known is None else known + coefficient
    return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}


def negate(a: Terms) -> Terms:
    """Return the sum with its sign changed."""
    return {monomial: -coefficient for monomial, coefficient in a.items()}


def inverse(a: Terms) -> Terms:
    """Return the reciprocal of a single term."""
    ((monomial, coefficient),) = a.items()
    factor, reciprocal = radical(tuple((p, -q) for p, q in monomial.radicals), -monomial.rate)
    return {reciprocal: factor / coefficient}


def _ball(a: Terms) -> arb:
    total = arb(0)
    for monomial, coefficient in a.items():
        total += monomial.ball() * rational_ball(coefficient)
    return total


_LONG_SUM = 16
_LONG_PRODUCT = 256
_SPARSEST = 64
"""Longer sums and products than these are taken for polynomials, unless these had more places than that for a term."""


def _polynomials(*sums: Terms) -> tuple[Fraction, list[tuple[Fraction, fmpq_poly]]] | None:
    """Return sums as polynomials in one power of e, its rate first, each with the rate of its lowest term.

    None where there are other powers, or the rates are so uneven that the polynomials would be much longer.
    """
    if any(monomial.radicals for terms in sums for monomial in terms):
        return None
    bottom = lcm(*(monomial.rate.denominator for terms in sums for monomial in terms))
    rates = [[m.rate.numerator * (bottom // m.rate.denominator) for m in terms] for terms in sums]
    lowest = [min(row) for row in rates]
    step = gcd(*(rate - least for row, least in zip(rates, lowest, strict=True) for rate in row))
    if not step or sum(max(row) - least for row, least in zip(rates, lowest, strict=True)) > step * _SPARSEST * sum(
        map(len, sums)
    ):
        return None
    polynomials = []
    for terms, row, least in zip(sums, rates, lowest, strict=True):
        coefficients = [_ZERO] * ((max(row) - least) // step + 1)
        for rate, coefficient in zip(row, terms.values(), strict=True):
            coefficients[(rate - least) // step] = fmpq(coefficient.numerator, coefficient.denominator)
        polynomials.append((Fraction(least, bottom), fmpq_poly(coefficients)))
    return Fraction(step, bottom), polynomials


def enclosing(a: Terms) -> Callable[[], arb]:
    """Return what encloses a sum at the working precision: a long one as a polynomial in one power of e."""
    if len(a) <= _LONG_SUM or not (found := _polynomials(a)):
        return lambda: _ball(a)
    step, ((lowest, polynomial),) = found
    return lambda: arb_poly(polynomial)(rational_ball(step).exp()) * rational_ball(lowest).exp()


# Common factors


_PROPORTION_LIMIT = 64
_DEGREE_LIMIT = 512
"""Longer sums, and polynomials of a higher degree, are not searched for a common factor: that only shortens results."""


def proportion(a: Terms, b: Terms) -> Terms | None:
    """Return a single term c with a = c b, or None where none is found."""
    if len(a) != len(b) or len(a) > _PROPORTION_LIMIT:
        return None
    reciprocal = inverse(dict([next(iter(b.items()))]))
    for item in a.items():
        candidate = multiply(dict([item]), reciprocal)
        if multiply(candidate, b) == a:
            return candidate
    return None


def cancelled(numerator: Terms, denominator: Terms) -> tuple[Terms, Terms]:
    """Cancel the greatest common divisor where both are polynomials, not too long, in one power of e."""
    if len(numerator) + len(denominator) > 2 * _PROPORTION_LIMIT:
        return numerator, denominator
    bottom, rates = 1, []
    for monomial in (*numerator, *denominator):
        if monomial.radicals:
            return numerator, denominator
        rates.append(monomial.rate)
        bottom = lcm(bottom, monomial.rate.denominator)
    whole = [rate.numerator * (bottom // rate.denominator) for rate in rates]
    step, lowest = gcd(*whole) or bottom, min(whole)
    if max(whole) - lowest > step * _DEGREE_LIMIT:
        return numerator, denominator
    degrees = [(rate - lowest) // step for rate in whole]
    top = _polynomial(degrees[: len(numerator)], numerator.values())
    below = _polynomial(degrees[len(numerator) :], denominator.values())
    common = top.gcd(below) * below.coeffs()[-1]  # so that the denominator's becomes 1
    unit = Fraction(step, bottom)
    return _from_polynomial(top // common, unit), _from_polynomial(below // common, unit)


def _polynomial(degrees: Sequence[int], coefficients: Iterable[Fraction]) -> fmpq_poly:
    dense = [_ZERO] * (max(degrees) + 1)
    for degree, coefficient in zip(degrees, coefficients, strict=True):
        dense[degree] = fmpq(coefficient.numerator, coefficient.denominator)
    return fmpq_poly(dense)


def _from_polynomial(a: fmpq_poly, step: Fraction, lowest: Fraction = Fraction(0)) -> Terms:
    unit = lcm(step.denominator, lowest.denominator)
    first, stride = (rate.numerator * (unit // rate.denominator) for rate in (lowest, step))
    return {Monomial(Fraction(first + k * stride, unit)): c for k, c in enumerate(_coefficients(a)) if c}


def _coefficients(a: fmpq_poly) -> list[Fraction]:
    bottom = int(a.q)
    if bottom.bit_length() <= _SHORT:
        return [Fraction(int(c), bottom) for c in a.p.coeffs()]
    return [Fraction(int(c.p), int(c.q)) for c in a.coeffs()]  # the library finds long common factors faster


# Primes


_TRIAL_DIVISORS = 10_000
_LARGEST_COFACTOR = 1 << 160
"""A product of large primes beyond this takes longer to factor than anyone waits."""


def prime_factors(value: Rational) -> dict[int, int]:
    """Return the prime factorization of a positive rational, denominators with negative multiplicity.

    Raises ``ValueError`` where it is out of reach: see ``is_factorable``.
    """
    fraction = Fraction(value)
    expected = "a number whose numerator and denominator have small prime factors, or few digits"
    require(is_factorable(fraction), "value", f"of {fraction.numerator.bit_length()} bits", expected)
    factors = dict(_factors(fraction.numerator))
    return factors | {p: -m for p, m in _factors(fraction.denominator)}


@lru_cache(maxsize=1024)
def _factors(n: int) -> tuple[tuple[int, int], ...]:
    return tuple((int(p), m) for p, m in fmpz(n).factor())


def is_factorable(value: Rational) -> bool:
    """Tell whether numerator and denominator are primes, or below 10^40, times primes that trial division finds."""
    return all(abs(n) < _LARGEST_COFACTOR or _is_factorable(n) for n in Fraction(value).as_integer_ratio())


def _is_factorable(n: int) -> bool:
    parts = (p for p, _ in fmpz(n).factor(trial_limit=_TRIAL_DIVISORS))
    return all(p < _LARGEST_COFACTOR or p.is_probable_prime() for p in parts)

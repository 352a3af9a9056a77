"""Exact sums of a rational and rational multiples of logarithms: every KL divergence of rational laws is one.

A sum q + sum c_i log n_i over pairwise coprime integers n_i > 1 is zero only when q and every c_i are zero: logarithms
of coprime integers are linearly independent over the rationals (unique factorization), and e^q is transcendental for
rational q other than 0. Coprime bases are found by greatest common divisors alone, so no integer is ever factored,
however large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import total_ordering
from math import gcd

from flint import arb

from dpassay.exact.expnumber import ExpNumber, Number, power_product, single_term
from dpassay.exact.rationals import Rational, as_fraction, as_positive_fraction, require
from dpassay.exact.real import FIRST_PRECISION, Real, rational_ball
from dpassay.exact.terms import prime_factors


def coprime_base(integers: Iterable[int]) -> list[int]:
    """Return pairwise coprime integers above 1 of which every given positive integer is a product of powers."""
    base: list[int] = []
    pending = [n for n in integers if n > 1]
    while pending:
        n = pending.pop()
        for position, member in enumerate(base):
            common = gcd(n, member)
            if common > 1:
                del base[position]
                pending += [part for part in (common, n // common, member // common) if part > 1]
                break
        else:
            base.append(n)
    return base


def _multiplicity(n: int, factor: int) -> int:
    count = 0
    while n % factor == 0:
        n //= factor
        count += 1
    return count


_FACTORS = {Fraction(1): "", Fraction(-1): "-"}


@total_ordering
class LogForm:
    """The real number ``constant + sum(coefficient * log(n))``.

    ``terms`` maps integers n above 1 to their coefficients. Equality and order are exact. A ``LogForm`` is not
    hashable, because one number has many forms.
    """

    __slots__ = ("constant", "terms")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, constant: Rational = 0, terms: Mapping[int, Fraction] | None = None) -> None:
        self.constant = as_fraction(constant, "constant")
        self.terms = {n: as_fraction(c, "coefficient") for n, c in (terms or {}).items() if c}
        for n in self.terms:
            require(isinstance(n, int) and n > 1, "terms", n, "integers above 1")

    def is_zero(self) -> bool:
        """Tell exactly whether the number is zero."""
        return not self.constant and not self._coprime_terms()

    def _coprime_terms(self) -> dict[int, Fraction]:
        base = coprime_base(self.terms)
        sums = {b: sum((c * _multiplicity(n, b) for n, c in self.terms.items()), Fraction(0)) for b in base}
        return {b: c for b, c in sums.items() if c}

    def as_real(self) -> Real:
        """Return the number as a ``Real``."""
        return Real(self._ball)

    def _ball(self) -> arb:
        total = rational_ball(self.constant)
        for n, coefficient in self.terms.items():
            total += rational_ball(n).log() * rational_ball(coefficient)
        return total

    def __add__(self, other: object) -> LogForm:
        if isinstance(other, int | Fraction):
            return LogForm(self.constant + other, self.terms)
        if not isinstance(other, LogForm):
            return NotImplemented
        terms = dict(self.terms)
        for n, c in other.terms.items():
            terms[n] = terms.get(n, Fraction(0)) + c
        return LogForm(self.constant + other.constant, terms)

    def __mul__(self, other: object) -> LogForm:
        if not isinstance(other, int | Fraction):
            return NotImplemented
        return LogForm(self.constant * other, {n: c * other for n, c in self.terms.items()})

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: object) -> LogForm:
        return self * (1 / Fraction(other)) if isinstance(other, int | Fraction) else NotImplemented

    def __neg__(self) -> LogForm:
        return self * -1

    def __sub__(self, other: object) -> LogForm:
        return self + -other if isinstance(other, int | Fraction | LogForm) else NotImplemented

    def __rsub__(self, other: object) -> LogForm:
        return -self + other

    def sign(self) -> int:
        """Return -1, 0 or 1, exactly."""
        if self.is_zero():
            return 0
        precision, real = FIRST_PRECISION, self.as_real()
        while (ball := real.ball(precision)).contains(0):  # ends, because the number is known not to be zero
            precision *= 2
        return 1 if ball > 0 else -1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | LogForm):
            return NotImplemented
        return (self - other).is_zero()

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | LogForm):
            return NotImplemented
        return (self - other).sign() < 0

    def __float__(self) -> float:
        return float(0) if self.is_zero() else float(self.as_real())

    def exp(self) -> Number:
        """Return e to this number, in the exact field; factors the integers of ``terms``."""
        exponents: dict[int, Fraction] = {}
        for n, coefficient in self.terms.items():
            for prime, multiplicity in prime_factors(n).items():
                exponents[prime] = exponents.get(prime, Fraction(0)) + coefficient * multiplicity
        return power_product(self.constant, exponents)

    def __str__(self) -> str:
        parts = [str(self.constant)] if self.constant or not self.terms else []
        logarithms = [f"{_FACTORS.get(c, f'{c}*')}log({n})" for n, c in sorted(self.terms.items())]
        return " + ".join([*parts, *logarithms]).replace("+ -", "- ")

    def __repr__(self) -> str:
        return f"LogForm({self})"


def log(value: Rational) -> LogForm:
    """Return the natural logarithm of a positive rational."""
    fraction = as_positive_fraction(value, "value")
    terms = {fraction.numerator: Fraction(1), fraction.denominator: Fraction(-1)}
    return LogForm(0, {n: c for n, c in terms.items() if n > 1})


def log_number(value: Number) -> LogForm | Real:
    """Return the natural logarithm of a positive number: a ``LogForm`` where it is a single power, else a ``Real``."""
    if not isinstance(value, ExpNumber):
        return log(value)
    require(value > 0, "value", value, "a number above 0")
    term = single_term(value)
    if term is None:
        return value.as_real().log()
    coefficient, monomial = term
    return log(coefficient) + LogForm(monomial.rate, dict(monomial.radicals))

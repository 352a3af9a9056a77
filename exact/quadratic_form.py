"""Exact quadratic forms in logarithms of primes: variances of sums of logarithms.

A form is q + sum c_p log p + sum c_pq log p log q, with rational coefficients. Equal forms are equal numbers; that
different forms are different numbers is not known (it would follow from Schanuel's conjecture), so two forms are
compared as ``Real``s, by ``decide``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpassay.exact.logform import LogForm
from dpassay.exact.rationals import Rational
from dpassay.exact.real import Comparison, Real, rational_ball
from dpassay.exact.terms import prime_factors

Pair = tuple[int, int]
"""Two primes in order; 1 stands for no logarithm."""


@dataclass(frozen=True, slots=True)
class QuadraticForm:
    """The number sum c_pq log p log q, where log 1 stands for the number 1.

    ``terms`` are (p, q) with its coefficient, in order, none of them 0; ``of`` and ``product`` build them.
    """

    terms: tuple[tuple[Pair, Fraction], ...]

    @classmethod
    def of(cls, coefficients: Mapping[Pair, Fraction]) -> QuadraticForm:
        """Return the form of these coefficients, without those that are 0."""
        return cls(tuple(sorted((pair, Fraction(c)) for pair, c in coefficients.items() if c)))

    @classmethod
    def product(cls, first: LogForm, second: LogForm) -> QuadraticForm:
        """Return the product of two sums of logarithms."""
        coefficients: dict[Pair, Fraction] = {}
        for p, a in _primes(first):
            for q, b in _primes(second):
                pair = (min(p, q), max(p, q))
                coefficients[pair] = coefficients.get(pair, Fraction(0)) + a * b
        return cls.of(coefficients)

    @classmethod
    def linear(cls, form: LogForm | Rational) -> QuadraticForm:
        """Return a sum of logarithms, or a rational, as a quadratic form."""
        return cls.product(LogForm() + form, LogForm(1))

    @classmethod
    def sum(cls, parts: Iterable[tuple[Rational, QuadraticForm]]) -> QuadraticForm:
        """Return a sum of weights times forms, in one pass over their terms."""
        coefficients: dict[Pair, Fraction] = {}
        for weight, form in parts:
            for pair, c in form.terms:
                coefficients[pair] = coefficients.get(pair, Fraction(0)) + weight * c
        return cls.of(coefficients)

    def __add__(self, other: QuadraticForm) -> QuadraticForm:
        return QuadraticForm.sum([(1, self), (1, other)])

    def __mul__(self, factor: Rational) -> QuadraticForm:
        return QuadraticForm.of({pair: c * factor for pair, c in self.terms})

    __rmul__ = __mul__

    def __sub__(self, other: QuadraticForm) -> QuadraticForm:
        return self + other * -1

    def __lt__(self, other: object) -> Comparison:
        return self.as_real() < other

    def __le__(self, other: object) -> Comparison:
        return self.as_real() <= other

    def __gt__(self, other: object) -> Comparison:
        return self.as_real() > other

    def __ge__(self, other: object) -> Comparison:
        return self.as_real() >= other

    def as_real(self) -> Real:
        """Return the number as a ``Real``."""
        return Real(self._ball)

    def _ball(self) -> arb:
        total = arb(0)
        for (p, q), coefficient in self.terms:
            total += rational_ball(coefficient) * _log(p) * _log(q)
        return total

    def __str__(self) -> str:
        parts = [f"{c}" + "".join(f"*log({n})" for n in pair if n > 1) for pair, c in self.terms]
        return " + ".join(parts).replace("+ -", "- ") or "0"


def _primes(form: LogForm) -> Iterator[tuple[int, Fraction]]:
    """Yield the constant, at 1, and the coefficient of the logarithm of each prime; a prime may come again."""
    yield 1, form.constant
    for n, coefficient in form.terms.items():
        for prime, multiplicity in prime_factors(n).items():
            yield prime, coefficient * multiplicity


def _log(n: int) -> arb:
    return arb(1) if n == 1 else arb(n).log()

"""Rational functions of one variable, as proofs for Coq need them: quotients, factors, signs on an interval.

What is computed here only chooses a proof; Coq checks that.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_poly

from dpassay.proofs_check.coq.goals.derivatives import minus, plus, times
from dpassay.proofs_check.coq.goals.formulas import Binary, Formula, Negative, Number, Power, Variable, number
from dpassay.proofs_check.coq.goals.intervals import Interval


def quotient(formula: Formula, name: str) -> tuple[fmpq_poly, fmpq_poly] | None:  # noqa: PLR0911  # one form a line
    """A formula as numerator and denominator without a common factor, or ``None`` where it is not rational."""
    match formula:
        case Number(value):
            return fmpq_poly([rational(value)]), fmpq_poly([1])
        case Variable(other):
            return (fmpq_poly([0, 1]), fmpq_poly([1])) if other == name else None
        case Negative(inner):
            found = quotient(inner, name)
            return found and (-found[0], found[1])
        case Power(base, exponent):
            found = quotient(base, name)
            if found is None:
                return None
            top, bottom = (part ** abs(exponent) for part in found)
            return (top, bottom) if exponent >= 0 else _valid(bottom, top)
        case Binary(sign, left, right):
            a, b = quotient(left, name), quotient(right, name)
            return None if a is None or b is None else _combined(sign, a, b)
    return None


def _combined(sign: str, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[fmpq_poly, fmpq_poly] | None:
    match sign:
        case "+":
            return _valid(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
        case "-":
            return _valid(a[0] * b[1] - b[0] * a[1], a[1] * b[1])
        case "*":
            return _valid(a[0] * b[0], a[1] * b[1])
    return _valid(a[0] * b[1], a[1] * b[0])


def _valid(top: fmpq_poly, bottom: fmpq_poly) -> tuple[fmpq_poly, fmpq_poly] | None:
    if bottom.degree() < 0:
        return None
    common = top.gcd(bottom)
    return top / common, bottom / common


def rational(value: Fraction) -> fmpq:
    """A rational as the library has it."""
    return fmpq(value.numerator, value.denominator)


def coefficients(polynomial: fmpq_poly) -> list[Fraction]:
    """The coefficients, that of the lowest power first."""
    return [Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs()]


def at(polynomial: fmpq_poly, point: Fraction) -> Fraction:
    """The value at a point."""
    value = polynomial(rational(point))
    return Fraction(int(value.p), int(value.q))


def formula_of(values: Iterable[Fraction], name: str) -> Formula:
    """A polynomial as a formula, from its coefficients; the highest power comes first."""
    result: Formula = number(0)
    for exponent, value in reversed(list(enumerate(values))):
        product = times(number(abs(value)), power(Variable(name), exponent))
        result = plus(result, product) if value >= 0 else minus(result, product)
    return result


def power(base: Formula, exponent: int) -> Formula:
    """A power as a formula, without an exponent 0 or 1."""
    return number(1) if exponent == 0 else base if exponent == 1 else Power(base, exponent)


def factors(polynomial: fmpq_poly) -> tuple[Fraction, list[tuple[fmpq_poly, int]]]:
    """A polynomial as a number and powers of irreducible polynomials."""
    content, found = polynomial.factor()
    return Fraction(int(content.p), int(content.q)), [(part * part.denom(), int(power)) for part, power in found]


def seen_sign(polynomial: fmpq_poly, interval: Interval) -> tuple[int, bool]:
    """The sign that a polynomial seems to have in an interval, 0 where it changes; and whether no end is a root."""
    values = [at(polynomial, point) for point in interval.points()]
    sign = 1 if min(values) > 0 else -1 if max(values) < 0 else 0
    return sign, all(at(polynomial, end) != 0 for end in interval.closed_ends())

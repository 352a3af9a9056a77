"""Taylor series of formulas, by the recurrences of power series, in ball arithmetic and in exact arithmetic.

In ball arithmetic the coefficients are enclosed at every point of a ball; in exact arithmetic, at a rational point,
they are quotients of polynomials in the constants exp(q), log(p) and sqrt(q) that occur, so that a zero can be seen to
be one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from operator import add
from typing import Any, Final, TypeAlias

from flint import arb, fmpq_mpoly, fmpz

from dpassay.exact.real import rational_ball
from dpassay.proofs_check.kernel.expressions import (
    ZERO,
    Call,
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    parts,
    substitute,
    with_parts,
)
from dpassay.proofs_check.kernel.normal_form import Forms, Quotient, rational_function
from dpassay.proofs_check.kernel.rejected import insist

Series: TypeAlias = list[Any]
"""The first coefficients, in balls or in ``Constant``."""

BALL_FUNCTIONS: Final[dict[str, Callable[[arb], arb]]] = {"exp": arb.exp, "log": arb.log, "sqrt": arb.sqrt}


def taylor(formula: Formula, name: str, center: arb, length: int) -> list[arb]:
    """Enclose the first Taylor coefficients at every point of a ball; not finite where one is undefined."""
    x = [center, arb(1), *[arb(0)] * length][:length]
    return _expand(formula, name, x, rational_ball, lambda call, head: BALL_FUNCTIONS[call.function](head))


def exact_taylor(formula: Formula, name: str, at: Fraction, length: int) -> list[Constant]:
    """Return the first Taylor coefficients at a rational point where the formula is defined."""
    constants = _Constants(formula, name, at)
    numbers = [constants.number(value) for value in (at, Fraction(1), *[Fraction(0)] * length)]
    return _expand(formula, name, numbers[:length], constants.number, lambda call, _: constants.value(call))


def _expand(
    formula: Formula, name: str, x: Series, number: Callable[[Fraction], Any], head: Callable[[Call, Any], Any]
) -> Series:
    def expand(part: Formula) -> Series:
        match part:
            case Number(value):
                return [number(value), *[number(Fraction(0))] * (len(x) - 1)]
            case Variable(other):
                insist(other == name, f"{other!r} is not the variable {name!r}")
                return x
            case Sum(left, right):
                return list(map(add, expand(left), expand(right)))
            case Product(left, right):
                return _product(expand(left), expand(right))
            case Power(base, exponent):
                power = _power(
                    expand(base), abs(exponent), [number(Fraction(1)), *[number(Fraction(0))] * (len(x) - 1)]
                )
                return power if exponent >= 0 else _inverse(power, number(Fraction(1)))
            case Call(function, argument):
                inner = expand(argument)
                return _RECURRENCES[function](inner, head(part, inner[0]))

    return expand(formula)


def _product(a: Series, b: Series) -> Series:
    return [sum((a[i] * b[k - i] for i in range(1, k + 1)), a[0] * b[k]) for k in range(len(a))]


def _power(base: Series, exponent: int, one: Series) -> Series:
    power = _product(one, [0 * c + d for c, d in zip(base, one, strict=True)])  # undefined where the base is
    for bit in f"{exponent:b}":
        power = _product(power, power)
        power = _product(power, base) if bit == "1" else power
    return power


def _inverse(a: Series, one: Any) -> Series:
    """1 / a, from a * (1 / a) = 1."""
    result = [one / a[0]]
    for k in range(1, len(a)):
        result.append(-sum((a[i] * result[k - i] for i in range(2, k + 1)), a[1] * result[k - 1]) / a[0])
    return result


def _exp(a: Series, head: Any) -> Series:
    """exp(a), from exp(a)' = a' exp(a)."""
    result = [head]
    for k in range(1, len(a)):
        result.append(sum((i * a[i] * result[k - i] for i in range(2, k + 1)), a[1] * result[k - 1]) / k)
    return result


def _log(a: Series, head: Any) -> Series:
    """log(a), from a log(a)' = a'."""
    result = [head]
    for k in range(1, len(a)):
        result.append((a[k] - sum((i * result[i] * a[k - i] for i in range(1, k)), 0 * a[0]) / k) / a[0])
    return result


def _sqrt(a: Series, head: Any) -> Series:
    """sqrt(a), from sqrt(a)^2 = a."""
    result = [head]
    for k in range(1, len(a)):
        result.append((a[k] - sum((result[i] * result[k - i] for i in range(1, k)), 0 * a[0])) / (2 * head))
    return result


_RECURRENCES: Final[dict[str, Callable[[Series, Any], Series]]] = {"exp": _exp, "log": _log, "sqrt": _sqrt}


@dataclass(frozen=True, slots=True)
class Constant:
    """A real number as a quotient of polynomials in exponentials, logarithms and roots of rationals."""

    numerator: fmpq_mpoly
    denominator: fmpq_mpoly

    def __add__(self, other: Constant) -> Constant:
        return _reduced(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    def __neg__(self) -> Constant:
        return Constant(-self.numerator, self.denominator)

    def __sub__(self, other: Constant) -> Constant:
        return self + -other

    def __mul__(self, other: Constant) -> Constant:
        return _reduced(self.numerator * other.numerator, self.denominator * other.denominator)

    def __rmul__(self, factor: int) -> Constant:
        return _reduced(self.numerator * factor, self.denominator)

    def __truediv__(self, other: Constant | int) -> Constant:
        if isinstance(other, int):
            return _reduced(self.numerator, self.denominator * other)
        insist(not other.is_zero(), "division by zero")
        return _reduced(self.numerator * other.denominator, self.denominator * other.numerator)

    def is_zero(self) -> bool:
        """Tell whether the number is shown to be zero."""
        return self.numerator.is_zero()


def _reduced(numerator: fmpq_mpoly, denominator: fmpq_mpoly) -> Constant:
    common = numerator.gcd(denominator)
    numerator, denominator = numerator / common, denominator / common
    unit = denominator.leading_coefficient()
    return Constant(numerator / unit, denominator / unit)


class _Constants:
    """The constants that occur in the Taylor coefficients of a formula at a point."""

    def __init__(self, formula: Formula, name: str, at: Fraction) -> None:
        self.point = {name: Number(at)}
        self.values = {call: constant(substitute(call, self.point)) for call in calls(formula)}
        self.forms = Forms(*self.values.values(), ZERO)

    def number(self, value: Fraction) -> Constant:
        return self._of(Number(value))

    def value(self, call: Call) -> Constant:
        return self._of(self.values[call])

    def _of(self, formula: Formula) -> Constant:
        form: Quotient = self.forms.of(formula)
        return _reduced(form.numerator, form.denominator)


def calls(formula: Formula) -> Iterator[Call]:
    """Yield every exp, log and sqrt that occurs."""
    for part in parts(formula):
        yield from calls(part)
    if isinstance(formula, Call):
        yield formula


@lru_cache(maxsize=1 << 12)
def constant(formula: Formula) -> Formula:
    """Rewrite a formula without variables: logs of rationals by those of primes, roots of squares by their values."""
    formula = with_parts(formula, constant)
    if isinstance(formula, Call):
        value = _rational_value(formula.argument)
        if value is not None and value > 0 and formula.function == "log":
            return _log_of_primes(value)
        if value is not None and value >= 0 and formula.function == "sqrt":
            return _root(value)
    return formula


def _rational_value(formula: Formula) -> Fraction | None:
    quotient = rational_function(formula, "")
    if quotient is None:
        return None
    numerator, denominator = (Fraction(str(part[0])) for part in quotient)
    return numerator / denominator


FACTORED = 1 << 64
"""Logs of larger integers are left as they are."""


def _log_of_primes(value: Fraction) -> Formula:
    if max(value.numerator, value.denominator) > FACTORED:
        return Call("log", Number(value))
    result: Formula = ZERO
    for side, integer in ((1, value.numerator), (-1, value.denominator)):
        for prime, power in fmpz(integer).factor():
            result = Sum(
                result, Product(Number(Fraction(side * int(power))), Call("log", Number(Fraction(int(prime)))))
            )
    return result


def _root(value: Fraction) -> Formula:
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return Number(root) if root**2 == value else Call("sqrt", Number(value))


def reduced(formula: Formula, name: str) -> Formula:
    """Write every part that is rational in the variable as one quotient in lowest terms.

    The result has the same value wherever the formula is defined, and may be defined at more points.
    """
    fraction = rational_function(formula, name)
    if fraction is not None:
        numerator, denominator = fraction
        common = numerator.gcd(denominator)
        return Product(_horner(numerator / common, name), Power(_horner(denominator / common, name), -1))
    return with_parts(formula, lambda part: reduced(part, name))


def _horner(polynomial: Any, name: str) -> Formula:
    result: Formula = ZERO
    for coefficient in reversed(polynomial.coeffs()):
        number = Number(Fraction(str(coefficient)))
        result = number if result == ZERO else Sum(number, Product(Variable(name), result))
    return result

"""Where a formula is defined: no quotient by zero, and only positive numbers under log and sqrt.

The signs that this takes are found by Sturm's theorem where a part is rational, and by the rules of signs elsewhere;
what the rules do not show counts as unknown. A formula that is defined on an interval is analytic at each of its
points, and so are its derivatives, whose quotients, logs and roots are of the same things.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from dpassay.exact.real import working_precision
from dpassay.proofs_check.kernel.expressions import (
    ONE,
    Call,
    Formula,
    Number,
    Power,
    Product,
    Sum,
    Variable,
    ball,
    negative,
    variables,
)
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.normal_form import rational_function
from dpassay.proofs_check.kernel.sturm import is_nonnegative, is_positive

PRECISION = 256
"""Bits for the signs of constants."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What is known of the values on an interval; ``False`` means unknown."""

    at_least_0: bool
    at_most_0: bool
    not_0: bool

    @property
    def positive(self) -> bool:
        """Tell whether every value is known to be above 0."""
        return self.at_least_0 and self.not_0


POSITIVE: Final = Sign(at_least_0=True, at_most_0=False, not_0=True)
UNKNOWN: Final = Sign(at_least_0=False, at_most_0=False, not_0=False)


@lru_cache(maxsize=1 << 12)
def defined(formula: Formula, name: str, interval: Interval) -> bool:
    """Tell whether a formula in one variable is known to be defined at every point of the interval."""
    match formula:
        case Number():
            return True
        case Variable(other):
            return other == name
        case Sum(left, right) | Product(left, right):
            return defined(left, name, interval) and defined(right, name, interval)
        case Power(base, exponent):
            return defined(base, name, interval) and (exponent >= 0 or sign(base, name, interval).not_0)
        case Call("exp", argument):
            return defined(argument, name, interval)
        case Call(_, argument):
            return defined(argument, name, interval) and sign(argument, name, interval).positive


@lru_cache(maxsize=1 << 12)
def sign(formula: Formula, name: str, interval: Interval) -> Sign:
    """Return what is known of the sign of a formula that is defined on the interval."""
    fraction = rational_function(formula, name)
    if fraction is not None:
        product = fraction[0] * fraction[1]  # of the sign of the quotient, whose denominator vanishes nowhere
        return Sign(
            at_least_0=is_nonnegative(product, interval),
            at_most_0=is_nonnegative(-product, interval),
            not_0=is_positive(product**2, interval),
        )
    return _by_value(formula) if not variables(formula) else _by_rules(formula, name, interval)


def _by_value(formula: Formula) -> Sign:
    with working_precision(PRECISION):
        value = ball(formula, {})
    return Sign(bool(value >= 0), bool(value <= 0), bool(value > 0 or value < 0))


def _by_rules(formula: Formula, name: str, interval: Interval) -> Sign:  # noqa: PLR0911  # one rule a line
    match formula:
        case Sum(Call("exp", argument), Number(Fraction(numerator=-1, denominator=1))):
            return sign(argument, name, interval)  # exp(a) - 1 has the sign of a
        case Sum(
            Number(Fraction(numerator=1, denominator=1)),
            Product(Number(Fraction(numerator=-1, denominator=1)), Call("exp", argument)),
        ):
            return sign(negative(argument), name, interval)  # 1 - exp(a) has the sign of -a
        case Sum(left, right):
            return _sum(sign(left, name, interval), sign(right, name, interval))
        case Product(left, right):
            return _product(sign(left, name, interval), sign(right, name, interval))
        case Power(_, 0):
            return POSITIVE
        case Power(base, exponent):
            inner = sign(base, name, interval)
            return inner if exponent % 2 else Sign(at_least_0=True, at_most_0=False, not_0=inner.not_0)
        case Call("log", argument):
            return sign(Sum(argument, negative(ONE)), name, interval)
        case Call():
            return POSITIVE  # exp, and sqrt where it is defined
    return UNKNOWN  # another variable


def _sum(a: Sign, b: Sign) -> Sign:
    up, down = a.at_least_0 and b.at_least_0, a.at_most_0 and b.at_most_0
    return Sign(up, down, (up or down) and (a.not_0 or b.not_0))


def _product(a: Sign, b: Sign) -> Sign:
    same = (a.at_least_0 and b.at_least_0) or (a.at_most_0 and b.at_most_0)
    opposite = (a.at_least_0 and b.at_most_0) or (a.at_most_0 and b.at_least_0)
    return Sign(same, opposite, a.not_0 and b.not_0)

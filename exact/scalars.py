"""Numbers that are exact or enclosures: arithmetic that stays exact as long as all of them are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from flint import arb

from dpassay.exact.expnumber import ExpNumber, Number, total
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.real import Real, as_real

Scalar: TypeAlias = "Number | Real"


def add(a: Scalar, b: Scalar) -> Scalar:
    """Return the sum, exact where both are."""
    return as_real(a) + as_real(b) if isinstance(a, Real) or isinstance(b, Real) else a + b


def times(a: Scalar, b: Scalar) -> Scalar:
    """Return the product, exact where both are."""
    if not isinstance(a, Real | ExpNumber) and a == 0:
        return Fraction(0)
    return as_real(a) * as_real(b) if isinstance(a, Real) or isinstance(b, Real) else a * b


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """Return the quotient, exact where both are."""
    return as_real(a) / as_real(b) if isinstance(a, Real) or isinstance(b, Real) else a / b


def minus(a: Scalar) -> Scalar:
    """Return the negative."""
    return -a


def summed(terms: Sequence[Scalar]) -> Scalar:
    """Return the sum, exact where every term is; one enclosure, however many terms."""
    if not any(isinstance(term, Real) for term in terms):
        return total(term for term in terms if not isinstance(term, Real))
    reals = [as_real(term) for term in terms]
    return Real(lambda: reduce(lambda a, b: a + b, (real.evaluate() for real in reals), arb(0)))


def largest(values: Sequence[Scalar]) -> Scalar:
    """Return the largest of some numbers, exact where all are; an enclosure of it needs no decision."""
    if not any(isinstance(value, Real) for value in values):
        return max(value for value in values if not isinstance(value, Real))
    reals = [as_real(value) for value in values]
    return Real(lambda: reduce(arb.max, (real.evaluate() for real in reals)))


def log_scalar(value: Scalar) -> LogForm | Real:
    """Return the logarithm of a number above 0, a ``LogForm`` where it is a single power."""
    return value.log() if isinstance(value, Real) else log_number(value)

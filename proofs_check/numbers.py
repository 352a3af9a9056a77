"""Exact comparisons for properties: equalities of exact numbers where they are exact, decided enclosures elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Final, TypeAlias

from dpassay.exact import Comparison, LogForm, Number, Real, as_real, decide
from dpassay.exact.expnumber import ExpNumber

PRECISION: Final = 320
Value: TypeAlias = "Number | Real | LogForm | int"


def at_most(a: Value, b: Value) -> bool:
    """Tell whether a <= b; raises ``Undecided`` where enclosures cannot tell."""
    exact = (int, Fraction, ExpNumber)
    if isinstance(a, exact) and isinstance(b, exact):
        return bool(a <= b)
    if isinstance(a, LogForm) and isinstance(b, LogForm):
        return (b - a).sign() >= 0
    question: Comparison = as_real(a) <= as_real(b)
    return decide(question)


def below(a: Value, b: Value) -> bool:
    """Tell whether a < b."""
    return not at_most(b, a)


def place_of_largest(values: Iterable[Value]) -> int:
    """The place, from 0 on, of the largest number; the first of those that enclosures of 320 bits do not tell apart."""
    balls = [as_real(value).ball(PRECISION) for value in values]
    best = 0
    for place, ball in enumerate(balls):
        if ball > balls[best]:
            best = place
    return best


def sum_of(values: list[Fraction]) -> Fraction:
    """The sum of rationals."""
    return reduce(lambda a, b: a + b, values, Fraction(0))

"""Accountants that answer too little, by the flag of the vectors that refuse them; and one that answers enough.

Each answers with a delta for the laws on two neighbors at epsilon. The right one computes with the exact laws, and
errs on the safe side by 1/10000.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any, Final, TypeAlias

import mpmath

from dpassay.exact import decimal_bounds, exp, hockey_stick_bounds

Accountant: TypeAlias = "Callable[[Any, Any, Fraction], Fraction]"
SLACK: Final = Fraction(1, 10_000)


def right(p: Any, q: Any, epsilon: Fraction) -> Fraction:
    """The divergence of p from q, or a little more."""
    return Fraction(decimal_bounds(hockey_stick_bounds(p, q, exp(epsilon), tolerance=SLACK)[1], 30)[1])


def rounded_down(p: Any, q: Any, epsilon: Fraction) -> Fraction:
    return Fraction(floor(1000 * right(p, q, epsilon)), 1000)


def left_out(_p: Any, _q: Any, _epsilon: Fraction) -> Fraction:
    return Fraction(0)


def of_larger_epsilon(p: Any, q: Any, epsilon: Fraction) -> Fraction:
    return right(p, q, epsilon * Fraction(11, 10))


def not_cut_off(_p: Any, _q: Any, epsilon: Fraction) -> Fraction:
    """What is added up over all outcomes is 1 - e^epsilon, whatever the laws are."""
    return 1 - Fraction(str(mpmath.nstr(mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator), 15)))


def other_direction(p: Any, q: Any, epsilon: Fraction) -> Fraction:
    return right(q, p, epsilon)


WRONG: Final[dict[str, Accountant]] = {
    "delta_rounded_down": rounded_down,
    "delta_left_out": left_out,
    "epsilon_rounded_down": of_larger_epsilon,
    "not_cut_off": not_cut_off,
    "other_direction": other_direction,
}

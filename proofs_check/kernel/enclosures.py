"""Positive on a whole interval or box, by ball arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import arb

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import Formula, ball, derivative
from dpassay.proofs_check.kernel.interval import hull
from dpassay.proofs_check.kernel.series import taylor

PRECISIONS = (64, 192)
"""Bits, tried one after the other."""
TERMS = 3
"""Taylor terms at the middle of an interval, the last of which is enclosed over all of it."""


def is_above_0(enclosure: arb) -> bool:
    """Tell whether every number in a ball is above 0; an infinite or undefined ball says nothing."""
    return bool(enclosure.is_finite() and enclosure > 0)


def coefficient_is_positive(
    formula: Formula, name: str, low: Fraction, high: Fraction, *, order: int = 0, factor: int = 1
) -> bool:
    """Tell whether ``factor`` times a Taylor coefficient is above 0 at every point of the closed interval."""
    for precision in PRECISIONS:
        with working_precision(precision):
            if is_above_0(factor * _coefficient(formula, name, order, low, high)):
                return True
    return False


def _coefficient(formula: Formula, name: str, order: int, low: Fraction, high: Fraction) -> arb:
    """Enclose the coefficient c of that order by c(m + h) = c_0 + c_1 h + c_2 h^2, with c_2 at a point between."""
    middle = (low + high) / 2
    everywhere = taylor(formula, name, hull(low, high), order + TERMS)
    offset = hull(low - middle, high - middle)
    best, at_middle = everywhere[order], taylor(formula, name, rational_ball(middle), order + TERMS)
    for terms in range(1, TERMS):
        best = _both(best, _taylor_form(at_middle, everywhere, offset, order, terms))
    return best


def _taylor_form(at_middle: list[arb], everywhere: list[arb], offset: arb, order: int, terms: int) -> arb:
    """Sum the Taylor series of a coefficient: its own k-th one is binomial(order + k, k) times that of order + k."""
    total, power, binomial = arb(0), arb(1), 1
    for k in range(terms + 1):
        source = everywhere if k == terms else at_middle
        total += binomial * source[order + k] * power
        power, binomial = power * offset, binomial * (order + k + 1) // (k + 1)
    return total


def _both(a: arb, b: arb) -> arb:
    """Intersect two enclosures of the same numbers; an undefined one makes the other worthless."""
    return a.intersection(b) if a.is_finite() and b.is_finite() else a + b


def box_is_positive(formula: Formula, box: Mapping[str, tuple[Fraction, Fraction]]) -> bool:
    """Tell whether a formula is above 0 on a closed box: f(x) = f(m) + sum of df/dx_i * (x_i - m_i), in between."""
    for precision in PRECISIONS:
        with working_precision(precision):
            whole = {name: hull(*ends) for name, ends in box.items()}
            everywhere = ball(formula, whole)
            if not everywhere.is_finite():
                return False
            if is_above_0(everywhere) or is_above_0(_mean_value_form(formula, box, whole)):
                return True
    return False


def _mean_value_form(formula: Formula, box: Mapping[str, tuple[Fraction, Fraction]], whole: Mapping[str, arb]) -> arb:
    total = ball(formula, {name: rational_ball((low + high) / 2) for name, (low, high) in box.items()})
    for name, (low, high) in box.items():
        total += ball(derivative(formula, name), whole) * hull((low - high) / 2, (high - low) / 2)
    return total

"""Losses of noise that is added to a number: exact, from its unit, the two inputs and the answer.

A function returns None for an infinite loss, which is also that of an input that is no finite number.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from flint import arb

from dpassay.audit.pipelines.rows import Row
from dpassay.exact import Real, as_real, log
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

Loss: TypeAlias = "Fraction | Real | None"
"""A loss in nats; None is an infinite one."""


def added(losses: Iterable[Loss]) -> Loss:
    """Return a sum; one infinite loss makes it infinite."""
    exact, balls = Fraction(0), []
    for loss in losses:
        if loss is None:
            return None
        if isinstance(loss, Real):
            balls.append(loss)
        else:
            exact += loss
    if not balls:
        return exact

    def evaluate() -> arb:
        total = rational_ball(exact)
        for ball in balls:
            total += ball.evaluate()
        return total

    return Real(evaluate)


def larger(first: Loss, second: Loss) -> Loss:
    """Return the larger of two losses."""
    if first is None or second is None:
        return None
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return max(first, second)
    return first if as_real(first).ball() > as_real(second).ball() else second


def is_finite(*values: object) -> bool:
    """Tell whether all of these are numbers, and finite."""
    return all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in values)


# One number


def laplace_loss(row: Row) -> Loss:
    """Return the loss of Laplace noise, or of two-sided geometric noise of a unit."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or row.unit == 0:
        return None
    return Fraction(abs(row.answer - row.second) - abs(row.answer - row.first)) / Fraction(row.unit)


def laplace_supremum(row: Row) -> Loss:
    """Return how many units the inputs are apart."""
    if not is_finite(row.unit, row.first, row.second) or row.unit == 0:
        return None
    return Fraction(abs(row.first - row.second)) / abs(Fraction(row.unit))


def normal_loss(row: Row) -> Loss:
    """Return the loss of normal noise, discrete or not."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or row.unit == 0:
        return None
    squares = (row.answer - row.second) ** 2 - (row.answer - row.first) ** 2
    return Fraction(squares) / (2 * Fraction(row.unit) ** 2)


def variance_loss(row: Row) -> Loss:
    """Return the loss of normal noise whose unit is its variance."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or row.unit == 0:
        return None
    return Fraction((row.answer - row.second) ** 2 - (row.answer - row.first) ** 2) / (2 * Fraction(row.unit))


def steps(row: Row, further: Fraction) -> Loss:
    """Return the loss of so many steps of two-sided geometric noise, whose unit is the ratio of two neighbors."""
    if not 0 < row.unit < 1 or further % 1 != 0:
        return None
    return as_real(log(1 / Fraction(row.unit))) * further if further else Fraction(0)


def two_sided_loss(row: Row) -> Loss:
    """Return the loss of two-sided geometric noise whose unit is the ratio of neighbors."""
    if not is_finite(row.unit, row.first, row.second, row.answer):
        return None
    return steps(row, Fraction(abs(row.answer - row.second) - abs(row.answer - row.first)))


def two_sided_supremum(row: Row) -> Loss:
    """Return the supremum of that."""
    return steps(row, Fraction(abs(row.first - row.second))) if is_finite(row.unit, row.first, row.second) else None


def unbounded(row: Row) -> Loss:  # noqa: ARG001  # the law has no bound, whatever the inputs are
    """Return that a loss has no bound."""
    return None


def one_sided_loss(row: Row) -> Loss:
    """Return the loss of exponential noise, which has one sign."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or row.unit == 0:
        return None
    if (row.answer - row.second) / Fraction(row.unit) < 0:
        return None
    return Fraction(row.first - row.second) / Fraction(row.unit)


def one_sided_supremum(row: Row) -> Loss:
    """Return the supremum of that: infinite where the second input lies further on."""
    if not is_finite(row.unit, row.first, row.second) or row.unit == 0:
        return None
    gap = Fraction(row.first - row.second) / Fraction(row.unit)
    return gap if gap >= 0 else None


def uniform_loss(row: Row) -> Loss:
    """Return the loss of uniform noise: nothing, or infinite."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or row.unit == 0:
        return None
    place = (row.answer - row.second) / Fraction(row.unit)
    return Fraction(0) if 0 <= place <= 1 else None


explain_failures(__name__)

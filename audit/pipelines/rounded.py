"""Losses of Laplace noise whose sum with a number is rounded to a whole one, as native code of PyDP has it.

An answer y has the mass that Laplace noise around the input has between y - 1/2 and y + 1/2. Beyond both inputs the
ratio of two masses is that of the noise, and rounding raises no ratio: so the supremum is that of the noise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.audit.pipelines.noises import Loss, is_finite
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import Real
from dpassay.exact.entrance import explain_failures
from dpassay.exact.real import rational_ball

__all__ = ["ROUNDED", "rounded_loss"]

ROUNDED: Final = "rounded laplace"
HALF: Final = Fraction(1, 2)


def rounded_loss(row: Row) -> Loss:
    """Return the loss of an answer."""
    if not is_finite(row.unit, row.first, row.second, row.answer) or not row.unit > 0:
        return None
    unit = Fraction(row.unit)
    first, second = (Fraction(row.answer - place) for place in (row.first, row.second))
    if abs(first) >= HALF and abs(second) >= HALF and (first > 0) == (second > 0):
        return (abs(second) - abs(first)) / unit

    def evaluate() -> arb:
        return (_mass(first, unit) / _mass(second, unit)).log()

    return Real(evaluate)


def _mass(distance: Fraction, unit: Fraction) -> arb:
    """Return the mass of Laplace noise within a half of a distance."""
    low, high = ((abs(distance) + side) / unit for side in (-HALF, HALF))
    above = rational_ball(-high).exp() / 2
    return rational_ball(-low).exp() / 2 - above if low >= 0 else 1 - rational_ball(low).exp() / 2 - above


explain_failures(__name__)

"""How the numbers of an audit are written: in one way, on the terminal, in the HTML page and in the JSON report.

A number that a reader takes for certain is never rounded towards certainty: a confidence is rounded down, and a
p-value below the smallest that is kept is said to be at most that.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Final

from dpassay.exact import decimal_text, require
from dpassay.exact.entrance import explain_failures

LEAST_P_VALUE: Final = 1e-300
"""P-values are kept from here on: a larger one is a p-value still, and 0 is none."""

_LEAST_IN_PERCENT: Final = Fraction(1, 10**9)
_DIGITS_OF_ALPHA: Final = 2
DIGITS: Final = 4


def number(value: float, digits: int = DIGITS) -> str:
    """Return a double to so many significant digits; "infinite" where it is that."""
    if not isfinite(value):
        return "infinite" if value > 0 else "-infinite" if value < 0 else "undefined"
    return decimal_text(Fraction(value), digits)


def p_value(value: float, digits: int = 3) -> str:
    """Return "= 0.0123", or "<= 1e-300" for what is smaller: what stands behind a "p"."""
    require(0 <= value <= 1, "p_value", value, "a number in [0, 1]")
    return f"= {number(value, digits)}" if value > LEAST_P_VALUE else f"<= {number(LEAST_P_VALUE)}"


def confidence(alpha: float) -> str:
    """Return the confidence of a statement that is wrong with probability alpha: "99.5 %", "99.99995 %", "1 - 1e-20".

    Alpha is rounded up to two significant digits, so that no more confidence is shown than there is.
    """
    require(0 < alpha < 1, "alpha", alpha, "a number in (0, 1)")
    error = _rounded_up(Fraction(f"{alpha:.14g}"))  # shares of an error budget that are added up have a rounding error
    if error < _LEAST_IN_PERCENT:
        return f"1 - {decimal_text(error)}"
    return f"{decimal_text(100 * (1 - error), 14)} %"


def _rounded_up(share: Fraction) -> Fraction:
    """Round a number in (0, 1) up to so many significant digits, but not to 1."""
    unit = Fraction(1)
    while share < unit * 10 ** (_DIGITS_OF_ALPHA - 1):
        unit /= 10
    rounded = -(-share // unit) * unit
    return rounded if rounded < 1 else share


explain_failures(__name__)

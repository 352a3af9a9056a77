"""Decimal text of exact numbers: one number is shown one way, however large or small it is.

A double ends at 1e308 and at 1e-308, which a probability or an e^epsilon need not; the text does not end there.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal

from flint import arb

from dpassay.exact.rationals import require
from dpassay.exact.real import Real, as_real

_BITS_PER_DIGIT = 4
_GUARD_BITS = 8
_GUARD_DIGITS = 20
_DIGITS_FROM_ONE = 3
_SMALLEST_POSITIONAL = -4
"""Below 10 to this, and from 10 to the number of digits on, the text has an exponent, as Python's own format has."""


def decimal_text(value: object, digits: int = 12) -> str:
    """Return a number to ``digits`` significant digits: "0.428571428571", "1e+400", "-2.5e-07", "1 - 1.78e-90".

    Args:
        value: an int, a ``Fraction``, an ``ExpNumber``, a ``LogForm`` or a ``Real``. What rounds to 1 is shown by its
            distance from 1; a ``Real`` that no precision tells from 0 as "0 (to within 1e-300)".
        digits: at least 1. The last one may be off by one where the number lies halfway between two.

    Raises:
        ValueError: the value is no exact number, or the digits are no positive integer.
    """
    require(isinstance(digits, int) and digits >= 1, "digits", digits, "a whole number of at least 1")
    number = as_real(value)
    text = _rounded(number, digits)
    if text != "1" or (rest := _rounded(1 - number, _DIGITS_FROM_ONE)) == "0":
        return text
    return f"1 + {rest[1:]}" if rest.startswith("-") else f"1 - {rest}"


def _rounded(number: Real, digits: int) -> str:
    ball = number.refined(_BITS_PER_DIGIT * digits + _GUARD_BITS)
    if ball.contains(0):
        return "0" if ball.is_zero() else "0 (to within 1e-300)"
    return _formatted(_decimal(ball.mid(), digits), digits)


def _decimal(point: arb, digits: int) -> Decimal:
    """Return a dyadic rational, rounded to so many digits."""
    context = Context(prec=digits + _GUARD_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
    mantissa, exponent = (int(part) for part in point.man_exp())
    near = context.multiply(Decimal(mantissa), context.power(Decimal(2), Decimal(exponent)))
    return Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN).plus(near)


def _formatted(number: Decimal, digits: int) -> str:
    """Write a decimal as Python writes doubles, without zeros at its end."""
    sign, places, _ = number.as_tuple()
    shown = "".join(map(str, places)).rstrip("0")
    exponent, minus = number.adjusted(), "-" if sign else ""
    if not _SMALLEST_POSITIONAL <= exponent < digits:
        return f"{minus}{_with_point(shown, 1)}e{exponent:+03d}"
    if exponent < 0:
        return f"{minus}0.{'0' * (-exponent - 1)}{shown}"
    return minus + _with_point(shown.ljust(exponent + 1, "0"), exponent + 1)


def _with_point(shown: str, place: int) -> str:
    whole, rest = shown[:place], shown[place:]
    return f"{whole}.{rest}" if rest else whole

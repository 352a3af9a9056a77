"""Decimal text of exact numbers: one number is shown one way, however large or small it is.

A double ends at 1e308 and at 1e-308, which a probability or an e^epsilon need not; the text does not end there.
Beside the nearest decimal stand certified ones: how far it is off at most, and bounds that are rounded outward; and
the exact form, where it is short enough to be read.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_UP, Context, Decimal, Inexact
from fractions import Fraction

from flint import arb

from dpassay.exact.expnumber import ExpNumber
from dpassay.exact.rationals import Rational, require
from dpassay.exact.real import FIRST_PRECISION, LAST_PRECISION, Real, Undecided, as_real, working_precision

_BITS_PER_DIGIT = 4
_GUARD_BITS = 8
_GUARD_DIGITS = 20
_DIGITS_FROM_ONE = 3
_SMALLEST_POSITIONAL = -4
"""Below 10 to this, and from 10 to the number of digits on, the text has an exponent, as Python's own format has."""

_MOST_BITS_IN_DECIMALS = 3 * 10**18
"""A power of two beyond this has more digits than a ``Decimal`` counts."""

_VANISHING = -1100
"""A number below 2 to this that no precision tells from 0 is shown as 0 to within 1e-300."""

UNRESOLVED_ZERO = "0 (to within 1e-300)"

LONGEST_EXACT = 40
"""A longer exact form stands in no sentence."""


def exact_text(value: object, longest: int = LONGEST_EXACT) -> str | None:
    """Return the exact form of a number; None where it has none of at most ``longest`` characters."""
    if isinstance(value, Real):
        return None
    try:
        text = str(value)
    except ValueError:  # more digits than Python writes
        return None
    return text if len(text) <= longest else None


def exact_decimal(value: Rational, digits: int = 12) -> str | None:
    """Return ``decimal_text``, where it is the number itself and not only near it; else None."""
    text = decimal_text(value, digits)
    return text if " " not in text and Fraction(text) == value else None


def decimal_text(value: object, digits: int = 12) -> str:
    """Return a number to ``digits`` significant digits: "0.428571428571", "1e+400", "-2.5e-07", "1 - 1.78e-90".

    Args:
        value: an int, a ``Fraction``, an ``ExpNumber``, a ``LogForm`` or a ``Real``. What rounds to 1 is shown by its
            distance from 1; a ``Real`` that no precision tells from 0 as "0 (to within 1e-300)".
        digits: at least 1. The last one may be off by one where the number lies halfway between two.

    Raises:
        ValueError: the value is no exact number, or larger than 10^(10^18), or the digits are no positive integer.
    """
    _check_digits(digits)
    text = _rounded(as_real(value), digits)
    if text != "1":
        return text
    rest = _rounded(_distance_below_one(value), _DIGITS_FROM_ONE)
    if rest == "0":
        return text
    if rest == UNRESOLVED_ZERO:
        return "1 (to within 1e-300)"
    return f"1 + {rest[1:]}" if rest.startswith("-") else f"1 - {rest}"


def rounded(value: object, digits: int) -> Fraction:
    """Return an exact number, rounded to so many significant digits."""
    text = decimal_text(value, digits)
    return Fraction(1) if text.startswith("1 ") else Fraction(text.partition(" ")[0])  # 1 - 0.04 rounds to 1


def enclosure_text(value: object, digits: int = 12) -> str:
    """Return "0.398942280401 +/- 5e-13": ``decimal_text``, and a bound on how far the number is from it.

    The number itself is within the bound, which is rounded up to one digit. A text that is exact has "+/- 0". Arguments
    and errors are those of ``decimal_text``.
    """
    text = decimal_text(value, digits)
    return text if text.endswith(")") else f"{text} +/- {error_text(value, digits)}"


def error_text(value: object, digits: int = 12) -> str:
    """Return how far ``decimal_text`` of so many digits may be from the number, rounded up to one digit: "5e-13"."""
    text = decimal_text(value, digits)
    if text.endswith(")"):
        return "1e-300"
    whole, sign, rest = text.partition(" + ") if " + " in text else text.partition(" - ")
    if sign:  # 1 - 1.78e-90: what is left of the number beyond 1 is as far from the rest
        beyond = -_distance_below_one(value)
        whole, number, digits = (f"-{rest}" if sign == " - " else rest), beyond, _DIGITS_FROM_ONE
    else:
        number = as_real(value)
    error = _distance(number, Decimal(whole), digits)
    return "0" if error.is_zero() else _formatted(_decimal(error, 1, ROUND_UP), 1)


def decimal_bounds(value: object, digits: int = 12) -> tuple[str, str]:
    """Return decimals (lower, upper) of so many significant digits between which the number certainly lies.

    Both are rounded outward, and numbers that round to 1 are written like those of ``decimal_text``: ("1 - 1.79e-90",
    "1 - 1.78e-90"). Arguments and errors are those of ``decimal_text``.
    """
    text = decimal_text(value, digits)
    if text.startswith(("1 - ", "1 + ")):
        low, high = _bounds(_distance_below_one(value), _DIGITS_FROM_ONE)
        return _from_one(high), _from_one(low)
    return _bounds(as_real(value), digits)


def _from_one(rest: str) -> str:
    """Write 1 minus a decimal."""
    return f"1 + {rest[1:]}" if rest.startswith("-") else f"1 - {rest}"


def _check_digits(digits: object) -> None:
    whole = isinstance(digits, int) and not isinstance(digits, bool) and digits >= 1
    require(whole, "digits", digits, "a whole number of at least 1")


def _distance_below_one(value: object) -> Real:
    """Return 1 - value; of an exact number exactly, so that no precision is too small for it."""
    return as_real(1 - value if isinstance(value, Rational | ExpNumber) else 1 - as_real(value))


def _rounded(number: Real, digits: int) -> str:
    ball = _enclosed(number, digits)
    if ball.contains(0):
        return "0" if ball.is_zero() else UNRESOLVED_ZERO
    return _formatted(_decimal(ball.mid(), digits), digits)


def _bounds(number: Real, digits: int) -> tuple[str, str]:
    ball = _enclosed(number, digits)
    with working_precision(_accuracy(digits)):
        low, high = ball.lower(), ball.upper()
    return (
        _formatted(_decimal(low, digits, ROUND_FLOOR), digits),
        _formatted(_decimal(high, digits, ROUND_CEILING), digits),
    )


def _distance(number: Real, point: Decimal, digits: int) -> arb:
    """Return an upper bound on the distance of a number from a decimal, exact (a dyadic rational)."""
    sign, places, exponent = point.as_tuple()
    mantissa = int("".join(map(str, places))) * (-1 if sign else 1)
    ball = _enclosed(number, digits)
    with working_precision(2 * _accuracy(digits)):
        if int(exponent) >= 0:
            return (ball - mantissa * arb(10) ** int(exponent)).abs_upper()
        unit = arb(10) ** -int(exponent)  # whole, so that a decimal that is exact is seen to be
        return ((ball * unit - mantissa) / unit).abs_upper()


def _accuracy(digits: int) -> int:
    return _BITS_PER_DIGIT * digits + _GUARD_BITS


def _enclosed(number: Real, digits: int) -> arb:
    """Return an enclosure of so many digits, however small the number; one of 0 where no precision tells it from 0."""
    accuracy = _accuracy(digits)
    precision = max(FIRST_PRECISION, accuracy)
    while (ball := number.ball(precision)).rel_accuracy_bits() < accuracy and precision < LAST_PRECISION:
        precision *= 2
    if ball.rel_accuracy_bits() >= accuracy:
        return _countable(ball)
    if ball.is_finite() and ball.abs_upper() < arb(2) ** _VANISHING:
        return ball if ball.contains(0) else ball.union(arb(0))
    raise Undecided(f"value = {ball.str(5)}: expected a number that {LAST_PRECISION} bits enclose to {digits} digits")


def _countable(ball: arb) -> arb:
    """Return a ball whose numbers a ``Decimal`` can hold: one around 0 for what is too small."""
    exponent = int(ball.mid().man_exp()[1])
    if exponent < -_MOST_BITS_IN_DECIMALS:
        return arb(0, arb(2) ** _VANISHING)
    require(exponent < _MOST_BITS_IN_DECIMALS, "value", ball.str(5), "a number below 10^(10^18)")
    return ball


def _decimal(point: arb, digits: int, rounding: str = ROUND_HALF_EVEN) -> Decimal:
    """Return a dyadic rational, rounded to so many digits; a directed rounding is certain."""
    context = Context(prec=digits + _GUARD_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
    mantissa, exponent = (int(part) for part in point.man_exp())
    near = context.multiply(Decimal(mantissa), context.power(Decimal(2), Decimal(exponent)))
    if rounding != ROUND_HALF_EVEN and context.flags[Inexact]:  # more than two rounded operations can be off
        slack = context.multiply(abs(near), Decimal(1).scaleb(5 - context.prec))
        near = context.add(near, -slack if rounding == ROUND_FLOOR else slack)
    return Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN).plus(near)


def _formatted(number: Decimal, digits: int) -> str:
    """Write a decimal as Python writes doubles, without zeros at its end."""
    if number == 0:
        return "0"
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

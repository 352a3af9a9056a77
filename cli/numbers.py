"""Numbers as the commands show them: a decimal, beside it the closed form or what encloses it; the same in JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

import click

from dpassay.exact import (
    LogForm,
    Number,
    Real,
    as_integer,
    as_real,
    decimal_bounds,
    decimal_text,
    error_text,
    largest,
    require,
)
from dpassay.exact.decimals import exact_decimal, exact_text

DIGITS = 12
MOST_DIGITS = 1_000
LONGEST_EXACT = 60
"""A longer closed form is left out of a table."""

LONGEST_EXACT_IN_JSON = 4_000
LONGEST_PLACE = 20

_ONE_TERM: Final = re.compile(r"^\(((?:[^()\s/]|\^\([^()\s]*\))+)\)/\(")
"""A quotient whose numerator is one term, such as e^(1/2), which needs no parentheses."""


@dataclass(frozen=True, slots=True)
class Between:
    """A number between two certified bounds; its decimal is the upper one, rounded up."""

    low: Fraction
    high: Fraction


Shown: TypeAlias = "Number | LogForm | Real | Between | None"
"""A number to show; None is infinity."""


digits_option = click.option(
    "--digits", default=str(DIGITS), show_default=True, metavar="N", help="Significant digits of the decimals."
)
"""The option --digits."""


def read_digits(text: str) -> int:
    """Return the number of digits that is asked for."""
    digits = as_integer(text, "digits")
    require(1 <= digits <= MOST_DIGITS, "digits", text, f"a whole number from 1 to {MOST_DIGITS}")
    return digits


def decimal(value: Shown, digits: int = DIGITS) -> str:
    """Return a number to so many significant digits; of bounds the upper one."""
    if value is None:
        return "infinite"
    if isinstance(value, Between):
        return decimal_text(value.high, digits) if value.low == value.high else decimal_bounds(value.high, digits)[1]
    return decimal_text(value, digits)


def closed_form(value: Shown, longest: int = LONGEST_EXACT) -> str | None:
    """Return the closed form of a number, where it has one that is short enough."""
    if value is None:
        return "infinite"
    if isinstance(value, Between):
        return closed_form(value.low, longest) if value.low == value.high else None
    text = exact_text(value, longest)
    return None if text is None else _ONE_TERM.sub(r"\1/(", text)


def bounds(value: Shown, digits: int = DIGITS) -> tuple[str, str]:
    """Return decimals that enclose a finite number, rounded outward."""
    if isinstance(value, Between):
        return decimal_bounds(value.low, digits)[0], decimal_bounds(value.high, digits)[1]
    return decimal_bounds(value, digits)


def exactly(value: Shown, digits: int = DIGITS, *, alone: bool = False) -> str:
    """Return the closed form; else the error of the decimal, with the decimal itself where it stands ``alone``."""
    form = closed_form(value)
    if form is not None:
        return form
    if isinstance(value, Between):
        return " to ".join(bounds(value, digits))
    text = decimal(value, digits)
    if text.endswith(")"):  # it says itself what it is worth
        return text if alone else ""
    error = error_text(value, digits)
    if error == "0":  # the decimal is the number
        return text
    return f"{text} +/- {error}" if alone else f"+/- {error}"


def number_json(value: Shown, digits: int = DIGITS) -> dict[str, str | None]:
    """Return a number of a JSON document: its decimal, and its closed form or certified bounds."""
    form, text = closed_form(value, LONGEST_EXACT_IN_JSON), decimal(value, digits)
    if form is None and not isinstance(value, Between) and error_text(value, digits) == "0":
        form = text
    if form is not None:
        return {"decimal": text, "exact": form}
    lower, upper = bounds(value, digits)
    return {"decimal": text, "exact": None, "lower": lower, "upper": upper}


def larger(first: Shown, second: Shown) -> Shown:
    """Return the larger of two numbers, exactly where both are exact."""
    if first is None or second is None:
        return None
    if isinstance(first, Between) or isinstance(second, Between):
        a, b = _between(first), _between(second)
        return Between(max(a.low, b.low), max(a.high, b.high))
    if isinstance(first, LogForm) and isinstance(second, LogForm):
        return max(first, second)
    return largest([as_real(value) if isinstance(value, LogForm) else value for value in (first, second)])


def _between(value: Number | LogForm | Real | Between) -> Between:
    return value if isinstance(value, Between) else Between(*as_real(value).bounds())


def place_text(place: Fraction | int) -> str:
    """Return an exact rational: as a quotient, or as the decimal that it is where that is shorter."""
    return (
        exact_text(place, LONGEST_PLACE)
        or exact_decimal(place)
        or exact_text(place, LONGEST_EXACT_IN_JSON)
        or decimal_text(place)
    )

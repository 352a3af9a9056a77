"""Exact numbers as test vectors hold them: a quotient of integers, or two decimals that enclose the number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import decimal_bounds
from dpassay.exact.decimals import exact_text

DIGITS: Final = 20
LONGEST_EXACT: Final = 60
"""A longer closed form is left out: its enclosure says what it is worth."""

_JUST_BELOW_ONE: Final = "0." + "9" * DIGITS


def number(value: Any) -> dict[str, str]:
    """Return a number of a vector: exact where it is rational, enclosed where it is not."""
    if isinstance(value, int | Fraction):
        exact = Fraction(value)
        return {"numerator": str(exact.numerator), "denominator": str(exact.denominator)}
    lower, upper = (_plain(text, place) for place, text in enumerate(decimal_bounds(value, DIGITS)))
    form = exact_text(value, LONGEST_EXACT)
    return {"lower": lower, "upper": upper} | ({} if form is None else {"exact": form})


def between(low: Any, high: Any) -> dict[str, str]:
    """Return a number of a vector that is known by bounds; these may be one and the same number."""
    first, second = number(low), number(high)
    if first == second:
        return first
    return {"lower": decimal_bounds(low, DIGITS)[0], "upper": decimal_bounds(high, DIGITS)[1]}


def _plain(text: str, place: int) -> str:
    """Return a bound as any language reads it; one that is written by its distance from 1 is widened."""
    if text.startswith("1 -"):
        return (_JUST_BELOW_ONE, "1")[place]
    if text.endswith(")"):
        return ("0", "1e-300")[place]
    float(text)  # a decimal, with or without an exponent
    return text


def exact_json(value: Any) -> Any:
    """Return exact data or parameters: numbers and words as texts, rows as lists of them."""
    if isinstance(value, tuple | list):
        return [exact_json(entry) for entry in value]
    return str(value)

"""Reading exact rational numbers: the one door through which a number enters the exact rooms, closed to floats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias

from flint import fmpz_poly

Rational: TypeAlias = int | Fraction
"""What the exact rooms compute with where a number is rational."""

_EXPECTED = 'an int, a Fraction or a string such as "3/2" or "0.1"'
_LONGEST_TEXT = 1_000
_LARGEST_POWER_OF_TEN = 1_000
_LONGEST_SHOWN = 200


def shortened(value: object, text_of: Callable[[object], str] = str) -> str:
    """Return the text of a value for a message: one line, not long."""
    try:
        text = " ".join(text_of(value).split())
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return f"a {type(value).__name__} of very many digits"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


def as_fraction(value: object, name: str) -> Fraction:
    """Return ``value`` as an exact ``Fraction``.

    Accepts an int, a ``Fraction``, or a string ("3/2", "0.1", "1e-5"). A float is refused, because the rational it
    stores is rarely the one that was meant. Raises ``ValueError`` naming ``name``, the value and what was expected.
    """
    if type(value) is Fraction:  # which most are
        return value
    if isinstance(value, bool | float) or not isinstance(value, int | Fraction | str):
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {_EXPECTED}, not {type(value).__name__}")
    if isinstance(value, str):
        return _from_text(value, name)
    return Fraction(value)


def _from_text(text: str, name: str) -> Fraction:
    """Parse a decimal or a fraction; a power of ten that would fill the memory is refused before it is expanded."""
    try:
        exponent = int(text.lower().partition("e")[2] or 0)
        if len(text) > _LONGEST_TEXT or abs(exponent) > _LARGEST_POWER_OF_TEN:
            raise ValueError
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name} = {text[:60]!r}: expected {_EXPECTED}") from None


def as_integer(value: object, name: str) -> int:
    """Return ``value`` as an int; accepts what ``as_fraction`` accepts, provided that it is whole."""
    fraction = as_fraction(value, name)
    if fraction.denominator != 1:
        raise ValueError(f"{name} = {shortened(value, repr)}: expected a whole number")
    return fraction.numerator


def require(condition: bool, name: str, value: object, expected: str) -> None:
    """Raise the project's one form of complaint about an argument unless ``condition`` holds."""
    if not condition:
        raise ValueError(f"{name} = {shortened(value)}: expected {expected}")


def as_positive_fraction(value: object, name: str) -> Fraction:
    """Return ``value`` as a ``Fraction`` above 0."""
    fraction = as_fraction(value, name)
    require(fraction > 0, name, value, "a number above 0")
    return fraction


def as_positive_integer(value: object, name: str) -> int:
    """Return ``value`` as an int of at least 1."""
    integer = as_integer(value, name)
    require(integer >= 1, name, value, "a whole number of at least 1")
    return integer


def rational_sum(values: Iterable[Rational]) -> Fraction:
    """Return the sum, brought to lowest terms once."""
    top, bottom = 0, 1
    for value in values:
        numerator, denominator = value.numerator, value.denominator
        if denominator != bottom:
            common = lcm(bottom, denominator)
            top, numerator, bottom = top * (common // bottom), numerator * (common // denominator), common
        top += numerator
    return Fraction(top, bottom)


def rational_gcd(values: Iterable[Fraction]) -> Fraction:
    """Return the largest rational of which every value is a whole multiple; 1 where all are zero."""
    listed = list(values)
    bottom = lcm(*(value.denominator for value in listed))
    top = gcd(*(int(value * bottom) for value in listed))
    return Fraction(top or 1, bottom)


def binomials(n: int) -> list[int]:
    """Return the number of ways to choose 0, 1, ..., n of n, all at once: one by one, ``math.comb`` is slow."""
    require(n >= 0, "n", n, "a whole number of at least 0")
    return [int(count) for count in (fmpz_poly([1, 1]) ** n).coeffs()]


def first_true(predicate: Callable[[int], bool], start: int) -> int:
    """Return the least ``k >= start`` with ``predicate(k)``, for a predicate that stays true once it is true.

    Doubling, then bisection, so that a crossing far away costs logarithmically many questions. The predicate must
    become true.
    """
    if predicate(start):
        return start
    step = 1
    while not predicate(start + step):
        step *= 2
    low, high = start + step // 2, start + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if predicate(middle) else (middle, high)
    return high

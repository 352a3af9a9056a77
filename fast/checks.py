"""Argument checks: each returns the value as the samplers need it, or raises a one-line ValueError.

A message reads `name=value: expected ...`. Booleans are no numbers here: `True` as an epsilon is a mistake,
not a one.
"""

import math
import numbers
import re
import reprlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "LARGEST_EXPONENT",
    "LARGEST_INTEGER",
    "Rational",
    "Real",
    "Scores",
    "bad",
    "budget",
    "gaps",
    "generator",
    "integer",
    "positive",
    "probability_of_failure",
    "real",
    "sample_size",
    "scores",
]

Real = float | Fraction
Rational = float | Fraction | str
Scores = Sequence[Real] | NDArray[np.floating] | NDArray[np.integer]

LARGEST_INTEGER: Final = 2**62  # as data: noise of up to 2^61 can be added to it in 64 bits
LARGEST_EXPONENT: Final = 5000  # of a decimal string: without a limit "1e999999999" takes all memory there is

_EXPONENT: Final = re.compile(r"[eE]([+-]?[0-9_]+)\s*$")


def bad(name: str, value: object, expected: str) -> ValueError:
    """The error that names the argument, its value and what was expected, in one line."""
    shown = " ".join(reprlib.repr(value).split())
    return ValueError(f"{name}={shown}: expected {expected}")


def generator(rng: object) -> np.random.Generator:
    """A NumPy generator; a seed or a legacy `RandomState` is refused."""
    if not isinstance(rng, np.random.Generator):
        raise bad("rng", rng, "a numpy.random.Generator")
    return rng


def integer(value: object, name: str, *, low: int, high: int = LARGEST_INTEGER) -> int:
    """An integer in [low, high]; a float is refused even when it is whole."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise bad(name, value, "an integer")
    number = int(value)
    if not low <= number <= high:
        raise bad(name, value, f"an integer between {low} and {high}")
    return number


def sample_size(size: object) -> int:
    """The number of outputs, zero or more."""
    return integer(size, "size", low=0)


def real(value: object, name: str, expected: str = "a finite real number") -> Fraction:
    """The exact value of a finite rational or float; of any other finite real number its double."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise bad(name, value, expected)
    if isinstance(value, numbers.Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not math.isfinite(value):
        raise bad(name, value, expected)
    if isinstance(value, np.floating):  # a long double has more digits than a double
        return Fraction(*value.as_integer_ratio())
    return Fraction(float(value))


def positive(value: object, name: str) -> float:
    """The double nearest to a positive real number that doubles can hold."""
    expected = "a finite number above 0"
    exact = real(value, name, expected)
    if exact <= 0:
        raise bad(name, value, expected)
    try:
        nearest = float(exact)
    except OverflowError:
        raise bad(name, value, "a number that a double can hold") from None
    if nearest == 0:
        raise bad(name, value, "a number that a double can hold")
    return nearest


def probability_of_failure(delta: object) -> float:
    """A delta strictly between 0 and 1."""
    value = positive(delta, "delta")
    if value >= 1:
        raise bad("delta", delta, "a number strictly between 0 and 1")
    return value


def budget(epsilon: object, exp_eps: object) -> float:
    """The double nearest to epsilon, of which exactly one form is given."""
    if (epsilon is None) == (exp_eps is None):
        got = "neither" if epsilon is None else "both"
        raise ValueError(f"epsilon, exp_eps: expected exactly one of the two, got {got}")
    return positive(epsilon, "epsilon") if exp_eps is None else _logarithm(exp_eps)


def scores(data: object) -> NDArray[np.float64]:
    """A non-empty vector of finite scores, each rounded to a double: what lies between them is for `gaps`."""
    expected = "a non-empty sequence of finite numbers"
    if isinstance(data, np.ndarray):
        if data.ndim != 1 or data.dtype.kind not in "iuf":
            raise bad("data", data, expected)
    elif not isinstance(data, Sequence) or isinstance(data, (str, bytes)):
        raise bad("data", data, expected)
    if len(data) == 0:
        raise bad("data", data, expected)
    try:
        return np.array([float(real(score, "data", expected)) for score in data])
    except OverflowError:
        raise bad("data", data, "scores that a double can hold") from None


def gaps(data: Scores) -> NDArray[np.float64]:
    """Each score less the largest: the exact difference, rounded once to a double; minus infinity if none holds it.

    Scores that are doubles already are subtracted as such: IEEE 754 defines that difference as the exact one,
    rounded once. Other scores must not be rounded before the subtraction: 2^60 + 127 and 2^60 + 129 are 256
    apart as doubles.
    """
    nearest = scores(data)
    if _are_doubles(data):
        with np.errstate(over="ignore"):
            below: NDArray[np.float64] = nearest - nearest.max()
        return below
    exact = [real(score, "data") for score in data]
    best = max(exact)
    return np.array([_rounded_gap(score - best) for score in exact])


def _are_doubles(data: Scores) -> bool:
    """Whether every score is a float of at most 64 bits, so that a double is its exact value."""
    if isinstance(data, np.ndarray):
        return data.dtype.kind == "f" and data.dtype.itemsize <= np.dtype(np.float64).itemsize
    return all(isinstance(score, float) for score in data)


def _rounded_gap(gap: Fraction) -> float:
    """The double nearest to a gap; two doubles may be further apart than the largest one."""
    try:
        return float(gap)
    except OverflowError:
        return -math.inf


def _logarithm(exp_eps: object) -> float:
    """The logarithm of a rational above 1, accurate near 1 and beyond the range of doubles."""
    value = _rational(exp_eps)
    if value <= 1:
        raise bad("exp_eps", exp_eps, "a rational above 1")
    epsilon = math.log1p(float(value - 1)) if value < 2 else _log_large(value)
    return positive(epsilon, "the logarithm of exp_eps")


def _log_large(value: Fraction) -> float:
    """The logarithm of a rational of 2 or more: exact integers have one at any size."""
    try:
        return math.log(float(value))
    except OverflowError:
        return math.log(value.numerator) - math.log(value.denominator)


def _rational(exp_eps: object) -> Fraction:
    """A number, or a string such as "3/2" or "1.5", as the rational that it is."""
    expected = "a rational above 1, such as Fraction(3, 2) or '3/2'"
    if not isinstance(exp_eps, str):
        return real(exp_eps, "exp_eps", expected)
    exponent = _EXPONENT.search(exp_eps)
    if exponent is not None and (len(exponent[1]) > 6 or abs(int(exponent[1])) > LARGEST_EXPONENT):
        raise bad("exp_eps", exp_eps, f"a decimal exponent of at most {LARGEST_EXPONENT}")
    try:
        return Fraction(exp_eps)
    except (ValueError, ZeroDivisionError):
        raise bad("exp_eps", exp_eps, expected) from None

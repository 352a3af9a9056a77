"""Lazy integers and reals do what plain ones do: each program against all its values."""

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np
import pytest

from tests.audit.enumerating import law

SIZE = 60

INTEGERS: list[Callable[[Any], Any]] = [
    lambda n: n % 7,
    lambda n: (3 * n + 2) % 4,
    lambda n: n & 1,
    lambda n: (n & 15, n >> 4),
    lambda n: n & 10,
    lambda n: n >> 3,
    lambda n: (n << 2) < 100,
    lambda n: divmod(n, 6),
    lambda n: n // 7 - n % 7,
    lambda n: n / 7 < 3.3,
    lambda n: [10, 20, 30][n % 3],
    lambda n: "abc"[n // 20],
    lambda n: {k: k * k for k in range(SIZE)}[n],
    lambda n: f"{n}",
    lambda n: n == 3 or n > 50,
    lambda n: -n < -30,
    lambda n: ~n > -4,
    lambda n: 59 - n,
    lambda n: abs(n - 30),
    lambda n: n.bit_length(),
    lambda n: n.to_bytes(1, "big").hex(),
    lambda n: n | 1,
    lambda n: 3 ^ n,
    lambda n: n**2 < 100,
    lambda n: 2**n > 1000,
    lambda n: math.gcd(n, 12),
    lambda n: Fraction(n, 60) < Fraction(1, 3),
    lambda n: n < Fraction(7, 2),
    lambda n: isinstance(n, int) and isinstance(n, Rational) and not isinstance(n, float),
    lambda n: list(range(n))[-2:],
    bool,
    lambda n: n in {1, 2, 3},
    lambda n: int(n) + 0.5,
    lambda n: np.int64(5) < n,
    lambda n: bool(np.array([1.0, 20.5])[1] < n),
    lambda n: np.where(np.array([n], object) < 5, 1, 0),
    lambda n: 100 // (n + 1),
    lambda n: 100 % (n + 1),
    lambda n: 1 << (n % 5),
    lambda n: n.numerator + n.denominator,
    lambda n: round(n / 20),
    lambda n: 1 / n,
]


@pytest.mark.parametrize("place", range(len(INTEGERS)))
def test_integers_are_as_plain_ones(place: int) -> None:
    program = INTEGERS[place]
    assert law(lambda coins: program(coins.whole(SIZE))) == counted(program, range(SIZE))


REALS: list[Callable[[Any], Any]] = [
    lambda u: u.is_integer(),
    lambda u: u.as_integer_ratio(),
    lambda u: u % 0.25,
    lambda u: divmod(u, 0.5),
    lambda u: isinstance(u, float) and not isinstance(u, int),
    str,
    lambda u: float(np.float64(0.3) * u),
    lambda u: bool(np.float64(0.3) < u),
    lambda u: np.searchsorted(np.array([0.1, 0.2, 0.7]), [u], side="right").tolist(),
    lambda u: np.floor(np.array([4 * u], object)).astype(np.int64),
    lambda u: (np.array([u * 3], object)).astype(np.int64),
    lambda u: 2 // (u + 0.5),
    lambda u: pow(u, 2) < 0.5,
    lambda u: max(u, 0.5) == 0.5,
    lambda u: complex(u).real,
    lambda u: +u,
]


@pytest.mark.parametrize("place", range(len(REALS)))
def test_reals_are_as_plain_ones(place: int) -> None:
    program = REALS[place]
    assert law(lambda coins: program(coins.real(6))) == counted(program, [number / 64 for number in range(64)])


def test_functions_of_numpy_rise() -> None:
    for name in ("log", "sqrt", "exp", "log1p", "arctan", "tanh", "rint"):
        function = getattr(np, name)

        def program(u: Any, function: Any = function) -> bool:
            with np.errstate(all="ignore"):
                return bool(function(np.array([u], float if type(u) is float else object))[0] < 0.6)

        plain = [number / 64 for number in range(64)]
        with np.errstate(all="ignore"):
            expected = Counter(bool(function(value) < 0.6) for value in plain)
        found = law(lambda coins, p=program: p(coins.real(6)))  # type: ignore[misc]
        assert found == {answer: Fraction(count, 64) for answer, count in expected.items()}


def counted(program: Callable[[Any], Any], values: Any) -> dict[Any, Fraction]:
    """Return the shares of the answers among all values."""
    counts = Counter(tidy(attempt(program, value)) for value in values)
    return {answer: Fraction(count, counts.total()) for answer, count in counts.items()}


def attempt(program: Callable[[Any], Any], value: Any) -> Any:
    try:
        return program(value)
    except ArithmeticError as error:
        return type(error).__name__


def tidy(answer: Any) -> Any:
    """Return an answer as `law` does."""
    if isinstance(answer, np.ndarray):
        answer = answer.tolist()
    return tuple(map(tidy, answer)) if isinstance(answer, list | tuple) else answer

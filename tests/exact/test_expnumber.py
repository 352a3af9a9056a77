"""The exact field: its axioms on random elements, and every value against mpmath at 90 digits."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpassay.exact import ExpNumber, Number, Real, exp, is_factorable, power, sign, square_root
from dpassay.exact.expnumber import series, total
from tests.exact.second_opinion import agree, rejects

WIDE: Any = mpmath.mp.clone()
WIDE.dps = 90

Valued = tuple[Any, Any]
"""A number of ours, and what mpmath makes of the same expression."""


def wide(value: Fraction | int) -> Any:
    return WIDE.mpf(value.numerator) / value.denominator


def leaf_exp(q: Fraction) -> Valued:
    return exp(q), WIDE.exp(wide(q))


def leaf_power(base: Fraction, q: Fraction) -> Valued:
    return power(base, q), WIDE.power(wide(base), wide(q))


def combine(operation: Any, x: Valued, y: Valued) -> Valued:
    if operation is operator.truediv:
        assume(abs(y[1]) > WIDE.mpf(10) ** -50)
    left = Fraction(x[0]) if isinstance(x[0], int) else x[0]  # two ints would divide to a float
    return operation(left, y[0]), operation(x[1], y[1])


EXPONENTS = st.fractions(-2, 2, max_denominator=4)
BASES = st.sampled_from([Fraction(b) for b in ("2", "3", "6", "3/2", "4/9", "12", "1/5")])
LEAVES = st.one_of(
    st.fractions(-3, 3, max_denominator=5).map(lambda q: (q, wide(q))),
    st.integers(-3, 3).map(lambda n: (n, WIDE.mpf(n))),
    EXPONENTS.map(leaf_exp),
    st.builds(leaf_power, BASES, EXPONENTS),
)
OPERATIONS = st.sampled_from([operator.add, operator.sub, operator.mul, operator.truediv])
NUMBERS = st.recursive(
    LEAVES,
    lambda inner: st.builds(combine, OPERATIONS, inner, inner),
    max_leaves=5,
)


def check_value(number: Any, value: Any) -> None:
    agree(number, WIDE.mpf(value), digits=40)


@given(NUMBERS)
def test_value(pair: Valued) -> None:
    number, value = pair
    check_value(number, value)
    assert sign(number) == (0 if abs(value) < WIDE.mpf(10) ** -60 else WIDE.sign(value))


@given(NUMBERS, NUMBERS)
def test_order_and_equality(x: Valued, y: Valued) -> None:
    difference = x[1] - y[1]
    same = abs(difference) < WIDE.mpf(10) ** -60
    assert (x[0] == y[0]) == same
    assert (x[0] != y[0]) != same
    assert (x[0] < y[0]) == (not same and difference < 0)
    assert (x[0] <= y[0]) == (same or difference < 0)
    assert (x[0] > y[0]) == (not same and difference > 0)
    assert (x[0] >= y[0]) == (same or difference > 0)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_field_axioms(x: Valued, y: Valued, z: Valued) -> None:
    a, b, c = (Fraction(v[0]) if isinstance(v[0], int) else v[0] for v in (x, y, z))
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) + c == a + (b + c)
    assert (a * b) * c == a * (b * c)
    assert (a + b) * c == a * c + b * c
    assert a - a == 0
    assert a + 0 == a
    assert a * 1 == a
    if b != 0:
        assert b * (1 / b) == 1
        assert a / b * b == a
        assert b**-3 * b**3 == 1


@given(NUMBERS, st.integers(-4, 4))
def test_integer_powers(x: Valued, n: int) -> None:
    base = Fraction(x[0]) if isinstance(x[0], int) else x[0]
    assume(base != 0)
    check_value(base**n, x[1] ** n)


@given(EXPONENTS, EXPONENTS, BASES)
def test_exponents_add(a: Fraction, b: Fraction, base: Fraction) -> None:
    assert exp(a) * exp(b) == exp(a + b)
    assert power(base, a) * power(base, b) == power(base, a + b)
    assert power(base, a) * power(1 / base, a) == 1


THIRD = Fraction(1, 3)
ROOT2, ROOT3, ROOT6 = (power(n, Fraction(1, 2)) for n in (2, 3, 6))


def test_known_identities() -> None:
    assert (ROOT2 + ROOT3) ** 2 == 5 + 2 * ROOT6
    assert 5 + 2 * ROOT6 + Fraction(1, 10**80) != (ROOT2 + ROOT3) ** 2
    surd = ROOT3 - ROOT2
    assert surd**-1 == surd + 2 * ROOT2
    assert ROOT2 * ROOT3 == ROOT6
    assert power(8, Fraction(1, 3)) == 2
    assert power(Fraction(4, 9), Fraction(3, 2)) == Fraction(8, 27)
    assert (1 + power(5, Fraction(1, 2))) ** 2 / 4 == (3 + power(5, Fraction(1, 2))) / 2
    assert (exp(1) ** 2 - 1) / (exp(1) - 1) == exp(1) + 1
    assert (exp(1) - ROOT2) * (exp(1) + ROOT2) == exp(2) - 2
    assert exp(0) == 1
    # The cubic surd of Ramanujan: (2^(1/3) - 1)^(1/3) cubed, spelled with ninths.
    ninths = [power(Fraction(n, 9), Fraction(1, 3)) for n in (1, 2, 4)]
    assert (ninths[0] - ninths[1] + ninths[2]) ** 3 == power(2, Fraction(1, 3)) - 1


@pytest.mark.parametrize(
    "number",
    [
        ROOT2 * ROOT2,
        1 / (ROOT2 - 1) - ROOT2,
        (exp(1) + 1) / (2 * exp(1) + 2),
        ROOT6 / (ROOT2 * ROOT3),
        exp(3) * exp(-3),
    ],
)
def test_a_rational_result_is_a_fraction(number: Number) -> None:
    assert isinstance(number, Fraction)


def rationals_around(value: Any, digits: int) -> tuple[Fraction, Fraction]:
    scaled = int(WIDE.floor(value * WIDE.mpf(10) ** digits))
    return Fraction(scaled, 10**digits), Fraction(scaled + 1, 10**digits)


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (ROOT2 + ROOT3, WIDE.sqrt(2) + WIDE.sqrt(3)),
        (exp(1) + ROOT2, WIDE.e + WIDE.sqrt(2)),
        (exp(THIRD) / (1 + power(7, THIRD)), WIDE.exp(wide(THIRD)) / (1 + WIDE.power(7, wide(THIRD)))),
    ],
    ids=["radicals", "e and a radical", "a quotient"],
)
@pytest.mark.parametrize("digits", [15, 30, 60])
def test_sign_close_to_zero(number: Number, value: Any, digits: int) -> None:
    below, above = rationals_around(value, digits)
    assert sign(number - below) == 1
    assert sign(number - above) == -1
    assert below < number < above
    assert above > number > below


def test_order_of_very_close_numbers() -> None:
    tiny = Fraction(1, 10**2000)
    assert exp(1) < exp(1) + tiny
    assert (ROOT2 + ROOT3) ** 2 + tiny > 5 + 2 * ROOT6


@pytest.mark.parametrize("other", [3, Fraction(-2, 7)])
def test_mixes_on_either_side(other: int | Fraction) -> None:
    number, value, rational = exp(1), WIDE.e, wide(other)
    check_value(other + number, rational + value)
    check_value(number + other, rational + value)
    check_value(other - number, rational - value)
    check_value(number - other, value - rational)
    check_value(other * number, rational * value)
    check_value(other / number, rational / value)
    check_value(number / other, value / rational)
    rejects(check_value, other - number, value - rational)
    rejects(check_value, other / number, value / rational)


@pytest.mark.parametrize("zero", [0, Fraction(0), ROOT2 - ROOT2])
def test_division_by_zero(zero: Number) -> None:
    with pytest.raises(ZeroDivisionError):
        exp(1) / zero


def test_power_zero() -> None:
    assert (exp(1) + 1) ** 0 == 1


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv, operator.lt])
def test_floats_are_refused(operation: Any) -> None:
    for pair in ((exp(1), 0.5), (0.5, exp(1))):
        with pytest.raises(TypeError):
            operation(*pair)
    assert (exp(1) == 2.5) is False


@pytest.mark.parametrize(
    ("base", "exponent"), [(0, 1), (-1, 2), (0.5, 1), (2, 0.5), (True, 1), ("x", 1), (2, "1/0"), (float("nan"), 1)]
)
def test_power_refuses(base: Any, exponent: Any) -> None:
    with pytest.raises(ValueError, match=r"^(base|exponent) = "):
        power(base, exponent)


def test_float_is_correct_to_one_unit() -> None:
    for number, value in ((exp(1), WIDE.e), (ROOT2 + ROOT3, WIDE.sqrt(2) + WIDE.sqrt(3)), (exp(-700), WIDE.exp(-700))):
        assert abs(WIDE.mpf(float(number)) - value) <= value * WIDE.mpf(2) ** -52


@given(NUMBERS)
def test_square_root(pair: Valued) -> None:
    number, value = pair
    assume(value > WIDE.mpf(10) ** -50)
    root = square_root(number)
    check_value(root, WIDE.sqrt(value))
    if not isinstance(root, Real):
        assert root * root == number


def test_square_root_of_single_powers_is_exact() -> None:
    assert square_root(Fraction(9, 4)) == Fraction(3, 2)
    assert square_root(exp(2)) == exp(1)
    assert square_root(ROOT2) == power(2, Fraction(1, 4))
    assert square_root(Fraction(0)) == 0
    with pytest.raises(ValueError, match="value"):
        square_root(Fraction(-1))


def test_text_names_the_terms() -> None:
    assert str(exp(1)) == "e"
    assert isinstance(exp(1), ExpNumber)


def long_sum(step: Fraction, coefficients: list[int], lowest: int = -3) -> tuple[Number, Any]:
    """A sum of many powers of e, and mpmath's sum of the same."""
    exponents = [step * (lowest + k) for k in range(len(coefficients))]
    ours = sum((c * exp(q) for c, q in zip(coefficients, exponents, strict=True)), Fraction(0))
    theirs = WIDE.fsum(c * WIDE.exp(wide(q)) for c, q in zip(coefficients, exponents, strict=True))
    return ours, theirs


@pytest.mark.parametrize("step", [Fraction(1), Fraction(2, 7), Fraction(1, 3)])
def test_long_sums_and_products_are_those_of_their_terms(step: Fraction) -> None:
    """More than 16 terms are enclosed, and more than 256 products multiplied, as polynomials in one power."""
    (x, x_truth), (y, y_truth) = long_sum(step, list(range(1, 31))), long_sum(step, [1, -2, 3] * 10, lowest=5)
    agree(x, x_truth)
    agree(x * y, x_truth * y_truth)
    agree(x / y, x_truth / y_truth)
    assert x * y - y * x == 0
    assert (x * y) / y == x
    assert total([x, y, -x, Fraction(1, 2)]) == y + Fraction(1, 2)
    rejects(agree, x * y, x_truth * (y_truth + 1))


def test_series_in_any_base() -> None:
    coefficients = [Fraction(k, 3) for k in (2, 0, -1, 5)]
    for base in (Fraction(3, 2), exp(Fraction(-2, 7)), power(3, Fraction(1, 2)), 2 * exp(1), 1 + exp(1)):
        direct = sum((c * base**k for k, c in enumerate(coefficients)), Fraction(0))
        assert series(coefficients, base) == direct
        assert series([*coefficients[:-1], Fraction(1)], base) != direct


@given(st.integers(-6, 6))
def test_powers_of_single_terms(exponent: int) -> None:
    for base in (2 * exp(Fraction(1, 3)), power(Fraction(2, 3), Fraction(1, 2)), exp(-1)):
        product: Number = Fraction(1)
        for _ in range(abs(exponent)):
            product = product * base
        assert base**exponent == (product if exponent >= 0 else 1 / product)


def test_a_number_that_takes_years_to_factor_is_refused() -> None:
    large = (2**127 - 1) * (2**107 - 1)
    with pytest.raises(ValueError, match=r"^value = of 234 bits: expected a number whose numerator"):
        power(large, Fraction(1, 2))
    assert power(large, 3) == large**3
    assert power(Fraction(3**900, 2**700), Fraction(1, 100)) == power(3, 9) / power(2, 7)


def test_whole_powers_need_no_factors() -> None:
    """Of a product of two primes of 30 digits, which nobody factors here."""
    base = Fraction((10**29 + 319) * (10**30 + 57), 7)
    assert power(base, 3) == base**3
    assert power(base, -1) == 1 / base
    with pytest.raises(ValueError, match="expected a number whose numerator and denominator have small prime factors"):
        power(base, Fraction(1, 2))


@pytest.mark.parametrize(
    ("value", "factorable"),
    [
        (2**5000, True),
        (Fraction(3**400, 10**1000), True),
        (2**127 - 1, True),
        (6 * (2**521 - 1), True),
        ((10**29 + 319) * (10**30 + 57), False),
        (Fraction(1, (10**29 + 319) * (10**30 + 57)), False),
    ],
)
def test_which_numbers_are_factored(value: Fraction, factorable: bool) -> None:
    assert is_factorable(value) == factorable

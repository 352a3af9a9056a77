"""Reading, evaluating, differentiating and expanding formulas, against SymPy and mpmath."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy  # type: ignore[import-untyped]
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import Number, Variable, ball, derivative, parse, substitute, variables
from dpassay.proofs_check.kernel.interval import hull
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.kernel.series import exact_taylor, taylor

X = sympy.Symbol("x")
SMOOTH = [
    "x**5 - 3*x + 1/7",
    "exp(-x**2/2)*(1 + x)",
    "log(1 + x + exp(x))",
    "sqrt(2 + x)/(1 + x**2)",
    "(1 + x)**-3",
    "exp(exp(x) - 1)",
    "log(3 + x)**2*sqrt(5 + x)",
    "(x - x)*exp(x)",
    "x**0 + 2**-1",
    "1/(2 - exp(x/3))",
]
AT = st.fractions(Fraction(-1, 2), Fraction(1, 2), max_denominator=20)


def close(enclosure: arb, expected: Any) -> bool:
    """Tell whether a ball is narrow and holds a number of SymPy."""
    number = arb(str(sympy.N(expected, 60))) + arb(0, "1e-50")
    return bool(enclosure.overlaps(number) and enclosure.rad() < arb("1e-20"))


@pytest.mark.parametrize("text", SMOOTH)
@given(at=AT)
def test_value_derivative_and_series(text: str, at: Fraction) -> None:
    expression, point = (
        sympy.sympify(text, locals={"x": X}, rational=True),
        sympy.Rational(at.numerator, at.denominator),
    )
    formula = parse(text)
    with working_precision(200):
        where = {"x": rational_ball(at)}
        assert close(ball(formula, where), expression.subs(X, point))
        assert not close(ball(formula, where), expression.subs(X, point) + sympy.Rational(1, 10**15))
        assert close(ball(derivative(formula, "x"), where), sympy.diff(expression, X).subs(X, point))
        coefficients = taylor(formula, "x", rational_ball(at), 4)
        for k, coefficient in enumerate(coefficients):
            assert close(coefficient, sympy.diff(expression, X, k).subs(X, point) / sympy.factorial(k))


def test_long_series() -> None:
    with working_precision(300):
        for length in (1, 2, 11, 30):
            found = taylor(parse("exp(x)/(1 - x)"), "x", arb(0), length)
            assert len(found) == length
            for k, coefficient in enumerate(found):
                assert close(coefficient, sum(1 / sympy.factorial(j) for j in range(k + 1)))


@pytest.mark.parametrize("text", SMOOTH)
@given(ends=st.tuples(AT, AT))
def test_series_over_an_interval_hold_those_at_its_points(text: str, ends: tuple[Fraction, Fraction]) -> None:
    low, high = min(ends), max(ends)
    everywhere = taylor(parse(text), "x", hull(low, high), 4)
    for at in (low, high, (low + 2 * high) / 3):
        for wide, narrow in zip(everywhere, taylor(parse(text), "x", rational_ball(at), 4), strict=True):
            assert not wide.is_finite() or wide.overlaps(narrow)
        value = ball(parse(text), {"x": hull(low, high)})
        assert not value.is_finite() or value.overlaps(ball(parse(text), {"x": rational_ball(at)}))


ZEROS = {
    ("exp(x) - 1 - x", 0): [True, True, False],
    ("exp(2*x) - 1", 0): [True, False, False],
    ("log(1 + x) - x", 0): [True, True, False],
    ("sqrt(4 + x) - 2 - x/4", 0): [True, True, False],
    ("exp(x) - exp(1)*x", 1): [True, True, False],
    ("x*log(2) - log(1 + x)", 1): [True, False, False],
    ("log(x/6) + log(3) + log(2)", 1): [True, False, False],
    ("log(4/9) + 2*log(3) - 2*log(2) + x**2", 0): [True, True, False],
    ("exp(exp(x)) - exp(1) - x*exp(1)", 0): [True, True, False],
    ("exp(x) - 1 - 1/10**60", 0): [False, False, False],
    ("log(1 + x) - 693147180559945309417232121458176568/10**36", 1): [False, False, False],
    ("1/(1 + exp(x)) - 1/(1 + exp(1)) + x - 1", 1): [True, False, False],
}


@pytest.mark.parametrize(("text", "at"), ZEROS)
def test_exact_zeros(text: str, at: int) -> None:
    found = [coefficient.is_zero() for coefficient in exact_taylor(parse(text), "x", Fraction(at), 3)]
    assert found == ZEROS[text, at]


@pytest.mark.parametrize("text", ["1/x", "log(x)/x", "1/(exp(x) - 1)"])
def test_exact_series_at_a_pole(text: str) -> None:
    with pytest.raises(Rejected):
        exact_taylor(parse(text), "x", Fraction(0), 2)


UNDEFINED = [
    "1/x",
    "x**-2",
    "log(x)",
    "log(-1 - x**2)",
    "sqrt(x)",
    "(1/x)**0",
    "0*log(x)",
    "exp(1/x)",
    "log(x)**0",
    "1/(1/x)",
    "x/x",
]


@pytest.mark.parametrize("text", UNDEFINED)
def test_undefined_values_are_not_finite(text: str) -> None:
    assert not ball(parse(text), {"x": hull(Fraction(-1), Fraction(1))}).is_finite()
    assert not taylor(parse(text), "x", hull(Fraction(-1), Fraction(1)), 3)[0].is_finite()
    assert ball(parse("1 + x"), {"x": hull(Fraction(-1), Fraction(1))}).is_finite()


def test_even_powers_are_not_negative() -> None:
    with working_precision(64):
        square = ball(parse("x**2"), {"x": hull(Fraction(-1), Fraction(2))})
    assert square.contains(0)
    assert square.contains(4)
    assert ball(parse("x**2 + 1/1000"), {"x": hull(Fraction(-1), Fraction(2))}) > 0
    assert ball(parse("x**3"), {"x": hull(Fraction(-1), Fraction(2))}).contains(-1)


NO_FORMULAS: list[Any] = [
    *("0.5", "1e3", "x**y", "x**(1/2)", "x**0.5", "x**True", "2**(not 1)", "2**~1", "sin(x)", "exp", "exp(x, y)"),
    *("exp()", "exp(x=1)", "exp(*x)", "x if y else z", "x < y", "[x]", "'x'", "x.y", "True", "None", "+x", "x // y"),
    *("x % 2", "x @ y", "(x := 1)", "lambda: x", "", " ", "x +", "x\x00", "9" * 5000, "(" * 300 + "x" + ")" * 300),
    *("x" + "+x" * 100_000, 5, None, ["x"]),
]


@pytest.mark.parametrize("text", NO_FORMULAS, ids=lambda text: repr(text)[:20])
def test_rejects_what_is_no_formula(text: Any) -> None:
    with pytest.raises(Rejected):
        parse(text)


def test_reading() -> None:
    assert parse(" -2**2 ") == parse("-(2**2)")
    assert ball(parse("-2**2"), {}) == -4
    assert ball(parse("2**-1"), {}) == ball(parse("1/2"), {})
    assert variables(parse("exp(a)*log(b)/sqrt(c)**2 + 0*d")) == {"a", "b", "c", "d"}
    assert substitute(parse("x + exp(y)"), {"y": Number(Fraction(2))}) == parse("x + exp(2)")
    assert substitute(parse("x + y"), {"x": Variable("y"), "y": Variable("x")}) == parse("y + x")


def test_an_unknown_variable_is_rejected() -> None:
    with pytest.raises(Rejected):
        ball(parse("x + y"), {"x": arb(1)})
    with pytest.raises(Rejected):
        taylor(parse("x + y"), "x", arb(1), 2)

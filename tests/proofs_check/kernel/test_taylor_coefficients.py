"""Taylor coefficients against mpmath, and which of them are seen to be exactly zero."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.interval import hull
from dpassay.proofs_check.kernel.series import calls, constant, exact_taylor, reduced, taylor

MP: Any = mpmath.mp.clone()
MP.dps = 60

FORMULAS = {
    "exp(x)": MP.exp,
    "exp(2*x - x**2)": lambda x: MP.exp(2 * x - x**2),
    "log(1 + x + x**3)": lambda x: MP.log(1 + x + x**3),
    "sqrt(2 + 3*x)": lambda x: MP.sqrt(2 + 3 * x),
    "sqrt(1 + x**2)**3": lambda x: MP.sqrt(1 + x**2) ** 3,
    "(1 + x)**5*exp(-x)": lambda x: (1 + x) ** 5 * MP.exp(-x),
    "1/(2 + x)**2": lambda x: 1 / (2 + x) ** 2,
    "exp(x)/(1 + log(2 + x))": lambda x: MP.exp(x) / (1 + MP.log(2 + x)),
    "x**6 - 3*x**2 + 1/7": lambda x: x**6 - 3 * x**2 + MP.mpf(1) / 7,
}


@pytest.mark.parametrize("at", [Fraction(0), Fraction(1, 3), Fraction(2)])
@pytest.mark.parametrize("text", FORMULAS)
def test_coefficients(text: str, at: Fraction) -> None:
    point = MP.mpf(at.numerator) / at.denominator
    truth = [MP.diff(FORMULAS[text], point, k) / MP.factorial(k) for k in range(7)]
    with working_precision(200):
        found = taylor(parse(text), "x", rational_ball(at), 7)
        for ball, expected in zip(found, truth, strict=True):
            assert float(ball.rad()) < 1e-40
            assert abs(MP.mpf(ball.mid().str(50, radius=False)) - expected) < MP.mpf(10) ** -20 * (1 + abs(expected))


@pytest.mark.parametrize("text", FORMULAS)
def test_coefficients_on_an_interval_hold_those_at_its_points(text: str) -> None:
    formula = parse(text)
    with working_precision(100):
        wide = taylor(formula, "x", hull(Fraction(1, 10), Fraction(1, 5)), 5)
        for at in (Fraction(1, 10), Fraction(1, 7), Fraction(1, 5)):
            narrow = taylor(formula, "x", rational_ball(at), 5)
            assert all(a.overlaps(b) and b.rad() <= a.rad() for a, b in zip(wide, narrow, strict=True))


@pytest.mark.parametrize(
    ("text", "at", "zeros"),
    [
        ("exp(x) - 1 - x", "0", [1, 1, 0, 0]),
        ("exp(x) - exp(1)*x", "1", [1, 1, 0, 0]),
        ("log(x) - log(2) - log(3)", "6", [1, 0, 0, 0]),
        ("log(x) + log(12)", "1/12", [1, 0, 0, 0]),
        ("sqrt(x) - 3/2", "9/4", [1, 0, 0, 0]),
        ("sqrt(x) - 1 - (x - 1)/2 + (x - 1)**2/8", "1", [1, 1, 1, 0]),
        ("sqrt(1 + x) - 1", "0", [1, 0, 0, 0]),
        ("1/(1 + x) - 1 + x - x**2", "0", [1, 1, 1, 0]),
        ("(1 + x)**3 - 1 - 3*x", "0", [1, 1, 0, 0]),
        ("exp(x)*exp(-x) - 1", "1/2", [1, 1, 1, 1]),
        ("(1/x)**0 - 1", "2", [1, 1, 1, 1]),
        ("exp(log(1 + x)*0) - 1", "3", [1, 1, 1, 1]),
        ("x**2 + 1", "1", [0, 0, 0, 1]),
    ],
)
def test_what_is_exactly_zero_is_seen_to_be(text: str, at: str, zeros: list[int]) -> None:
    found = exact_taylor(parse(text), "x", Fraction(at), 4)
    assert [int(coefficient.is_zero()) for coefficient in found] == zeros


def logs(text: str) -> list[Any]:
    """Return the numbers under a log when constants are rewritten."""
    found: list[Any] = [call for call in calls(constant(parse(text))) if call.function == "log"]
    return [call.argument.value for call in found]


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("log(12)", "log(2)*2 + log(3)"),
        ("log(4/9)", "2*log(2) - 2*log(3)"),
        ("sqrt(9/16)", "3/4"),
        ("exp(log(8))", "exp(3*log(2))"),
        ("sqrt(4)*log(2*2) + 1", "4*log(2) + 1"),
        ("sqrt(4)**2", "4"),
    ],
)
def test_logs_are_written_by_primes_and_roots_of_squares_by_their_values(text: str, rewritten: str) -> None:
    def value(formula: Any) -> Any:
        return exact_taylor(formula, "x", Fraction(0), 1)[0]

    difference = value(parse(f"{text} - ({rewritten})"))
    assert difference.is_zero()
    assert set(logs(text)) <= {2, 3}
    assert not [call for call in calls(constant(parse(text))) if call.function == "sqrt"]


def test_what_is_no_square_stays_a_root_and_what_is_too_large_to_factor_a_log() -> None:
    assert [call.function for call in calls(constant(parse("sqrt(8)")))] == ["sqrt"]
    assert [call.function for call in calls(constant(parse("sqrt(1/2)")))] == ["sqrt"]
    large = 2**64 + 13
    assert logs(f"log({large})") == [large]
    assert logs(f"log({2**64})") == [2]


@pytest.mark.parametrize("text", ["(x**2 - 1)/(x - 1)", "exp((x**2 - 1)/(x - 1))", "x/x + sqrt(2*x/x)**3"])
def test_reduced_parts_have_the_same_value_and_no_common_factor(text: str) -> None:
    formula = reduced(parse(text), "x")
    with working_precision(100):
        at_1 = taylor(formula, "x", rational_ball(1), 2)
        assert all(ball.is_finite() for ball in at_1)
        for at in (Fraction(1, 2), Fraction(3)):
            new, old = (taylor(form, "x", rational_ball(at), 3) for form in (formula, parse(text)))
            assert all(a.overlaps(b) for a, b in zip(new, old, strict=True))

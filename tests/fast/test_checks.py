"""The argument checks of the fast samplers: values, types, messages."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.fast import checks
from tests.fast.helpers import BUDGET, NOT_INTEGER, NOT_POSITIVE, NOT_REAL, expect_error, generator


@pytest.mark.parametrize("value", NOT_POSITIVE)
def test_positive_refuses(value: Any) -> None:
    expect_error(checks.positive, {"value": value, "name": "scale"}, "scale")


def test_positive_refuses_what_no_double_holds() -> None:
    expect_error(checks.positive, {"value": Fraction(1, 10**400), "name": "scale"}, "scale")


@pytest.mark.parametrize("value", [2, 2.0, Fraction(2), np.float32(2), np.int8(2), np.float64(2)])
def test_positive_takes_any_real_type(value: Any) -> None:
    result = checks.positive(value, "scale")
    assert type(result) is float
    assert result == 2.0


@pytest.mark.parametrize("value", NOT_REAL)
def test_real_refuses(value: Any) -> None:
    expect_error(checks.real, {"value": value, "name": "data"}, "data")


def test_real_is_exact() -> None:
    assert checks.real(2**60 + 1, "data") == 2**60 + 1
    assert checks.real(0.1, "data") == Fraction(0.1)
    assert checks.real(Fraction(1, 3), "data") == Fraction(1, 3)


@pytest.mark.parametrize("value", NOT_INTEGER)
def test_integer_refuses(value: Any) -> None:
    expect_error(checks.integer, {"value": value, "name": "data", "low": -(2**62)}, "data")


def test_integer_bounds_are_inclusive() -> None:
    assert checks.integer(3, "data", low=3, high=3) == 3
    assert type(checks.integer(np.uint8(3), "data", low=0)) is int
    expect_error(checks.integer, {"value": 2, "name": "data", "low": 3, "high": 4}, "data")
    expect_error(checks.integer, {"value": 5, "name": "data", "low": 3, "high": 4}, "data")


@pytest.mark.parametrize("value", [*NOT_POSITIVE, 1, 1.0, 2, Fraction(3, 2)])
def test_delta_refuses(value: Any) -> None:
    expect_error(checks.probability_of_failure, {"delta": value}, "delta")


def test_delta_takes_the_smallest_double() -> None:
    assert checks.probability_of_failure(5e-324) == 5e-324


@pytest.mark.parametrize(("name", "changes"), BUDGET)
def test_budget_refuses(name: str, changes: dict[str, Any]) -> None:
    expect_error(checks.budget, {"epsilon": 1.0, "exp_eps": None} | changes, name)


@pytest.mark.parametrize("exp_eps", [Fraction(3, 2), "3/2", "1.5", 1.5, np.float64(1.5), " 15e-1 "])
def test_budget_takes_a_rational_in_any_form(exp_eps: Any) -> None:
    assert checks.budget(None, exp_eps) == pytest.approx(math.log(1.5), rel=2e-16)


@pytest.mark.parametrize(
    ("exp_eps", "epsilon"),
    [
        (1 + Fraction(1, 10**30), 1e-30),  # a double of 1 + 1e-30 is 1
        (Fraction(10) ** 400, 400 * math.log(10)),  # beyond the range of doubles
        ("1e4000", 4000 * math.log(10)),
        (Fraction(3 * 10**400, 10**400), math.log(3)),
    ],
)
def test_budget_is_accurate_at_extremes(exp_eps: Any, epsilon: float) -> None:
    assert checks.budget(None, exp_eps) == pytest.approx(epsilon, rel=1e-15)


NOT_SCORES: list[Any] = [
    *[[], (), "12", b"12", 3.0, None, {1.0}],
    *[[1.0, float("nan")], [float("inf")], [True], [None], ["1"], [10**400], [[1.0]]],
    *[np.array(wrong) for wrong in ([], [[1.0]], [True], ["1"], [1j], 1.0)],
]


@pytest.mark.parametrize("data", NOT_SCORES)
def test_scores_refuse(data: Any) -> None:
    expect_error(checks.scores, {"data": data}, "data")


@pytest.mark.parametrize("data", [[1, 2.5], (1, Fraction(5, 2)), np.array([1, 2.5]), np.array([1, 2.5], np.float32)])
def test_scores_take_any_sequence(data: Any) -> None:
    result = checks.scores(data)
    assert result.dtype == np.float64
    assert result.tolist() == [1.0, 2.5]


def test_messages_stay_short() -> None:
    expect_error(checks.scores, {"data": ["a\nb" * 1000] * 1000}, "data")
    expect_error(checks.budget, {"epsilon": "x\n" * 1000, "exp_eps": None}, "epsilon")


def test_generator_is_returned() -> None:
    rng = generator()
    assert checks.generator(rng) is rng

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given

from dpassay.exact import Budget
from dpassay.properties.strategies import budgets, positive_integers, positive_rationals, rationals


@given(budgets(largest=2))
def test_budgets_stay_in_their_range(budget: Budget) -> None:
    assert 0 < float(budget.epsilon) <= 2
    assert (budget.given_epsilon is None) != (budget.given_exp_eps is None)


@given(positive_rationals(3))
def test_positive_rationals_stay_in_their_range(value: Fraction) -> None:
    assert 0 < value <= 3
    assert value.denominator <= 12


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: budgets(largest=0), "largest = 0: expected a number above 0"),
        (lambda: budgets(largest="1/2"), "largest = 1/2: expected a number of at least 1"),
        (lambda: budgets(largest=2.0), "largest = 2.0: expected"),
        (lambda: positive_rationals("1/2"), "largest = 1/2: expected"),
        (lambda: positive_integers(0), "largest = 0: expected"),
        (lambda: rationals(2, 1), "low = 2: expected at most high = 1"),
    ],
)
def test_bad_ranges(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()

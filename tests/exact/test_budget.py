"""Budgets: both forms, their exact powers, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Budget, log
from tests.exact.second_opinion import MP, agree, mp, rejects

MULTIPLES = st.fractions(-3, 3, max_denominator=6)


@given(st.fractions(Fraction(1, 20), 5, max_denominator=20), MULTIPLES)
def test_from_epsilon(epsilon: Fraction, multiple: Fraction) -> None:
    budget = Budget(epsilon=epsilon)
    assert budget.epsilon == epsilon
    agree(budget.exp_eps, MP.exp(mp(epsilon)))
    agree(budget.exp(multiple), MP.exp(mp(epsilon * multiple)))
    rejects(agree, budget.exp_eps, MP.exp(mp(epsilon) + MP.mpf(10) ** -9))
    assert abs(float(budget.epsilon) - float(epsilon)) <= 1e-15 * float(epsilon)


@given(st.fractions(Fraction(21, 20), 9, max_denominator=20), MULTIPLES)
def test_from_exp_eps(exp_eps: Fraction, multiple: Fraction) -> None:
    budget = Budget(exp_eps=exp_eps)
    assert budget.exp_eps == exp_eps
    assert budget.epsilon == log(exp_eps)
    agree(budget.exp(multiple), mp(exp_eps) ** mp(multiple))
    assert budget.exp(multiple) * budget.exp(-multiple) == 1


def test_reads_text() -> None:
    assert Budget(epsilon="0.1") == Budget(epsilon=Fraction(1, 10))
    assert Budget(exp_eps="3/2").exp_eps == Fraction(3, 2)
    assert Budget(exp_eps="9/4").exp(Fraction(1, 2)) == Fraction(3, 2)
    assert Budget(epsilon=1) != Budget(exp_eps=2)
    assert "3/2" in str(Budget(exp_eps="3/2"))


@pytest.mark.parametrize("budget", [Budget(epsilon="1/3"), Budget(exp_eps="3/2")])
def test_so_many_uses(budget: Budget) -> None:
    assert budget.times(1) == budget
    assert budget.times(4).exp_eps == budget.exp(4)
    assert budget.times(4) != budget.times(5)
    assert budget.times(0) == Budget.zero()
    for bad in (-1, "1/2", 1.0):
        with pytest.raises(ValueError, match=r"^count = "):
            budget.times(bad)  # type: ignore[arg-type]


def test_a_budget_of_zero_is_for_guarantees_alone() -> None:
    zero = Budget.zero()
    assert zero.epsilon == 0
    assert zero.exp_eps == 1
    assert str(zero) == "epsilon = 0"
    with pytest.raises(ValueError, match="epsilon = 0: expected a number above 0"):
        Budget(0)


def test_a_rate_has_names_of_its_own() -> None:
    names = ("learning_rate", "exp_learning_rate")
    assert Budget("1/2", names=names) == Budget("1/2")
    for arguments, message in (
        ((None, None), "learning_rate = None, exp_learning_rate = None: expected exactly one of"),
        ((0, None), "learning_rate = 0: expected a number above 0"),
        ((None, 1), r"exp_learning_rate = 1: expected a number above 1 \(it is e to the learning_rate\)"),
        ((None, 1.5), "exp_learning_rate = 1.5: expected"),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            Budget(*arguments, names=names)


@pytest.mark.parametrize(
    "arguments",
    [
        {}, {"epsilon": 1, "exp_eps": 2}, {"epsilon": 0}, {"epsilon": -1}, {"epsilon": 1.0}, {"epsilon": "abc"},
        {"epsilon": float("nan")}, {"epsilon": "inf"}, {"exp_eps": 1}, {"exp_eps": "1/2"}, {"exp_eps": 0},
        {"exp_eps": 1.5}, {"exp_eps": True},
    ],
    ids=str,
)  # fmt: skip
def test_refuses(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^(epsilon|exp_eps) = ") as refusal:
        Budget(**arguments)
    assert "\n" not in str(refusal.value)


FACTORS = st.fractions(1, 4, max_denominator=50)


@given(st.fractions(Fraction(1, 20), 5, max_denominator=20), FACTORS)
def test_scaled_epsilon(epsilon: Fraction, factor: Fraction) -> None:
    assert Budget(epsilon=epsilon).scaled(factor) == Budget(epsilon=epsilon * factor)


@given(st.fractions(Fraction(21, 20), 9, max_denominator=20), FACTORS)
def test_scaled_exp_eps_is_never_above_the_power(exp_eps: Fraction, factor: Fraction) -> None:
    scaled = Budget(exp_eps=exp_eps).scaled(factor).given_exp_eps
    assert scaled is not None
    below = mp(exp_eps) ** mp(factor) - mp(scaled)
    assert -(MP.mpf(10) ** -40) <= below <= MP.mpf(2) ** -24
    assert factor.denominator > 1 or scaled == exp_eps**factor.numerator


@pytest.mark.parametrize("factor", [0, -1, Fraction(-1, 2)])
def test_a_budget_is_scaled_up_or_down_but_not_away(factor: Fraction) -> None:
    with pytest.raises(ValueError, match="factor"):
        Budget(1).scaled(factor)


@pytest.mark.parametrize("epsilon", [Fraction(1, 10**9), Fraction(1, 1000), Fraction(1, 3), Fraction(4)])
def test_a_rational_power_is_short_below_and_close(epsilon: Fraction) -> None:
    """It is e^epsilon cut off after 24 binary places, where that is above 1."""
    found, exact = Budget(epsilon=epsilon).with_rational_power().exp_eps, MP.exp(mp(epsilon))
    assert isinstance(found, Fraction)
    assert 0 <= exact - mp(found) <= MP.mpf(2) ** -24
    if epsilon > Fraction(1, 10**6):
        assert found == Fraction(int(MP.floor(exact * 2**24)), 2**24)
    else:
        assert found > 1
    given_so = Budget(exp_eps=Fraction(3, 2))
    assert given_so.with_rational_power() == given_so


@pytest.mark.parametrize("factor", [Fraction(2), Fraction(1, 2), Fraction(5, 3)])
def test_a_scaled_rational_power_is_that_power_or_a_little_below(factor: Fraction) -> None:
    found, exact = Budget(exp_eps="3/2").scaled(factor).exp_eps, MP.mpf("1.5") ** mp(factor)
    assert isinstance(found, Fraction)
    assert 0 <= exact - mp(found) <= MP.mpf(2) ** -24
    assert found == (Fraction(9, 4) if factor == 2 else Fraction(int(MP.floor(exact * 2**24)), 2**24))
    assert Budget(epsilon="3/2").scaled(factor) == Budget(epsilon=Fraction(3, 2) * factor)


def test_a_budget_of_more_digits_than_python_writes() -> None:
    budget = Budget(exp_eps=10**5000)
    assert budget.epsilon == 5000 * log(10)
    with pytest.raises(ValueError, match=r"^epsilon = 1, exp_eps = a int of very many digits: expected exactly one of"):
        Budget(1, 10**5000)

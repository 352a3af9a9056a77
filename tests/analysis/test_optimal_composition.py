"""The exact trade-off of composition against sums over all transcripts of the rounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.analysis import optimal_composition
from dpassay.analysis.optimal_composition import Round, heterogeneous_delta, optimal_delta, optimal_epsilon, rounds_of
from dpassay.exact import Budget, LogForm, PrivacyLoss, as_real, exp
from dpassay.properties.composition import parameters
from dpassay.reference.composition import Parameters, law
from tests.reference import helpers
from tests.reference.composition_cases import SMALL, RoundNumbers, delta_by_hand, numbers

GOOD = {"epsilon": "1", "rounds": 3}
RATIONALS = st.fractions(1, 40, max_denominator=7)


@settings(max_examples=40)
@given(SMALL, RATIONALS)
def test_optimal_delta_is_that_of_all_transcripts(p: Parameters, t: Fraction) -> None:
    expected = delta_by_hand(numbers(p), t)
    assert optimal_delta(p, t) == expected
    assert optimal_composition.summed_delta(p, t) == expected  # the route of irrational budgets


def test_the_check_of_optimal_delta_can_fail() -> None:
    p = Parameters.read(exp_eps=2, rounds=3, delta="1/10")
    assert optimal_delta(p, 2) == delta_by_hand(numbers(p), Fraction(2))
    assert optimal_delta(p, 2) != delta_by_hand(numbers(p)[1:], Fraction(2))
    assert optimal_delta(p, 2) != delta_by_hand([(Fraction(2), Fraction(0))] * 3, Fraction(2))


@pytest.mark.parametrize("raw", [{**GOOD, "delta": "1/7"}, {"epsilon": "1/3", "rounds": 8}])
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 5), Fraction(1), Fraction(5, 2)])
def test_optimal_delta_of_irrational_budgets(raw: dict[str, object], epsilon: Fraction) -> None:
    p = Parameters.read(raw)
    assert optimal_delta(p, exp(epsilon)) == PrivacyLoss.from_pair(law(0, p), law(1, p)).delta(exp(epsilon))


@given(SMALL)
def test_the_theorem_of_kairouz_oh_and_viswanath(p: Parameters) -> None:
    """Theorem 3.3: ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i)) for i up to k/2."""
    t, k = numbers(p)[0][0], p.rounds
    for i in range(k // 2 + 1):
        delta_i = sum(math.comb(k, n) * (t ** (k - n) - t ** (k - 2 * i + n)) for n in range(i)) / (1 + t) ** k
        assert optimal_delta(p, t ** (k - 2 * i)) == 1 - (1 - p.delta) ** k * (1 - delta_i)


def test_ten_thousand_rounds() -> None:
    rational = optimal_delta(Parameters.read(exp_eps="3/2", rounds=10_000), 4)
    assert float(1 - rational) == pytest.approx(1.77619e-90, rel=1e-5)
    p = Parameters.read(epsilon="1/100", rounds=10_000)
    irrational = optimal_delta(p, exp(2))
    mpmath.mp.dps, truth = 40, 1 / (1 + mpmath.exp(mpmath.mpf(-1) / 100))
    expected = mpmath.mpf(0)
    for n in range(5_100, 6_500):  # beyond lies less than 1e-180
        loss = mpmath.mpf(2 * n - 10_000) / 100
        mass = mpmath.binomial(10_000, n) * truth**n * (1 - truth) ** (10_000 - n)
        expected += max(0, mass * (1 - mpmath.exp(2 - loss)))
    assert float(as_real(irrational)) == pytest.approx(float(expected), rel=1e-12)


@settings(max_examples=40)
@given(parameters(), st.fractions(0, "11/12", max_denominator=24))
def test_optimal_epsilon_is_the_inverse_of_optimal_delta(p: Parameters, delta: Fraction) -> None:
    found = optimal_epsilon(p, delta)
    if found is None:
        assert delta < 1 - (1 - p.delta) ** p.rounds
        return
    if isinstance(found, LogForm) and found == 0:
        assert optimal_delta(p, 1) <= delta
        return
    if isinstance(found, LogForm):
        assert optimal_delta(p, found.exp()) == delta
        return
    low, high = found.exp().bounds(128)
    assert optimal_delta(p, low) >= delta >= optimal_delta(p, high)
    assert high - low < Fraction(1, 10**20) * high


@given(SMALL, st.fractions(0, "11/12", max_denominator=24))
def test_optimal_epsilon_agrees_with_the_profile(p: Parameters, delta: Fraction) -> None:
    found, expected = optimal_epsilon(p, delta), PrivacyLoss.from_pair(law(0, p), law(1, p)).profile.epsilon(delta)
    assert (found is None) == (expected is None)
    if found is not None:
        assert isinstance(found, LogForm)
        assert found == expected


UNLIKE = st.lists(
    st.tuples(st.fractions("7/6", 8, max_denominator=6), st.fractions(0, "1/2", max_denominator=6)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=40)
@given(UNLIKE, RATIONALS)
def test_unlike_rounds(rounds: list[RoundNumbers], t: Fraction) -> None:
    listed = [Round(Budget(exp_eps=base), delta) for base, delta in rounds]
    assert heterogeneous_delta(listed, t) == delta_by_hand(rounds, t)


def test_equal_rounds_are_a_case_of_unlike_rounds() -> None:
    for raw in ({"exp_eps": "3/2", "rounds": 12, "delta": "1/10"}, {"epsilon": "1/2", "rounds": 4}):
        p = Parameters.read(raw)
        assert heterogeneous_delta(rounds_of(p), 2) == optimal_delta(p, 2)
        assert heterogeneous_delta(rounds_of(p)[1:], 2) != optimal_delta(p, 2)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: optimal_delta(Parameters.read(GOOD), 0.5), "exp_eps = 0.5: expected"),
        (lambda: optimal_delta(Parameters.read(GOOD), -1), "exp_eps = -1: expected"),
        (lambda: optimal_epsilon(Parameters.read(GOOD), 1), "delta = 1: expected a number in"),
        (lambda: Round(1), "budget = 1: expected a Budget"),
        (lambda: Round(Budget(1), 1), "delta = 1: expected"),
        (lambda: heterogeneous_delta([], 2), r"rounds = \[\]: expected a sequence of at least one Round"),
    ],
)
def test_bad_questions(question: Callable[[], object], message: str) -> None:
    helpers.complains(question, message)

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import as_real, epsilon_at, hockey_stick_divergence, max_ratio
from dpassay.properties.discrete_laplace import data, neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference.discrete_laplace import NAME, Parameters, guarantee, law
from dpassay.reference.discrete_laplace import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"epsilon": "1", "sensitivity": 2}
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=2, sensitivity=1)
    assert [law(5, p).pmf(k) for k in (3, 4, 5, 6, 8)] == [
        Fraction(*x) for x in [(1, 12), (1, 6), (1, 3), (1, 6), (1, 24)]
    ]


@given(st.fractions("9/8", 10, max_denominator=8), st.integers(-6, 6))
def test_the_law_is_the_difference_of_two_geometric_ones(t: Fraction, k: int) -> None:
    p = Parameters.read(exp_eps=t, sensitivity=1)
    a = 1 / t
    # All pairs (i, j) with i - j = k, up to 200 terms; what is left is a geometric series.
    terms = [(1 - a) ** 2 * a ** (j + abs(k)) * a**j for j in range(200)]
    difference = law(0, p).pmf(k) - sum(terms)
    assert 0 <= difference <= terms[-1] / (1 - a)


@given(WITH_DATA, st.integers(-30, 30))
def test_the_law_agrees_with_floating_point(drawn: tuple[Parameters, int], k: int) -> None:
    p, x = drawn
    rate = mpmath.mpf(float(p.budget.epsilon)) / p.sensitivity
    assert float(law(x, p).pmf(x + k)) == pytest.approx(float(mpmath.tanh(rate / 2) * mpmath.exp(-rate * abs(k))))


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[int, int]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))
    assert max_ratio(law(x, p), law(y, p)) == p.budget.exp(Fraction(abs(x - y), p.sensitivity))


@given(parameters())
def test_the_first_neighbors_attain_the_guarantee(p: Parameters) -> None:
    pairs = [abs(x - y) for x, y in worst_pairs(p)]
    x, y = next(worst_pairs(p))
    assert pairs == sorted(pairs, reverse=True)
    assert max_ratio(law(x, p), law(y, p)) == guarantee(p).budget.exp_eps


def test_the_coins_of_the_sampler() -> None:
    p = Parameters.read(exp_eps=2, sensitivity=1)
    assert helpers.law_of_coins_agrees(NAME, 3, p, 3_000) < 0.01


def test_the_coins_of_the_sampler_for_an_irrational_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    p = Parameters.read(epsilon=2, sensitivity=1)
    assert helpers.law_of_coins_agrees(NAME, 3, p, 2_000) < 0.1


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "3/2", "sensitivity": 1}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    assert not helpers.samples_follow_the_law(NAME, 10, Parameters.read(raw), 1_500, seed=2).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"sensitivity": None}, "sensitivity = nothing: expected the sensitivity"),
        ({"sensitivity": 0}, "sensitivity = 0: expected a whole number of at least 1"),
        ({"sensitivity": "1/2"}, "expected a whole number"),
        ({"sensitivitys": 1}, r"did you mean 'sensitivity'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(("bad", "message"), [*helpers.REAL_MISTAKES, ("1/2", "expected a whole number")])
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)


def direct_delta(sensitivity: int, ratio: Any, t: Any) -> Any:
    """The hockey-stick divergence of 0 against the sensitivity, integer by integer."""
    scale, reach = (1 - ratio) / (1 + ratio), 60 * sensitivity
    gains = (ratio ** abs(k) - t * ratio ** abs(k - sensitivity) for k in range(-reach, reach))
    return scale * mpmath.fsum(gain for gain in gains if gain > 0)


@pytest.mark.parametrize("budget", [{"epsilon": "1/3"}, {"epsilon": "2"}, {"exp_eps": 3}])
def test_the_profile_at_a_large_sensitivity(budget: dict[str, Any]) -> None:
    p = Parameters.read(sensitivity=41, **budget)
    pair = law(0, p), law(41, p)
    with mpmath.workdps(30):
        ratio = mpmath.exp(-mpmath.mpf(float(as_real(p.budget.epsilon))) / 41)
        for t in (Fraction(1), Fraction(6, 5)):
            expected = direct_delta(41, ratio, mpmath.mpf(t.numerator) / t.denominator)
            assert float(as_real(hockey_stick_divergence(*pair, t))) == pytest.approx(float(expected), rel=1e-6)
            assert float(as_real(hockey_stick_divergence(*pair, t + 1))) != pytest.approx(float(expected), rel=1e-3)


@pytest.mark.parametrize("sensitivity", [7, 1000, 10**30])
@pytest.mark.parametrize("budget", [{"epsilon": "1"}, {"exp_eps": 3}])
def test_epsilon_at_a_large_sensitivity(sensitivity: int, budget: dict[str, Any]) -> None:
    p = Parameters.read(sensitivity=sensitivity, **budget)
    pair = law(0, p), law(sensitivity, p)
    assert max_ratio(*pair) == p.budget.exp_eps
    assert hockey_stick_divergence(*pair, p.budget.exp_eps) == 0
    if sensitivity > 1000:
        return
    for delta in (Fraction(1, 1000), Fraction(1, 20)):
        low, high = as_real(epsilon_at(*pair, delta)).exp().bounds(80)
        at_low, at_high = (as_real(hockey_stick_divergence(*pair, t)) for t in (low, high))
        assert at_low.bounds()[1] >= delta >= at_high.bounds()[0]
        assert as_real(hockey_stick_divergence(*pair, high + Fraction(1, 1000))).bounds()[1] < delta

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Budget, decide, enumerate_coins, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.properties.laplace import data, neighbors, parameters
from dpassay.reference.laplace import NAME, Parameters, guarantee, law, sample
from dpassay.reference.laplace import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"epsilon": "1", "sensitivity": 2}
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))
REALS = st.fractions(-20, 20, max_denominator=9)


def test_the_law_by_hand() -> None:
    exact = law(Fraction(1), Parameters.read(exp_eps=4, sensitivity=2))  # e^(-|y - 1| eps / 2) = 2^-|y - 1|
    assert [exact.cdf(y) for y in (-1, 0, 1, 2, 3)] == [Fraction(n, 8) for n in (1, 2, 4, 6, 7)]


@given(WITH_DATA, REALS)
def test_the_distribution_function_is_the_integral_of_the_density(
    drawn: tuple[Parameters, Fraction], z: Fraction
) -> None:
    p, x = drawn
    rate = float(p.budget.epsilon) / float(p.sensitivity)
    y = x + p.sensitivity * z / 4
    points = sorted([-mpmath.inf, float(x), float(y)])[: 3 if y > x else 2]
    integral = mpmath.quad(lambda u: rate / 2 * mpmath.exp(-rate * abs(u - float(x))), points)
    if y <= x:
        integral = mpmath.quad(lambda u: rate / 2 * mpmath.exp(-rate * abs(u - float(x))), [-mpmath.inf, float(y)])
    assert float(law(x, p).cdf(y)) == pytest.approx(float(integral), rel=1e-9)
    assert float(law(x, p).pdf(y)) == pytest.approx(rate / 2 * float(mpmath.exp(-rate * abs(float(y) - float(x)))))


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Fraction, Fraction]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))
    assert max_ratio(law(x, p), law(y, p)) == p.budget.exp(abs(x - y) / p.sensitivity)


@given(parameters())
def test_the_first_neighbors_attain_the_guarantee(p: Parameters) -> None:
    for x, y in worst_pairs(p):
        assert max_ratio(law(x, p), law(y, p)) == guarantee(p).budget.exp_eps


@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "3/2", "sensitivity": 1}])
def test_the_coins_of_the_sampler(raw: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    p, x = Parameters.read(raw), Fraction(1, 3)
    code, exact = enumerate_coins(lambda coins: sample(x, p, coins, bits=1), 800), law(x, p)
    assert code.leftover < Fraction(1, 5)
    for outcome, weight in code.weights.items():
        cell = exact.cdf(outcome + Fraction(1, 2)) - exact.cdf(outcome)
        assert decide(weight <= cell)
        assert decide(cell <= weight + code.leftover)


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "3/2", "sensitivity": "1/3"}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    assert not helpers.samples_follow_the_law(NAME, "-7/3", Parameters.read(raw), 200, seed=3, bits=16).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"sensitivity": None}, "sensitivity = nothing: expected the sensitivity"),
        ({"sensitivity": 0}, "sensitivity = 0: expected a number above 0"),
        ({"sensitivity": "-1"}, "sensitivity = -1: expected a number above 0"),
        ({"sensitivity": 1.5}, "sensitivity = 1.5: expected"),
        ({"scale": 1}, "parameter = 'scale': expected one of epsilon, exp_eps, sensitivity"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(("bad", "message"), helpers.REAL_MISTAKES)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)


def test_bad_bits() -> None:
    with pytest.raises(ValueError, match="bits = 0: expected"):
        sample(Fraction(0), Parameters.read(GOOD), Random(0), bits=0)


def test_parameters_built_directly_are_checked_too() -> None:
    for wrong in (-1.5, Fraction(-1), Fraction(0), "x"):
        with pytest.raises(ValueError, match="sensitivity"):
            Parameters(Budget(1), wrong)

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Number, as_real, max_ratio, power
from dpassay.properties.guarantees import holds
from dpassay.properties.permute_and_flip import data, neighbors, parameters
from dpassay.reference import exponential
from dpassay.reference.permute_and_flip import NAME, Parameters, elementary_symmetric, guarantee, law
from tests.reference import helpers

GOOD = {"epsilon": "1", "sensitivity": 2}
Scores = tuple[Fraction, ...]
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


def scores(*values: int | str) -> Scores:
    return tuple(Fraction(value) for value in values)


def brute_force(heads: list[Number]) -> list[Number]:
    """The law from all orders and all outcomes of the coins, one coin a candidate."""
    result: list[Number] = [Fraction(0)] * len(heads)
    for order in permutations(range(len(heads))):
        for coins in product([True, False], repeat=len(heads)):
            chance: Number = Fraction(1, factorial(len(heads)))
            for bias, coin in zip(heads, coins, strict=True):
                chance = chance * (bias if coin else 1 - bias)
            first = next((index for index in order if coins[index]), None)
            if first is not None:
                result[first] = result[first] + chance
    return result


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)
    exact = law(scores(0, 1), p)  # the first goes first half of the time, and then its coin has bias 1/2
    assert [exact.pmf(index) for index in range(2)] == [Fraction(1, 4), Fraction(3, 4)]


@pytest.mark.parametrize("given_scores", [(0, 1), (0, 1, -1), (3, 3, 0, 1), (0, 0, 0), (0, -1, -2, -3, -4)])
def test_the_law_by_all_orders_and_coins(given_scores: tuple[int, ...]) -> None:
    p = Parameters.read(exp_eps="9/4", sensitivity=1)
    heads: list[Number] = [power(Fraction(3, 2), score - max(given_scores)) for score in given_scores]
    exact = law(scores(*given_scores), p)
    assert [exact.pmf(index) for index in range(len(heads))] == brute_force(heads)


@given(WITH_DATA)
def test_the_law_is_that_of_the_largest_score_plus_exponential_noise(drawn: tuple[Parameters, Scores]) -> None:
    p, given_scores = drawn
    rate = float(p.budget.epsilon) / (2 * float(p.sensitivity))
    heads = [mpmath.exp(rate * float(score - max(given_scores))) for score in given_scores]
    # With t = e^-(the lead of the first over the best score), the others stay below with probability 1 - heads t each.
    integral = mpmath.quad(lambda t: heads[0] * mpmath.fprod(1 - h * t for h in heads[1:]), [0, 1])
    assert float(law(given_scores, p).pmf(0)) == pytest.approx(float(integral), rel=1e-9)


@given(WITH_DATA)
def test_the_best_candidate_is_chosen_at_least_as_often_as_by_the_exponential_mechanism(
    drawn: tuple[Parameters, Scores],
) -> None:
    p, given_scores = drawn
    best = given_scores.index(max(given_scores))
    other = exponential.law(given_scores, exponential.Parameters(p.budget, p.sensitivity))
    assert law(given_scores, p).pmf(best) >= other.pmf(best)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Scores, Scores]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))


def test_the_guarantee_is_attained() -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)
    # The gap grows from 1 to 3 sensitivities: the worse one's coin loses a factor e^eps, and all else is equal.
    x, y = law(scores(0, 1), p), law(scores(-1, 2), p)
    assert max_ratio(x, y) == 4 == guarantee(p).budget.exp_eps


def test_elementary_symmetric_polynomials() -> None:
    assert elementary_symmetric([Fraction(2), Fraction(3), Fraction(5)]) == [1, 10, 31, 30]
    assert elementary_symmetric([]) == [1]


@pytest.mark.parametrize("given_scores", [(0, 1, -1), (2, 2), (5,), (0, 2, 2)])
def test_every_coin_of_the_sampler(given_scores: tuple[int, ...]) -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)
    assert helpers.law_of_coins_agrees(NAME, scores(*given_scores), p, 4_000) == 0


def test_the_coins_of_the_sampler_for_an_irrational_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    assert helpers.law_of_coins_agrees(NAME, scores(0, 1, "1/3"), Parameters.read(GOOD), 2_000) < 0.02


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "9/4", "sensitivity": 1}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    assert not helpers.samples_follow_the_law(NAME, scores(0, 1, "-1/2", 3), p, 1_000, seed=7).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"sensitivity": None}, "sensitivity = nothing: expected"),
        ({"sensitivity": 0}, "above 0"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize("bad", [[], None, 3, [0.5], "1,nan"])
def test_bad_data(bad: Any) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, "expected")


@pytest.mark.parametrize("budget", [{"epsilon": "1/3"}, {"epsilon": "2/7"}, {"exp_eps": 3}])
@pytest.mark.parametrize("given_scores", [(0, 1), (0, "1/2", "-1/3"), (3, 3, 0, 1)])
def test_the_law_at_irrational_weights_by_all_orders_and_coins(
    budget: dict[str, Any], given_scores: tuple[int | str, ...]
) -> None:
    p, listed = Parameters.read(sensitivity=1, **budget), scores(*given_scores)
    heads: list[Number] = [p.budget.exp((score - max(listed)) / 2) for score in listed]
    exact, expected = law(listed, p), brute_force(heads)
    assert [exact.pmf(index) for index in range(len(heads))] == expected
    assert [exact.pmf(index) for index in range(len(heads))] != brute_force([*heads[:-1], heads[-1] / 2])


def test_scores_of_long_fractions_give_the_same_law(monkeypatch: pytest.MonkeyPatch) -> None:
    p, listed = Parameters.read(GOOD), scores(0, 1, 4, 2, "1/2", 3)
    by_polynomials = law(listed, p)
    monkeypatch.setattr("dpassay.reference.permute_and_flip.MOST_PLACES", 0)
    assert law(listed, p) == by_polynomials


def test_forty_candidates() -> None:
    """The integral over u of the product of (1 - u heads), by Gauss-Legendre quadrature, which is exact for it."""
    p, listed = Parameters.read(epsilon=1, sensitivity=1), scores(*range(40))
    exact = law(listed, p)
    with mpmath.workdps(40):
        heads = [mpmath.exp(mpmath.mpf(score - 39) / 2) for score in range(40)]
        for index in (0, 38, 39):
            rest = heads[:index] + heads[index + 1 :]
            chance = heads[index] * mpmath.quad(lambda u, r=rest: mpmath.fprod(1 - u * h for h in r), [0, 1])
            low, high = as_real(exact.pmf(index)).bounds(100)
            assert abs(mpmath.mpf(low.numerator) / low.denominator - chance) < mpmath.mpf(10) ** -25
            assert high - low < Fraction(1, 10**25)

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, Number, max_ratio
from dpassay.properties.randomized_response import data, neighbors, parameters
from dpassay.reference.randomized_response import NAME, Parameters, guarantee, law
from dpassay.reference.randomized_response import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"epsilon": "1", "categories": 4}
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


def test_the_matrix_for_three_labels() -> None:
    p = Parameters.read(exp_eps="3/2", categories=3)
    matrix = [[law(x, p).pmf(y) for y in range(3)] for x in range(3)]
    three, two = Fraction(3, 7), Fraction(2, 7)
    assert matrix == [[three, two, two], [two, three, two], [two, two, three]]


@given(WITH_DATA)
def test_the_law_is_truth_or_a_uniform_gamble(drawn: tuple[Parameters, int]) -> None:
    p, label = drawn
    t, k = p.budget.exp_eps, p.categories
    truth: Number = (t - 1) / (t + k - 1)
    gamble: Number = 1 - truth
    assert law(label, p) == Dist.mixture([(truth, Dist.point(label)), (gamble, Dist.uniform(range(k)))])


@given(WITH_PAIR)
def test_the_guarantee_is_exactly_attained(drawn: tuple[Parameters, tuple[int, int]]) -> None:
    p, (x, y) = drawn
    assert max_ratio(law(x, p), law(y, p)) == (1 if x == y else guarantee(p).budget.exp_eps)


def test_neighbors_are_all_pairs_of_distinct_labels() -> None:
    pairs = set(worst_pairs(Parameters.read(GOOD)))
    assert len(pairs) == 12
    assert all(x != y for x, y in pairs)


@pytest.mark.parametrize("categories", [2, 3, 4])
def test_every_coin_of_the_sampler(categories: int) -> None:
    p = Parameters.read(exp_eps="3/2", categories=categories)
    assert helpers.law_of_coins_agrees(NAME, categories - 1, p, 1_000) == 0


def test_the_coins_of_the_sampler_for_an_irrational_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    assert helpers.law_of_coins_agrees(NAME, 1, Parameters.read(GOOD), 1_000) < 0.01


@pytest.mark.statistical
@pytest.mark.parametrize("budget", [{"epsilon": "1"}, {"exp_eps": "5/2"}])
def test_draws_follow_the_law(budget: dict[str, object]) -> None:
    p = Parameters.read(budget, categories=4)
    assert not helpers.samples_follow_the_law(NAME, 2, p, 1_500, seed=1).rejected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"categories": None}, "categories = nothing: expected the number k of labels"),
        ({"categories": 1}, r"categories = 1: expected a whole number from 2 to 10\^6"),
        ({"categories": "5/2"}, "expected a whole number"),
        ({"categories": 2.0}, "categories = 2.0: expected"),
        ({"categorys": 3}, r"did you mean 'categories'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(
    ("bad", "message"),
    [*helpers.REAL_MISTAKES, (4, r"range\(4\)"), (-1, r"range\(4\)"), ("1/2", "expected a whole number")],
)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)

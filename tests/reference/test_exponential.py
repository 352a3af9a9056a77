from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import decide, max_ratio
from dpassay.properties.exponential import data, neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference.exponential import NAME, Parameters, guarantee, law
from dpassay.reference.exponential import neighbors as worst_pairs
from tests.reference import helpers

GOOD = {"epsilon": "1", "sensitivity": 2}
Scores = tuple[Fraction, ...]
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


def scores(*values: int | str) -> Scores:
    return tuple(Fraction(value) for value in values)


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)  # e^(eps score / 2) = 2^score
    exact = law(scores(0, 1, -1, 3), p)
    assert [exact.pmf(index) for index in range(4)] == [Fraction(n, 23) for n in (2, 4, 1, 16)]


def test_only_gaps_matter_and_ties_are_equally_likely() -> None:
    p = Parameters.read(GOOD)
    assert law(scores(1, "3/2", 0), p) == law(scores(1001, "2003/2", 1000), p)
    assert law(scores(7, 7, 7), p).pmf(1) == Fraction(1, 3)
    assert law(scores(7), p).pmf(0) == 1


@given(WITH_DATA)
def test_the_law_is_that_of_the_largest_score_plus_gumbel_noise(drawn: tuple[Parameters, Scores]) -> None:
    p, given_scores = drawn
    rate = float(p.budget.epsilon) / (2 * float(p.sensitivity))
    exponents = [rate * float(score - max(given_scores)) for score in given_scores]

    def density_of_first_being_largest(g: Any) -> Any:
        others = mpmath.fsum(mpmath.exp(-(g + exponents[0] - e)) for e in exponents[1:])
        return mpmath.exp(-g - mpmath.exp(-g) - others)

    integral = mpmath.quad(density_of_first_being_largest, [-8, -2, 0, 2, 6, 12, 40])
    assert float(law(given_scores, p).pmf(0)) == pytest.approx(float(integral), rel=1e-6, abs=1e-9)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Scores, Scores]]) -> None:
    p, (x, y) = drawn
    assert holds(law(x, p), law(y, p), guarantee(p))


@given(parameters())
def test_the_neighbors_are_neighbors_and_the_worst_comes_first(p: Parameters) -> None:
    pairs = list(worst_pairs(p))
    assert all(abs(a - b) <= p.sensitivity for x, y in pairs for a, b in zip(x, y, strict=True))
    ratios = [max(_ratio(x, y, p), _ratio(y, x, p)) for x, y in pairs]
    assert ratios == sorted(ratios, reverse=True)


def _ratio(x: Scores, y: Scores, p: Parameters) -> float:
    ratio = max_ratio(law(x, p), law(y, p))
    assert ratio is not None
    return float(ratio)


def test_the_guarantee_is_a_limit_that_is_not_attained() -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)
    x, y = scores(0, 40), scores(-1, 41)  # an unlikely candidate against the best one
    ratio = max_ratio(law(x, p), law(y, p))
    assert ratio is not None
    assert decide(ratio < 4)
    assert decide(ratio > Fraction(399_999_999, 100_000_000))


@pytest.mark.parametrize("given_scores", [(0, 1, 1), (2, 2), (5,)])
def test_every_coin_of_the_sampler(given_scores: tuple[int, ...]) -> None:
    p = Parameters.read(exp_eps=4, sensitivity=1)
    assert helpers.law_of_coins_agrees(NAME, scores(*given_scores), p, 4_000) == 0


def test_the_coins_of_the_sampler_for_an_irrational_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.exact.coins.BITS_PER_STEP", 1)
    assert helpers.law_of_coins_agrees(NAME, scores(0, 1, "1/3"), Parameters.read(GOOD), 1_000) < 0.01


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "9/4", "sensitivity": 1}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    assert not helpers.samples_follow_the_law(NAME, scores(0, 1, "-1/2", 3), p, 1_000, seed=6).rejected


SCORE_MISTAKES: list[tuple[object, str]] = [
    ([], "expected a sequence of scores"),
    ((), "expected a sequence of scores"),
    (None, "data = None: expected a sequence of scores"),
    (3, "data = 3: expected a sequence of scores"),
    ([1, 0.5], r"data\[1\] = 0.5: expected"),
    ([1, True], r"data\[1\] = True: expected"),
    ("1,nan", r"data\[1\] = 'nan': expected"),
    ("1,,2", r"data\[1\] = '': expected"),
    ("", "expected"),
]


def test_scores_may_be_one_string() -> None:
    p = Parameters.read(GOOD)
    assert law("[0, 1/2, -3]", p) == law(scores(0, "1/2", -3), p)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"sensitivity": None}, "sensitivity = nothing: expected"),
        ({"sensitivity": 0}, "sensitivity = 0: expected a number above 0"),
        ({"scores": "1,2"}, "parameter = 'scores': expected one of epsilon, exp_eps, sensitivity"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(("bad", "message"), SCORE_MISTAKES)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)

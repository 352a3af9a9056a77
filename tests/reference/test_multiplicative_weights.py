"""Multiplicative weights: the law of its transcript, what it earns, its draws, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import e, exp, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import decide, enumerate_coins
from dpassay.properties.cells import law_cells
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.properties.multiplicative_weights import data, parameters
from dpassay.reference.multiplicative_weights import (
    MOST_TRANSCRIPTS,
    NAME,
    Matrix,
    Parameters,
    check_data,
    expected_loss,
    expected_reward,
    guarantee,
    law,
    regret,
    round_laws,
    sample,
    transcript_loss,
)
from dpassay.reference.multiplicative_weights import neighbors as worst_pairs
from tests.reference import helpers
from tests.reference.weights_cases import matrix, powers_of, random_matrix, transcripts

GOOD = {"learning_rate": "1/2", "rounds": 2, "experts": 3}
GOOD_DATA = ((1, 0, 0), (0, 1, "1/2"))
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))


# The law


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_learning_rate=2, rounds=3, experts=2)
    first, second, third = round_laws(matrix((1, 0), (0, 1), (0, 1)), p)
    assert [first.pmf(0), second.pmf(0), third.pmf(0)] == [Fraction(1, 2), Fraction(2, 3), Fraction(1, 2)]
    assert law(matrix((1, 0), (0, 1), (0, 1)), p).pmf((0, 0, 1)) == Fraction(1, 6)
    losing = Parameters.read(exp_learning_rate=2, rounds=3, experts=2, form="loss")
    assert round_laws(matrix((1, 0), (0, 1), (0, 1)), losing)[1].pmf(0) == Fraction(1, 3)


@pytest.mark.parametrize("form", ["gain", "loss"])
@pytest.mark.parametrize(
    ("rounds", "experts", "parts"), [(1, 4, 1), (4, 1, 1), (5, 2, 1), (4, 3, 1), (3, 3, 2), (3, 2, 6)]
)
def test_the_law_is_that_of_the_algorithm(rounds: int, experts: int, parts: int, form: str) -> None:
    rng, base = Random(rounds * 100 + experts * 10 + parts), Fraction(3, 2)
    p = Parameters.read(exp_learning_rate=base**parts, rounds=rounds, experts=experts, form=form)
    rows = random_matrix(rng, rounds, experts, parts)
    expected = transcripts(rows, powers_of(base, parts, 1 if form == "gain" else -1))
    exact = law(rows, p)
    assert {choice: exact.pmf(choice) for choice in exact.outcomes} == expected


@given(WITH_DATA)
def test_the_law_is_that_of_the_algorithm_in_floats(drawn: tuple[Parameters, Matrix]) -> None:
    p, rows = drawn
    alpha = float(p.rate.epsilon) * (1 if p.form == "gain" else -1)
    exact = law(rows, p)
    for choice, expected in transcripts(rows, lambda reward: exp(alpha * float(reward))).items():
        assert float(exact.pmf(choice)) == pytest.approx(expected, rel=1e-9)


@given(WITH_DATA)
def test_the_choices_are_independent(drawn: tuple[Parameters, Matrix]) -> None:
    p, rows = drawn
    laws, exact = round_laws(rows, p), law(rows, p)
    choice = exact.outcomes[-1]
    factors = [y.pmf(i) for y, i in zip(laws, choice, strict=True)]
    assert exact.pmf(choice) == prod(factors[1:], start=factors[0])
    for t, y in enumerate(laws):
        assert exact.map(lambda drawn_choice, t=t: drawn_choice[t]) == y  # type: ignore[misc]


def test_a_choice_is_made_before_its_row_is_seen() -> None:
    """The last row has no effect; under the law that the notes print, with row t in the weights of i_t, it has."""
    p = Parameters.read(exp_learning_rate=3, rounds=2, experts=2)
    first, second = matrix((1, 0), (1, 0)), matrix((1, 0), (0, 1))
    assert law(first, p) == law(second, p)
    printed_first, printed_second = (law((row, row), p) for row in first), (law((row, row), p) for row in second)
    assert list(printed_first)[1] != list(printed_second)[1]


def test_only_differences_of_rewards_matter() -> None:
    p = Parameters.read(learning_rate=2, rounds=3, experts=2)
    assert law(matrix((1, "1/2"), (0, 1), (0, 0)), p) == law(matrix(("1/2", 0), (0, 1), (1, 1)), p)


def test_losses_are_rewards_turned_round() -> None:
    gain, loss = (Parameters.read(GOOD, form=form) for form in ("gain", "loss"))
    rows = check_data(GOOD_DATA, gain)
    turned = tuple(tuple(1 - entry for entry in row) for row in rows)
    assert law(rows, gain) == law(turned, loss) != law(rows, loss)


def test_one_round_and_one_expert() -> None:
    once = Parameters.read(learning_rate=5, rounds=1, experts=4)
    assert all(
        law(matrix(row), once).pmf((i,)) == Fraction(1, 4) for row in ((1, 0, 0, 1), (0, 0, 0, 0)) for i in range(4)
    )
    alone = Parameters.read(learning_rate=5, rounds=3, experts=1)
    assert law(matrix((1,), (0,), (1,)), alone).pmf((0, 0, 0)) == 1


def test_too_many_transcripts_are_refused() -> None:
    p = Parameters.read(learning_rate=1, rounds=MOST_TRANSCRIPTS.bit_length(), experts=2)
    with pytest.raises(ValueError, match=r"^rounds = 15, experts = 2: expected at most 16384 transcripts"):
        law(((Fraction(0),) * 2,) * p.rounds, p)
    assert len(round_laws(((Fraction(0),) * 2,) * p.rounds, p)) == p.rounds


# What it earns


@pytest.mark.parametrize("form", ["gain", "loss"])
def test_expected_total_and_regret(form: str) -> None:
    rng, base = Random(5), Fraction(3, 2)
    p = Parameters.read(exp_learning_rate=base**2, rounds=4, experts=3, form=form)
    rows = random_matrix(rng, 4, 3, 2)
    mass = transcripts(rows, powers_of(base, 2, 1 if form == "gain" else -1))
    expected = sum(weight * sum(rows[t][i] for t, i in enumerate(choice)) for choice, weight in mass.items())
    totals = [sum(row[i] for row in rows) for i in range(3)]
    total = (expected_reward if form == "gain" else expected_loss)(rows, p)
    assert total == expected
    assert regret(rows, p) == (max(totals) - expected if form == "gain" else expected - min(totals))


def test_expected_reward_of_irrational_weights() -> None:
    p = Parameters.read(learning_rate=1, rounds=2, experts=2)
    assert float(expected_reward(matrix((1, 0), (1, 0)), p)) == pytest.approx(0.5 + e / (1 + e))


@pytest.mark.parametrize(("function", "form"), [(expected_loss, "gain"), (expected_reward, "loss")])
def test_a_reward_is_no_loss(function: Callable[..., Any], form: str) -> None:
    with pytest.raises(ValueError, match=rf"^form = '{form}': expected"):
        function(GOOD_DATA, Parameters.read(GOOD, form=form))


# Draws


@pytest.mark.parametrize("raw", [{"rounds": 3, "experts": 2}, {"rounds": 2, "experts": 3}, {"rounds": 1, "experts": 5}])
def test_every_coin_of_the_sampler(raw: dict[str, object]) -> None:
    p = Parameters.read(raw, exp_learning_rate=2)
    rows = random_matrix(Random(3), p.rounds, p.experts)
    code, exact = enumerate_coins(lambda rng: sample(rows, p, rng), 20_000), law(rows, p)
    assert code.leftover == 0
    assert code.weights == {choice: exact.pmf(choice) for choice in exact.outcomes}


@pytest.mark.statistical
@pytest.mark.parametrize("form", ["gain", "loss"])
def test_draws_follow_the_law(form: str) -> None:
    p = Parameters.read(GOOD, form=form)
    rows, rng = check_data(GOOD_DATA, p), Random(8)
    samples = np.array([sample(rows, p, rng) for _ in range(1_000)])
    for right in (True, False):
        cells = law_cells(law(rows if right else rows[::-1], p), len(samples))
        test = sample_test(cells.numbers(samples), cells, alpha=helpers.ALPHA, rng=np.random.default_rng(8))
        assert test.rejected is not right


# Bad input


def test_data_may_be_one_string() -> None:
    p = Parameters.read(GOOD)
    assert law("1,0,0; 0,1,1/2", p) == law(check_data(GOOD_DATA, p), p)  # type: ignore[arg-type]


RATE_MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"learning_rate": None}, "learning_rate = None, exp_learning_rate = None: expected exactly one of learning_rate"),
    ({"exp_learning_rate": 2}, "exactly one of learning_rate and exp_learning_rate"),
    ({"learning_rate": 0}, "learning_rate = 0: expected a number above 0"),
    ({"learning_rate": 0.5}, "learning_rate = 0.5: expected .*not float"),
    (
        {"learning_rate": None, "exp_learning_rate": 1},
        "exp_learning_rate = 1: expected a number above 1 .*learning_rate",
    ),
    ({"epsilon": 1}, "parameter = 'epsilon': expected one of learning_rate, exp_learning_rate, rounds, experts, form"),
    ({"learnig_rate": 1}, r"did you mean 'learning_rate'\?"),
]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *RATE_MISTAKES,
        ({"rounds": None}, "rounds = nothing: expected"),
        ({"rounds": 0}, "rounds = 0: expected"),
        ({"rounds": "3/2"}, "rounds = '3/2': expected a whole number"),
        ({"experts": None}, "experts = nothing: expected"),
        ({"experts": -1}, "experts = -1: expected"),
        ({"form": "gains"}, "form = 'gains': expected one of gain, loss"),
        ({"form": 1}, "form = 1: expected one of gain, loss"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


def test_a_rate_that_is_no_budget() -> None:
    with pytest.raises(ValueError, match=r"^rate = 1: expected a Budget$"):
        Parameters(1, 2, 3)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (None, "data = None: expected 2 rows"),
        ([], r"data = \[\]: expected 2 rows"),
        ("", "expected 2 rows"),
        ([[1, 0, 0]], r"data = .*: expected 2 rows"),
        ([[1, 0, 0], 3], r"data\[1\] = 3: expected 3 numbers"),
        ([[1, 0, 0], [1, 0]], r"data\[1\] = \[1, 0\]: expected 3 numbers"),
        ([[1, 0, 0], [1, 0, 0.5]], r"data\[1\]\[2\] = 0.5: expected"),
        ([[1, 0, 0], [1, 0, "nan"]], r"data\[1\]\[2\] = 'nan': expected"),
        ([[1, 0, 0], [1, 0, True]], r"data\[1\]\[2\] = True: expected"),
        ([["3/2", 0, 0], [1, 0, 0]], r"data\[0\]\[0\] = 3/2: expected a number in \[0, 1\]"),
        ("1,0,0;1,0,-1", r"data\[1\]\[2\] = -1: expected a number in \[0, 1\]"),
        ([[0] * 1_000], r"^data = \[\[0, 0, .{,80} \.\.\.: expected 2 rows"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    p = Parameters.read(GOOD)
    helpers.refuses_data(NAME, p, bad, message)
    for function in (round_laws, expected_reward, regret, lambda rows, _: transcript_loss(GOOD_DATA, rows, p)):
        with pytest.raises(ValueError, match=message):
            function(bad, p)


def test_exact_comparisons_are_decided() -> None:
    p = Parameters.read(learning_rate="1/7", rounds=3, experts=2)
    ratio = transcript_loss(*next(worst_pairs(p)), p).max_ratio
    assert ratio is not None
    assert decide(ratio < guarantee(p).budget.exp_eps)

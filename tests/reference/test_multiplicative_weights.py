from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, e, exp, prod
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import LatticeLoss, PrivacyLoss, decide, enumerate_coins, hockey_stick_divergence, max_ratio
from dpassay.properties.cells import law_cells
from dpassay.properties.goodness_of_fit import sample_test
from dpassay.properties.guarantees import holds
from dpassay.properties.multiplicative_weights import data, neighbors, parameters
from dpassay.reference.multiplicative_weights import (
    MOST_TRANSCRIPTS,
    NAME,
    Matrix,
    Parameters,
    are_neighbors,
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
from tests.reference.weights_cases import excess, matrix, powers_of, random_matrix, transcripts, with_another_row

GOOD = {"learning_rate": "1/2", "rounds": 2, "experts": 3}
GOOD_DATA = ((1, 0, 0), (0, 1, "1/2"))
THRESHOLDS = [Fraction(n, 12) for n in (0, 3, 8, 10, 11, 12, 13, 15, 18, 24, 27, 48, 200)]
WITH_DATA = parameters().flatmap(lambda p: st.tuples(st.just(p), data(p)))
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


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


# The privacy loss of the transcript


@pytest.mark.parametrize("form", ["gain", "loss"])
@pytest.mark.parametrize(
    ("rounds", "experts", "parts"), [(1, 3, 1), (2, 2, 1), (6, 2, 1), (4, 4, 1), (4, 3, 2), (3, 3, 6)]
)
def test_the_loss_is_that_of_all_transcripts(rounds: int, experts: int, parts: int, form: str) -> None:
    rng, base = Random(rounds * 100 + experts * 10 + parts), Fraction(5, 4)
    p = Parameters.read(exp_learning_rate=base**parts, rounds=rounds, experts=experts, form=form)
    first = random_matrix(rng, rounds, experts, parts)
    for second in (with_another_row(rng, first, parts), random_matrix(rng, rounds, experts, parts)):
        multiply = powers_of(base, parts, 1 if form == "gain" else -1)
        for one, other in ((first, second), (second, first)):
            mass, tilted = transcripts(one, multiply), transcripts(other, multiply)
            loss = transcript_loss(one, other, p)
            assert [loss.delta(t) for t in THRESHOLDS] == [excess(mass, tilted, t) for t in THRESHOLDS]
            assert loss.max_ratio == max(mass[choice] / tilted[choice] for choice in mass)


def test_the_two_directions_differ_and_a_wrong_rate_is_noticed() -> None:
    """What the comparison above would say of a loss that is turned round, or has another alpha."""
    first, second = matrix((1, 0, 0), (0, 1, 1), (0, 0, 0)), matrix((0, 0, 0), (0, 1, 1), (0, 0, 0))
    p, other = (Parameters.read(exp_learning_rate=rate, rounds=3, experts=3) for rate in (2, 3))
    right = excess(transcripts(first, powers_of(Fraction(2), 1)), transcripts(second, powers_of(Fraction(2), 1)), 1)
    assert transcript_loss(first, second, p).delta(1) == right
    assert transcript_loss(first, second, other).delta(1) != right
    assert transcript_loss(first, second, p).delta(Fraction(3, 2)) != transcript_loss(second, first, p).delta(
        Fraction(3, 2)
    )


IRRATIONAL = [{"learning_rate": "1"}, {"learning_rate": "2/3"}, {"exp_learning_rate": "3/2"}]


@pytest.mark.parametrize("raw", IRRATIONAL)
@pytest.mark.parametrize("form", ["gain", "loss"])
def test_the_loss_for_irrational_weights(raw: dict[str, object], form: str) -> None:
    p = Parameters.read(raw, rounds=3, experts=2, form=form)
    later = ("1/3", 1), (1, 0)
    first, second = matrix((1, "1/2"), *later), matrix((0, 1), *later)
    alpha = float(p.rate.epsilon) * (1 if form == "gain" else -1)
    for one, other in ((first, second), (second, first)):
        loss = transcript_loss(one, other, p)
        assert isinstance(loss, PrivacyLoss)
        mass, tilted = (transcripts(rows, lambda reward: exp(alpha * float(reward))) for rows in (one, other))
        for t in (Fraction(1, 2), Fraction(1), Fraction(5, 4), Fraction(2)):
            assert loss.delta(t) == hockey_stick_divergence(law(one, p), law(other, p), t)
            assert float(loss.delta(t)) == pytest.approx(excess(mass, tilted, float(t)), abs=1e-12)
        assert loss.max_ratio == max_ratio(law(one, p), law(other, p))


@settings(max_examples=12)
@given(WITH_PAIR)
def test_the_loss_is_that_of_the_laws(drawn: tuple[Parameters, tuple[Matrix, Matrix]]) -> None:
    p, (x, y) = drawn
    loss = transcript_loss(x, y, p)
    assert loss.max_ratio == max_ratio(law(x, p), law(y, p))
    assert loss.delta(Fraction(6, 5)) == hockey_stick_divergence(law(x, p), law(y, p), Fraction(6, 5))


def test_denominators_that_differ_and_a_change_that_shifts_all_experts() -> None:
    p = Parameters.read(exp_learning_rate=2**6, rounds=3, experts=2)
    first, second = matrix(("1/2", "1/3"), ("1/6", 1), (0, 0)), matrix(("1/3", 1), ("1/6", 1), (0, 0))
    mass, tilted = (transcripts(rows, powers_of(Fraction(2), 6)) for rows in (first, second))
    loss = transcript_loss(first, second, p)
    assert isinstance(loss, LatticeLoss)
    assert loss.delta(2) == excess(mass, tilted, 2) > 0
    shifted = transcript_loss(first, matrix(("2/3", "1/2"), *first[1:]), p)
    assert shifted.delta(1) == 0
    assert shifted.max_ratio == 1


@pytest.mark.parametrize("exp_eps", [Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(10**6)])
def test_a_thousand_rounds_are_two_binomial_laws(exp_eps: Fraction) -> None:
    """Level rounds after the first leave the weights: (3/2, 1, 1) or (1, 1, 1), hence 3/7 against 1/3, 999 times."""
    n, p = 999, Parameters.read(exp_learning_rate="3/2", rounds=1_000, experts=3)
    later = matrix((1, 1, 1)) * n
    first, second = matrix((1, 0, 0)) + later, matrix((0, 0, 0)) + later
    one = {k: comb(n, k) * Fraction(3**k * 4 ** (n - k), 7**n) for k in range(n + 1)}
    other = {k: comb(n, k) * Fraction(2 ** (n - k), 3**n) for k in range(n + 1)}
    assert transcript_loss(first, second, p).delta(exp_eps) == excess(one, other, exp_eps)
    assert transcript_loss(second, first, p).delta(exp_eps) == excess(other, one, exp_eps)
    assert transcript_loss(first, second, p).max_ratio == Fraction(9, 7) ** n
    assert transcript_loss(second, first, p).max_ratio == Fraction(7, 6) ** n


def test_many_experts() -> None:
    """999 of a thousand experts are alike: they count as one of weight 999."""
    p = Parameters.read(exp_learning_rate=2, rounds=3, experts=1_000)
    later = matrix((0,) * 1_000) * 2
    first, second = matrix((1, *[0] * 999)) + later, matrix((0, *[1] * 999)) + later
    one, other = Fraction(2, 2 + 999), Fraction(1, 1 + 2 * 999)
    mass, tilted = ({k: comb(2, k) * y**k * (1 - y) ** (2 - k) for k in range(3)} for y in (one, other))
    expected = excess(mass, tilted, 2)
    assert transcript_loss(first, second, p).delta(2) == expected > 0


# The guarantee


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[Matrix, Matrix]]) -> None:
    p, (x, y) = drawn
    assert are_neighbors(x, y, p)
    assert holds(law(x, p), law(y, p), guarantee(p))


def test_the_guarantee_in_both_forms_of_the_rate() -> None:
    assert str(guarantee(Parameters.read(learning_rate="1/2", rounds=4, experts=2)).budget) == "epsilon = 3"
    assert str(guarantee(Parameters.read(exp_learning_rate="3/2", rounds=2, experts=2)).budget) == "epsilon = log(9/4)"
    nothing = guarantee(Parameters.read(learning_rate="1/2", rounds=1, experts=2)).budget
    assert nothing.exp_eps == 1
    assert str(nothing) == "epsilon = 0"


def test_the_law_that_the_notes_print_breaks_the_guarantee() -> None:
    """One round whose choice has seen its row loses up to 2 alpha, not 0."""
    p = Parameters.read(exp_learning_rate=3, rounds=2, experts=2)
    seen = [round_laws(matrix(row, row), p)[1] for row in ((1, 0), (0, 1))]
    assert not holds(seen[0], seen[1], guarantee(Parameters.read(exp_learning_rate=3, rounds=1, experts=2)))


@pytest.mark.parametrize("form", ["gain", "loss"])
@pytest.mark.parametrize(("rounds", "experts"), [(2, 2), (2, 3), (3, 2)])
def test_the_first_pair_is_the_worst_of_all(rounds: int, experts: int, form: str) -> None:
    """Every matrix of zeros and ones against every row put in any place."""
    p = Parameters.read(exp_learning_rate=3, rounds=rounds, experts=experts, form=form)
    every_row = matrix(*product((0, 1), repeat=experts))
    ratios = [
        transcript_loss(rows, (*rows[:t], row, *rows[t + 1 :]), p).max_ratio
        for rows in product(every_row, repeat=rounds)
        for t in range(rounds)
        for row in every_row
    ]
    assert max(Fraction(str(ratio)) for ratio in ratios) == transcript_loss(*next(worst_pairs(p)), p).max_ratio


@given(parameters())
def test_the_neighbors_are_neighbors_and_the_worst_comes_first(p: Parameters) -> None:
    pairs = list(worst_pairs(p))
    assert all(are_neighbors(x, y, p) and check_data(x, p) == x and check_data(y, p) == y for x, y in pairs)
    ratios = [max(_ratio(x, y, p), _ratio(y, x, p)) for x, y in pairs]
    assert ratios == sorted(ratios, reverse=True)


def _ratio(x: Matrix, y: Matrix, p: Parameters) -> float:
    return float(transcript_loss(x, y, p).max_ratio or 0)


def test_the_guarantee_is_a_limit_that_is_not_attained() -> None:
    p = Parameters.read(exp_learning_rate=2, rounds=3, experts=10**4)
    ratio = transcript_loss(*next(worst_pairs(p)), p).max_ratio
    assert ratio is not None
    assert Fraction(159, 10) < ratio < 2 ** (2 * 2) == guarantee(p).budget.exp_eps


def test_matrices_that_differ_in_two_rows_are_no_neighbors() -> None:
    p = Parameters.read(learning_rate=1, rounds=2, experts=2)
    assert not are_neighbors(matrix((0, 1), (0, 1)), matrix((1, 1), (1, 1)), p)


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

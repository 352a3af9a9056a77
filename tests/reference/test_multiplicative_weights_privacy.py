"""Multiplicative weights: the privacy loss of its transcript, and its guarantee."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.exact import LatticeLoss, PrivacyLoss, hockey_stick_divergence, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.properties.multiplicative_weights import neighbors, parameters
from dpassay.reference.multiplicative_weights import (
    Matrix,
    Parameters,
    are_neighbors,
    check_data,
    guarantee,
    law,
    round_laws,
    transcript_loss,
)
from dpassay.reference.multiplicative_weights import neighbors as worst_pairs
from tests.reference.weights_cases import excess, matrix, powers_of, random_matrix, transcripts, with_another_row

THRESHOLDS = [Fraction(n, 12) for n in (0, 3, 8, 10, 11, 12, 13, 15, 18, 24, 27, 48, 200)]
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


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

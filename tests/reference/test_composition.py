"""Composition against sums over all transcripts of the rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Budget, Dist, hockey_stick_divergence, max_ratio
from dpassay.properties.composition import neighbors, parameters
from dpassay.properties.guarantees import holds
from dpassay.reference import composition
from dpassay.reference.composition import NAME, Parameters, guarantee, law
from dpassay.reference.composition import neighbors as worst_pairs
from tests.reference import helpers
from tests.reference.composition_cases import SMALL, numbers, statistic, transcripts

GOOD = {"epsilon": "1", "rounds": 3}
WITH_PAIR = parameters().flatmap(lambda p: st.tuples(st.just(p), neighbors(p)))


# The mechanism


def test_the_law_by_hand() -> None:
    p = Parameters.read(exp_eps=3, rounds=2, delta="1/10")  # truth 3/4, nothing revealed with probability 81/100
    masses = [Fraction(81 * ways, 1600) for ways in (1, 6, 9)]
    assert law(1, p) == Dist({0: masses[0], 1: masses[1], 2: masses[2], 3: Fraction(19, 100)})
    assert law(0, p) == Dist({-1: Fraction(19, 100), 0: masses[2], 1: masses[1], 2: masses[0]})
    assert law(0, p).outcomes == (-1, 0, 1, 2)  # in order, as a cumulative table wants them
    assert law(1, p).outcomes == (0, 1, 2, 3)


@given(SMALL, st.integers(0, 1))
def test_the_law_is_that_of_all_transcripts(p: Parameters, bit: int) -> None:
    expected: dict[int, Fraction] = {}
    for transcript, mass in transcripts(numbers(p), bit):
        expected[statistic(transcript)] = expected.get(statistic(transcript), Fraction(0)) + mass
    assert law(bit, p) == Dist(expected)


def test_without_delta_no_round_reveals() -> None:
    assert set(law(1, Parameters.read(GOOD)).outcomes) == {0, 1, 2, 3}
    assert Parameters.read(GOOD) == Parameters.read(GOOD, delta=0) == Parameters(Budget(1), 3)


@given(WITH_PAIR)
def test_the_guarantee_holds(drawn: tuple[Parameters, tuple[int, int]]) -> None:
    p, (x, y) = drawn
    assert composition.are_neighbors(x, y, p)
    assert holds(law(x, p), law(y, p), guarantee(p))


@pytest.mark.parametrize("raw", [GOOD, {**GOOD, "delta": "1/5"}, {"exp_eps": "3/2", "rounds": 7, "delta": "1/9"}])
def test_the_extremal_mechanism_attains_basic_composition(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    promised = guarantee(p)
    assert promised.delta == 1 - (1 - p.delta) ** p.rounds
    assert promised.budget.epsilon == p.budget.epsilon * p.rounds
    for x, y in worst_pairs(p):
        assert hockey_stick_divergence(law(x, p), law(y, p), promised.budget.exp_eps) == promised.delta
        assert hockey_stick_divergence(law(x, p), law(y, p), p.budget.exp(p.rounds - Fraction(1, 99))) > promised.delta
    if p.delta == 0:
        assert max_ratio(law(0, p), law(1, p)) == p.budget.exp(p.rounds)


@pytest.mark.parametrize("bit", [0, 1])
def test_every_coin_of_the_sampler(bit: int) -> None:
    assert helpers.law_of_coins_agrees(NAME, bit, Parameters.read(exp_eps=3, rounds=1, delta="1/4"), 4_000) == 0


@pytest.mark.statistical
@pytest.mark.parametrize("raw", [GOOD, {"exp_eps": "3/2", "rounds": 6, "delta": "1/12"}])
def test_draws_follow_the_law(raw: dict[str, object]) -> None:
    assert not helpers.samples_follow_the_law(NAME, 1, Parameters.read(raw), 1_000, seed=6).rejected


# Bad input


@pytest.mark.parametrize(
    ("change", "message"),
    [
        *helpers.BUDGET_MISTAKES,
        ({"rounds": None}, "rounds = nothing: expected"),
        ({"rounds": 0}, "rounds = 0: expected a whole number of at least 1"),
        ({"rounds": "5/2"}, "rounds = '5/2': expected a whole number"),
        ({"delta": 1}, "delta = 1: expected a number in"),
        ({"delta": "-1/9"}, "delta = -1/9: expected a number in"),
        ({"delta": 0.1}, "delta = 0.1: expected .*not float"),
        ({"detla": "1/9"}, r"did you mean 'delta'\?"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    helpers.refuses(GOOD, change, message, NAME)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (2, "data = 2: expected the secret bit"),
        (-1, "data = -1: expected the secret bit"),
        (True, "data = True: expected"),
        (0.0, "data = 0.0: expected"),
        ("x", "data = 'x': expected"),
        (None, "data = None: expected"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    helpers.refuses_data(NAME, Parameters.read(GOOD), bad, message)

"""Algorithm 1 on two games: the laws of what is told, against the reference."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS
from dpassay.proofs_check.models.two_lazy_games import (
    Games,
    courses,
    least_delta,
    most_of_coin,
    played,
    released,
    width,
)
from dpassay.proofs_check.proof import facts
from dpassay.reference import lazy_to_private as l2p

ZERO, ONE, GROWTH = Fraction(0), Fraction(1), Fraction(3, 2)
FIRST, SECOND, REST = (ONE, ZERO), (ZERO, ONE), (ONE, ONE)
GAMES = Games((FIRST, SECOND, REST), (SECOND, SECOND, REST), GROWTH, GROWTH, Fraction(1, 4), Fraction(1, 10))


@pytest.mark.parametrize("model", [PRIVATE, PRIVATE_WEIGHTS])
def test_the_facts_hold(model: Any) -> None:
    assert set(facts.tested(model)) == set(model.facts)


@pytest.mark.parametrize(("view", "ratios"), [("state", released), ("models", played)])
def test_deltas_are_those_of_the_reference(view: str, ratios: Any) -> None:
    parameters = l2p.Parameters(Budget(exp_eps=GROWTH), 1, Fraction(1, 4), 3, 2)
    loss: Any = l2p.transcript_loss(GAMES.first, GAMES.second, parameters, view)
    for power in (Fraction(1), Fraction(5, 4), Fraction(4)):
        expected = sum((max(ZERO, Fraction(a.p) - power * Fraction(a.q)) for a in loss.profile.atoms), ZERO)
        found = least_delta(ratios(GAMES), as_real(log(power)))
        assert as_real(found - expected).ball(200).contains(0)


def test_what_all_bits_tell_has_a_law_in_both_games() -> None:
    """The ratio is of two laws: its inverse has mean 1. A sample is one of 2 a batch after the first."""
    law = courses(GAMES)
    assert sum(law.values()) == 1
    assert sum(mass / course.ratio for course, mass in law.items()) == 1
    assert {course.samples for course in law} == {0, 1, 2, 3, 4}
    few = replace(GAMES, delta_1=Fraction(9, 10))
    assert few.most.ball(64) < 1
    assert any(course.first != course.ratio for course in courses(few))


def test_the_most_that_a_coin_and_a_sample_can_lose() -> None:
    """Loss 1 is (1, 0) or (0, 1): q is between e^(-3 eta) and e^(-eta), at models that differ."""
    p, low, high = Fraction(1, 4), GROWTH**-3, GROWTH**-1
    most = max(high / low, (1 - (1 - p) * low) / (1 - (1 - p) * high))
    assert as_real(most_of_coin(GAMES) - as_real(log(most))).ball(128).contains(0)
    assert as_real(width(GAMES) - as_real(log(GROWTH**2))).ball(128).contains(0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": ()},
        {"second": (SECOND, FIRST, REST)},
        {"batch": 2},
        {"growth": Fraction(3)},
        {"fake_switch": ONE},
        {"first": ((ONE, Fraction(2)), SECOND, REST)},
    ],
)
def test_what_are_no_games_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(GAMES, **wrong)

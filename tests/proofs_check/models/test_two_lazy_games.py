"""Algorithm 1 on two games: the laws of what happens and of what is told, against the reference."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.models.two_lazy_games import (
    Course,
    Games,
    after,
    chance,
    courses,
    gain,
    keeps,
    least_delta,
    path_law,
    played,
    released,
    sequences,
    told,
)
from dpassay.reference import lazy_to_private as l2p

ZERO, ONE, GROWTH = Fraction(0), Fraction(1), Fraction(3, 2)
FIRST, SECOND, REST = (ONE, ZERO), (ZERO, ONE), (ONE, ONE)
GAMES = Games((FIRST, SECOND, REST), (SECOND, SECOND, REST), GROWTH, GROWTH, Fraction(1, 4), Fraction(1, 10))
LAST = (ONE, ONE, ZERO)
SHORTER = replace(GAMES, batch=2)
"""The second batch has one round."""
THREE = Games(((ONE, ZERO, ONE), LAST), ((ZERO,) * 3, LAST), GROWTH, GROWTH, Fraction(1, 4), Fraction(1, 2))


def parameters_of(games: Games) -> l2p.Parameters:
    rate = Budget(exp_eps=games.exp_eta)
    return l2p.Parameters(rate, games.batch, games.fake_switch, len(games.first), len(games.models))


@pytest.mark.parametrize("games", [GAMES, SHORTER, THREE])
@pytest.mark.parametrize(("view", "ratios"), [("state", released), ("models", played)])
def test_deltas_are_those_of_the_reference(games: Games, view: str, ratios: Any) -> None:
    loss: Any = l2p.transcript_loss(games.first, games.second, parameters_of(games), view)
    for power in (Fraction(1), Fraction(5, 4), Fraction(4)):
        expected = sum((max(ZERO, Fraction(a.p) - power * Fraction(a.q)) for a in loss.profile.atoms), ZERO)
        found = least_delta(ratios(games), as_real(log(power)))
        assert as_real(found - expected).ball(200).contains(0)


@pytest.mark.parametrize("games", [GAMES, SHORTER, THREE])
def test_what_is_told_has_the_law_of_the_reference(games: Games) -> None:
    for g in (0, 1):
        expected = l2p.state_law(games.rows(g), parameters_of(games))
        assert {(t.x, t.y, t.zeta): mass for t, mass in expected.items() if mass} == {
            sequence: masses[g] for sequence, masses in sequences(games).items()
        }
        found: dict[Any, Fraction] = {}
        for course, mass in courses(games, g).items():
            found[told(course)] = found.get(told(course), ZERO) + mass
        assert found == {sequence: masses[g] for sequence, masses in sequences(games).items()}


def test_all_that_happens_has_a_law_in_both_games() -> None:
    for g in (0, 1):
        assert sum(courses(GAMES, g).values()) == 1
        assert sum(path_law(GAMES, g).values()) == 1
    assert {sum(course.r) + sum(course.a) for course in courses(GAMES)} == {0, 1, 2, 3, 4}


def test_what_is_kept_is_no_sample() -> None:
    """From model 0 to model 1 in a step, x is drawn anew, and y, at model 0, may be: or it is kept."""
    drawn, kept = (Course((0, 1), (0, 0), (1,), (a,)) for a in (1, 0))
    of_x = 1 - Fraction(3, 4) * keeps(GAMES, 0, 1, 0, 0)
    assert keeps(GAMES, 0, 1, 0, 0) == GROWTH**-2
    new = GROWTH / (1 + GROWTH)
    assert chance(GAMES, 0, 1, drawn) == of_x * new * Fraction(1, 4) * (1 - new)
    assert chance(GAMES, 0, 1, kept) == of_x * new * Fraction(3, 4)
    assert gain(GAMES, 0, 1, 1) == 2 * new
    assert sum(after(GAMES, 1, Course((0, 1, 0), (0, 0, 1), (1, 1), (0, 1))).values()) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": ()},
        {"second": (SECOND, FIRST, REST)},
        {"batch": 0},
        {"growth": Fraction(3)},
        {"fake_switch": ONE},
        {"first": ((ONE, Fraction(2)), SECOND, REST)},
        {"first": ((ONE,), SECOND, REST)},
    ],
)
def test_what_are_no_games_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(GAMES, **wrong)

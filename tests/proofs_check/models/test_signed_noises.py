"""Courses of a game with symmetric noise: two rounds by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.signed_noises import NoisyGame, flipped, happens, law, settings, weights

EVEN = (Fraction(1, 2), Fraction(1, 2))
ROWS = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_a_sign_is_fair_whatever_else_there_is(at: NoisyGame) -> None:
    courses = law(at)
    assert sum(courses.values()) == 1
    for course, chance in courses.items():
        other = next(c for c in flipped(at, 1, 1, course) if c != course)
        assert courses[other] == chance
        assert other[0][1][0] == -course[0][1][0]
        assert happens(at, other) == happens(at, course)


def test_weights_are_multiplied_by_likelihood_and_noise() -> None:
    at = NoisyGame(ROWS, EVEN, (((1,), (1,)),))
    assert weights(at, ((0, (1, -1), 0),)) == (Fraction(12, 13), Fraction(1, 13))
    assert weights(at, ((0, (1, -1), 2),)) == (Fraction(8, 9), Fraction(1, 9))


@pytest.mark.parametrize(
    ("rows", "mass", "sizes"),
    [
        (((Fraction(0),),), (Fraction(1),), (((1,),),)),
        (ROWS, (Fraction(1, 2),), (((1,), (1,)),)),
        (ROWS, EVEN, (((1,),),)),
    ],
)
def test_what_is_no_game_is_refused(rows: tuple, mass: tuple, sizes: tuple) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match="expected"):
        NoisyGame(rows, mass, sizes)

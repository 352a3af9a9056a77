"""The labels of a game with noise: the regret in floating point, and the laws."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.labels_of_a_game import (
    Course,
    LabelGame,
    bound,
    law_after,
    mixture,
    outcomes,
    regret,
    settings,
    weights,
)

SETTINGS = list(settings())


def by_hand(at: LabelGame, course: Course) -> float:
    """The regret, whose constants cancel."""
    grown, total = [1.0] * len(at.laws), 0.0
    for (y, drawn), row in zip(course, at.noises, strict=True):
        scores = [float(law[y]) * 2.0**x for law, x in zip(at.laws, row, strict=True)]
        losses = [-math.log(score) for score in scores]
        total += sum(w * v for w, v in zip(grown, losses, strict=True)) / sum(grown) - losses[at.truth - 1]
        grown = [w * score if drawn in {0, j} else w for j, (w, score) in enumerate(zip(grown, scores, strict=True), 1)]
    return total


@pytest.mark.parametrize("at", SETTINGS, ids=str)
def test_the_regret_and_its_bound(at: LabelGame) -> None:
    found = [by_hand(at, course) for course in outcomes(at)]
    assert [float(regret(at, course)) for course in outcomes(at)] == pytest.approx(found, abs=1e-12)
    law = law_after(at, 0, ())
    mean = sum(float(law[course]) * paid for course, paid in zip(outcomes(at), found, strict=True))
    assert mean - 1e-12 <= bound(at) <= mean + 1 / 8
    assert sum(law.values()) == 1


def test_the_mixture_after_one_label() -> None:
    at = SETTINGS[1]
    assert weights(at, ((0, 0),)) == (Fraction(3, 4), Fraction(1, 4))
    assert mixture(at, ((0, 0),)) == (Fraction(5, 8), Fraction(3, 8))


def test_one_expert_at_a_time() -> None:
    at = SETTINGS[-1]
    assert at.one_at_a_time
    assert weights(at, ((0, 2),)) == (Fraction(8, 9), Fraction(1, 9))
    assert len(outcomes(at)) == 16


@pytest.mark.parametrize(
    ("laws", "truth", "noises"),
    [(((1, 0),), 1, ((0,),)), (((1,),), 2, ((0,),)), (((1,),), 1, ()), (((1,),), 1, ((0, 0),))],
)
def test_what_is_no_game_is_refused(laws: tuple, truth: int, noises: tuple) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match="expected"):
        LabelGame(tuple(tuple(map(Fraction, law)) for law in laws), truth, noises)

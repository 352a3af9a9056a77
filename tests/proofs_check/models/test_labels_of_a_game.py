"""The labels of a game with noise: the regret in floating point, and the laws."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.labels_of_a_game import (
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


def by_hand(at: LabelGame, labels: tuple[int, ...]) -> float:
    """The regret, whose constants cancel."""
    grown, total = [1.0] * len(at.laws), 0.0
    for y, row in zip(labels, at.noises, strict=True):
        scores = [float(law[y]) * 2.0**x for law, x in zip(at.laws, row, strict=True)]
        losses = [-math.log(score) for score in scores]
        total += sum(w * v for w, v in zip(grown, losses, strict=True)) / sum(grown) - losses[at.truth - 1]
        grown = [w * score for w, score in zip(grown, scores, strict=True)]
    return total


@pytest.mark.parametrize("at", SETTINGS, ids=str)
def test_the_regret_and_its_bound(at: LabelGame) -> None:
    found = [by_hand(at, labels) for labels in outcomes(at)]
    assert [float(regret(at, labels)) for labels in outcomes(at)] == pytest.approx(found, abs=1e-12)
    assert max(found) - 1e-12 <= bound(at) <= max(found) + 1 / 8
    assert sum(law_after(at, 0, ()).values()) == 1


def test_the_mixture_after_one_label() -> None:
    at = SETTINGS[1]
    assert weights(at, (0,)) == (Fraction(3, 4), Fraction(1, 4))
    assert mixture(at, (0,)) == (Fraction(5, 8), Fraction(3, 8))


@pytest.mark.parametrize(
    ("laws", "truth", "noises"),
    [(((1, 0),), 1, ((0,),)), (((1,),), 2, ((0,),)), (((1,),), 1, ()), (((1,),), 1, ((0, 0),))],
)
def test_what_is_no_game_is_refused(laws: tuple, truth: int, noises: tuple) -> None:  # type: ignore[type-arg]
    with pytest.raises(ValueError, match="expected"):
        LabelGame(tuple(tuple(map(Fraction, law)) for law in laws), truth, noises)

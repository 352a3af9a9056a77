"""Multiplicative weights with losses, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.models.lazy_weights import LAZY_WEIGHTS, Game, past_loss, read, weight, whole
from dpassay.proofs_check.proof import facts

ZERO, ONE = Fraction(0), Fraction(1)
GAME = Game(((ONE, ZERO), (ONE, ONE), (ZERO, ONE)), Fraction(3), 2)


def test_the_facts_hold() -> None:
    assert set(facts.tested(LAZY_WEIGHTS)) == set(LAZY_WEIGHTS.facts)


def test_weights_are_powers() -> None:
    assert [past_loss(GAME, t, 1) for t in (1, 2, 3, 4)] == [0, 1, 2, 2]
    for t, (a, b) in enumerate(((1, 1), (Fraction(1, 3), 1), (Fraction(1, 9), Fraction(1, 3))), 1):
        assert as_real(weight(GAME, t, 1) - a).ball(128).contains(0)
        assert as_real(whole(GAME, t) - a - b).ball(128).contains(0)
    assert float(weight(GAME, 3, 1)) == pytest.approx(1 / 9)


def test_the_last_batch_may_be_shorter() -> None:
    assert (read(GAME)["n"], read(GAME)["T"], read(replace(GAME, batch=1))["n"]) == (2, 3, 3)


@pytest.mark.parametrize("wrong", [{"losses": ()}, {"losses": ((Fraction(2),),)}, {"growth": ONE}, {"batch": 0}])
def test_what_is_no_game_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(GAME, **wrong)

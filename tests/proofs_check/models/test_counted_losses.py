"""Losses that are counted: what does not meet Assumption 3.1 is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.counted_losses import COUNTED, STAGES, distance, is_stable, weights
from dpassay.proofs_check.proof import facts


def test_the_facts_hold() -> None:
    assert set(facts.tested(COUNTED)) == set(COUNTED.facts)


def test_weights_are_whole_and_in_proportion() -> None:
    found = weights((0, -1), (0, 2), Fraction(3, 2), 2)
    assert Fraction(found[1], found[0]) == Fraction(3, 2) ** 3


def test_at_first_there_is_no_distance() -> None:
    assert distance(STAGES, 1).ball(64).contains(0)
    assert distance(STAGES, 267).ball(64) > 0


def test_a_step_of_one_factor_is_stable() -> None:
    assert is_stable((0, 0), (0, 1), Fraction(11, 10), Fraction(0), 5)
    assert not is_stable((0, 0), (0, 3), Fraction(11, 10), Fraction(0), 5)


@pytest.mark.parametrize("wrong", [{"delta_0": Fraction(0)}, {"step": (1,)}, {"exp_eta": Fraction(1)}, {"rounds": 0}])
def test_what_does_not_meet_the_assumption_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(STAGES, **wrong)

"""Weights that are faster than eta: the event of all changes, by enumeration."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Budget, as_real
from dpassay.proofs_check.models.fast_weights import FAST_WEIGHTS, Fast, Faster, changing_games, excess_of_changes, part
from dpassay.proofs_check.proof import facts
from dpassay.reference import lazy_to_private as l2p

FAST = Fast(Fraction(1, 50), Fraction(3, 2), Fraction(1, 3), Fraction(1), 5, 2)


def test_the_facts_hold() -> None:
    assert set(facts.tested(FAST_WEIGHTS)) == set(FAST_WEIGHTS.facts)


def test_the_event_of_all_changes() -> None:
    parameters = l2p.Parameters(Budget(epsilon=FAST.eta), 1, FAST.fake_switch, 4, 2)
    chances = []
    for rows in changing_games(2):
        law = l2p.state_law(rows, parameters, Faster(FAST.factor))
        chances.append(sum((as_real(mass) for path, mass in law.items() if path.x == (0, 1, 0, 1)), as_real(0)))
    expected = chances[0] - chances[1] * as_real(Fraction(1, 7)).exp()
    assert as_real(excess_of_changes(FAST, Fraction(1, 7)) - expected).ball(200).contains(0)


def test_a_part_tells_all_at_minus_infinity_and_nothing_at_large_losses() -> None:
    assert float(part(FAST, Fraction(-100))) == pytest.approx(1)
    assert part(FAST, Fraction(10)).ball(64) == 0
    assert 0 < float(part(FAST, Fraction(1, 50))) < 0.1


@pytest.mark.parametrize(
    "wrong", [{"factor": Fraction(21, 10)}, {"rounds": 3}, {"eta": Fraction(1)}, {"log_inverse": Fraction(0)}]
)
def test_what_does_not_meet_the_assumption_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(FAST, **wrong)

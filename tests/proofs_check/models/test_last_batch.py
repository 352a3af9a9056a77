"""Two games that differ in the last batch."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.models.last_batch import LAST_BATCH, Pair, coin, courses
from dpassay.proofs_check.proof import facts
from tests.proofs_check.lazy_to_private.every_coin import courses_of, marginal

ZERO, ONE = Fraction(0), Fraction(1)
PAIR = Pair(((ONE, ZERO), (ZERO, ONE)), 2, (ONE, ONE), Fraction(3, 2), 1, Fraction(1, 4))


def test_the_facts_hold() -> None:
    assert set(facts.tested(LAST_BATCH)) == set(LAST_BATCH.facts)


def test_coins_are_drawn_from_batch_2_on() -> None:
    assert [coin(PAIR, s) for s in (1, 2, 3)] == [0, 1, 0]
    assert coin(replace(PAIR, batch=2), 2) == 0


def test_courses_are_those_of_all_coins() -> None:
    losses = [["1", "0"], ["0", "1"]]
    instance = {"losses": losses, "exp_learning_rate": "3/2", "batch": 1, "fake_switch": "1/4"}
    law = marginal(courses_of(instance, losses), lambda course: (course.x, course.y))
    found: dict[Any, Fraction] = {}
    for path, mass in courses(PAIR, 1).items():
        found[path.x, path.y] = found.get((path.x, path.y), ZERO) + mass
    assert found == law


@pytest.mark.parametrize("wrong", [{"changed": 1}, {"batch": 3}, {"row": (ONE,)}, {"growth": ONE}])
def test_what_is_no_pair_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(PAIR, **wrong)

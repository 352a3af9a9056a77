"""Two games that differ in the last batch."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.last_batch import (
    LAST_BATCH,
    Pair,
    at,
    chance,
    coin,
    courses,
    is_model,
    keeps,
    mass,
    of_beginning,
)
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
    for path, weight in courses(PAIR, 1).items():
        found[path.x, path.y] = found.get((path.x, path.y), ZERO) + weight
    assert found == law


@pytest.mark.parametrize("wrong", [{"changed": 1}, {"batch": 3}, {"row": (ONE,)}, {"growth": ONE}])
def test_what_is_no_pair_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(PAIR, **wrong)


def test_a_course_and_its_beginning() -> None:
    """After the loss (1, 0) model 0 has the odds 2 to 3; the quotient in line 6 is e^(-2 eta) where x and y are one."""
    course = next(c for c in courses(PAIR, 1).outcomes if (c.x, c.y) == ((0, 1), (0, 1)))
    assert mass(PAIR, 1, 2, 0) == Fraction(2, 5)
    assert keeps(PAIR, 1, 1, course) == Fraction(4, 9)
    assert of_beginning(PAIR, 1, 1, course) == Fraction(1, 4)
    assert of_beginning(PAIR, 1, 2, course) == courses(PAIR, 1).pmf(course)
    assert [is_model(0, i) for i in (1, 2)] == [1, 0]


STEP = chance("S(g, e)", "of_x(g, e + 1)", "of_y(g, e + 1)")


@pytest.mark.parametrize(
    "wrong",
    [
        f"of_x(g, s)*sum(exp(eta*nu(g, s, i)), i, 1, d) = exp(eta*{at('y', 's', 's')})",
        "of_x(g, s) = of_x(g, 1)",
        "S(g, e) = exp(-2*B*eta)",
        "c(g, 1) = of_x(g, 1)",
        f"c(g, e + 1) = c(g, e)*{STEP.replace('other(e)', 'same(e)')}",
        f"c(g, e + 1) = c(g, e)*{chance('S(g, e)', 'of_x(g, e)', 'of_y(g, e)')}",
        "course(g) = c(g, 1)",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(LAST_BATCH, facts={"wrong": wrong}))

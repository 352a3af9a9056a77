"""What a step may take as known: relations added, what "defined" names, and which of several steps says it."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.statements import Model, Statement, Step, Theorem, apply, arithmetic
from dpassay.proofs_check.proof.verdict import check_theorem

CHAIN = numbers(x="real", y="real, x <= y", z="real, y <= z")
REAL = numbers(x="real")


def check(model: Model, formula: str, *steps: Step, where: tuple[str, ...] = (), **more: Any) -> None:
    check_theorem(Theorem(Statement("tried", model, formula, where, **more), steps), lambda _: None)


def known(relation: str, formula: str) -> Step:
    return Step("all", formula, arithmetic(relation))


def test_two_known_relations_are_added() -> None:
    check(CHAIN, "x <= z", known("x <= z", "x <= z"))


@pytest.mark.parametrize(("relation", "formula"), [("x < z", "x < z"), ("z <= x", "z <= x")])
def test_what_does_not_follow_is_not_known(relation: str, formula: str) -> None:
    with pytest.raises(Rejected, match="is not known here"):
        check(CHAIN, formula, known(relation, formula))


def test_one_strict_relation_of_two_is_enough() -> None:
    model = numbers(x="real", y="real, x < y", z="real, y <= z")
    check(model, "x < z", known("x < z", "x < z"))


WHERE = ("1 <= x",)
POSITIVE = Step("positive", "0 < x**3", arithmetic(("x**2", "1 <= x"), ("x", "1 <= x"), "1 <= x"), WHERE)


def test_a_step_with_conditions_shows_that_a_formula_is_defined_where_they_hold() -> None:
    formula = "1/x**3 - 1/x**3 <= x"
    check(REAL, formula, POSITIVE, Step("all", formula, arithmetic("1 <= x"), WHERE, ("positive",)), where=WHERE)


@pytest.mark.parametrize("where", [(), ("0 <= x",)])
def test_but_not_elsewhere(where: tuple[str, ...]) -> None:
    formula = "log(x**3) - log(x**3) <= x**2"
    with pytest.raises(Rejected, match="the condition 1 <= x is not shown"):
        check(REAL, formula, POSITIVE, Step("all", formula, arithmetic(), where, ("positive",)), where=where)


def test_a_condition_does_not_show_itself_to_be_defined() -> None:
    positive = Step("positive", "0 < x", arithmetic("0 < x"), ("0 < x",))
    formula, where = "0 <= x**2", ("log(x) - log(x) + x > 0",)
    with pytest.raises(Rejected, match="the condition 0 < x is not shown"):
        check(REAL, formula, positive, Step("all", formula, arithmetic(), where, ("positive",)), where=where)


SIGN = "0 <= x**2"
CASES = (
    Step("left", SIGN, arithmetic(), ("x <= 0",)),
    Step("right", SIGN, arithmetic(), ("0 <= x",)),
)


@pytest.mark.parametrize("order", [("left", "right"), ("right", "left")])
def test_of_two_steps_that_say_the_same_the_one_that_says_it_here_counts(order: tuple[str, str]) -> None:
    check(REAL, SIGN, *CASES, Step("all", SIGN, apply("cases", *order, A="0", B="x**2", c="x")))


def test_why_a_step_does_not_say_it_here_is_told() -> None:
    with pytest.raises(Rejected, match="the condition x <= 0 is not shown"):
        check(
            numbers(x="real", y="real"),
            "[x <= y] = 1",
            Step("below", "x <= y", arithmetic("x <= y"), ("x <= 0", "x <= y")),
            Step("all", "[x <= y] = 1", apply("indicator of what holds", "below", A="x", B="y")),
        )


@pytest.mark.parametrize(
    ("where", "goal", "shown"), [("0 < x*exp(y)", "0 < x", True), ("0 <= x*exp(y)", "0 < x", False)]
)
def test_what_a_power_of_e_multiplies_has_its_sign(where: str, goal: str, shown: bool) -> None:
    model, step = numbers(x="real", y="real"), Step("all", goal, arithmetic(), (where,))
    if shown:
        check(model, goal, step, where=(where,))
    else:
        with pytest.raises(Rejected, match="do not add up"):
            check(model, goal, step, where=(where,))

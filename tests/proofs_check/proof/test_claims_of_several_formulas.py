"""Claims of several formulas, and claims used in a model that narrows theirs; with attempts to prove too much."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import Refutation
from dpassay.proofs_check.proof.statements import By, Model, Statement, Step, Theorem, apply, arithmetic, together
from dpassay.proofs_check.proof.verdict import refute

WIDE = Model(
    "a number and one above it",
    parameters={"b": "real"},
    variables={"t": "integer, 1 <= t, t <= 2"},
    quantities={"c": Named(lambda setting: setting + 1)},
    facts={"above": "b <= c"},
    settings=lambda: (Fraction(-1), Fraction(2)),
    read=lambda setting: {"b": setting},
)
NARROW = WIDE.narrowed(
    "where it is positive", {"positive": "0 <= b"}, lambda: (Fraction(2),), {"d": Named(lambda setting: setting**2)}
)
BOTH = Statement("both", WIDE, "b <= c and b - 1 <= c")
FIRST = Step("first", "b <= c", arithmetic("above"))
SECOND = Step("second", "b - 1 <= c", arithmetic("above"))


def verdict(statement: Statement, *proof: Step, known: tuple[Statement, ...] = (BOTH,)) -> str:
    """Return "" where the proof is accepted, and the complaint where it is not."""
    try:
        check(Theorem(statement, proof), {other.id: other for other in known}.__getitem__, find_evidence)
    except Rejected as rejection:
        return str(rejection)
    return ""


def test_the_last_steps_are_the_formulas_of_the_claim() -> None:
    assert not verdict(BOTH, FIRST, SECOND)


@pytest.mark.parametrize("proof", [(FIRST,), (SECOND,), (SECOND, SECOND)])
def test_each_formula_needs_its_step(proof: tuple[Step, ...]) -> None:
    complaint = verdict(BOTH, *(replace(step, name=f"{k}") for k, step in enumerate(proof)))
    assert "not the claim" in complaint or "1 steps for 2 formulas" in complaint


def applied(goal: str, by: By, model: Model = WIDE, known: tuple[Statement, ...] = (BOTH,)) -> str:
    """The verdict on a proof in one step."""
    return verdict(Statement("goal", model, goal), Step("end", goal, by), known=known)


@pytest.mark.parametrize("goal", ["b <= c", "b - 1 <= c"])
def test_every_formula_of_a_claim_can_be_used(goal: str) -> None:
    assert not applied(goal, apply("both"))


def test_nothing_else_can_be_used() -> None:
    assert "both gives" in applied("b + 1 <= c", apply("both"))


def test_each_formula_of_a_lemma_takes_the_values_of_its_own_variables() -> None:
    lemma = Statement("lemma", numbers(), "x**2 >= 0 and y**2 >= 0", variables={"x": "real", "y": "real"})
    goal = "(b + 1)**2 >= 0"
    for values in ({"x": "b + 1"}, {"y": "b + 1"}):
        assert not verdict(Statement("goal", WIDE, goal), Step("end", goal, apply("lemma", **values)), known=(lemma,))
    wrong = Step("end", goal, apply("lemma", x="b"))
    assert verdict(Statement("goal", WIDE, goal), wrong, known=(lemma,))


def test_a_claim_is_refuted_by_one_of_its_formulas_that_fails() -> None:
    refute(Refutation(Statement("half", WIDE, "b <= c and c <= b"), Fraction(2)))
    refute(Refutation(Statement("half", WIDE, "c <= b and b <= c"), Fraction(2)))
    with pytest.raises(Rejected, match="does not fail"):
        refute(Refutation(BOTH, Fraction(2)))


def test_what_is_claimed_of_a_model_holds_of_one_that_narrows_it() -> None:
    assert not applied("b <= c", apply("both"), NARROW)
    assert not applied("0 <= c", arithmetic("above", "positive"), NARROW)


def test_what_is_claimed_of_the_narrower_model_does_not_hold_of_the_wider_one() -> None:
    narrow = Statement("narrow", NARROW, "0 <= b")
    goal = Statement("goal", WIDE, "0 <= b")
    assert "another model" in verdict(goal, Step("end", "0 <= b", apply("narrow")), known=(narrow,))


def test_models_that_narrow_one_model_are_strangers() -> None:
    other = WIDE.narrowed("where it is negative", {"negative": "b <= 0"}, lambda: (Fraction(-1),))
    claimed = Statement("narrow", NARROW, "0 <= b")
    goal = Statement("goal", other, "0 <= b")
    assert "another model" in verdict(goal, Step("end", "0 <= b", apply("narrow")), known=(claimed,))


def test_nothing_that_was_known_may_change() -> None:
    with pytest.raises(Rejected, match="above of"):
        WIDE.narrowed("changed", {"above": "c <= b"}, lambda: ())
    with pytest.raises(Rejected, match="c of"):
        WIDE.narrowed("changed", {}, lambda: (), {"c": Named(lambda setting: setting)})
    changes: tuple[dict[str, Any], ...] = (
        {"parameters": {"b": "real, 0 <= b"}},
        {"variables": {"t": "integer, 1 <= t, t <= 1"}},  # of which facts may speak: of fewer they say less
        {"quantities": {"c": Named(lambda setting: setting)}},
        {"facts": {}},
        {"read": lambda _: {"b": Fraction(0)}},
        {"of_any": True},
    )
    for changed in changes:
        with pytest.raises(Rejected, match="with more known"):
            replace(WIDE, narrows=WIDE, **changed)


def test_outcomes_may_be_named_besides_and_none_may_change() -> None:
    coins = {"coin": lambda _: (0, 1)}
    tossed = WIDE.narrowed("with a coin", {}, lambda: (Fraction(1),), outcomes=coins)
    assert tossed.is_within(WIDE)
    assert tossed.outcomes == coins
    with pytest.raises(Rejected, match="coin of"):
        tossed.narrowed("with another coin", {}, lambda: (), outcomes={"coin": lambda _: (0, 1, 2)})
    for others in ({}, {"coin": lambda _: (0, 1, 2)}, {"die": lambda _: (0, 1)}):
        with pytest.raises(Rejected, match="with more known"):
            replace(tossed, narrows=tossed, outcomes=others)


def test_a_model_of_finitely_many_settings_is_narrowed_to_some_of_them() -> None:
    """What is true in each of them need not be true in any other."""
    finite = replace(WIDE, finite=True)
    some = finite.narrowed("the positive one", {"positive": "0 <= b"}, lambda: (Fraction(2),))
    assert some.is_within(finite)
    with pytest.raises(Rejected, match="has other settings"):
        finite.narrowed("another one", {"positive": "0 <= b"}, lambda: (Fraction(2), Fraction(3)))
    with pytest.raises(Rejected, match="has other settings"):
        replace(some, finite=False)


BETWEEN = {"x": "real", "y": "real, x <= y, y <= 0"}
NO_NUMBER = Statement("no number", WIDE, "x <= 0 and y <= y", variables=BETWEEN)


def test_a_formula_holds_for_all_values_of_its_own_variables() -> None:
    """That there is a number from x to 0 is known of no x, and is not needed where the claim is used."""
    with_y = Step("with y", "x + y - y <= 0", arithmetic("x <= y", "y <= 0"))
    same = Step("same", "y <= y", arithmetic())
    assert "y is left open" in verdict(NO_NUMBER, with_y, same)
    at_once = Step("both", "x <= 0 and y <= y", together("with y", "same"))
    assert "y is left open" in verdict(NO_NUMBER, with_y, same, at_once)
    assert not applied("5 <= 0", apply("no number", x="5"), known=(NO_NUMBER,))  # so the claim has to be refused
    both = replace(NO_NUMBER, formula="x + y <= 0 and y <= 0")
    twice = Step("twice", "x + y <= 0", arithmetic("x <= y", ("2", "y <= 0")))
    assert not verdict(both, twice, Step("once", "y <= 0", arithmetic("y <= 0")))


def test_a_condition_of_several_formulas_is_one_of_each() -> None:
    """It speaks of y, so a y has to be given wherever either of them is used."""
    claim = replace(NO_NUMBER, variables={"x": "real", "y": "real"}, where=("x <= y", "y <= 0"))
    below = Step("below", "x <= 0", arithmetic("x <= y", "y <= 0"), claim.where)
    assert not verdict(claim, below, Step("same", "y <= y", arithmetic()))
    assert "no value for y" in applied("5 <= 0", apply("no number", x="5"), known=(claim,))
    assert "needs 5 <= 0" in applied("5 <= 0", apply("no number", x="5", y="0"), known=(claim,))

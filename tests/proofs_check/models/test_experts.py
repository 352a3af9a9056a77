"""The quantities of choices among experts, computed another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.experts import EQUAL, EXPERTS, Choices, matrix
from dpassay.proofs_check.proof.instances import Instances
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model, Statement, Theorem

HALF = Fraction(1, 2)
CHOICES = Choices(matrix((0, 1), (1, HALF)), {(1, 1): Fraction(1, 3), (2, 2): Fraction(2, 3)})


def value(name: str, *arguments: Any) -> Any:
    """The value of a quantity."""
    of = EXPERTS.quantities[name].of
    assert of is not None
    return of(CHOICES, *arguments)


def test_what_is_collected_is_the_entry_of_the_chosen_expert() -> None:
    assert [value("g", t, (2, 1)) for t in (1, 2)] == [1, 1]
    assert [value("g", t, (1, 2)) for t in (1, 2)] == [0, HALF]
    assert [[value("chosen", t, i, (2, 1)) for i in (1, 2)] for t in (1, 2)] == [[0, 1], [1, 0]]


def test_the_best_expert_has_the_largest_column() -> None:
    assert value("best") == Fraction(3, 2)
    assert [[value("r", t, i) for i in (1, 2)] for t in (1, 2)] == [[0, 1], [1, HALF]]


@pytest.mark.parametrize(
    ("rewards", "law", "complaint"),
    [
        ((), {(): Fraction(1)}, "a row a round"),
        (matrix((0, 1), (1,)), {(1, 1): Fraction(1)}, "a row a round"),
        (matrix((0, 2)), {(1,): Fraction(1)}, "numbers in"),
        (matrix((0, 1)), {(1,): HALF}, "probabilities"),
        (matrix((0, 1)), {(3,): Fraction(1)}, "probabilities"),
        (matrix((0, 1)), {(1,): Fraction(2), (2,): Fraction(-1)}, "probabilities"),
    ],
)
def test_illegal_choices_are_refused(rewards: Any, law: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Choices(rewards, law)


def refused(model: Model, fact: str) -> str:
    """The complaint on a fact that is false on a setting, or ""."""
    statement = Statement(model.name, model, "0 <= 0")
    scope = Scope(statement)
    try:
        Instances(Theorem(statement, ())).tally("fact", scope.sequent(fact, ()), scope)
    except Rejected as rejection:
        return str(rejection)
    return ""


@pytest.mark.parametrize("model", [EXPERTS, EQUAL])
def test_the_facts_hold_on_all_settings(model: Model) -> None:
    assert not [name for name, fact in model.facts.items() if refused(model, fact)]


@pytest.mark.parametrize(
    ("model", "fact"),
    [
        (EXPERTS, "sum(chosen(t, i), i, 1, K) = K"),
        (EXPERTS, "g(t) = sum(r(t, i), i, 1, K)"),
        (EXPERTS, "sum(r(t, i), t, 1, T) >= best"),
        (EXPERTS, "r(t, i) = r(t, 1)"),
        (EQUAL, "r(t, i) = r(1, i)"),
    ],
)
def test_a_tampered_fact_is_refused(model: Model, fact: str) -> None:
    assert "is false at" in refused(model, fact)

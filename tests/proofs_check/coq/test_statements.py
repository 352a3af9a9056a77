"""Statements in Coq, whole and without one condition, beside what was written by hand."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.statements import Condition, conditions, proposition, theorem_name
from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rules import CONDITIONAL
from dpassay.proofs_check.proof.statements import Given, Statement

ROUND = {"t": "integer, low <= t, t <= low + 2"}
ODD = Statement(
    "odd",
    anything(
        "odd",
        {"low": "integer", "b": "real, 0 < b, b <= low"},
        {"P": LAW, "K": CONDITIONAL, "X": Named(index=ROUND, space="outcome", range="positive integer"), "c": Named()},
        (),
        ROUND,
    ),
    "E(X(low), K) <= c",
    where=("c < b",),
    given={"small": Given("X(t) <= c", ("t < b",)), "all": Given("c = 1")},
)
HEAD = (
    "forall (S_outcome : Type) (v_low : R) (v_b : R) (q_P : law S_outcome) (q_K : S_outcome -> law S_outcome) "
    "(q_X : R -> S_outcome -> R) (q_c : R),"
)
PREMISES = {
    Condition("integer", "low"): "is_int v_low ->",
    Condition("domain", "b", "0 < b"): "0 < v_b ->",
    Condition("domain", "b", "b <= low"): "v_b <= v_low ->",
    Condition("range", "X"): (
        "(forall (v_t : R) (o_outcome : S_outcome), is_int v_t -> v_low <= v_t -> v_t <= v_low + 2 -> "
        "is_int (q_X v_t o_outcome) /\\ 0 < (q_X v_t o_outcome)) ->"
    ),
    Condition("conditional", "K"): "mean_law q_K q_P ->",
    Condition("hypothesis", "small", "X(t) <= c"): (
        "(forall (o_outcome : S_outcome) (v_t : R), is_int v_t -> v_low <= v_t -> v_t <= v_low + 2 -> v_t < v_b -> "
        "q_X v_t o_outcome <= q_c) ->"
    ),
    Condition("hypothesis", "all", "c = 1"): "q_c = 1 ->",
}
SAID = "(forall (o_outcome : S_outcome), q_c < v_b -> E (q_K o_outcome) (fun o1 : S_outcome => q_X v_low o1) <= q_c)"


def test_a_statement_is_written_as_by_hand() -> None:
    assert [line.strip() for line in proposition(ODD).splitlines()] == [HEAD, *PREMISES.values(), SAID]
    assert set(conditions(ODD)) == set(PREMISES)


@pytest.mark.parametrize("left_out", PREMISES, ids=lambda condition: f"{condition.kind} {condition.name}")
def test_each_condition_can_be_left_out(left_out: Condition) -> None:
    kept = [line for condition, line in PREMISES.items() if condition != left_out]
    assert [line.strip() for line in proposition(ODD, left_out).splitlines()] == [HEAD, *kept, SAID]


def test_a_statement_without_anything_is_its_formula() -> None:
    assert proposition(Statement("one", anything("nothing", {}, {}, ()), "1 <= 2")) == "1 <= 2"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Hoeffding's lemma", "hoeffdings_lemma"),
        ("exp grows", "exp_grows"),
        ("integers are 1 apart", "integers_are_1_apart"),
        ("post-processing, Renyi divergences", "post_processing_renyi_divergences"),
    ],
)
def test_names_in_coq(name: str, expected: str) -> None:
    assert theorem_name(name) == expected

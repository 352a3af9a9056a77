"""Statements of every kind, with proofs that Coq accepts, and tampered ones that it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dpassay.proofs_check.coq.goals.kinds import KINDS, proof
from dpassay.proofs_check.coq.goals.of_claims import PRELUDES
from dpassay.proofs_check.coq.goals.statements import SAID, said
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.kernel import check
from dpassay.proofs_check.kernel.statements import KINDS as ALL
from dpassay.proofs_check.kernel.statements import identity, nonnegative, on_box, sign
from tests.proofs_check.coq.toys import accepted, needs_coq

SQUARE = {"terms": [{"weight": "1", "square": "x - y"}]}
PRODUCT = {"terms": [{"weight": "1/2", "factors": ["x", "B"]}, {"weight": "3"}], "point": {"x": "1", "B": "2"}}
TRUE: tuple[tuple[dict[str, Any], Any], ...] = (
    (identity("(x + B)**2", "x**2 + 2*x*B + B**2"), {}),
    (sign("x**2 - x + 1", "x", "[0, 2]", ">"), {}),
    (nonnegative("x**2 - 2*x*y + y**2"), SQUARE),
    (nonnegative("x*B/2 + 3", ("x", "B"), ">"), PRODUCT),
    (nonnegative("1/2 + sqrt(2) - sqrt(2)", (), ">"), {"terms": [{"weight": "1/2"}]}),
    (nonnegative("x", ("x", "2 - x", "sqrt(2)")), {"terms": [{"weight": "1", "factors": ["x"]}], "point": {"x": "1"}}),
    (on_box("x + y - log(2)", {"x": ("1/2", "1"), "y": ("1/3", "4/3")}), []),
    (on_box("1/(log(2) - 1) + 4", {}), []),
)
FALSE: tuple[tuple[dict[str, Any], Any], ...] = (
    (identity("(x + B)**2", "x**2 + x*B + B**2"), {}),
    (sign("x**2 - x - 1", "x", "[0, 2]", ">"), {}),
    (nonnegative("x**2 - 3*x*y + y**2"), SQUARE),
    (nonnegative("x*B/2 - 3", ("x", "B"), ">"), PRODUCT),
    (nonnegative("x", ("x", "-1 - x")), {"terms": [{"weight": "1", "factors": ["x"]}], "point": {"x": "1"}}),
    (on_box("x + y - 2*log(2)", {"x": ("1/2", "1"), "y": ("1/3", "4/3")}), []),
    (on_box("1/(log(2) - 1)", {}), []),
)


def theorem(name: str, statement: dict[str, Any], evidence: Any) -> CoqTheorem:
    found = proof(statement, evidence, name)
    return CoqTheorem(name, "LEC-01", "goal 1", "", said(statement), found.script, found.lemmas, preludes=PRELUDES)


@needs_coq
def test_what_is_true_is_accepted_and_what_is_false_is_not(preludes: Path) -> None:
    true = [theorem(f"true_{k}", *one) for k, one in enumerate(TRUE)]
    false = [theorem(f"false_{k}", *one) for k, one in enumerate(FALSE) if one[0]["kind"] != "sign"]
    assert accepted(preludes, [*true, *false]) == [one.name for one in true]


def test_the_kernel_accepts_the_true_ones_too() -> None:
    for statement, evidence in TRUE:
        check(statement, evidence)


def test_all_kinds_about_numbers_are_written() -> None:
    assert set(KINDS) == set(SAID) == set(ALL) - {"exhaustive", "counterexample"}
    assert {statement["kind"] for statement, _ in TRUE} | {"inequality"} == set(KINDS)

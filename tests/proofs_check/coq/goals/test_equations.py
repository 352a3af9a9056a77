"""Equations: Coq accepts those that are true, and none that is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dpassay.proofs_check.coq.goals.kinds import proof
from dpassay.proofs_check.coq.goals.of_claims import PRELUDES
from dpassay.proofs_check.coq.goals.statements import said
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.kernel.statements import identity
from tests.proofs_check.coq.toys import accepted, needs_coq

TRUE = (
    ("x*(y - 1)/(x - 1) + 1", "(x*y - 1)/(x - 1)"),
    ("exp(3*x/2)/exp(x/2)", "exp(x)"),
    ("exp(x + y)*exp(-y)", "exp(x)"),
    ("exp(2*x*y)", "exp(x*y)**2"),
    ("(exp(x) - 1)*(exp(x) + 1)", "exp(2*x) - 1"),
    ("log(12) - log(3)", "2*log(2)"),
    ("log(2/3) + log(3)", "log(2)"),
    ("sqrt(9/4)*x", "3*x/2"),
    ("x*log(1 + x)", "log(x + 1)*x"),
    ("log(1)", "0"),
)
FALSE = (
    ("x*(y - 1)/(x - 1) + 1", "(x*y + 1)/(x - 1)"),
    ("exp(3*x/2)/exp(x/2)", "exp(2*x)"),
    ("exp(x + y)*exp(-y)", "exp(y)"),
    ("log(12) - log(3)", "3*log(2)"),
    ("sqrt(9/4)*x", "9*x/4"),
    ("x*log(1 + x)", "log(x)*x"),
    ("log(1)", "1"),
)


def theorem(k: int, sides: tuple[str, str]) -> CoqTheorem:
    statement = identity(*sides)
    found = proof(statement, {}, f"equation_{k}")
    return CoqTheorem(
        f"equation_{k}", "LEC-01", "goal 1", "", said(statement), found.script, found.lemmas, preludes=PRELUDES
    )


@needs_coq
def test_what_is_true_is_accepted_and_what_is_false_is_not(preludes: Path) -> None:
    true = [theorem(k, sides) for k, sides in enumerate(TRUE)]
    false = [replace(theorem(k, sides), name=f"false_{k}") for k, sides in enumerate(FALSE)]
    assert accepted(preludes, [*true, *false]) == [one.name for one in true]

"""Inequalities: each form of evidence gives a proof that Coq accepts, and none of a tampered statement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check.coq.goals.inequalities import STEPS
from dpassay.proofs_check.coq.goals.kinds import proof
from dpassay.proofs_check.coq.goals.notebook import Resisting
from dpassay.proofs_check.coq.goals.of_claims import PRELUDES
from dpassay.proofs_check.coq.goals.statements import said
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.kernel import check
from dpassay.proofs_check.kernel.inequality import NODES
from dpassay.proofs_check.kernel.statements import inequality
from tests.proofs_check.coq.toys import accepted, needs_coq

SIGNS, RATIONAL = {"by": "signs"}, {"by": "rational"}


def rises(node: Any, end: str = "low") -> dict[str, Any]:
    return {"by": "derivative", "from": end, "node": node}


TRUE: dict[str, tuple[dict[str, Any], Any]] = {
    "balls": (inequality("exp(x) - x", "x", "[0, 1]", ">"), {"by": "balls", "pieces": ["0", "1/2", "1"]}),
    "balls at least": (inequality("exp(x) - x", "x", "(0, 1)"), {"by": "balls", "pieces": ["0", "1"]}),
    "taylor": (inequality("exp(x) - 1 - x", "x", "[0, 1]"), {"by": "taylor", "at": "low", "order": 2}),
    "taylor from above": (
        inequality("exp(x) - 1 - x", "x", "[-1, 0)", ">"),
        {"by": "taylor", "at": "high", "order": 2},
    ),
    "derivative": (inequality("x - log(1 + x)", "x", "[0, oo)"), rises(RATIONAL)),
    "derivative from above": (inequality("x - 1 - log(x)", "x", "(0, 1]"), rises(RATIONAL, "high")),
    "derivative, strict": (inequality("exp(x) - 1 - x", "x", "(0, oo)", ">"), rises(SIGNS)),
    "rational": (inequality("x**2 - 2*x + 1", "x", "(-oo, oo)"), RATIONAL),
    "rational, strict": (inequality("(x - 1)**2/(x + 1) + 1", "x", "(-1, oo)", ">"), RATIONAL),
    "rational, between": (inequality("x*(1 - x)*(x**2 - x + 1)/(2 - x)", "x", "[0, 1]"), RATIONAL),
    "rational, raised": (inequality("x**2 - x + 1", "x", "(0, oo)", ">"), RATIONAL),
    "rational, below": (inequality("-x**3/(1 - x)", "x", "(-oo, 0)", ">"), RATIONAL),
    "signs": (inequality("x*exp(-x) + log(1 + x) + sqrt(x)*(exp(x) - 1)", "x", "(0, oo)", ">"), SIGNS),
    "signs of powers": (inequality("(x - 2)**2*log(x)**2 + (log(x)/x)**2", "x", "(0, 1)"), SIGNS),
    "signs below": (inequality("(1 - exp(x))*log(x/2)", "x", "(0, 2]"), SIGNS),
    "interior": (inequality("x*sqrt(2) + x**2", "x", "[0, 1]"), {"by": "interior", "node": SIGNS}),
    "factor": (
        inequality("x*exp(x) - x", "x", "[0, oo)"),
        {
            "by": "interior",
            "node": {"by": "factor", "factor": "x", "sign": SIGNS, "cofactor": "exp(x) - 1", "node": SIGNS},
        },
    ),
    "factor of powers": (
        inequality("exp(2*x) - exp(x)", "x", "(0, oo)", ">"),
        {"by": "factor", "factor": "exp(x)", "sign": SIGNS, "cofactor": "exp(x) - 1", "node": SIGNS},
    ),
    "split": (
        inequality("z - 1 - log(z)", "z", "(0, oo)"),
        {"by": "split", "at": "1", "left": rises(RATIONAL, "high"), "right": rises(RATIONAL)},
    ),
    "sum": (
        inequality("exp(x) - 1 + x**2", "x", "(0, oo)", ">"),
        {"by": "sum", "terms": [["exp(x) - 1", SIGNS], ["x**2", RATIONAL]]},
    ),
}
FALSE: dict[str, tuple[dict[str, Any], Any]] = {
    "balls": (inequality("exp(x) - 2*x - 1", "x", "[0, 1]", ">"), TRUE["balls"][1]),
    "taylor": (inequality("exp(x) - 1 - 2*x", "x", "[0, 1]"), TRUE["taylor"][1]),
    "derivative": (inequality("x - log(1 + 2*x)", "x", "[0, oo)"), TRUE["derivative"][1]),
    "derivative, strict": (inequality("exp(x) - 1 - x", "x", "[0, oo)", ">"), rises(SIGNS)),
    "rational": (inequality("x**2 - 2*x", "x", "(-oo, oo)"), RATIONAL),
    "rational, strict": (inequality("x**2 - 2*x + 1", "x", "(-oo, oo)", ">"), RATIONAL),
    "not defined": (inequality("(x - 1)**2/(x + 1) + 1", "x", "[-1, oo)", ">"), RATIONAL),
    "signs": (inequality("x*exp(-x) - log(1 + x)", "x", "(0, oo)", ">"), SIGNS),
    "interior": (inequality("x*sqrt(2) + x**2", "x", "[0, 1]", ">"), TRUE["interior"][1]),
    "factor": (inequality("exp(2*x) - 2*exp(x)", "x", "(0, oo)", ">"), TRUE["factor of powers"][1]),
    "split": (inequality("z - log(z) - 2", "z", "(0, oo)"), TRUE["split"][1]),
}


def theorem(name: str, statement: dict[str, Any], evidence: Any) -> CoqTheorem:
    name = "".join(sign if sign.isalnum() else "_" for sign in name)
    found = proof(statement, evidence, name)
    return CoqTheorem(name, "LEC-01", "goal 1", "", said(statement), found.script, found.lemmas, preludes=PRELUDES)


def refused(name: str, statement: dict[str, Any], evidence: Any) -> list[CoqTheorem]:
    """The theorem of something false, if a proof is written at all."""
    try:
        return [replace(theorem(name, statement, evidence), name=f"false_{name[:4].strip()}_{len(name)}")]
    except Resisting:
        return []


@pytest.mark.parametrize("name", TRUE)
def test_the_kernel_accepts_what_is_true(name: str) -> None:
    check(*TRUE[name])


def test_there_is_an_example_of_every_step_that_is_written() -> None:
    used = {name.split(",")[0].split()[0] for name in TRUE}
    assert used == set(STEPS)
    assert set(NODES) - set(STEPS) == {"reciprocal"}


@needs_coq
def test_what_is_true_is_accepted_and_what_is_false_is_not(preludes: Path) -> None:
    true = [theorem(name, *one) for name, one in TRUE.items()]
    false = [theorem_ for name, one in FALSE.items() for theorem_ in refused(name, *one)]
    assert accepted(preludes, [*true, *false]) == [one.name for one in true]
    borrowed = [
        replace(theorem(name, *TRUE[name]), name=f"borrowed_{k}", lemmas=(), statement=said(FALSE[name][0]))
        for k, name in enumerate(FALSE)
        if name in TRUE
    ]
    assert accepted(preludes, borrowed) == []


@pytest.mark.parametrize(
    ("statement", "evidence", "reason"),
    [
        (inequality("1/x", "x", "[1, oo)"), rises(SIGNS, "high"), "a limit at infinity"),
        (
            inequality("1/x", "x", "[1, oo)"),
            {"by": "reciprocal", "node": RATIONAL},
            "of the form 'reciprocal'",
        ),
        (inequality("1/x", "x", "[0, 1]"), RATIONAL, "no proof is found of x <> 0"),
        (inequality("exp(x) - 2", "x", "[0, 1]"), rises(SIGNS), "is not at least 0"),
    ],
)
def test_reasons(statement: dict[str, Any], evidence: Any, reason: str) -> None:
    with pytest.raises(Resisting, match=reason):
        proof(statement, evidence, "name")

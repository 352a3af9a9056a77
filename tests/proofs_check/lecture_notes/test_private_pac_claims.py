"""What is claimed of private PAC learning, LEC-01 to LEC-10, made a little stronger: each is false in some setting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.lecture_notes import (
    lec_01,
    lec_02,
    lec_03,
    lec_04,
    lec_05,
    lec_06,
    lec_07,
    lec_08,
    lec_09,
    lec_10,
)
from dpassay.proofs_check.models.conjunctions import Subset
from dpassay.proofs_check.models.neighboring_databases import Neighbors
from dpassay.proofs_check.models.private_learning import Learning
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.register import THEOREMS, Refutation
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.verdict import refute

ROWS = (lec_01, lec_02, lec_03, lec_04, lec_05, lec_06, lec_07, lec_08, lec_09, lec_10)
TWO, FOUR = ("0000", "0111"), ("0000", "0111", "0110", "0100")
ONE, LABELS = (0, 0, 0), ((0, 0, 1), (0, 1, 1), (1, 0, 0))
SURE = (0, 1, 0, 0)
STRONGER: tuple[tuple[str, tuple[str, str], Any, dict[str, int]], ...] = (
    ("LEC-01", ("S = 2", "S = 1"), Subset(2), {}),
    ("LEC-02", ("3/4 <=", "25/32 <="), Subset(40), {}),
    ("LEC-02", ("2 <= size", "3 <= size"), Subset(40), {}),
    ("LEC-03", ("exp(-a*n/2)", "exp(-2*a*n)"), Learning(TWO, 0, (29, 71, 0, 0), 2, Fraction(7, 10)), {}),
    ("LEC-04-corrected", ("*[1 <= n]", ""), Learning(TWO, 0, SURE, 0, Fraction(1, 2)), {"g": 2}),
    ("LEC-04-corrected", ("[a < error(g)]*", ""), Learning(TWO, 0, SURE, 1, Fraction(1)), {"g": 1}),
    ("LEC-05", ("**2 <= 1", "**2 <= 1/4"), Neighbors(TWO, (ONE,), 0, (0, 0, 1)), {"h": 1}),
    ("LEC-05", ("**2 = 1", "**2 = 4"), Neighbors(TWO, (ONE,), 0, (0, 0, 1)), {"h": 1}),
    ("LEC-06", ("exp(eps)*", "exp(eps/2)*"), Neighbors(("0000", "1111"), LABELS, 2, (1, 0, 1)), {}),
    ("LEC-07", ("C*exp(-eps*a*n/4)", "exp(-eps*a*n)"), Learning(TWO, 0, SURE, 1, Fraction(1)), {"@sample": 1}),
    (
        "LEC-07b-corrected",
        ("C*exp(-eps*a*n/4)", "exp(-eps*a*n)"),
        Neighbors(("0000", "1111"), (ONE,), 0, ONE, alpha=Fraction(1)),
        {},
    ),
    (
        "LEC-08-corrected",
        ("exp(-a**2*n/2)", "exp(-a*n)"),
        Learning(TWO, 0, (49, 51, 0, 0), 4, Fraction(1, 2)),
        {"h": 2},
    ),
    (
        "LEC-08-corrected",
        ("exp(-(1 - log(2))*a*n/2)", "exp(-a*n)"),
        Learning(TWO, 0, (49, 51, 0, 0), 4, Fraction(1, 2)),
        {"h": 2},
    ),
    (
        "LEC-09",
        ("C*exp(-eps*a*n/4) + C*exp(-a**2*n/2)", "C*exp(-eps*a*n) + C*exp(-6*a**2*n)"),
        Learning(TWO, 0, SURE, 1, Fraction(9, 10), Fraction(100)),
        {},
    ),
    (
        "LEC-09-sharp",
        ("(C - 1)*power", "(C - 1)/2*power"),
        Learning(TWO, 0, SURE, 1, Fraction(99, 100), Fraction(100)),
        {},
    ),
    ("LEC-09-sharp", ("509/100", "1"), Learning(FOUR, 0, SURE, 2, Fraction(9, 10), Fraction(9, 4)), {}),
    ("LEC-10", ("8*log(C)", "log(C)"), Learning(FOUR, 0, SURE, 2, Fraction(9, 10), Fraction(9, 4)), {}),
)


def stronger(statement: Statement, old: str, new: str) -> Statement:
    """The claim with a part replaced, in its formula and its conditions."""
    assert any(old in text for text in (statement.formula, *statement.where))
    where = tuple(condition.replace(old, new) for condition in statement.where)
    return Statement(
        statement.id, statement.model, statement.formula.replace(old, new), where, statement.variables, statement.let
    )


def outcomes(values: dict[str, int]) -> dict[str, Any]:
    return {name: (value,) if name.startswith("@") else Fraction(value) for name, value in values.items()}


@pytest.mark.parametrize(("claim", "change", "setting", "values"), STRONGER)
def test_a_stronger_claim_is_refuted_and_the_claim_is_not(
    claim: str, change: tuple[str, str], setting: Any, values: dict[str, int]
) -> None:
    statement = THEOREMS[claim].statement
    twin = stronger(statement, *change)
    free = Scope(twin).variables(Reader(twin.names).formula(twin.formula))
    refute(Refutation(twin, setting, outcomes({name: value for name, value in values.items() if name in free})))
    with pytest.raises(Rejected, match=r"does not fail there|does not meet"):
        refute(Refutation(statement, setting, outcomes(values)))


def test_every_row_is_imported() -> None:
    assert [row.__name__.rsplit("_", 1)[1] for row in ROWS] == [f"{number:02}" for number in range(1, 11)]
    assert {f"LEC-{n:02}" for n in (1, 2, 3, 5, 6, 7, 9, 10)} <= set(THEOREMS)

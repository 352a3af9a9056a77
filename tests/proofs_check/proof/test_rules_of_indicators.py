"""The rules of indicators and of cases, on small numbers, and what each would say without a side condition."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Statement, Step, Theorem, apply, arithmetic
from dpassay.proofs_check.proof.values import Point
from dpassay.proofs_check.proof.verdict import check_theorem

NUMBERS = [Fraction(number, 2) for number in range(-2, 3)]


def holds(statement: Statement, formula: str, **values: Fraction) -> bool | None:
    return Point(statement.model, statement.names, None, values).holds(Scope(statement).reader.formula(formula))


@pytest.mark.parametrize("name", ["indicator of what holds", "indicator of what fails", "indicator of the contrary"])
def test_a_rule_holds_wherever_its_hypotheses_do_and_fails_elsewhere(name: str) -> None:
    rule = RULES[name]
    for a, b in product(NUMBERS, repeat=2):
        met = all(holds(rule, given.formula, A=a, B=b) for given in rule.given.values())
        assert holds(rule, rule.formula, A=a, B=b) is met


def test_the_contrary_of_below_is_not_above() -> None:
    rule = RULES["indicator of the contrary"]
    assert holds(rule, "[B <= A] = 1 - [A <= B]", A=Fraction(1), B=Fraction(1)) is False


ABSOLUTE = "0 <= x*(1 - 2*[x < 0])"
STEPS = (
    Step("contrary", "[x < 0] = 1 - [0 <= x]", apply("indicator of the contrary", A="0", B="x")),
    Step("one", "[0 <= x] = 1", apply("indicator of what holds", A="0", B="x"), ("0 <= x",)),
    Step("zero", "[0 <= x] = 0", apply("indicator of what fails", A="0", B="x"), ("x < 0",)),
    Step("right", ABSOLUTE, arithmetic(("2*x", "contrary"), ("-2*x", "one"), "0 <= x"), ("0 <= x",)),
    Step("left", ABSOLUTE, arithmetic(("2*x", "contrary"), ("-2*x", "zero"), "x < 0"), ("x < 0",)),
)


@pytest.mark.parametrize("cases", [("right", "left"), ("right",), ("left",), ()])
def test_both_cases_are_needed(cases: tuple[str, ...]) -> None:
    rule = apply("cases", *cases, A="0", B="x*(1 - 2*[x < 0])", c="x")
    theorem = Theorem(Statement("tried", numbers(x="real"), ABSOLUTE), (*STEPS, Step("all", ABSOLUTE, rule)))
    if len(cases) == 2:
        assert check_theorem(theorem, lambda _: None).tallies["all"].holds
    else:
        with pytest.raises(Rejected, match="cases needs"):
            check_theorem(theorem, lambda _: None)

"""Attacks by names: one name for two things, in lemmas, facts, domains and the kernel's inequalities."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import By, Statement, analysis, arithmetic
from tests.proofs_check.proof.toys import LAW, at_end, at_once, claim, model, said, verdict

SUM_IN_FACT = model(quantities={"S": Named()}, facts={"sum": "S = sum(i, i, 1, 3)"})
INDEPENDENT = model(
    quantities={"P": LAW, "X": Named(index={"t": "integer"}, space="o"), "q": Named(range="integer")},
    facts={"independent": "independent(X(i), i, 1, 2)"},
)
QUANTITY_AS_INDEX = model(quantities=INDEPENDENT.quantities, facts={"independent": "independent(X(q), q, 1, 2)"})


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        (claim("S = 15", SUM_IN_FACT, let={"i": "5"}), "i is no name for a variable"),
        (claim("E(1) = 1", INDEPENDENT, let={"i": "1"}), "i is no name for a variable"),
        (claim("E(1) = 1", QUANTITY_AS_INDEX), "q is no name for a variable"),
        (claim("sum(exp, exp, 1, 2) = 3", model()), "exp is no name for a variable"),
        (claim("0 = 0", model({"x": "real"}), let={"x": "1"}), "x: a name for two things"),
    ],
)
def test_the_variable_of_a_sum_is_named_like_nothing_else(statement: Statement, complaint: str) -> None:
    assert complaint in at_once(statement)


def test_facts_keep_their_meaning_beside_other_abbreviations() -> None:
    assert not verdict(claim("S = 6", SUM_IN_FACT, let={"j": "5"}), said("S = 6", "sum"))


@pytest.mark.parametrize(
    ("goal", "by", "complaint"),
    [
        ("z <= 1", analysis("z <= 1", "[0, 1/2]", z="1/2"), "z <= 1 is no formula of z alone"),  # z is a quantity
        ("z <= 1", analysis("z <= 1", "[0, 1/2]", u="1/2"), "z <= 1 is no formula of u alone"),
        ("x <= 1", analysis("x <= 1", "[0, 1/2]", u="1/2"), "x <= 1 is no formula of u alone"),
        ("1/4 <= 1", analysis("u**2 <= 1", "[0, 1/2]", u="1/2"), ""),
        ("x <= 1", analysis("u <= 1", "[0, 1/2]", u="x"), "0 <= x is not known"),
    ],
)
def test_the_kernel_is_asked_about_the_variable_that_is_replaced(goal: str, by: By, complaint: str) -> None:
    here = model({"x": "real"}, quantities={"z": Named()})
    found = at_once(claim(goal, here), by)
    assert complaint in found
    assert bool(complaint) == bool(found)


N = Named()
BELOW_N = claim("x <= N", model({"x": "real, x <= N"}, quantities={"N": N}, of_any=True), "below N")
WHERE_N = claim(
    "0 < f(0)",
    model(quantities={"N": N, "f": Named(index={"t": "real, 1 <= N"}, range="positive")}, of_any=True),
    "where N",
    where=("1 <= N",),
)
FIVE = model(quantities={"N": N}, facts={"five": "5 <= N"})


def test_lemmas_with_quantities_in_their_domains() -> None:
    assert not at_once(BELOW_N, arithmetic("x <= N"))
    assert not at_once(WHERE_N)


@pytest.mark.parametrize(
    ("lemma", "goal", "values", "used", "complaint"),
    [
        (BELOW_N, "5 <= 0", {"x": "5", "N": "0"}, "five", "not shown: 5 <= 0"),
        (BELOW_N, "5 <= 7", {"x": "5", "N": "7"}, "five", ""),
        (WHERE_N, "0 < N", {"N": "1", "f": "t: N"}, "said", "0 < N is not shown"),
        (WHERE_N, "0 < N", {"N": "N", "f": "t: N"}, "said", "where N needs 1 <= N"),
        (WHERE_N, "0 < N", {"N": "N", "f": "t: N"}, "five", ""),
    ],
)
def test_domains_speak_of_what_stands_for_their_quantities(
    lemma: Statement, goal: str, values: dict[str, str], used: str, complaint: str
) -> None:
    found = verdict(claim(goal, FIVE), said("0 <= 1"), at_end(goal, lemma, values, used), others=(lemma,))
    assert complaint in found
    assert bool(complaint) == bool(found)

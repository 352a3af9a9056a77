"""What goals state and how they are shown, in words: their numbers, their entries, their lines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import Dist, as_real, exp
from dpassay.exact import log as exact_log
from dpassay.proofs_check import goal_texts
from dpassay.proofs_check.certificates import load
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
    sign,
)


def test_numbers_are_computed_from_the_stored_instance() -> None:
    goal = load("ASI-22")["goals"][0]
    numbers = goal_texts.numbers_of(goal["statement"], goal["evidence"])
    assert numbers["delta at every epsilon is at least"] == "3/8 = 0.375"
    other = {"instance": {**goal["evidence"]["instance"], "p": [1, 2, 1], "q": [2, 1, 1]}}
    assert goal_texts.numbers_of(goal["statement"], other) != numbers
    assert goal_texts.numbers_of(goal["statement"], {}) == {}
    assert goal_texts.numbers_of(identity("x", "x"), {}) == {}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (0, "0"),
        (Fraction(0), "0"),
        (Fraction(1, 3), "1/3 = 0.333333333333"),
        (Fraction(10**40, 3**90), "0.00114574263767"),
        (Fraction(10**5000, 3**10481), "0.195942788018"),
        (as_real(2).log(), "0.69314718056"),
        (as_real(-(10**400)).exp(), "0 (to within 1e-300)"),
        (as_real(-1000).exp(), "5.07595889755e-435"),
        (as_real(1000).exp(), "1.97007111402e+434"),
        (Fraction(1, 10**400), "1e-400"),
        (10**400, "1e+400"),
        (1 - Fraction(1, 10**90), "1 - 1e-90"),
        (Dist({0: Fraction(1, 3), 1: Fraction(2, 3)}), "{0: 1/3, 1: 2/3}"),
    ],
)
def test_numbers_as_text(value: object, text: str) -> None:
    assert goal_texts.number_text(value) == text


def test_exact_forms_beside_their_decimals() -> None:
    assert goal_texts.number_text(exp(1)).endswith(" = 2.71828182846")
    assert goal_texts.number_text(exact_log(2)).endswith(" = 0.69314718056")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/2", "1/2"),
        (7, "7"),
        ("tells", "tells"),
        ([], "none"),
        (["1", "0"], "1, 0"),
        ([["1", "0"], ["0", "1"]], "(1, 0), (0, 1)"),
        (["0"] * 3, "0, 0, 0"),
        (["1", *["0"] * 29], "1, 29 times 0"),
        ([[0, 1]] * 7, "7 times (0, 1)"),
        ([str(n) for n in range(100)], ", ".join(str(n) for n in range(18)) + ", ... (100 in all)"),
        ("2560000000000/10291264160801", "~0.248755"),
        (f"1/{10**400}", "~1e-400"),
        (f"{10**400}/3", "~3.33333e+399"),
        ({"a": 1, "b": ["1/2"]}, "a: 1, b: 1/2"),
    ],
    ids=str,
)
def test_entries_of_an_instance(value: object, text: str) -> None:
    assert goal_texts.value_text(value) == text


@pytest.mark.parametrize(
    ("statement", "evidence", "said", "shown"),
    [
        (identity("x**2", "x*x"), {}, "x^2 = x*x", "by exact expansion"),
        (sign("1 - x", "x", "[0, 1/4)", ">"), {}, "1 - x > 0 for x in [0, 0.25)", "by Sturm's theorem"),
        (
            nonnegative("x*y + x**2", ("x", "y - 1")),
            {
                "terms": [
                    {"weight": "1", "factors": ["x", "y - 1"]},
                    {"weight": "1/2", "square": "x + y"},
                    {"weight": "1"},
                ]
            },
            "x*y + x^2 >= 0 where x >= 0, y - 1 >= 0",
            "because it is x*(y - 1) + 1/2*(x + y)^2 + 1",
        ),
        (nonnegative("0"), {"terms": []}, "0 >= 0", "because it is 0"),
        (nonnegative("x**3", ("x",)), {"terms": [{"weight": "1", "factors": ["x"] * 3}]}, None, "because it is x^3"),
        (
            inequality("exp(x)", "x", "(-oo, 1/3]"),
            {"by": "split", "at": "0", "left": {"by": "signs"}, "right": {"by": "signs"}},
            "exp(x) >= 0 for x in (-oo, 1/3]",
            "by cases, rules of signs",
        ),
        (
            inequality("x", "x", "[0, 1]"),
            {"by": "sum", "terms": [["x", {"by": "rational"}]]},
            None,
            "by sums of terms, Sturm's theorem",
        ),
        (
            on_box("x + y", {"x": ("1/2", "1"), "y": ("0", "1/3")}),
            {"split": "x", "at": "3/4", "low": [], "high": {"split": "y", "at": "1/4", "low": "leaf", "high": []}},
            "x + y > 0 for x in [0.5, 1], y in [0, 1/3]",
            "by ball arithmetic on 3 parts",
        ),
        (exhaustive("p", "f"), {"instances": 7}, "for f: p", "checked one by one: 7 instances"),
        (counterexample("p"), {"instance": {"n": 7, "x": ["1", "2"]}}, "not always: p", "n = 7, x = 1, 2"),
        ({"kind": "oracle"}, {}, "oracle", "oracle"),
    ],
)
def test_statements_and_evidence(statement: dict[str, Any], evidence: Any, said: str | None, shown: str) -> None:
    assert said is None or goal_texts.statement_text(statement) == said
    assert goal_texts.evidence_text(statement, evidence) == shown

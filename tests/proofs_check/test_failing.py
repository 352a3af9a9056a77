"""Where refuted formulas fail: beside numbers by hand; and the relation is false by the numbers that are told."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.failing import failure, sides
from dpassay.proofs_check.proof.register import REFUTATIONS
from dpassay.proofs_check.registry import CLAIMS

SOURCES = ("HRS", "LEC", "SCOTT")
"""Those in which no number takes long."""


def test_two_experts_that_take_turns() -> None:
    found = failure("LEC-11")
    assert found is not None
    # Rewards (0, 1) and (1, 0), choices 2 and 1: two rewards are earned, and each expert has one.
    assert (found.left, found.operator, found.right) == (("E(sum(g(t), t, 1, T))", "2"), "<=", ("best", "1"))
    assert found.letters == {"T": "2"}
    assert found.definitions == (("g(t) = sum(chosen(t, i)*r(t, i), i, 1, K)", ("g", "chosen", "r")),)
    assert found.named == ("g", "P", "best")
    assert found.setting[1]["rewards"] == "((0, 1), (1, 0))"


def test_a_term_that_is_no_distance() -> None:
    found = failure("SCOTT-47b")
    assert found is not None
    assert found.left == ("0", "0")
    assert found.right[0] == "l*(r - 1) - log(r)"
    assert float(found.right[1]) == pytest.approx(-math.log(3 / 2), abs=1e-6)  # at l = 0 and r = (1/2)/(1/3)
    assert found.letters["l"] == "0"


def test_what_is_proved_fails_nowhere() -> None:
    assert failure("LEC-14") is None
    assert failure("LEC-99") is None


def number(text: str) -> Fraction:
    return Fraction(text.removeprefix("about ").partition(" = ")[0])


@pytest.mark.parametrize("source", SOURCES)
def test_the_relation_is_false_by_its_numbers(source: str) -> None:
    compared = 0
    for name in (name for name in CLAIMS if name in REFUTATIONS and CLAIMS[name].source.prefix == source):
        found = failure(name)
        assert found is not None
        if "?" in (found.left[1], found.right[1]):
            continue
        left, right = number(found.left[1]), number(found.right[1])
        relation = {"<=": left <= right, "<": left < right, "=": left == right}[found.operator]
        assert not relation, name
        compared += 1
    assert compared >= 8


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("a <= b", [("a", "b")]),
        ("f(x) > sum([x <= y], x, 1, n)", [("sum([x <= y], x, 1, n)", "f(x)")]),
        ("a = b <= c and d < e", [("a", "b"), ("b", "c"), ("d", "e")]),
        ("E(X, y(t)) >= Pr(X > 1) - 2", [("Pr(X > 1) - 2", "E(X, y(t))")]),
    ],
)
def test_sides_are_told_as_they_are_written(formula: str, expected: list[tuple[str, str]]) -> None:
    assert list(sides(formula)) == expected

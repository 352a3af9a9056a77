"""Multipliers of steps by arithmetic: those of lecture notes and lemmas are found again, and none for what is false."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify.multipliers import suggest
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.check import Checker
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.proof.statements import Arithmetic, Step, Theorem, Use, analysis, arithmetic, use
from dpassay.proofs_check.shared_lemmas import roots
from tests.proofs_check.proof.small_theorems import evidence, small_claim, small_lemma
from tests.proofs_check.proof.toys import claim, model, verdict

IDS = ("LEC-13", "LEC-14", "LEC-22-corrected", "Chernoff", "group privacy", "root of a square", "sum of integers")
assert registry.CLAIMS  # which registers them
assert roots.ROOT is THEOREMS["root of a square"]


def erased(by: Arithmetic) -> Arithmetic:
    return Arithmetic(tuple(("1", used) for _, used in by.terms))


def steps_by_arithmetic() -> Iterator[tuple[str, Step]]:
    for name in IDS:
        yield from ((name, step) for step in THEOREMS[name].proof if isinstance(step.by, Arithmetic))


def again(theorem: Theorem, step: Step) -> Theorem:
    """The theorem, with another step in the place of that of its name."""
    return replace(theorem, proof=tuple(step if other.name == step.name else other for other in theorem.proof))


def test_multipliers_are_found_again() -> None:
    """Nine of ten at least, of what authors wrote; all of them when this was written."""
    steps, lost = list(steps_by_arithmetic()), []
    for name, step in steps:
        assert isinstance(step.by, Arithmetic)
        if suggest(again(THEOREMS[name], replace(step, by=erased(step.by))), step.name) is None:
            lost.append((name, step.name))
    assert len(steps) >= 10
    assert len(lost) <= len(steps) / 10, lost


def test_what_is_found_is_accepted_and_something_else_is_not() -> None:
    theorem = small_lemma()
    *earlier, last = theorem.proof
    found = suggest(theorem, "all")
    assert found is not None
    assert found == last.by
    checker = Checker(theorem.statement, find, evidence)
    for step in earlier:
        checker.check(step)
    for number, (_, used) in enumerate(found.terms):
        terms = [*found.terms[:number], ("2*b", used), *found.terms[number + 1 :]]
        with pytest.raises(Rejected, match="do not add up"):
            checker.check(replace(last, by=Arithmetic(tuple(terms))))
    checker.check(replace(last, by=found))


XY = model(
    {"x": "real, 0 <= x", "y": "real, 0 < y"},
    variables={"t": "real"},
    quantities={"q": Named(index={"t": "real"})},
    facts={"line": "t <= q(t)"},
)


def tried(formula: str, *uses: str | Use, where: tuple[str, ...] = ()) -> Arithmetic | None:
    """What is suggested for one step from relations."""
    statement = claim(formula, XY, where=where)
    step = Step("end", formula, arithmetic(*uses), where)
    found = suggest(Theorem(statement, (step,)), "end")
    assert found is None or not verdict(statement, replace(step, by=found))
    return found


@pytest.mark.parametrize(
    ("formula", "uses", "where", "multipliers"),
    [
        ("0 <= x + y", (), (), []),
        ("x**2 <= x*y", ("x <= y",), ("x <= y",), ["x"]),
        ("x/y <= 1", ("x <= y",), ("x <= y",), ["1/y"]),
        ("x**2 <= y**2", ("x <= y",), ("x <= y",), ["y + x"]),
        ("x*y = y", ("x = 1",), ("x = 1",), ["y"]),
        ("1 = x*y/y", ("x = 1",), ("x = 1",), ["-1"]),
        ("x < 2*y", ("x < y",), ("x < y",), ["1"]),
        ("x < 2*y", ("x <= y",), ("x <= y",), ["1"]),
        ("x/(x + y) <= 1", (), (), []),
        ("3/7*x <= 3/7*y", ("x <= y", "0 <= x"), ("x <= y",), ["3/7"]),
        ("0 <= (1 - x)*(y - x)", ("x <= y",), ("x <= y", "x <= 1"), ["1 - x"]),
        ("10 <= 5*q(2) + x", (use("line", t="2"),), (), ["5"]),
    ],
)
def test_multipliers_of_small_steps(
    formula: str, uses: tuple[str | Use, ...], where: tuple[str, ...], multipliers: list[str]
) -> None:
    found = tried(formula, *uses, where=where)
    assert found is not None
    assert [text for text, _ in found.terms] == multipliers


@pytest.mark.parametrize(
    ("formula", "uses", "where"),
    [
        ("y <= x", ("x <= y",), ("x <= y",)),
        ("x < y", ("x <= y",), ("x <= y",)),
        ("x = y", ("x <= y",), ("x <= y",)),
        ("x**2 <= x*y - 1", ("x <= y",), ("x <= y",)),
        ("t*x <= t*y", ("x <= y",), ("x <= y",)),
        ("x + 1 <= 2*y", ("x <= y",), ("x <= y",)),
        ("0 < x", (), ()),
    ],
)
def test_none_are_found_for_what_is_false(formula: str, uses: tuple[str, ...], where: tuple[str, ...]) -> None:
    assert tried(formula, *uses, where=where) is None


@pytest.mark.parametrize("false", ["exp(b*x) <= 1 + b*x + b**2/2", "exp(b*x) <= 1 + x + b**2", "exp(b) <= 1 + b*x"])
def test_none_are_found_for_a_false_form_of_a_step(false: str) -> None:
    tampered = replace(small_lemma().proof[-1], formula=false)
    assert suggest(again(small_lemma(), tampered), "all") is None


@pytest.mark.parametrize(
    ("name", "uses", "complaint"),
    [
        ("none", (), "step = 'none': expected one of chord, one, all"),
        ("chord", (), "step = 'chord': expected a step by arithmetic"),
        ("all", ("none",), "'none' is no earlier step"),
        ("all", ("all",), "'all' is no earlier step"),
        ("all", ("x <= 1/2",), "is not known here"),
    ],
)
def test_what_cannot_be_used_is_told(name: str, uses: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        suggest(small_lemma(), name, [Use(used) for used in uses])


def test_a_variable_that_is_left_open_is_told() -> None:
    with pytest.raises(ValueError, match="t is left open"):
        suggest(small_claim(), "count", [Use("at most 1")])


def test_what_shows_that_a_step_is_defined_is_known() -> None:
    known = "y*(x**2 - x + 1) = x"
    statement = claim("y = x/(x**2 - x + 1)", model({"x": "real", "y": "real"}), where=(known,))
    above = Step("above", "3/4 <= x**2 - x + 1", analysis("3/4 <= z**2 - z + 1", "(-oo, oo)", z="x"))
    end = Step("end", statement.formula, arithmetic(known), statement.where, ("above",))
    found = suggest(Theorem(statement, (above, end)), "end")
    assert found is not None
    assert not verdict(statement, above, replace(end, by=found))
    with pytest.raises(Rejected, match="not shown"):
        suggest(Theorem(statement, (above, replace(end, defined=()))), "end")

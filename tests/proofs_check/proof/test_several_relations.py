"""Several relations at once, indicators in brackets, sums of a fixed number of terms, and finite models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import (
    Model,
    Statement,
    Step,
    Theorem,
    apply,
    arithmetic,
    exhaustion,
    together,
    words,
)
from dpassay.proofs_check.proof.verdict import check_theorem

REALS = numbers(x="real", y="real, x <= y")


def check(model: Model, formula: str, *steps: Step, **more: Any) -> None:
    check_theorem(Theorem(Statement("tried", model, formula, **more), steps), lambda _: None)


def test_relations_are_put_together_and_taken_apart() -> None:
    steps = (
        Step("low", "x - 1 < x", arithmetic()),
        Step("both", "x - 1 < x <= y", together("low", "ordered")),
        Step("right", "x <= y", together("both")),
        Step("again", "x <= y and x - 1 < x", together("both")),
    )
    ordered = Step("ordered", "x <= y", arithmetic("x <= y"))
    check(REALS, "x <= y and x - 1 < x", ordered, *steps)


@pytest.mark.parametrize("formula", ["x - 1 < x <= y", "x <= y and x < y", "x <= y and y <= x", "x <= y <= x"])
def test_what_no_step_says_is_not_put_together(formula: str) -> None:
    with pytest.raises(Rejected, match="no step says"):
        check(
            REALS, formula, Step("ordered", "x <= y", arithmetic("x <= y")), Step("all", formula, together("ordered"))
        )


def test_each_of_several_relations_is_evaluated() -> None:
    with pytest.raises(Rejected, match="is false at"):
        check(
            REALS,
            "x <= y",
            Step("one", "x <= y", arithmetic("x <= y")),
            Step("both", "x <= y and y <= x", words("So.")),
        )


def test_an_indicator_is_read_in_brackets() -> None:
    below = Step("below", "[x <= y] = 1", apply("indicator of what holds", A="x", B="y"))
    check(REALS, "[x <= y] = 1", below)
    with pytest.raises(Rejected, match="is no relation"):
        check(REALS, "[x] = 1", Step("all", "[x] = 1", arithmetic()))


SEQUENCE = anything(
    "a sequence",
    {"n": "integer, 0 <= n"},
    {"f": Named(index={"t": "integer, 0 <= t, t <= n + 1"})},
    ({"n": Fraction(2), "f": lambda t: Fraction(t, 2)},),
)


def test_sums_of_a_fixed_number_of_terms_are_written_out() -> None:
    check(SEQUENCE, "sum(f(t), t, n, n - 1) = 0", Step("none", "sum(f(t), t, n, n - 1) = 0", arithmetic()))
    check(SEQUENCE, "sum(f(t), t, n, n) = f(n)", Step("one", "sum(f(t), t, n, n) = f(n)", arithmetic()))
    two = "sum(f(t), t, n, n + 1) = f(n) + f(n + 1)"
    check(SEQUENCE, two, Step("two", two, arithmetic()))


@pytest.mark.parametrize("formula", ["sum(f(t), t, 0, n) = f(0)", "sum(f(t), t, n, n) = f(n + 1)"])
def test_other_sums_are_not(formula: str) -> None:
    with pytest.raises(Rejected, match="do not add up"):
        check(SEQUENCE, formula, Step("all", formula, arithmetic()))


def signs() -> Iterator[int]:
    yield from (-1, 0, 1)


SIGNS = Model(
    "signs",
    {"x": "integer, -1 <= x, x <= 1"},
    {"t": "integer, 0 <= t, t <= 1"},
    {"cube": Named(lambda x: Fraction(x) ** 3), "third": Named(lambda _: Fraction(1, 3))},
    settings=signs,
    read=lambda x: {"x": Fraction(x)},
    finite=True,
)


def tried(formula: str, *where: str) -> Step:
    return Step("all", formula, exhaustion(), where)


def test_all_settings_of_a_finite_model_are_tried() -> None:
    check(SIGNS, "cube = x", tried("cube = x"))
    check(SIGNS, "1 <= cube", tried("1 <= cube", "0 < x"), where=("0 < x",))


@pytest.mark.parametrize(
    ("formula", "where"), [("0 <= cube", ()), ("1 <= cube", ("0 <= x",)), ("exp(log(2)) = 2", ()), ("x <= t", ())]
)
def test_exhaustion_shows_nothing_that_fails_or_is_not_decided_or_not_fixed(
    formula: str, where: tuple[str, ...]
) -> None:
    with pytest.raises(Rejected, match=r"not shown in|not fixed by a setting"):
        check(SIGNS, formula, tried(formula, *where), where=where)


def test_an_undecided_condition_is_not_one_that_is_not_met() -> None:
    with pytest.raises(Rejected, match="a condition is not decided"):
        check(SIGNS, "1 <= x", tried("1 <= x", "2 <= exp(log(2))"), where=("2 <= exp(log(2))",))


def test_a_model_of_more_settings_is_not_exhausted() -> None:
    with pytest.raises(Rejected, match="more settings than can be tried"):
        check(replace(SIGNS, finite=False), "cube = x", tried("cube = x"))

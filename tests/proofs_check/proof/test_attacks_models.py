"""Attacks by models and statements: domains, indices and abbreviations that mean something else, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Statement, apply
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model


def index(text: str, **more: Named) -> dict[str, Any]:
    return {"quantities": {"q": Named(index={"t": text}), **more}}


@pytest.mark.parametrize(
    ("numbers", "more", "complaint"),
    [
        ({"x": "real"}, {}, ""),
        ({"x": "reel"}, {}, "expected real or integer"),
        ({"x": ""}, {}, "expected real or integer"),
        ({"x": "real, x"}, {}, "is no relation of two terms"),
        ({"x": "real, x <= y"}, {"variables": {"y": "real"}}, "the domain of x, x <= y, speaks of something else"),
        ({"x": "real, x <= y"}, {}, "x <= y, speaks of something else"),
        ({"x": "real, x <= log(x)"}, {}, "not shown: 0 < x"),
        ({"x": "real, x <= X"}, {"quantities": {"X": RANDOM}}, "x <= X, speaks of something else"),
        ({}, {"variables": {"y": "real, y <= z", "z": "real"}}, ""),
        ({}, {"variables": {"y": "real, y <= 1/y"}}, "not shown: 0 < y"),
        ({}, index("real, q(t) <= 5"), "not shown: q(t) <= 5"),
        ({}, index("real, t <= s"), "t <= s, speaks of something else"),
        ({"s": "real"}, index("real, t <= s"), ""),
        ({}, {**index("real, t <= s"), "variables": {"s": "real"}}, "t <= s, speaks of something else"),
        ({}, index("real, t <= X", X=RANDOM), "t <= X, speaks of something else"),
        ({}, index("real, 1 <= 1/t"), "not shown: 0 < t"),
        ({"t": "real"}, index("real"), "an index of q is named like something else: t"),
        ({}, index("real", t=Named()), "an index of q is named like something else: t"),
        ({"x": "real"}, {"variables": {"x": "real"}}, "x: a name for two things"),
        ({"x": "real"}, {"quantities": {"x": Named()}}, "x: a name for two things"),
    ],
)
def test_a_model_means_one_thing(numbers: dict[str, str], more: dict[str, Any], complaint: str) -> None:
    found = at_once(claim("0 = 0", model(numbers, **more)))
    assert complaint in found
    assert bool(complaint) == bool(found)


PLAIN = model({"x": "real"}, variables={"y": "real"}, **index("real"))


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"let": {"t": "x"}}, "an index of q is named like something else: t"),
        ({"let": {"q": "x"}}, "q: a name for two things"),
        ({"let": {"y": "x"}}, "y: a name for two things"),
        ({"variables": {"q": "real"}}, "q: a name for two things"),
        ({"variables": {"x": "real"}}, "x: a name for two things"),
        ({"variables": {"z": "real"}, "let": {"z": "x"}}, "z: a name for two things"),
        ({"variables": {"z": "real, z <= w"}}, "z <= w, speaks of something else"),
        ({"variables": {"z": "real"}, "let": {"w": "x"}}, ""),
    ],
)
def test_a_statement_gives_no_name_a_second_meaning(more: dict[str, Any], complaint: str) -> None:
    found = at_once(claim("0 = 0", PLAIN, **more))
    assert complaint in found
    assert bool(complaint) == bool(found)


HERE = model(
    {"x": "real"},
    quantities={"P": LAW, "X": RANDOM, "K": Named(law=True, space="o", given="o", mean_of="P")},
)
PAST = Named(law=True, space="p", given="p", mean_of="Q")


@pytest.mark.parametrize(
    ("quantities", "formula", "values", "complaint"),
    [
        ({"U": Named(space="p")}, "U <= U", {"U": "X"}, "X is a function of an outcome of no law"),
        ({"U": Named(space="p"), "J": PAST, "Q": Named(law=True, space="p")}, "U <= U", {}, "no value for J, Q, U"),
        (
            {"U": Named(space="p"), "J": PAST, "Q": Named(law=True, space="p")},
            "E(E(U, J), Q) = E(U, Q)",
            {"U": "X", "J": "K", "Q": "P"},
            "",
        ),
        ({"J": PAST, "R": Named(law=True, space="p")}, "0 = 0", {"J": "K", "R": "P"}, "Q is no law"),
    ],
)
def test_lemmas_with_laws_in_any_order(
    quantities: dict[str, Named], formula: str, values: dict[str, str], complaint: str
) -> None:
    lemma = claim(formula, model(quantities=quantities, of_any=True), "lemma")
    goal = {"U <= U": "X <= X", "0 = 0": "0 = 0"}.get(formula, "E(E(X, K)) = E(X)")
    found = at_once(claim(goal, HERE), apply("lemma", **values), others=(lemma,))
    assert complaint in found
    assert bool(complaint) == bool(found)


def test_abbreviations_do_not_speak_of_themselves() -> None:
    for let in ({"a": "a + 1"}, {"a": "b", "b": "a"}):
        statement: Statement = claim("a = a", HERE, let=let)
        assert "the variable a is not declared" in at_once(statement)
    assert not at_once(claim("a = x + 2", HERE, let={"a": "b + 1", "b": "x + 1"}))


@pytest.mark.parametrize("written", ["Positive", "", "At least 0", "real, 0 < x"])
def test_a_range_that_means_nothing_is_refused(written: str) -> None:
    with pytest.raises(Rejected, match="expected one of real, integer, at least 0, positive"):
        Named(range=written)

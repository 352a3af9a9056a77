"""Attacks on what is known without being told, on hypotheses by renaming, and on rules of equality and indicators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import By, Given, Step, apply, arithmetic, constant, together, words
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model, verdict

PAIRS = Named(index={"s": "real", "t": "real"})
HERE = model(
    {"b": "real"},
    variables={"x": "real", "y": "real"},
    quantities={
        "P": LAW,
        "X": RANDOM,
        "Y": RANDOM,
        "K": Named(law=True, space="o", given="o", mean_of="P"),
        "c": Named(),
        "g": PAIRS,
    },
    facts={"sure": "E((X - c)**2) = 0", "past": "E((X - given(X))**2, K) = 0", "X": "X <= 1"},
)


DIVIDED = "0 <= (x - y)*(x + 1)/(x + 1)"
"""In its form the quotient is not reduced."""


def known(relation: str) -> By:
    return arithmetic(relation)


def constant_at(law: str, of: str, at: str, function: str, *used: str) -> By:
    return apply("what is constant", *used, P=law, A=of, a=at, f=function)


@pytest.mark.parametrize(
    ("goal", "by", "where", "complaint"),
    [
        # what follows from known relations
        ("0 <= x*y", known("0 <= x*y"), ("0 <= x", "0 <= y"), ""),
        ("0 < x", known("0 < x"), ("0 <= x",), "not known here"),
        ("0 < x + y", known("0 < x + y"), ("0 <= x", "0 <= y"), "not known here"),
        ("0 <= -x", known("0 <= -x"), ("0 <= x",), "not known here"),
        ("0 < 0", known("0 < 0"), ("x < y", "y <= x"), "not known here"),
        ("0 < 0", known("0 < 0"), ("x**2 < 0",), ""),  # where nothing is, everything holds
        (DIVIDED, known(DIVIDED), ("0 < x", "y <= x"), ""),
        ("y <= x", known("y <= x"), ("0 < x", DIVIDED), ""),
        (DIVIDED, known(DIVIDED), ("0 < x", "x <= y"), "not known here"),
        ("0 <= x*y", arithmetic(("x", "0 <= y")), ("0 <= y",), "0 <= x is not known"),
        ("0 < x*y", arithmetic(("x", "0 < y")), ("0 < y", "0 <= x"), "do not add up"),
        # several relations
        ("x <= y", together(), (), "no step says"),
        ("x < y", together("x <= y"), ("x <= y",), "no step says"),
        ("x <= y and y <= x", together("x <= y", "y <= x"), ("x <= y",), "not known here"),
        # equality
        ("exp(x) = exp(y)", apply("equals for equals", A="x", B="y", f="z: exp(z)"), ("x = y",), ""),
        ("exp(x) = exp(y)", apply("equals for equals", A="x", B="y", f="z: exp(z)"), ("x <= y",), "needs x = y"),
        ("1/x = 1/y", apply("equals for equals", A="x", B="y", f="z: 1/z"), ("x = y", "0 < x", "0 < y"), "not shown"),
        ("x - y = y - y", apply("equals for equals", A="x", B="y", f="y: y - y"), ("x = y",), "gives (x - x)"),
        ("E(X) = E(Y)", apply("equals for equals", A="E(X)", B="E(Y)", f="z: z"), ("X = Y",), "needs E(X, P)"),
        ("E(X*Y) = E(c*Y)", constant_at("P", "X", "c", "x: x*Y", "sure"), (), ""),
        ("E(X*Y) = E(c*Y)", constant_at("P", "X", "c", "x: x*Y"), (), "which no step used says"),
        ("E(1/X) = E(1/c)", constant_at("P", "X", "c", "x: 1/x", "sure"), (), "not shown"),
        ("E(X*X) = E(X*X)", constant_at("P", "X", "X", "x: x*X"), (), "a function of an outcome"),
        ("E(X*Y, K) = E(given(X)*Y, K)", constant_at("K", "X", "X", "x: x*Y", "past"), (), ""),
        ("E(Y*Y, K) = E(given(Y)*Y, K)", constant_at("K", "Y", "Y", "x: x*Y", "past"), (), "which no step used says"),
        ("E(X*Y) = X*E(Y)", constant_at("P", "X", "X", "x: x*Y", "past"), (), "which no step used says"),
        # indicators
        ("[x < y] = 1 - [x <= y]", apply("indicator of the contrary", A="x", B="y"), (), "gives [y < x]"),
        ("[x <= y] = 0", apply("indicator of what fails", A="x", B="y"), ("y <= x",), "needs y < x"),
        ("E([X <= 0]) = 1", apply("indicator of what holds", A="X", B="0"), ("X <= 0",), "gives [X <= 0]"),
        ("[1/x <= 0] = 1", apply("indicator of what holds", A="1/x", B="0"), (), "not shown: 0 < x"),
        ("1/[x <= y] = [x <= y]", arithmetic(), (), "not shown: 0 < [x <= y]"),
        ("[x = y]*x = [x = y]*y", arithmetic(), (), "do not add up"),
        ("[1 <= 2] <= 2", constant(), (), "not of numbers alone"),
        ("[2 <= 1] <= 2", constant(), (), "not of numbers alone"),
    ],
)
def test_nothing_false_is_known(goal: str, by: By, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where), by)
    assert complaint in found
    assert bool(complaint) == bool(found)


ANY = model({"A": "real"}, of_any=True, variables={"u": "real", "v": "real"}, quantities={"h": PAIRS})
LEMMA = claim("h(A, A) <= A", ANY, "lemma", given={"1": Given("h(u, v) <= u", where=("v <= u",))})


@pytest.mark.parametrize(
    ("said", "where", "function", "complaint"),
    [
        ("g(x, y) <= x", ("y <= x",), "s, t: g(s, t)", ""),
        ("g(y, x) <= y", ("x <= y",), "s, t: g(s, t)", ""),
        ("g(x, y) <= x", (), "s, t: g(s, t)", ""),
        ("g(x, x) <= x", (), "s, t: g(s, t)", "which no step used says"),
        ("g(x, b) <= x", (), "s, t: g(s, t)", "which no step used says"),
        ("g(x, y) <= y", (), "s, t: g(s, t)", "which no step used says"),
        ("g(x, y) <= x", (), "s, t: g(t, s)", "which no step used says"),
        ("g(x, y) <= x", ("x <= y",), "s, t: g(s, t)", "is not shown"),
        ("g(x, y) <= x", ("y < x",), "s, t: g(s, t)", "is not shown"),
        ("g(x, y) <= x", ("y <= x", "0 <= b"), "s, t: g(s, t)", "the condition 0 <= b is not shown"),
        ("g(x, y) <= x", ("0 <= x",), "s, t: g(s, t)", "is not shown"),
    ],
)
def test_a_hypothesis_is_said_of_any_values(said: str, where: tuple[str, ...], function: str, complaint: str) -> None:
    here = replace(HERE, facts={})
    steps = (
        Step("said", said, words("So it is."), where),
        Step("end", "g(b, b) <= b", apply("lemma", "said", A="b", h=function)),
    )
    found = verdict(claim("g(b, b) <= b", here), *steps, others=(LEMMA,))
    assert complaint in found
    assert bool(complaint) == bool(found)

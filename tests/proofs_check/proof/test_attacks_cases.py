"""Attacks on steps that tell cases apart, and on what is known of an indicator in them."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import THEOREMS, theorem
from dpassay.proofs_check.proof.statements import (
    By,
    Step,
    Theorem,
    analysis,
    apply,
    arithmetic,
    cases,
    constant,
    exhaustion,
    inside,
    together,
    use,
    words,
)
from dpassay.proofs_check.proof.telling import reason
from dpassay.proofs_check.proof.verdict import check_theorem, cites, rests_on
from tests.proofs_check.proof.toys import EVIDENCE, LAW, RANDOM, at_once, claim, model

HERE = model(
    {"a": "real, 0 < a"},
    variables={"x": "real", "y": "real", "n": "integer", "t": "integer, 1 <= t"},
    quantities={"P": LAW, "X": RANDOM, "b": Named(), "c": Named(), "q": Named(index={"t": "integer, 1 <= t"})},
    facts={"below": "b <= c", "each": "q(t) <= 1"},
)
ADD = arithmetic()
SIGNS = cases("x <= 0", arithmetic(("2*x", "[x <= 0] = 1"), "x <= 0"), arithmetic(("2*x", "[x <= 0] = 0"), "0 < x"))
ABS = "x*(1 - 2*[x <= 0])"


@pytest.mark.parametrize(
    ("goal", "by", "where", "complaint"),
    [
        (f"0 <= {ABS}", SIGNS, (), ""),
        ("x <= 1", cases("x <= 1", arithmetic("x <= 1"), ADD), (), "do not add up"),
        ("x <= 1", cases("x <= 1", ADD, arithmetic("x <= 1")), (), "do not add up"),
        ("x <= 1", cases("x <= 1", arithmetic("x <= 1"), arithmetic("x <= 1")), (), "x <= 1 is not known here"),
        ("x <= 1", cases("x <= 1", arithmetic("1 < x"), arithmetic("1 < x")), (), "1 < x is not known here"),
        ("x <= x", cases("x < 1", ADD, ADD), (), ""),
        (
            "0 <= (x - 1)*(x - 1)",
            cases("x < 1", arithmetic(("1 - x", "x < 1")), arithmetic(("x - 1", "1 <= x"))),
            (),
            "",
        ),
        ("0 < (x - 1)**2", cases("x < 1", arithmetic(("1 - x", "x < 1")), arithmetic(("x - 1", "1 <= x"))), (), "0 <"),
        # at the border: it belongs to one case
        ("x < 1", cases("x < 1", arithmetic("x < 1"), arithmetic("1 < x")), (), "1 < x is not known here"),
        ("1 <= x", cases("1 < x", arithmetic("1 < x"), arithmetic("x < 1")), (), "x < 1 is not known here"),
        # relations that leave something out, or have no meaning
        ("x <= x", cases("x = 1", ADD, ADD), (), "is no inequality"),
        ("x <= x", cases("0 <= x < 1", ADD, ADD), (), "is no relation of two terms"),
        ("x <= x", cases("1/x <= 1", ADD, ADD), (), "not shown: 0 < x or x < 0"),
        ("x <= x", cases("1/x <= 1", ADD, ADD), ("0 < x",), ""),
        ("x <= x", cases("log(x) <= 1", ADD, ADD), (), "not shown: 0 < x"),
        ("x <= x", cases("y <= 1", ADD, ADD), (), "the variable y is not declared"),
        ("b <= b", cases("q(t) <= 1", ADD, ADD), (), "the variable t is not declared"),
        ("b <= b", cases("X <= 1", ADD, ADD), (), "X is a function of an outcome"),
        ("E(X) <= E(X)", cases("X <= 1", ADD, ADD), (), "X is a function of an outcome"),
        ("b <= b", cases("q(0) <= 1", ADD, ADD), (), "not shown: 1 <= 0"),
        # each case by itself is no more than any step
        ("b <= c", cases("b <= 1", arithmetic("below"), arithmetic("below")), (), ""),
        ("b <= c", cases("b <= 1", arithmetic("below"), arithmetic("nothing")), (), "'nothing' is no earlier step"),
        ("b <= c", cases("b <= 1", together("below"), together("below")), (), ""),
        ("1 <= exp(1)", cases("a <= 1", constant(), constant()), (), ""),
        ("exp(1) <= 1", cases("a <= 1", constant(), constant()), (), "is not shown by enclosures"),
        ("x <= x", cases("x <= 1", words("Clear."), ADD), (), "a case by words"),
        ("x <= x", cases("x <= 1", ADD, words("Clear.")), (), "a case by words"),
        ("b <= b", cases("b <= 1", exhaustion(), exhaustion()), (), "a case by exhaustion"),
        ("x <= x", cases("x <= 1", cases("x <= 0", ADD, words("Clear.")), ADD), (), "a case by words"),
        ("x <= 1", cases("x <= 1", arithmetic("x <= 1"), apply("claim")), (), "claim rests on itself"),
        ("x <= 1", cases("x <= 1", arithmetic("x <= 1"), "so it is"), (), "is no justification"),
        # cases in cases
        (
            "x <= x**2 + [0 < x]*[x < 1]*(x - x**2)",
            cases(
                "0 < x",
                cases(
                    "x < 1",
                    arithmetic(("x**2 - x", "[x < 1] = 1"), ("(x**2 - x)*[x < 1]", "[0 < x] = 1")),
                    arithmetic(("(x**2 - x)*[0 < x]", "[x < 1] = 0"), ("x", "1 <= x")),
                ),
                arithmetic(("(x**2 - x)*[x < 1]", "[0 < x] = 0"), "x <= 0"),
            ),
            (),
            "",
        ),
        (
            "x <= 0",
            cases("0 < x", cases("x <= 0", arithmetic("x <= 0"), arithmetic("x <= 0")), arithmetic("x <= 0")),
            (),
            "x <= 0 is not known here",
        ),
        # indicators
        ("[x <= 1] = 1", ADD, (), "do not add up"),
        ("[x <= 1] = 1", arithmetic("[x <= 1] = 1"), (), "is not known here"),
        ("[x <= 1] = 1", arithmetic("[x <= 1] = 1"), ("x <= 1",), ""),
        ("1 = [x <= 1]", arithmetic("1 = [x <= 1]"), ("x < 1",), ""),
        ("[x < 1] = 1", arithmetic("[x < 1] = 1"), ("x <= 1",), "is not known here"),
        ("[x <= 1] = 0", arithmetic("[x <= 1] = 0"), ("1 < x",), ""),
        ("[x <= 1] = 0", arithmetic("[x <= 1] = 0"), ("1 <= x",), "is not known here"),
        ("[x < 1] = 0", arithmetic("[x < 1] = 0"), ("1 <= x",), ""),
        ("[x < 1] = 0", arithmetic("[x < 1] = 0"), ("1 < x",), ""),
        ("[x <= 1] = 0", arithmetic("[x <= 1] = 0"), ("x <= 1",), "is not known here"),
        ("[x = 1] = 1", arithmetic("[x = 1] = 1"), ("x = 1",), ""),
        ("[x = 1] = 0", arithmetic("[x = 1] = 0"), ("x < 1",), "is not known here"),
        ("[x <= 1] = 2", arithmetic("[x <= 1] = 2"), ("x <= 1",), "is not known here"),
        ("[1/x <= 1] = 1", arithmetic("[1/x <= 1] = 1"), ("1/x <= 1",), "not shown: 0 < x"),
        ("[x < 1] = 1 - [1 <= x]", arithmetic("[x < 1] = 1 - [1 <= x]"), (), ""),
        ("[x < 1] = 1 - [1 <= x]", ADD, (), "do not add up"),
        ("[x < 1] = 1 - [1 < x]", arithmetic("[x < 1] = 1 - [1 < x]"), (), "is not known here"),
        ("[x <= 1] = 1 - [1 <= x]", arithmetic("[x <= 1] = 1 - [1 <= x]"), (), "is not known here"),
        ("[x < 1]*[x < 2] + [1 <= x] = 1", arithmetic("[x < 1]*[x < 2] + [1 <= x] = 1"), (), "is not known here"),
        ("y*[x < 1] = y - y*[1 <= x]", arithmetic("y*[x < 1] = y - y*[1 <= x]"), (), ""),
        ("Pr(X < 1) = 1 - Pr(1 <= X)", arithmetic(inside("E(_)", "[X < 1] = 1 - [1 <= X]")), (), ""),
        ("Pr(X <= 1) = 1 - Pr(1 <= X)", arithmetic(inside("E(_)", "[X <= 1] = 1 - [1 <= X]")), (), "is not known"),
        ("Pr(X <= 1) = 1", arithmetic("[X <= 1] = 1"), (), "X is a function of an outcome"),
        ("Pr(X <= 1) = 1", arithmetic(inside("E(_)", "[X <= 1] = 1")), (), "is not known here"),
        ("Pr(X <= X + a) = 1", arithmetic(inside("E(_)", "[X <= X + a] = 1")), (), ""),
    ],
)
def test_no_case_is_left_out(goal: str, by: By, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where), by)
    assert complaint in found
    assert bool(complaint) == bool(found)


def of_x(by: By, formula: str = "x <= x") -> Theorem:
    return Theorem(claim(formula, HERE, "of x"), (Step("end", formula, by),))


def test_a_case_that_no_instance_reaches_is_refused() -> None:
    here = model({}, variables={"x": "real"})
    split = cases("x**2 < 0", ADD, ADD)
    with pytest.raises(Rejected, match="a case of end': no instance meets its conditions"):
        check_theorem(Theorem(claim("x <= x", here), (Step("end", "x <= x", split),)), EVIDENCE)
    found = check_theorem(Theorem(claim("x <= x", here), (Step("end", "x <= x", cases("x < 0", ADD, ADD)),)), EVIDENCE)
    assert found.by == {"cases": 1}


def test_what_stands_in_a_case_is_seen() -> None:
    """What it cites, applies and shows the kernel counts as that of any step."""
    by = cases(
        "x <= 1",
        apply("lemma", "below", x="x"),
        cases("x <= 2", analysis("s <= 1", "[0, 1]", "each", s="a"), arithmetic(use("each", t="2"))),
    )
    (step,) = of_x(by).proof
    assert list(cites(step)) == ["below", "each", "each"]
    assert rests_on(of_x(by)) == ("lemma",)
    assert reason(step) == (
        "where x <= 1: by lemma, from [below]; elsewhere: where x <= 2: the kernel: s <= 1 for s in [0, 1], at s = a, "
        "with [each]; elsewhere: adding [each] at t = 2"
    )


def test_a_case_rests_on_what_it_applies() -> None:
    here = model({}, variables={"x": "real"}, of_any=True)
    name = "an unproved lemma of a test"
    unproved = theorem(name, here, "x <= x", Step("end", "x <= x", words("Clear.")))
    try:
        split = cases("x <= 1", ADD, apply(name, x="x"))
        whole = Theorem(claim("x <= x", here, "whole"), (Step("end", "x <= x", split),))
        assert check_theorem(whole, EVIDENCE).rests_on == (unproved.statement.id,)
    finally:
        del THEOREMS[name]

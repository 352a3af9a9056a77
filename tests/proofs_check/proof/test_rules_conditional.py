"""The rules on what is known and on conditional laws, on small exact laws, each beside what is false."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import find
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Given, Model, Statement, Step, Theorem, apply, use
from dpassay.proofs_check.proof.values import Point
from dpassay.proofs_check.shared_lemmas import adaptive

Law = Mapping[int, Fraction]
OUTCOMES = range(4)
FRACTIONS = st.fractions(-2, 2, max_denominator=4)
VALUES = st.tuples(*[FRACTIONS] * len(OUTCOMES))
WEIGHTS = st.tuples(*[st.integers(1, 5)] * len(OUTCOMES))
BLOCKS = st.tuples(*[st.integers(0, 2)] * len(OUTCOMES))


def law_of(weights: tuple[int, ...]) -> Law:
    """The law with such weights."""
    return {x: Fraction(w, sum(weights)) for x, w in enumerate(weights)}


def given_block(law: Law, blocks: tuple[int, ...], past: int) -> Law:
    """The law of the outcome given the block of the past."""
    block = {x: w for x, w in law.items() if blocks[x] == blocks[past]}
    return {x: w / sum(block.values()) for x, w in block.items()}


def answers(statement: Statement, formula: str, **setting: Any) -> set[bool | None]:
    """What a formula of a rule is at all outcomes."""
    model = replace(statement.model, outcomes={"outcome": lambda _: OUTCOMES})
    fixed = {name: setting[name] for name in model.parameters}
    read = Scope(statement).reader.formula(formula)
    return {Point(model, statement.names, setting, {**fixed, "@outcome": x}).holds(read) for x in OUTCOMES}


TOWER, CONSTANT, EQUALS = RULES["tower"], RULES["what is constant"], RULES["equals for equals"]


@given(WEIGHTS, BLOCKS, VALUES)
def test_the_mean_of_the_conditional_means_is_the_mean(
    weights: tuple[int, ...], blocks: tuple[int, ...], values: tuple[Fraction, ...]
) -> None:
    law = law_of(weights)
    setting = {"P": lambda: law, "K": lambda past: given_block(law, blocks, past), "X": lambda x: values[x]}
    assert answers(TOWER, TOWER.formula, **setting) == {True}


@pytest.mark.parametrize(
    "kernel",
    [
        lambda _: law_of((1, 0, 0, 0)),
        lambda past: {past: Fraction(1, 2), 0: Fraction(1, 2)} if past else {0: Fraction(1)},
    ],
)
def test_the_tower_needs_a_law_with_the_right_mean(kernel: Callable[[int], Law]) -> None:
    """The second one keeps to the past as a conditional law does, but favors the outcome 0."""
    setting = {"P": lambda: law_of((1, 1, 1, 1)), "K": kernel, "X": lambda x: Fraction(int(x == 0))}
    assert answers(TOWER, TOWER.formula, **setting) == {False}


@given(WEIGHTS, BLOCKS, VALUES, VALUES)
def test_what_is_constant_may_be_put_in_its_place(
    weights: tuple[int, ...], blocks: tuple[int, ...], known: tuple[Fraction, ...], values: tuple[Fraction, ...]
) -> None:
    """A is known where it is a function of the block, and then the rule holds at every past."""
    law = law_of(weights)
    for past in OUTCOMES:
        setting = {
            "P": lambda past=past: given_block(law, blocks, past),
            "A": lambda x: known[blocks[x]],
            "a": known[blocks[past]],
            "f": lambda y, x: y * values[x] + y**2,
        }
        (needed,) = CONSTANT.given.values()
        assert answers(CONSTANT, needed.formula, **setting) == {True}
        assert answers(CONSTANT, CONSTANT.formula, **setting) == {True}


@given(WEIGHTS)
def test_what_is_not_constant_may_not(weights: tuple[int, ...]) -> None:
    """Not even where a is the mean of A: the square of A has another mean than that of a."""
    law = law_of(weights)
    mean = sum((x * w for x, w in law.items()), Fraction(0))
    setting = {"P": lambda: law, "A": Fraction, "a": mean, "f": lambda y, _: y**2}
    assert answers(CONSTANT, CONSTANT.formula, **setting) == {False}
    assert answers(CONSTANT, "E(A) = a", **setting) == {True}
    assert answers(CONSTANT, "E((A - a)**2) = 0", **setting) == {False}


@given(FRACTIONS, FRACTIONS)
def test_a_function_has_one_value_at_equals(a: Fraction, b: Fraction) -> None:
    setting: dict[str, Any] = {"f": lambda x: 3 * x + 1, "B": b}
    assert answers(EQUALS, EQUALS.formula, A=b, **setting) == {True}
    assert answers(EQUALS, EQUALS.formula, A=a, **setting) == {a == b}


# What the checker refuses


KERNEL = Named(law=True, space="outcome", given="outcome", mean_of="P")


def model(**quantities: Named) -> Model:
    """Two laws, two conditional laws of which one says of what, and random quantities."""
    known = {
        "P": LAW,
        "Q": LAW,
        "K": KERNEL,
        "N": replace(KERNEL, mean_of=None),
        "X": RANDOM,
        "A": RANDOM,
        "c": Named(),
    }
    return anything("toy", {}, {**known, **quantities}, (), variables={"z": "real"})


KNOWN = Given("E((A - given(A))**2, K) = 0")
TAKEN = "E(A*X, K) = A*E(X, K)"
GOOD: dict[str, tuple[str, Any]] = {
    "tower": ("E(E(X, K)) = E(X)", apply("tower", P="P", K="K", X="X")),
    "tower of a product": ("E(E(A*X, K)) = E(A*X)", apply("tower", P="P", K="K", X="A*X")),
    "what is known": (TAKEN, apply("what is constant", "known", P="K", A="A", a="A", f="x: x*X")),
    "the lemma": (TAKEN, apply("taking out what is known", "known", K="K", A="A", X="X")),
    "in an exponent": (
        "E(exp(A + X), K) = exp(A)*E(exp(X), K)",
        apply("what is constant", "known", P="K", A="A", a="A", f="x: exp(x + X)"),
    ),
    "a square": (
        "E((A**2 - z)**2, K) = (A**2 - z)**2",
        apply("what is constant", "known", P="K", A="A", a="A", f="x: (x**2 - z)**2"),
    ),
}
BAD: dict[str, tuple[str, Any, str]] = {
    "the tower under another law": (
        "E(E(X, K), Q) = E(X, Q)",
        apply("tower", P="Q", K="K", X="X"),
        "no conditional law",
    ),
    "the tower of a law that says not of what": (
        "E(E(X, N)) = E(X)",
        apply("tower", P="P", K="N", X="X"),
        "no conditional",
    ),
    "the tower of a law without a past": ("E(E(X, Q)) = E(X)", apply("tower", P="P", K="Q", X="X"), "no outcome"),
    "the tower of the law itself": (
        "E(E(X, K), K) = E(X, K)",
        apply("tower", P="K", K="K", X="X"),
        "no conditional law",
    ),
    "the tower at a past": ("E(X, K) = E(X)", apply("tower", P="P", K="K", X="X"), "gives"),
    "the tower with what was given": ("E(E(A*X, K)) = E(X)", apply("tower", P="P", K="K", X="given(A)*X"), "A is"),
    "what is not known": (
        "E(X*X, K) = X*E(X, K)",
        apply("what is constant", "known", P="K", A="X", a="X", f="x: x*X"),
        "needs",
    ),
    "what is known under another law": (
        "E(A*X, N) = A*E(X, N)",
        apply("what is constant", "known", P="N", A="A", a="A", f="x: x*X"),
        "needs",
    ),
    "what is known given the past, without it": (
        "E(A*X) = A*E(X)",
        apply("what is constant", "known", P="P", A="A", a="A", f="x: x*X"),
        "needs",
    ),
    "another value than the known one": (
        "E(A*X, K) = c*E(X, K)",
        apply("what is constant", "known", P="K", A="A", a="c", f="x: x*X"),
        "needs",
    ),
    "both factors": ("E(A*X, K) = A*X", apply("what is constant", "known", P="K", A="A", a="A", f="x: x*X"), "gives"),
    "no hypothesis": (TAKEN, apply("what is constant", P="K", A="A", a="A", f="x: x*X"), "needs"),
    "the lemma on what is not known": (
        "E(X*A, K) = X*E(A, K)",
        apply("taking out what is known", "known", K="K", A="X", X="A"),
        "needs",
    ),
    "a function that is not defined everywhere": (
        "E(X/A, K) = E(X, K)/A",
        apply("what is constant", "known", P="K", A="A", a="A", f="x: X/x"),
        "not shown",
    ),
    "equals of what is not equal": (
        "exp(A) = exp(X)",
        apply("equals for equals", A="A", B="X", f="x: exp(x)"),
        "needs",
    ),
    "equals in a quotient": ("1/c = 1/c", apply("equals for equals", A="c", B="c", f="x: 1/x"), "not shown"),
}


def tried(formula: str, by: Any) -> None:
    """Check a proof of one step."""
    statement = Statement("tried", model(), formula, given={"known": KNOWN})
    check(Theorem(statement, (Step("all", formula, by),)), find, lambda _: None)


@pytest.mark.parametrize("name", GOOD)
def test_what_follows_is_accepted(name: str) -> None:
    tried(*GOOD[name])


@pytest.mark.parametrize("name", BAD)
def test_what_does_not_follow_is_refused(name: str) -> None:
    formula, by, message = BAD[name]
    with pytest.raises(Rejected, match=message):
        tried(formula, by)


# Sums revealed term by term


def tampered(theorem: Theorem, name: str, **changes: Any) -> Theorem:
    """A lemma with one step changed."""
    assert name in [step.name for step in theorem.proof]
    return replace(
        theorem, proof=tuple(replace(step, **changes) if step.name == name else step for step in theorem.proof)
    )


def assumed(theorem: Theorem, **hypotheses: Given) -> Theorem:
    """A lemma with other hypotheses."""
    return replace(theorem, statement=replace(theorem.statement, given={**theorem.statement.given, **hypotheses}))


SUM = adaptive.ADAPTIVE_SUM
TAMPERED = {
    "known one round earlier": assumed(
        SUM, revealed=Given("E((X(i) - given(X(i)))**2, after(t)) = 0", ("i <= t - 1",))
    ),
    "known after the last round alone": assumed(SUM, revealed=Given("E((X(i) - given(X(i)))**2, after(T - 1)) = 0")),
    "moments without the past": assumed(SUM, moments=Given("E(exp(s*X(t + 1))) <= exp(c(t + 1))")),
    "moments of the round before": assumed(SUM, moments=Given("E(exp(s*X(t)), after(t)) <= exp(c(t))", ("1 <= t",))),
    "the sum that is to be revealed": tampered(
        SUM,
        "known",
        by=apply("a sum of what is known", use("revealed", t="n"), K="after(n)", X="i: X(i)", T="n + 1"),
    ),
    "the law of another round": tampered(
        SUM, "tower", by=apply("tower", P="P", K="after(n + 1)", X="exp(s*(S + X(n + 1)))")
    ),
    "means of the round before": assumed(
        adaptive.ADAPTIVE_MEAN, means=Given("E(X(t + 1), after(t)) <= c(t)", ("1 <= t",))
    ),
    "a term that is not known": assumed(
        adaptive.KNOWN_SUM, known=Given("E((X(i) - given(X(i)))**2, K) = 0", ("i <= T - 1",))
    ),
}


@pytest.mark.parametrize(
    "lemma",
    [adaptive.KNOWN_FACTOR, adaptive.KNOWN_SUM, adaptive.ADAPTIVE_MEAN, adaptive.ADAPTIVE_SUM],
    ids=lambda lemma: lemma.statement.id,
)
def test_the_lemmas_are_accepted(lemma: Theorem) -> None:
    check(lemma, find, lambda _: None)


@pytest.mark.parametrize("name", TAMPERED)
def test_a_lemma_with_less_is_refused(name: str) -> None:
    with pytest.raises(Rejected):
        check(TAMPERED[name], find, lambda _: None)


def test_messages_tell_what_is_given() -> None:
    with pytest.raises(Rejected, match=re.escape("needs E(((X - given(X)))**2, K) = 0")):
        tried("E(X*A, K) = X*E(A, K)", apply("what is constant", P="K", A="X", a="X", f="x: x*A"))

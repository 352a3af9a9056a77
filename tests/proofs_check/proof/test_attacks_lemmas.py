"""Attacks on what a rule or a claim is applied to: its parameters, functions, laws, hypotheses, conditions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.proof.check import Checker
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Apply, By, Given, Statement, Step, apply, arithmetic, use
from tests.proofs_check.proof.toys import EVIDENCE, LAW, RANDOM, at_once, claim, model, verdict

TO_T = {"i": "integer, 1 <= i, i <= T"}
HERE = model(
    {"T": "integer, 1 <= T", "a": "real, 0 < a"},
    variables={
        "t": "integer, 1 <= t, t <= T",
        "j": "integer, 1 <= j, j <= T - 1",
        "n": "integer, 0 <= n",
        "x": "real",
        "z": "real",
    },
    quantities={
        "P": LAW,
        "R": LAW,
        "K": Named(law=True, space="o", given="o"),
        "y": Named(law=True, space="e", index=TO_T),
        "X": RANDOM,
        "Y": RANDOM,
        "L": Named(index=TO_T, space="o"),
        "Z": Named(space="e"),
        "c": Named(),
        "N": Named(range="integer"),
        "q": Named(index=TO_T),
        "w": Named(index=TO_T, range="positive"),
    },
    facts={
        "grow": "q(t) <= w(t)",
        "next": "q(j + 1) <= w(j + 1)",
        "X": "X <= 1",
        "X for x": "x <= X - X + x",
        "first": "q(1) <= w(1)",
        "mean": "E(X) <= 0",
        "independent": "independent(L(t), t, 1, T)",
        "other law": "independent(L(t), t, 1, T, R)",
        "moments": "E(exp(a*L(t))) <= exp(q(t))",
        "under R": "E(exp(a*L(t)), R) <= exp(q(t))",
        "for x": "x**2 - c <= 0",
        "positive": "0 <= X",
        "one place": "E((X - given(X))**2, K) = 0",
    },
)
GROW = {"f": "i: q(i)", "g": "i: w(i)", "low": "1", "high": "T"}
SUMS = "sum(q(i), i, 1, T) <= sum(w(i), i, 1, T)"
ALL = {"P": "P", "X": "i: L(i)", "c": "i: q(i)", "low": "1", "high": "T", "s": "a"}
MOMENTS = "E(exp(a*sum(L(i), i, 1, T))) <= exp(sum(q(i), i, 1, T))"


@pytest.mark.parametrize(
    ("goal", "by", "where", "complaint"),
    [
        # what stands for what
        (SUMS, apply("sum grows", "grow", **GROW), (), ""),
        (SUMS, apply("sum grows", **GROW), (), "which no step used says"),
        (SUMS, apply("sum grows", "nothing", **GROW), (), "'nothing' is no earlier step"),
        (SUMS, apply("sum grows", "first", **GROW), (), "which no step used says"),
        (SUMS, apply("sum grows", "next", **GROW), (), "which no step used says"),
        (SUMS, apply("sum grows", use("grow", t="1"), **GROW), (), "which no step used says"),
        ("T <= 0", apply("sum grows", "grow", **GROW), (), "sum grows gives"),
        (SUMS.replace("<=", "<"), apply("sum grows", "grow", **GROW), (), "sum grows gives"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "q(1)"}), (), "expected 1 parameters"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "i, i: q(i)"}), (), "expected different names"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "1: q(1)"}), (), "expected different names"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "i, k: q(i)"}), (), "expected 1 parameters"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "i: q(t)"}), (), "the variable t is not declared"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "f": "i: q(i + 1)"}), (), "<= T"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "h": "i: i"}), (), "has no h"),
        (SUMS, apply("sum grows", "grow", f="i: q(i)", g="i: w(i)", low="1"), (), "no value for high"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "high": "c"}), (), "c is an integer"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "low": "c"}), (), "not shown: c <= (T + 1)"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "high": "N"}), (), "1 <= (N + 1)"),
        (SUMS, apply("sum grows", "grow", **{**GROW, "low": "0"}), (), "not shown: 1 <= i"),
        ("x <= x", apply("exp reflects", A="1/x", B="x"), (), "not shown: 0 < x or x < 0"),
        ("log(x) <= log(x)", apply("log grows", A="x", B="x"), (), "not shown: 0 < x"),
        ("sqrt(0) <= sqrt(x)", apply("sqrt grows", A="0", B="x"), ("0 <= x",), ""),
        ("log(x*x) = log(x) + log(x)", apply("log of a product", A="x", B="x"), ("x < 0",), "not shown: 0 < x"),
        (
            "exp(2*x - z) <= 2*exp(x) - exp(z)",
            apply("chord of exp", w="-1", x="z", y="x"),
            (),
            "not shown: 0 <= (-1)*1",
        ),
        # sums and inductions outside of their range
        ("0 = q(T)", apply("last term", f="i: q(i)", low="1", high="0"), (), "not shown: 1 <= 0"),
        ("q(T) = 0", apply("last term", f="i: q(i)", low="1", high="T"), (), "last term gives"),
        ("q(T) = 0", apply("last term", f="i: q(i)", low="1", high="T + 1"), (), "<= T"),
        ("q(T) <= w(T)", apply("induction", "first", "next", **GROW), (), ""),
        ("q(T) <= w(T)", apply("induction", "first", **GROW), (), "which no step used says"),
        ("q(T) <= w(T)", apply("induction", "next", **GROW), (), "which no step used says"),
        (
            "q(T) <= w(T)",
            apply("induction", "first", "next", **{**GROW, "low": "T + 1"}),
            (),
            "not shown: (T + 1) <= T",
        ),
        ("x <= 0", apply("cases", A="x", B="0", c="x"), (), "which no step used says"),
        ("x <= x", apply("cases", A="x", B="x", c="1/x"), (), "not shown: 0 < x or x < 0"),
        # outcomes
        ("E(X) <= 1", apply("expectation grows", "X", P="P", X="X", Y="1"), (), ""),
        ("E(X) <= E(1)", apply("expectation grows", P="P", X="X", Y="1"), ("X <= 1",), "which no step used says"),
        ("E(X) <= 0", apply("expectation grows", P="P", X="X", Y="0"), ("X <= 0",), "which no step used says"),
        ("E(X) <= 0", apply("expectation grows", "mean", P="P", X="X", Y="0"), (), "which no step used says"),
        (
            "E(Y) <= X",
            apply("expectation grows", P="P", X="Y", Y="X"),
            ("Y <= X",),
            "expectation grows gives E(Y, P) <= E(X, P)",
        ),
        (
            "E(X) <= 1",
            apply("expectation grows", "X", P="y(1)", X="X", Y="1"),
            (),
            "X is a function of an outcome of o",
        ),
        ("E(X, K) <= 1", apply("expectation grows", "X", P="K", X="X", Y="1"), (), ""),
        ("E(X) <= 1", apply("expectation grows", "X", P="P", X="X", Y="given(X)"), (), "X is a function of an outcome"),
        ("E(1/X) <= 1", apply("expectation grows", P="P", X="1/X", Y="1"), (), "not shown: 0 < X or X < 0"),
        ("E(E(X, K)) = E(X)", apply("tower", P="P", K="K", X="X"), (), "K is no conditional law of P"),
        ("E(E(X, K)) = E(X)", apply("tower", P="y(1)", K="K", X="X"), (), "K is a law of other outcomes than e"),
        # independence
        (MOMENTS, apply("independent sum", "independent", "moments", **ALL), (), ""),
        (MOMENTS, apply("independent sum", "moments", **ALL), (), "which no step used says"),
        (MOMENTS, apply("independent sum", "other law", "moments", **ALL), (), "which no step used says"),
        (MOMENTS, apply("independent sum", "independent", "under R", **ALL), (), "which no step used says"),
        (MOMENTS, apply("independent sum", "independent", "moments", **{**ALL, "s": "1"}), (), "gives"),
        (
            "E(exp(a*T*L(1))) <= exp(T*q(1))",
            apply("independent sum", "independent", use("moments", t="1"), **{**ALL, "X": "i: L(1)", "c": "i: q(1)"}),
            (),
            "which no step used says",
        ),
    ],
)
def test_no_rule_gives_what_is_false(goal: str, by: By, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where), by)
    assert complaint in found
    assert bool(complaint) == bool(found)


def lemma(formula: str, numbers: dict[str, str], *given: Given, **more: Statement | object) -> Statement:
    """A lemma on anything; whether it is proved does not matter here."""
    anything = model(numbers, of_any=True, quantities=more.pop("quantities", {}), variables=more.pop("variables", {}))
    return claim(formula, anything, "lemma", given={f"g{k}": g for k, g in enumerate(given)}, **more)


AB = {"A": "real", "B": "real"}
SQUARES = lemma("A**2 <= B**2", AB, Given("A <= B"), where=("0 <= A",))
FOR_ALL = lemma("A <= 0", {"A": "real"}, Given("s**2 <= A"), variables={"s": "real"})
ON_POSITIVE = lemma("A <= 0", {"A": "real"}, Given("s - A <= 0"), variables={"s": "real, 0 <= s"})
WHERE = lemma("A <= 0", {"A": "real"}, Given("s - A <= 0", where=("0 <= s",)), variables={"s": "real"})
TWO = lemma("A <= 0", {"A": "real"}, Given("s - u <= A"), variables={"s": "real", "u": "real"})
KINDS = {"i": "integer", "p": "positive", "m": "at least 0", "w": "positive integer", "n": "integer at least 0"}
RANGES = {name: Named(range=kind) for name, kind in KINDS.items()}
UNDEFINED = lemma("A <= A", {"A": "real"}, Given("log(s) <= log(s)"), variables={"s": "real"})
OF_RANGES = lemma("p + m <= i*w + n", {}, quantities=RANGES)


def of_ranges(**values: str) -> Apply:
    """That lemma, with these values in the place of legal ones."""
    return apply("lemma", **{"p": "1", "m": "0", "i": "2", "w": "1", "n": "0", **values})


BASED = {"base": "real, 0 < base"}
OWN = lemma("v <= A", {"A": "real"}, variables={"v": "real, v <= A"})
LAWS = {"Q": LAW, "U": RANDOM, "V": Named(law=True, space="p"), "W": Named(space="p")}
TWO_LAWS = lemma("E(U, Q)*E(W, V) = E(E(U, Q)*W, V)", {}, quantities=LAWS)
SAME_LAWS = lemma("E(U, Q) <= E(U, V)", {}, quantities={"Q": LAW, "V": LAW, "U": RANDOM})
ELSEWHERE = claim("c <= 0", model(HERE.parameters, quantities={"c": Named()}), "lemma")
SHARED = claim("s*v <= c", HERE, "lemma", variables={"s": "real, 0 <= s", "v": "real, v <= s"})
SHARED_GIVEN = claim("q(t) <= c", HERE, "lemma", given={"g": Given("w(t) <= c")})


@pytest.mark.parametrize(
    ("other", "goal", "by", "where", "complaint"),
    [
        (SQUARES, "x**2 <= z**2", apply("lemma", A="x", B="z"), ("0 <= x", "x <= z"), ""),
        (SQUARES, "x**2 <= z**2", apply("lemma", A="x", B="z"), ("x <= z",), "lemma needs 0 <= x"),
        (SQUARES, "x**2 <= z**2", apply("lemma", A="x", B="z"), ("0 <= x",), "which no step used says"),
        (SQUARES, "x**2 <= z**2", apply("lemma", A="z", B="x"), ("0 <= z", "z <= x"), "lemma gives"),
        (FOR_ALL, "c <= 0", apply("lemma", "for x", A="c"), (), ""),
        (FOR_ALL, "c <= 0", apply("lemma", use("for x", x="0"), A="c"), (), "which no step used says"),
        (FOR_ALL, "c + x - x <= 0", apply("lemma", A="c"), ("x**2 <= c",), "which no step used says"),
        (ON_POSITIVE, "c <= 0", apply("lemma", "said", A="c"), (), "the condition 1 <= s"),
        (WHERE, "c <= 0", apply("lemma", "said", A="c"), (), "the condition 1 <= s"),
        (TWO, "c <= 0", apply("lemma", "two", A="c"), (), "which no step used says"),  # of x and x, not of any two
        (UNDEFINED, "c <= c", apply("lemma", A="c"), (), "not shown: 0 < s"),
        (OF_RANGES, "1 + 0 <= 2 + 0", of_ranges(), (), ""),
        (OF_RANGES, "0 + 0 <= 2 + 0", of_ranges(p="0"), (), "0 < 0 is not shown"),
        (OF_RANGES, "1 + c <= 2 + 0", of_ranges(m="c"), (), "0 <= c is not shown"),
        (OF_RANGES, "1 + 0 <= c + 0", of_ranges(i="c"), (), "c is not shown to be an integer"),
        (OF_RANGES, "1 + 0 <= 2*0 + 0", of_ranges(w="0"), (), "0 < 0 is not shown"),
        (OF_RANGES, "1 + 0 <= 2/2 + 0", of_ranges(w="1/2"), (), "not shown to be an integer"),
        (OF_RANGES, "1 + 0 <= 2 - 1", of_ranges(n="-1"), (), "0 <= (-1)*1 is not shown"),
        (OF_RANGES, "1 + 0 <= 2 + 1/2", of_ranges(n="1/2"), (), "is not shown to be an integer"),
        (OWN, "x <= c", apply("lemma", A="c", v="x"), (), "not shown: x <= c"),
        (OWN, "x <= c", apply("lemma", A="c", v="x"), ("x <= c",), ""),
        (OWN, "x <= c", apply("lemma", A="c"), ("x <= c",), "no value for v"),
        (TWO_LAWS, "E(X)*E(Z, y(1)) = E(X)*E(Z, y(1))", apply("lemma", Q="P", U="X", V="y(1)", W="Z"), (), ""),
        (TWO_LAWS, "E(X)*E(Z, y(0)) = E(X)*E(Z, y(0))", apply("lemma", Q="P", U="X", V="y(0)", W="Z"), (), "1 <= 0"),
        (SAME_LAWS, "E(1) <= E(1, y(1))", apply("lemma", Q="P", V="y(1)", U="1"), (), "of other outcomes than o"),
        (SAME_LAWS, "E(X) <= E(X, c)", apply("lemma", Q="P", V="c", U="X"), (), "c is no law"),
        (ELSEWHERE, "c <= 0", apply("lemma"), (), "is a claim on another model"),
        (SHARED, "x*z <= c", apply("lemma", s="x", v="z"), ("0 <= x", "z <= x"), ""),
        (SHARED, "x*z <= c", apply("lemma", s="x", v="z"), ("z <= x",), "not shown: 0 <= x"),
        (SHARED, "x*z <= c", apply("lemma", s="x", v="z"), ("0 <= x",), "not shown: z <= x"),
        (SHARED, "x*z <= c", apply("lemma", s="x"), ("0 <= x", "z <= x"), "no value for v"),
        (SHARED, "x*z <= c", apply("lemma", s="x", v="z", T="1"), ("0 <= x", "z <= x"), "has no T"),
        (SHARED_GIVEN, "q(t) <= c", apply("lemma"), ("w(t) <= c",), "which no step used says"),
        (SHARED_GIVEN, "q(t) <= c", apply("lemma", "w"), (), ""),
        (SHARED_GIVEN, "q(1) <= c", apply("lemma", "w", t="1"), (), ""),
        (SHARED_GIVEN, "q(n) <= c", apply("lemma", "w", t="n"), ("n <= T",), "not shown: 1 <= n"),
    ],
)
def test_no_lemma_is_used_outside_of_its_domain(
    other: Statement, goal: str, by: Apply, where: tuple[str, ...], complaint: str
) -> None:
    facts = {**HERE.facts, "two": "x - x <= c", "w": "w(t) <= c"}
    here = replace(HERE, facts=facts)
    moved = other if other.model is not HERE else replace(other, model=here)
    said_first = Step("said", "x - c <= 0", arithmetic("x - c <= 0"), ("1 <= x", "x - c <= 0"))
    steps = (said_first, Step("end", goal, by, where)) if "said" in {u.step for u in by.uses} else ()
    found = verdict(claim(goal, here, where=where), *(steps or (Step("end", goal, by, where),)), others=(moved,))
    assert complaint in found
    assert bool(complaint) == bool(found)


OF_POSITIVE = lemma(
    "0 < r(k)",
    {"n": "integer", "k": "integer, 1 <= k, k <= n"},
    quantities={"r": Named(index={"i": "integer, 1 <= i, i <= n"}, range="positive")},
)
POSITIVE = {"all": "0 < q(t)", "one": "0 < q(1)", "weak": "0 <= q(t)", "later": "0 < q(j + 1)", "of w": "0 < w(t)"}
ANY_Q = {"r": "i: q(i)", "n": "T", "k": "1"}


@pytest.mark.parametrize(
    ("by", "complaint"),
    [
        (apply("lemma", "all", **ANY_Q), ""),
        (apply("lemma", "one", "all", **ANY_Q), ""),
        (apply("lemma", "mostly", "all", **ANY_Q), ""),
        (apply("lemma", **ANY_Q), "is not shown"),
        (apply("lemma", "one", **ANY_Q), "is not shown"),
        (apply("lemma", "weak", **ANY_Q), "is not shown"),
        (apply("lemma", "later", **ANY_Q), "is not shown"),
        (apply("lemma", "of w", **ANY_Q), "is not shown"),
        (apply("lemma", "mostly", **ANY_Q), "is not shown"),
        (apply("lemma", use("all", t="1"), **ANY_Q), "is not shown"),
        (apply("lemma", "all", **{**ANY_Q, "r": "i: q(i) - 1"}), "is not shown"),
        (apply("lemma", "all", **{**ANY_Q, "n": "T + 1"}), "not shown"),
    ],
)
def test_a_range_is_shown_by_a_step_for_all_indices(by: Apply, complaint: str) -> None:
    here = replace(HERE, facts=POSITIVE)
    mostly = Step("mostly", "0 < q(t)", arithmetic("all"), ("t <= 1",))
    found = verdict(claim("0 < q(1)", here), mostly, Step("end", "0 < q(1)", by), others=(OF_POSITIVE,))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(
    ("used", "bound", "complaint"),
    [
        (("below", "above"), 0, ""),
        (("above", "below"), 0, ""),
        (("below",), 0, "the condition x <= 0 is not shown"),
        (("below", "above"), 1, "the condition 1 <= x is not shown"),  # nothing is said of what lies between
    ],
)
def test_no_case_is_missing(used: tuple[str, ...], bound: int, complaint: str) -> None:
    below = Step("below", "0 <= x**2 - x*w(1)", arithmetic(("-x", "0 <= w(1)")), ("x <= 0",))
    above = Step("above", "0 <= x**2 - x*w(1)", arithmetic(("x", "w(1) <= x")), (f"{bound} <= x", "w(1) <= x"))
    end = Step("end", below.formula, apply("cases", *used, A="0", B="x**2 - x*w(1)", c="x"), ("w(1) <= x",))
    found = verdict(claim(end.formula, HERE, where=end.where), below, above, end)
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize("name", RULES)
def test_rules_are_well_formed(name: str) -> None:
    """What a rule says has a meaning wherever its parameters and functions do."""
    rule = RULES[name]
    checker = Checker(rule, RULES.__getitem__, EVIDENCE)
    checker.scope.with_conditions(checker.scope.sequent(rule.formula, rule.where))
    assert rule.source

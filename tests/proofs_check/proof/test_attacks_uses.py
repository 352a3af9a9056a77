"""Attacks on relations inside of terms: places of another sign, where nothing is defined, and what is bound there."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, together, use
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model, said, verdict

TO_T = {"i": "integer, 1 <= i, i <= T"}
HERE = model(
    {"T": "integer, 1 <= T", "a": "real, 0 < a"},
    variables={
        "t": "integer, 1 <= t, t <= T",
        "k": "integer, t <= k",
        "n": "integer, 0 <= n",
        "x": "real",
        "y": "real",
        "u": "real, 0 <= u, u <= 1",
    },
    quantities={
        "P": LAW,
        "K": Named(law=True, space="o", given="o"),
        "y2": Named(law=True, space="e", index=TO_T),
        "X": RANDOM,
        "Y": RANDOM,
        "V": Named(space="o", range="positive"),
        "L": Named(index=TO_T, space="o"),
        "r": Named(index=TO_T, space="e"),
        "b": Named(),
        "c": Named(),
        "q": Named(index=TO_T),
        "p": Named(index=TO_T),
        "w": Named(index=TO_T, range="positive"),
        "f": Named(index={"s": "real"}),
        "g": Named(index={"s": "real, 0 <= s"}),
    },
    facts={
        "less": "b <= c",
        "strict": "b < c",
        "same": "b = c",
        "each": "q(t) <= p(t)",
        "each strictly": "q(t) < p(t)",
        "first": "q(1) <= p(1)",
        "random": "X <= Y",
        "gains": "L(t) <= q(t)",
        "above": "a <= V",
        "weights": "w(t) <= p(t)",
        "late": "k <= t + 1",
        "several": "b <= c <= 1",
        "tilted": "x*b <= x*c",
    },
)


@pytest.mark.parametrize(
    ("goal", "put", "where", "complaint"),
    [
        # functions that grow, and where they are defined
        ("exp(b) <= exp(c)", inside("exp(_)", "less"), (), ""),
        ("exp(c) <= exp(b)", inside("exp(_)", "less"), (), "do not add up"),
        ("0 <= 0*c", ("0", inside("log(_)", "less")), ("0 < b",), ""),
        ("log(b) <= log(c)", inside("log(_)", "less"), ("0 < b", "0 < c"), ""),
        ("0 <= 0*c", inside("log(_)", "less"), (), "not shown: 0 < b"),
        ("0 <= 0*c", inside("log(_)", "less"), ("0 < c",), "not shown: 0 < b"),
        ("0 <= 0*c", inside("log(_)", "less"), ("0 <= b",), "not shown: 0 < b"),
        ("sqrt(b) <= sqrt(c)", inside("sqrt(_)", "less"), ("0 <= b", "0 <= c"), ""),
        ("0 <= 0*c", inside("sqrt(_)", "less"), ("0 <= c",), "not shown: 0 <= b"),
        ("0 <= 0*c", inside("log(1 - _)", "less"), ("b < 1",), "not shown: 0 < "),
        ("log(1 - c) <= log(1 - b)", inside("log(1 - _)", "less"), ("c < 1", "b < 1"), ""),
        ("log(b) = log(c)", inside("log(_)", "same"), ("0 < b", "0 < c"), ""),
        ("0 = 0*c", inside("log(_)", "same"), (), "not shown: 0 < b"),
        ("0 = 0*c", inside("1/_", "same"), (), "not shown: 0 < b"),
        ("0 = 0*x", inside("_/x", "same"), (), "not shown: 0 < x or x < 0"),
        ("0 <= 0*x", inside("_ + log(x)", "less"), (), "not shown: 0 < x"),
        # factors of a known sign
        ("a*b <= a*c", inside("a*_", "less"), (), ""),
        ("a*b < a*c", inside("a*_", "strict"), (), ""),
        ("u*b <= u*c", inside("u*_", "strict"), (), ""),
        ("u*b < u*c", inside("u*_", "strict"), (), "do not add up"),
        ("-a*c <= -a*b", inside("-a*_", "less"), (), ""),
        ("-a*b <= -a*c", inside("-a*_", "less"), (), "do not add up"),
        ("-a*c < -a*b", inside("-a*_", "strict"), (), ""),
        ("(u - 1)*c <= (u - 1)*b", inside("(u - 1)*_", "strict"), (), ""),
        ("(u - 1)*c < (u - 1)*b", inside("(u - 1)*_", "strict"), (), "do not add up"),
        ("x*b <= x*c", inside("x*_", "less"), (), "not shown: x <= 0"),
        ("b*x <= c*x", inside("_*x", "less"), (), "not shown: x <= 0"),
        ("x*b = x*c", inside("x*_", "same"), (), ""),
        ("b - x <= c - x", inside("_ - x", "less"), (), ""),
        ("x - b <= x - c", inside("x - _", "less"), (), "do not add up"),
        ("exp(-c) <= exp(-b)", inside("exp(-_)", "less"), (), ""),
        ("exp(-b) <= exp(-c)", inside("exp(-_)", "less"), (), "do not add up"),
        ("b/a <= c/a", inside("_/a", "less"), (), ""),
        # twice in one term
        ("b*c <= c*c", inside("_*_", "less"), (), "expected _ once"),
        ("b - b <= c - c", inside("_ - _", "less"), (), "expected _ once"),
        ("[b <= b] <= [c <= c]", inside("[_ <= _]", "less"), (), "expected _ once"),
        ("b*b + b = c*c + c", inside("_*_ + _", "same"), (), ""),
        ("b*b*x = c*b*x", inside("_*_*x", "same"), (), "do not add up"),
        # powers
        ("b**3 <= c**3", inside("_**3", "less"), (), ""),
        ("b**2 <= c**2", inside("_**2", "less"), ("0 <= b",), ""),
        ("b**2 <= c**2", inside("_**2", "less"), (), "not shown: 0 <= b"),
        ("b**2 <= c**2", inside("_**2", "less"), ("0 <= c",), "not shown: 0 <= b"),
        ("b**2 = c**2", inside("_**2", "same"), (), ""),
        ("c**-2 <= b**-2", inside("_**-2", "less"), ("0 < b", "0 < c"), ""),
        ("1/c < 1/b", inside("1/_", "strict"), ("0 < b", "0 < c"), ""),
        ("1/b <= 1/c", inside("1/_", "less"), ("0 < b", "0 < c"), "do not add up"),
        ("1/c <= 1/b", inside("1/_", "less"), ("0 < c", "b < 0"), "not shown: 0 < b"),
        ("b**0 < c**0", inside("_**0", "strict"), (), "of exponent 0"),
        # indicators, and quantities
        ("[c <= x] <= [b <= x]", inside("[_ <= x]", "less"), (), ""),
        ("[b <= x] <= [c <= x]", inside("[_ <= x]", "less"), (), "do not add up"),
        ("[x < b] <= [x < c]", inside("[x < _]", "less"), (), ""),
        ("[x < b] < [x < c]", inside("[x < _]", "strict"), (), "do not add up"),
        ("[x = b] <= [x = c]", inside("[x = _]", "less"), (), "an equality grows with neither"),
        ("[x = b] = [x = c]", inside("[x = _]", "same"), (), ""),
        ("f(b) <= f(c)", inside("f(_)", "less"), (), "f is not known to grow"),
        ("f(b) = f(c)", inside("f(_)", "same"), (), ""),
        ("f(b) = f(x)", inside("f(_)", "same"), (), "do not add up"),
        ("0 = 0*b", inside("g(_)", "same"), (), "not shown: 0 <= b"),
        ("g(b) = g(c)", inside("g(_)", "same"), ("0 <= b", "0 <= c"), ""),
        # sums
        ("sum(q(t), t, 1, T) <= sum(p(t), t, 1, T)", inside("sum(_, t, 1, T)", "each"), (), ""),
        ("sum(q(t), t, 1, T) < sum(p(t), t, 1, T)", inside("sum(_, t, 1, T)", "each strictly"), (), "do not add up"),
        ("sum(q(i), i, 1, T) <= sum(p(i), i, 1, T)", inside("sum(_, i, 1, T)", "each", t="i"), (), ""),
        ("0 <= 0*T", inside("sum(_, i, 1, T)", "each"), (), "t is left open"),
        ("0 <= 0*T", inside("sum(_, t, 0, T)", "each"), (), "not shown: 1 <= index"),
        ("0 <= 0*T", inside("sum(_, t, 1, T + 1)", "each"), (), "not shown: index"),
        ("0 <= 0*T", inside("sum(_, i, 1, T)", "each", t="i + 1"), (), "<= T"),
        ("0 <= 0*T", inside("sum(_, t, 1, n - 1)", "each"), ("n <= T",), "1 <= ((n - 1) + 1)"),
        ("0 <= 0*x", inside("sum(_, t, 1, x)", "each"), (), "x is an integer"),
        ("0 <= 0*T", inside("sum(q(t), t, 1, _)", "same"), (), "an end of a sum"),
        ("sum(b, t, 1, T) <= sum(c, t, 1, T)", inside("sum(_, t, 1, T)", "less"), (), ""),
        ("T*q(t) <= T*p(t)", inside("sum(_, i, 1, T)", "each"), (), ""),  # at the t of the step
        ("T*q(t) <= sum(p(t), t, 1, T)", inside("sum(_, t, 1, T)", "each"), (), "do not add up"),
        ("sum(t*q(t), t, 1, T) <= sum(t*p(t), t, 1, T)", inside("sum(t*_, t, 1, T)", "each"), (), ""),
        ("sum(-t*p(t), t, 1, T) <= sum(-t*q(t), t, 1, T)", inside("sum(-t*_, t, 1, T)", "each"), (), ""),
        ("0 <= 0*T", inside("sum((t - 2)*_, t, 1, T)", "each"), (), "not shown"),
        ("0 <= 0*T", inside("sum(log(_), t, 1, T)", "each"), (), "not shown: 0 < q(index"),
        (
            "sum(log(w(t)), t, 1, T) <= sum(log(p(t)), t, 1, T)",
            inside("sum(log(_), t, 1, T)", "weights"),
            (),
            "not shown: 0 < p(index",
        ),  # of the goal: that p is positive has to be seen
        (
            "sum(w(t)*q(t), t, 1, T) <= sum(w(t)*p(t), t, 1, T)",
            inside("sum(w(t)*_, t, 1, T)", "each"),
            (),
            "",
        ),
        # a variable in the domain of another one
        ("0 <= 0*T", inside("sum(_, t, 1, T)", "late"), (), "k is left open"),
        ("0 <= 0*k", inside("sum(_, t, 1, T)", "late"), (), "not shown: index"),
        ("sum(k, k, 1, T) <= 2*T", inside("sum(_, k, 1, T)", "late", t="1"), (), ""),
        ("0 <= 0*T", inside("sum(_, k, 1, T)", "late", t="2"), (), "not shown: 2 <= index"),
        ("0 <= 0*T", inside("sum(_, k, 1, T)", "late", t="T"), (), "not shown: T <= index"),
        # expectations
        ("E(X) <= E(Y)", inside("E(_)", "random"), (), ""),
        ("E(X, K) <= E(Y, K)", inside("E(_, K)", "random"), (), ""),
        ("E(X) <= Y", inside("E(_)", "random"), (), "do not add up"),
        ("X <= E(Y)", inside("E(given(_), K)", "random"), (), "do not add up"),
        ("X <= Y", inside("E(given(_), K)", "random"), (), ""),
        ("E(X) <= E(Y)", "random", (), "@o is left open"),
        ("0 <= 0*t", inside("E(_, y2(t))", "random"), (), "@o is left open"),
        ("E(exp(-Y)) <= E(exp(-X))", inside("E(exp(-_))", "random"), (), ""),
        ("0 <= 0*T", inside("E(log(_))", "random"), (), "not shown: 0 < X"),
        ("E(log(a)) <= E(log(V))", inside("E(log(_))", "above"), (), ""),
        ("0 <= 0*T", inside("E(q(t), _)", "random"), (), "is no law"),
        ("0 <= 0*T", inside("E(r(t), y2(_))", "same"), (), "holds no relation"),
        ("E(sum(L(t), t, 1, T)) <= sum(q(t), t, 1, T)", inside("E(sum(_, t, 1, T))", "gains"), (), ""),
        ("sum(E(L(t)), t, 1, T) <= sum(q(t), t, 1, T)", inside("sum(E(_), t, 1, T)", "gains"), (), ""),
        ("Pr(Y <= x) <= Pr(X <= x)", inside("Pr(_ <= x)", "random"), (), ""),
        ("Pr(X <= x) <= Pr(Y <= x)", inside("Pr(_ <= x)", "random"), (), "do not add up"),
        # what is no relation, no step or no hole
        ("0 <= 0*b", inside("exp(_)", "several"), (), "is no relation of two terms"),
        ("0 <= 0*b", inside("exp(b)", "less"), (), "has no _"),
        ("0 <= 0*b", inside("exp(_)", "nothing"), (), "'nothing' is no earlier step"),
        ("0 <= 0*b", inside("exp(_)", "b <= 1"), (), "b <= 1 is not known here"),
        ("exp(b) <= exp(1)", inside("exp(_)", "b <= 1"), ("b <= 1",), ""),
        ("sum(u, t, 1, T) <= T", inside("sum(_, t, 1, T)", "u <= 1"), (), ""),
        ("sum(t, t, 1, T) <= T**2", inside("sum(_, t, 1, T)", "t <= T"), (), ""),
        ("0 <= 0*T", inside("sum(_, t, 1, T)", "t <= T - 1"), (), "is not known here"),
        ("0 <= 0*T", inside("sum(_, t, 1, T)", "1/(t - 1) = 1/(t - 1)"), (), "not shown: 0 < "),
        ("0 <= 0*T", inside("exp(_)", "b <= 1", x="0"), ("b <= 1",), "does not speak of x"),
        ("0 <= 0*T", inside("exp(_)", "x <= 1", x="0"), ("x <= 1",), "is not known here"),
        ("0 <= 0*b", inside("exp(_)", "less", x="0"), (), "does not speak of x"),
        ("0 <= 0*b", inside("exp(_)", "first", T="2"), (), "does not speak of T"),
        ("2*exp(b) <= 2*exp(c)", ("2", inside("exp(_)", "less")), (), ""),
        ("-2*exp(b) <= -2*exp(c)", ("-2", inside("exp(_)", "less")), (), "is not known"),
    ],
)
def test_nothing_false_follows_inside_of_a_term(goal: str, put: object, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where), arithmetic(put))  # type: ignore[arg-type]  # any term of a sum
    assert complaint in found
    assert bool(complaint) == bool(found)


WHERE = said("X <= 0", "X <= 0", where=("X <= 0",), name="where")


@pytest.mark.parametrize(
    ("goal", "where", "put", "complaint"),
    [
        ("E(X) <= 0", ("X <= 0",), inside("E(_)", "where"), "the condition"),
        ("exp(X) <= 1", ("X <= 0",), inside("exp(_)", "where"), ""),
        ("exp(X) <= 1", (), inside("exp(_)", "where"), "the condition X <= 0 is not shown"),
        ("E(X) <= 0*X", ("X <= 0",), inside("E(_)", "X <= 0"), "is not known here"),
        ("E(X, K) <= 0*X", ("X <= 0",), inside("E(_, K)", "X <= 0"), "is not known here"),
        ("E(given(X), K) <= 0", ("X <= 0",), inside("E(given(_), K)", "X <= 0"), ""),
    ],
)
def test_a_condition_on_an_outcome_is_none_on_others(
    goal: str, where: tuple[str, ...], put: object, complaint: str
) -> None:
    end = Step("end", goal, arithmetic(put), where)  # type: ignore[arg-type]  # any term of a sum
    found = verdict(claim(goal, HERE, where=where), WHERE, end)
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(
    ("step", "pattern", "goal", "complaint"),
    [
        # T is that of the setting, though the sum binds a T
        ("b*T <= c*T", "sum(_, T, 1, 3)", "3*b*T <= 3*c*T", ""),
        ("b*T <= c*T", "sum(_, T, 1, 3)", "b*6 <= c*6", "do not add up"),
        ("x*b <= x*c", "sum(_, x, 1, 3)", "6*b <= 6*c", ""),
        ("x*b <= x*c", "sum(_, x, 1, 3)", "3*x*b <= 3*x*c", "do not add up"),
    ],
)
def test_what_a_sum_binds(step: str, pattern: str, goal: str, complaint: str) -> None:
    here = model({"T": "integer, 1 <= T"}, variables={"x": "real"}, quantities={"b": Named(), "c": Named()})
    found = at_once(claim(goal, here, given={"it": Given(step)}), arithmetic(inside(pattern, "it")))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(
    ("goal", "terms", "complaint"),
    [
        ("sqrt(z**2) = z", (), ""),
        ("m(z) = z", (), ""),
        ("m(x) = x", (), "do not add up"),
        ("sum(sqrt(z**2), z, -2, 2) = 0", (), "do not add up"),
        ("sum(m(z), z, -2, 2) = 0", (), "do not add up"),
        ("sum(m(z), z, -2, 2) = 0", (inside("sum(_, z, -2, 2)", "m(z) = z"),), "is not known here"),
    ],
)
def test_what_is_bound_is_not_positive_as_what_has_its_name_is(
    goal: str, terms: tuple[Any, ...], complaint: str
) -> None:
    here = model(variables={"x": "real", "z": "real, 0 < z"})
    found = at_once(claim(goal, here, let={"m(z0)": "sqrt(z0**2)"}), arithmetic(*terms))
    assert complaint in found
    assert bool(complaint) == bool(found)


def test_it_stands_wherever_a_step_may() -> None:
    lemma = claim("exp(A) <= 2", model({"A": "real"}, of_any=True), "lemma", given={"h": Given("A <= log(2)")})
    goal = claim("exp(log(b)) <= 2", HERE, where=("0 < b", "c <= 2"))
    put = inside("log(_)", "to 2")
    step = said("b <= 2", "less", "c <= 2", where=("c <= 2",), name="to 2")
    by = apply("lemma", put, A="log(b)")
    assert not verdict(goal, step, Step("end", goal.formula, by, goal.where), others=(lemma,))
    assert "lemma needs" in verdict(
        goal, step, Step("end", goal.formula, apply("lemma", A="log(b)"), goal.where), others=(lemma,)
    )
    both = claim("exp(b) <= exp(c)", HERE)
    assert not at_once(both, together(inside("exp(_)", "less")))
    assert "no step says" in at_once(both, together(inside("exp(-_)", "less")))


def test_a_hypothesis_on_all_values_is_not_taken_at_one() -> None:
    """Inside of a term a step speaks of one value; the lemma needs it of all."""
    any_h = {"h": Named(index={"s": "real"})}
    any_f = model({"A": "real"}, variables={"v": "real"}, quantities=any_h, of_any=True)
    lemma = claim("h(A) <= 0", any_f, "lemma", given={"h": Given("h(v) <= 0")})
    goal = claim("exp(x) - exp(1) <= 0", HERE, where=("x <= 1",))
    by = apply("lemma", inside("exp(_)", "x <= 1"), A="x", h="s: exp(s) - exp(1)")
    assert "lemma needs" in at_once(goal, by, (lemma,))


def test_values_are_told() -> None:
    assert use("each", t="1") != inside("exp(_)", "each", t="1")

"""Attacks on single steps: definedness, arithmetic, analysis, constants, uses at illegal values, and what is read."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import (
    By,
    Constant,
    Given,
    Step,
    Use,
    analysis,
    apply,
    arithmetic,
    constant,
    use,
    words,
)
from dpassay.proofs_check.proof.terms import ONE, Bound, Node, Quantity
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model, said, verdict

TO_T = {"i": "integer, 1 <= i, i <= T"}
HERE = model(
    {"T": "integer, 1 <= T", "a": "real, 0 < a"},
    variables={
        "t": "integer, 1 <= t, t <= T",
        "k": "integer, t <= k",
        "n": "integer, 0 <= n",
        "x": "real",
        "u": "real, 0 <= u, u <= 1",
        "none": "real, 1 <= none, none <= 0",
    },
    quantities={
        "P": LAW,
        "K": Named(law=True, space="o", given="o"),
        "y": Named(law=True, space="e", index=TO_T),
        "X": RANDOM,
        "L": Named(index=TO_T, space="o"),
        "r": Named(index=TO_T, space="e"),
        "c": Named(),
        "q": Named(index=TO_T),
        "w": Named(index=TO_T, range="positive"),
        "N": Named(range="integer"),
        "v": Named(index={"s": "real, 0 < s, s <= a"}),
    },
    facts={
        "c": "c <= 1",
        "below": "q(t) <= 1",
        "X": "X <= 1",
        "k": "t - k <= 0",
        "exact": "c = a",
        "square": "0 <= x**2",
        "none": "none <= x",
    },
)
NOT_NEGATIVE, POSITIVE = ("0 <= x",), ("0 < x",)
ADD: By = arithmetic()


def test_the_facts_of_the_toy_are_well_formed() -> None:
    assert not at_once(claim("c <= 1", HERE), arithmetic("c"))


@pytest.mark.parametrize(
    ("goal", "where", "complaint"),
    [
        # quotients, logs and roots
        ("x/x = 1", (), "not shown: 0 < x or x < 0"),
        ("x/x = 1", POSITIVE, ""),
        ("x/x = 1", ("x < 0",), ""),
        ("x/x = 1", NOT_NEGATIVE, "not shown: 0 < x or x < 0"),
        ("x**-2*x**2 = 1", (), "not shown: 0 < x or x < 0"),
        ("0 = (1/x - 1/x)**0 - 1", (), "not shown: 0 < x or x < 0"),
        ("log(x) = log(x)", NOT_NEGATIVE, "not shown: 0 < x"),
        ("log(x) = log(x)", POSITIVE, ""),
        ("log(1/x) = log(1/x)", (), "not shown: 0 < x or x < 0"),
        ("sqrt(x)**2 = x", (), "not shown: 0 <= x"),
        ("sqrt(x)**2 = x", NOT_NEGATIVE, ""),
        ("exp(1/x)/exp(1/x) = 1", (), "not shown: 0 < x or x < 0"),
        ("1/exp(x) = exp(-x)", (), ""),
        ("x**0 = 1", (), ""),
        ("Pr(1/x <= 1) = Pr(1/x <= 1)", (), "not shown: 0 < x or x < 0"),
        ("Pr(1 <= 1/x) = Pr(1 <= 1/x)", (), "not shown: 0 < x or x < 0"),
        ("0*(1/x) = 0", (), "not shown: 0 < x or x < 0"),
        ("1/x*0 = 0", (), "not shown: 0 < x or x < 0"),
        ("0 = 1/x - 1/x", (), "not shown: 0 < x or x < 0"),
        # conditions have a meaning, each where those before it hold
        ("1 <= 1", ("1/x <= 1",), "not shown: 0 < x or x < 0"),
        ("1 <= 1", ("1/x <= 1", "0 < x"), "not shown: 0 < x or x < 0"),
        ("1 <= 1", ("0 < x", "1/x <= 1"), ""),
        # sums
        ("sum(1/i, i, 0, T) = sum(1/i, i, 0, T)", (), "not shown: 0 < index"),
        ("sum(1/i, i, 1, T) = sum(1/i, i, 1, T)", (), ""),
        ("sum(1/(T + 1 - i), i, 1, T + 1) = 0", (), "not shown: 0 < ((T + 1) - index"),
        ("sum(n - n, i, 1, x) = 0", (), "x is an integer"),
        ("sum(n - n, i, x, 1) = 0", ("x <= 0",), "x is an integer"),
        ("sum(1, i, 1, n - 1) = n - 1", (), "1 <= ((n - 1) + 1)"),
        ("sum(1, i, 1, n) = n", (), ""),
        ("sum(1, i, 1/x, 1) = 2 - 1/x", (), "not shown: 0 < x or x < 0"),
        ("sum(1, i, 1, 1/x) = 1/x", (), "not shown: 0 < x or x < 0"),
        ("sum(0, i, 1, n/2) = 0", (), "is an integer"),
        ("sum(0, i, 1, n*x) = 0", (), "is an integer"),
        ("sum(0, i, n, n + exp(n)) = 0", (), "is an integer"),
        ("sum(0, i, 1, N**2) = 0", (), ""),
        # indices and outcomes
        ("q(0) = q(0)", (), "not shown: 1 <= 0"),
        ("q(n) = q(n)", (), "not shown: 1 <= n"),
        ("q(T + 1) = q(T + 1)", (), "not shown: (T + 1) <= T"),
        ("q(x) = q(x)", ("1 <= x", "x <= T"), "x is an integer"),
        ("q(t) = q(t)", (), ""),
        ("q(1/x*x) = q(1)", (), "not shown: 0 < x or x < 0"),
        ("v(0) = v(0)", (), "not shown: 0 < 0"),
        ("v(a) = v(a)", (), ""),
        ("sum(q(i + 1), i, 1, T) = sum(q(i + 1), i, 1, T)", (), "<= T"),
        ("E(q(t + 1)) = q(t + 1)", (), "not shown: (t + 1) <= T"),
        ("E(r(t), y(0)) = E(r(t), y(0))", (), "not shown: 1 <= 0"),
        ("E(r(t), y(t)) = E(r(t), y(t))", (), ""),
        ("E(1/x) = 1/x", (), "not shown: 0 < x or x < 0"),
        ("E(1/X) = E(1/X)", (), "not shown: 0 < X or X < 0"),
        ("E(1/X) = E(1/X)", ("0 < X",), "not shown: 0 < X or X < 0"),  # that of another outcome
        ("1/X = 1/X", ("0 < X",), ""),
        ("given(X) = given(X)", (), "X is a function of an outcome of o"),
        ("E(given(X)) = E(given(X))", (), ""),
        ("E(E(given(given(X)), K)) = E(X)", (), "do not add up"),
        ("E(E(given(given(given(X))), K)) = E(X)", (), "X is a function of an outcome of o"),
        ("E(E(X*given(X), K)) = E(X*E(X, K))", (), ""),
        ("independent(L(i), i, 1, T)", (), "is no relation of two terms"),  # it has a meaning
        ("independent(L(i), i, 0, T)", (), "not shown: 1 <= index"),
        ("independent(X, i, 1, x)", (), "x is an integer"),
        ("independent(X, i, x, 1)", (), "x is an integer"),
        ("independent(r(i), i, 1, T, y(0))", (), "not shown: 1 <= 0"),
        ("independent(1/X, i, 1, T)", ("0 < X",), "not shown: 0 < X or X < 0"),
        ("independent(X, i, 1, T, X)", (), "X is no law"),
        ("independent(X, 1, 1, T)", (), "is no relation of two terms"),
        # what is not there, and what is no formula
        ("s <= s", (), "the variable s is not declared"),
        ("i + q(t) <= i + q(t)", (), "the variable i is not declared"),
        ("P <= P", (), "P is a law, and no number"),
        ("E(X, X) = 1", (), "X is no law"),
        ("E(X, 1) = 1", (), "'1' is no law"),
        ("E(X, P, P) = 1", (), "'P, P' is no law"),
        ("q <= q", (), "q has 1 indices, not 0"),
        ("q(1, 2) <= 1", (), "q has 1 indices, not 2"),
        ("f(1) <= 1", (), "no quantity 'f'"),
        ("exp(1, 2) <= 1", (), "other arguments than exp"),
        ("sum(1, 2, 3, 4) <= 1", (), "other arguments than sum"),
        ("c", (), "is no relation of two terms"),
        ("0 <= 1 <= 0", (), "is no relation of two terms"),
        ("0 != 0", (), "invalid syntax"),
        ("Pr(c) = 1", (), "is no relation of two terms"),
        ("0 <= 1 # and more", (), "a comment"),
        ("True <= 2", (), "not part of the language"),
        ("(1 <= 2) <= 2", (), "not part of the language"),
        ("1.5 <= 2", (), "not part of the language"),
        ("x**x = x**x", (), "'x' is not an integer exponent"),
        ("x**(1/2) = x**(1/2)", (), "is not an integer exponent"),
        ("x**True = x", (), "is not an integer exponent"),
        ("x**-True = x", (), "is not an integer exponent"),
        ("c(i=1) = c", (), "not part of the language"),
        ("+x = x", (), "not part of the language"),
        ("x % 2 = x % 2", (), "not part of the language"),
    ],
)
def test_what_has_no_meaning_is_no_step(goal: str, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize(
    ("node", "complaint"),
    [(Bound(0), "has no meaning"), (Quantity("X", (), ONE), "X is a function of an outcome of o")],
)
def test_what_is_never_read_has_no_meaning(node: Node, complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        list(duties(node, Scope(claim("0 = 0", HERE)).context()))


@pytest.mark.parametrize("at", [{}, {"s": "x", "u": "x"}])
def test_a_term_stands_for_one_variable(at: dict[str, str]) -> None:
    with pytest.raises(Rejected, match="expected one, with the term that it stands for"):
        analysis("0 <= s", "[0, 1]", **at)


@pytest.mark.parametrize(
    ("goal", "by", "where", "complaint"),
    [
        # unrelated goals, signs and strictness
        ("x <= 0", ADD, (), "do not add up"),
        ("x <= 0", arithmetic("square"), (), "do not add up"),
        ("0 <= x*x", ADD, (), ""),
        ("0 < x*x", ADD, (), "do not add up"),
        ("0 <= x**3", ADD, (), "do not add up"),
        ("0 <= x**2*x**-2", ADD, ("x < 0",), ""),
        ("1 <= c", arithmetic(("-1", "c")), (), "0 <= -1 is not known"),
        ("x*c <= x", arithmetic(("x", "c")), (), "0 <= x is not known"),
        ("x*c <= x", arithmetic(("x", "c")), NOT_NEGATIVE, ""),
        ("x*c < x", arithmetic(("x", "c")), NOT_NEGATIVE, "do not add up"),
        ("x*c < x", arithmetic(("x", "c < 1")), ("0 <= x", "c < 1"), "do not add up"),
        ("x*c < x", arithmetic(("x", "c < 1")), ("0 < x", "c < 1"), ""),
        ("x*c = x", arithmetic(("x", "c")), NOT_NEGATIVE, "does not follow from inequalities"),
        ("c = 1", arithmetic("c"), (), "does not follow from inequalities"),
        ("c < 1", arithmetic("c"), (), "do not add up"),
        # times x + 1, which is positive, and c - 1, which is not
        ("0 < 1/(x + 1) + 1/(c - 1)", arithmetic(), ("0 < x", "0 < c", "c < 1"), "do not add up"),
        ("0 < 1/(x + 1) + 1/(c + 1)", arithmetic(), ("0 < x", "0 < c", "c < 1"), ""),
        ("c = a", arithmetic("exact"), (), ""),
        ("x*c = x*a", arithmetic(("x", "exact")), (), ""),
        ("a <= c", arithmetic(("-1", "exact")), (), ""),
        ("a < c", arithmetic(("-1", "exact")), (), "do not add up"),
        ("0 = 1", ADD, (), "do not add up"),
        ("c <= 1 + x - x", arithmetic(("1/x*x", "c")), (), "not shown: 0 < x or x < 0"),
        ("0 <= 1/a", ADD, (), ""),
        ("0 <= 1/c", ADD, ("c < 0",), "do not add up"),
        ("1/(x + 1) <= 1", arithmetic(("1/(x + 1)", "0 <= x")), NOT_NEGATIVE, ""),
        ("1/(x - 1) <= 1", ADD, ("x < 1",), "do not add up"),
        ("0 <= 1/(x - 1)", ADD, ("x < 1",), "do not add up"),
        ("0 <= w(t)", ADD, (), ""),
        ("0 <= q(t)", ADD, (), "do not add up"),
        ("0 <= sum(w(i), i, 1, T)", ADD, (), ""),
        ("0 < sum(w(i), i, 1, n - n)", ADD, (), "do not add up"),
        ("0 < sum(exp(i), i, 1, n)", ADD, (), "do not add up"),
        ("0 < E(exp(X))", ADD, (), ""),
        ("0 < E(X**2)", ADD, (), "do not add up"),
        ("0 < Pr(X <= 1)", ADD, (), "do not add up"),
        ("Pr(X <= 1) <= 1", ADD, (), "do not add up"),
        ("0 <= sqrt(u) - 1", ADD, (), "do not add up"),
        ("0 < sqrt(u)", ADD, (), "do not add up"),
        ("E(X**2) <= E(X)", ADD, (), "do not add up"),
        ("E(X*X) = E(X)**2", ADD, (), "do not add up"),
        ("E(X) <= X", ADD, (), "do not add up"),
        ("sum(t, i, 1, T) = t", ADD, (), "do not add up"),
        ("sum(i, i, 1, T) = sum(T, i, 1, T)", ADD, (), "do not add up"),
        # what is known, and what is no relation of numbers
        ("x <= 0", arithmetic("x <= 0"), (), "x <= 0 is not known here"),
        ("x <= 0", arithmetic("0 <= x"), NOT_NEGATIVE, "do not add up"),
        ("0 <= x - x", arithmetic("1/x <= 1/x"), (), "not shown: 0 < x or x < 0"),
        ("c <= 1", arithmetic("nothing"), (), "'nothing' is no earlier step"),
        ("c <= 1", arithmetic(use("c <= 1", c="0")), (), "is not known here"),
        ("x <= 0", arithmetic(use("x <= 0", x="0")), (), "is not known here"),
        ("x <= 0", arithmetic(use("x <= 0", x="0")), ("x <= 0",), "is not known here"),
        ("independent(X, i, 1, 2)", ADD, (), "is no relation of two terms"),
        # uses
        ("q(0) <= 1", arithmetic(use("below", t="0")), (), "not shown: 1 <= 0"),
        ("q(t) <= 1 + n", arithmetic(use("below", t="n")), (), "not shown: 1 <= n"),
        ("q(1) <= 1", arithmetic(use("below", t="1")), (), ""),
        ("q(1) <= 1", arithmetic(use("below", t="x")), ("1 <= x", "x <= 1"), "x is an integer"),
        ("q(1) <= 1", arithmetic(use("below", t="x")), (), "the variable x is not declared"),
        ("x - x <= 0", arithmetic(use("below", t="x")), ("1 <= x", "x <= 1"), "x is an integer"),
        ("0 <= 0", arithmetic(use("below", t="x/x")), (), "the variable x is not declared"),
        ("x - x <= 0", arithmetic(("0", use("below", t="x/x"))), (), "not shown: 0 < x or x < 0"),
        ("q(1) <= 1", arithmetic("below"), (), "t is left open"),
        ("q(1) <= 1", arithmetic(use("below", t="1", T="1")), (), "T: no value can be put"),
        ("c <= 1", arithmetic(use("c", x="1")), (), "x: no value can be put"),
        ("c <= 1", arithmetic(use("c", a="1")), (), "a: no value can be put"),
        ("n - k <= 0", arithmetic(use("k", t="n")), ("n <= k",), "not shown: 1 <= n"),
        ("1 - k <= 0", arithmetic(use("k", t="1")), (), ""),  # k is at least t, and t at least 1
        ("2 - k <= 0", arithmetic(use("k", t="2")), (), "not shown: 2 <= k"),
        ("T - k <= 0", arithmetic(use("k", t="T")), (), "not shown: T <= k"),
        ("E(X) <= 1", arithmetic("X"), (), "@o is left open"),
        ("E(X) <= 1", arithmetic(Use("X", {"@o": "c"})), (), "c is no @o"),
        ("X - X <= 0", arithmetic(("0", Use("X", {"@o": "c"}))), (), "c is no @o"),
        ("x - x <= 0", arithmetic(("0", Use("X", {"@o": "x"}))), (), "x is no @o"),
        ("1 <= x", arithmetic("none"), (), "none is left open"),
        ("0 <= x", arithmetic(use("none", none="0")), (), "not shown: 1 <= 0"),
        # analysis
        ("0 <= x", analysis("0 <= s", "[0, 1]", s="x"), (), "0 <= x is not known"),
        ("0 <= u", analysis("0 <= s", "[0, 1]", s="u"), (), ""),
        ("0 < u", analysis("0 < s", "(0, 1]", s="u"), (), "0 < u is not known"),
        ("0 < u", analysis("0 < s", "[0, 1]", s="u"), (), "the kernel is shown nothing"),
        ("u < 1", analysis("s < 1", "[0, 1)", s="u"), (), "u < 1 is not known"),
        ("x <= 1", analysis("s <= 1", "[0, 1]", s="x"), NOT_NEGATIVE, "x <= 1 is not known"),
        ("x <= 1", analysis("s <= 1", "[0, 2]", s="x"), (), "the kernel is shown nothing"),
        ("x <= 2", analysis("s <= 1", "[0, 1]", s="u"), (), "the variable u is not declared"),
        ("u <= 2", analysis("s <= 1", "[0, 1]", s="u"), (), "the kernel gives u <= 1"),
        ("0 = u - u", analysis("s - s = 0", "[0, 1]", s="u"), (), "is an equality"),
        ("0 <= 0", analysis("0 <= s - s", "(-oo, oo)", s="1/c"), (), "not shown: 0 < c or c < 0"),
        ("x <= 1", analysis("s <= 1", "[0, 1]", "nothing", s="x"), (), "'nothing' is no earlier step"),
        ("-c <= 1", analysis("-s <= 1", "[-1, 1]", "c", s="c"), (), "(-1) <= c is not known"),
        ("1/2 <= 1 - u/2", analysis("1/2 <= 1 - s/2", "[0, 1]", s="u"), (), ""),
        ("2 <= 2/(1 + u)", analysis("2 <= 2/(1 + s)", "[0, 1]", s="u"), (), "the kernel is shown nothing"),
        ("-u**2 <= 0", analysis("-s**2 <= 0", "[0, 1]", s="u"), (), ""),
        ("1 <= (-1)**2*exp(u)", analysis("1 <= (-1)**2*exp(s)", "[0, 1]", s="u"), (), ""),
        ("0 < u**2/u", analysis("0 < s**2/s", "[0, 1]", s="u"), ("0 < u",), "the kernel is shown nothing"),
        # constants
        ("2 <= exp(1)", constant(), (), ""),
        ("exp(1) <= 2", constant(), (), "is not shown by enclosures"),
        ("exp(1) <= exp(1)", constant(), (), "is not shown by enclosures"),
        ("1 = 1", constant(), (), "is no inequality of numbers"),
        ("independent(X, i, 1, 2)", constant(), (), "is no inequality of numbers"),
        ("x <= x + 1", constant(), (), "not of numbers alone"),
        ("c <= 2", constant(), (), "not of numbers alone"),
        ("E(0) <= 1", constant(), (), "not of numbers alone"),
        ("sum(0, i, 1, 2) <= 1", constant(), (), "not of numbers alone"),
        ("0 <= exp(1)/(exp(0) - 1)", constant(), (), "not shown"),
        # words, and what is no reason
        ("x <= 0", words(" "), (), "words: expected"),
        ("x <= 0", words("One. Two. Three. Four."), (), "words: expected"),
        ("x <= 0", words("One.\nTwo!\nThree;\tfour."), (), "words: expected"),
        ("x <= 0", words("One. Two. Three."), (), ""),
        ("x <= 0", words("w" * 601), (), "words: expected"),
        ("x <= 0", words("Clear.", "nothing"), (), "'nothing' is no earlier step"),
        ("x <= 0", "so it is", (), "is no justification"),
    ],
)
def test_no_step_shows_what_is_false(goal: str, by: By, where: tuple[str, ...], complaint: str) -> None:
    found = at_once(claim(goal, HERE, where=where), by)
    assert complaint in found
    assert bool(complaint) == bool(found)


NO = Step("no", "1 <= 0", Constant())
WHERE_0 = said("x <= 0", "x <= 0", where=("x <= 0",))


@pytest.mark.parametrize(
    ("goal", "where", "proof", "complaint"),
    [
        ("x <= 0", (), (WHERE_0,), "the condition x <= 0 is not shown"),
        ("x <= 0", ("x <= 0",), (WHERE_0,), ""),
        ("x <= 0", ("x <= -1",), (WHERE_0,), ""),
        ("x <= 0", ("x <= 1",), (WHERE_0,), "the condition x <= 0 is not shown"),
        ("u <= 0", ("u <= 0",), (WHERE_0,), "x is left open"),
        ("x <= 1", ("x <= 0",), (WHERE_0,), "the last step is x <= 0, not the claim"),
        ("c <= 1", (), (said("q(t) <= 1", "below"),), "t is left open"),
        ("c <= 1", (), (said("c <= 1", "c", where=("none <= 0",)),), "none is left open"),
        ("1/x = 1/x", (), (said("0 = 0"),), "not shown: 0 < x or x < 0"),
        ("c <= 1", (), (said("c <= 1", "c", name="c"),), "'c' is the name of two steps"),
        ("c <= 1", (), (said("c <= 1", "c"), said("c <= 1", "c")), "'said' is the name of two steps"),
        ("c <= 1", (), (said("c <= 1", "c", name="c <= 0"),), "looks like a relation"),
        ("c <= 1", (), (), "a proof without steps"),
        ("1 <= 0", (), (NO,), "is not shown by enclosures"),
        ("x <= 0", (), (said("0 = 0", name="a"), said("x <= 0", "b")), "'b' is no earlier step"),
        (
            "1/x = 1/x",
            ("x <= 0",),
            (Step("end", "1/x = 1/x", ADD, ("x <= 0",), ("x <= 0",)),),
            "not shown: 0 < x or x < 0",
        ),
        (
            "1/x = 1/x",
            ("x <= 0",),
            (WHERE_0, Step("end", "1/x = 1/x", ADD, ("x <= 0",), ("said",))),
            "not shown: 0 < x or x < 0",
        ),
        (
            "1/exp(c) = 1/exp(c)",
            (),
            (Step("end", "1/exp(c) = 1/exp(c)", ADD, (), ("independent",)),),
            "'independent' is no earlier step",
        ),
    ],
)
def test_no_proof_ends_elsewhere(goal: str, where: tuple[str, ...], proof: tuple[Step, ...], complaint: str) -> None:
    found = verdict(claim(goal, HERE, where=where), *proof)
    assert complaint in found
    assert bool(complaint) == bool(found)


def test_what_defines_a_formula_is_a_relation_that_holds_before() -> None:
    here = model({"x": "real"}, facts={"positive": "0 < x**2 + x", "alone": "independent(x, i, 1, 2)"})
    here = model(here.parameters, facts={"positive": here.facts["positive"]}, quantities={"P": LAW})
    goal = "1/(x**2 + x) = 1/(x**2 + x)"
    free = claim(goal, here, given={"alone": Given("independent(x, i, 1, 2)")})
    assert not verdict(free, Step("end", goal, ADD, (), ("positive",)))
    assert "is no relation of two terms" in verdict(free, Step("end", goal, ADD, (), ("alone",)))
    assert "not shown" in verdict(free, Step("end", goal, ADD))


@pytest.mark.parametrize("name", ["h", "1 <= 0"])
def test_hypotheses_have_names_and_a_meaning(name: str) -> None:
    here = model({"x": "real"}, facts={"h": "0 = 0"})
    complaint = at_once(claim("0 = 0", here, given={name: Given("0 <= x")}))
    assert ("two steps" if name == "h" else "looks like a relation") in complaint
    assert "not shown: 0 < x" in at_once(claim("0 = 0", here, given={"g": Given("log(x) <= 0")}))
    assert "not shown: 0 < x" in at_once(claim("0 = 0", here, given={"g": Given("0 = 0", where=("log(x) <= 0",))}))
    assert "not shown: 0 < x" in at_once(claim("0 = 0", model({"x": "real"}, facts={"f": "log(x) <= 0"})))
    assert "no statement 'elsewhere'" in at_once(claim("0 = 0", here), apply("elsewhere"))

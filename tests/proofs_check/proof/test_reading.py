"""Formulas as text: what each construct is read as, what is written reads back, and what is no formula."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Abbreviation, Named, Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.reading import Reader, written
from dpassay.proofs_check.proof.terms import (
    All,
    Bound,
    Formula,
    Independent,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Total,
    closed,
    difference,
    opened,
)

T = {"t": "integer, 0 <= t"}
NAMES = Names(
    {"x": "real", "n": "integer"},
    {
        "P": Named(law=True, space="o"),
        "y": Named(index=T, law=True, space="e"),
        "K": Named(law=True, space="o", given="o", mean_of="P"),
        "c": Named(),
        "f": Named(index=T),
        "X": Named(space="o"),
        "L": Named(index=T, space="o"),
        "r": Named(index=T, space="e"),
    },
    {"u": Abbreviation("x + 1"), "S": Abbreviation("sum(L(t), t, 1, n)")},
)
READER = Reader(NAMES)


def number(value: int) -> Number:
    return Number(Fraction(value))


x, n, OUTCOME, EXPERT = Variable("x"), Variable("n"), Variable("@o"), Variable("@e")
P, K, X = Quantity("P"), Quantity("K", (), OUTCOME), Quantity("X", (), OUTCOME)
INSIDE = Quantity("X", (), Bound(0))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("3", number(3)),
        ("x", x),
        ("-x", Product(number(-1), x)),
        ("x + 1", Sum(x, number(1))),
        ("x - 1", difference(x, number(1))),
        ("x*n", Product(x, n)),
        ("x/n", Product(x, Power(n, -1))),
        ("x**3", Power(x, 3)),
        ("x**-2", Power(x, -2)),
        ("exp(x)", Call("exp", x)),
        ("log(x)", Call("log", x)),
        ("sqrt(x)", Call("sqrt", x)),
        ("u", Sum(x, number(1))),
        ("c", Quantity("c")),
        ("f(n)", Quantity("f", (n,))),
        ("X", X),
        ("L(n)", Quantity("L", (n,), OUTCOME)),
        ("r(n)", Quantity("r", (n,), EXPERT)),
        ("given(X)", Quantity("X", (), Variable("@o given"))),
        ("[x <= 1]", Indicator(Relation("<=", x, number(1)))),
        ("sum(k*f(k), k, 1, n)", Total(Product(Bound(0), Quantity("f", (Bound(0),))), number(1), n)),
        (
            "sum(sum(j*k, j, 0, k), k, 1, n)",
            Total(Total(Product(Bound(0), Bound(1)), number(0), Bound(0)), number(1), n),
        ),
        ("sum(x, x, x, n)", Total(Bound(0), x, n)),  # the ends are outside
        ("E(X)", Mean(INSIDE, P)),
        ("E(X, P)", Mean(INSIDE, P)),
        ("E(r(n), y(n))", Mean(Quantity("r", (n,), Bound(0)), Quantity("y", (n,)))),
        (
            "E(X*r(n))",
            Mean(Product(INSIDE, Quantity("r", (n,), EXPERT)), P),
        ),  # an outcome of another space is not bound
        ("E(X, K)", Mean(INSIDE, K)),
        ("E(given(X)*X, K)", Mean(Product(X, INSIDE), K)),
        ("E(E(X, K))", Mean(Mean(INSIDE, Quantity("K", (), Bound(0))), P)),
        ("Pr(X > x)", Mean(Indicator(Relation("<", x, INSIDE)), P)),
        (
            "Pr(S <= 0)",
            Mean(Indicator(Relation("<=", Total(Quantity("L", (Bound(0),), Bound(1)), number(1), n), number(0))), P),
        ),
    ],
)
def test_terms(text: str, term: object) -> None:
    assert READER.term(text) == term


XN, NX = Relation("<=", x, n), Relation("<", n, x)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("x <= n", XN),
        ("n >= x", XN),
        ("n < x", NX),
        ("x > n", NX),
        ("x = n", Relation("=", x, n)),
        ("x == n", Relation("=", x, n)),
        ("x <= n < x", All((XN, NX))),
        ("x <= n and x > n", All((XN, NX))),
        (
            "independent(L(k), k, 1, n)",
            Independent(Quantity("L", (Bound(1),), Bound(0)), number(1), n, P),
        ),
        (
            "independent(r(k)*k, k, 1, n, y(2))",
            Independent(
                Product(Quantity("r", (Bound(1),), Bound(0)), Bound(1)), number(1), n, Quantity("y", (number(2),))
            ),
        ),
    ],
)
def test_formulas(text: str, formula: Formula) -> None:
    assert READER.formula(text) == formula


@pytest.mark.parametrize(
    "text",
    [
        "x/n - n/x <= -x*c**2 + 3",
        "x - 1 < n <= c",
        "exp(-x) <= log(x)*sqrt(n)",
        "[x < 1] = [n <= f(n)]",
        "sum(sum(f(j)*k*x, j, 0, k), k, 1, n) <= c",
        "Pr(X > E(X)) <= E(exp(X))",
        "E(r(n), y(n)) <= x",
        "E(L(n)*sum(L(k), k, 1, n)) = 0",
        "independent(L(k), k, 1, n)",
    ],
)
def test_what_is_written_reads_back(text: str) -> None:
    formula = READER.formula(text)
    again = READER.formula(written(formula))
    assert Forms().equal(again, formula)


def test_names_of_bound_variables() -> None:
    assert written(READER.term("sum(sum(j*k, j, 0, k), k, 1, n)")) == "sum(sum(i2*i1, i2, 0, i1), i1, 1, n)"
    assert written(Bound(1)) == "?1"
    assert written(READER.formula("Pr(X > x) <= 1/2")) == "Pr(x < X, P) <= 1/(2)"


def test_binding_and_opening_are_inverse() -> None:
    term = READER.term("sum(x*k, k, 1, x)")
    assert closed(term, "x") == Total(Product(Bound(1), Bound(0)), number(1), Bound(0))
    assert opened(closed(term, "x"), x) == term
    assert opened(closed(term, "n"), x) == term


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "formula ''"),
        ("x +", "formula 'x \\+'"),
        ("x; n", "formula 'x; n'"),
        ("1.5", "'1.5' is not part of the language"),
        ("True", "'True' is not part of the language"),
        ("'x'", "is not part of the language"),
        ("x // n", "is not part of the language"),
        ("+x", "is not part of the language"),
        ("[x]", "'x' is no relation of two terms"),
        ("[x <= 1, x <= 2]", "is not part of the language"),
        ("[x <= n <= 1]", "is no relation of two terms"),
        ("x if n else c", "is not part of the language"),
        ("f(t=1)", "is not part of the language"),
        ("f.a(1)", "is not part of the language"),
        ("x**n", "'n' is not an integer exponent"),
        ("x**True", "is not an integer exponent"),
        ("x**(1/2)", "is not an integer exponent"),
        ("exp(x, n)", "has other arguments than exp"),
        ("sqrt()", "has other arguments than sqrt"),
        ("sum(x, 1, 2)", "has other arguments than sum"),
        ("sum(x, 1, 1, n)", "has other arguments than sum"),
        ("sum(1, f, 1, n)", "f is no name for a variable"),
        ("sum(1, u, 1, n)", "u is no name for a variable"),
        ("sum(1, E, 1, n)", "E is no name for a variable"),
        ("E()", "has other arguments than E"),
        ("Pr(x)", "'x' is no relation of two terms"),
        ("Pr(X <= 1 <= x)", "is no relation of two terms"),
        ("E(X, c)", "c is no law"),
        ("E(X, 1)", "'1' is no law"),
        ("E(X, P, P)", "'P, P' is no law"),
        ("E(X, y)", "y has 1 indices, not 0"),
        ("given()", "has other arguments than given"),
        ("independent(L(k), k, 1, n)", "has other arguments than independent"),
        ("g(x)", "no quantity 'g'; known are P, y"),
        ("f", "f has 1 indices, not 0"),
        ("f(1, 2)", "f has 1 indices, not 2"),
        ("P", "P is a law, and no number"),
        ("x <= n", "is not part of the language"),
    ],
)
def test_what_is_no_term(text: str, complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        READER.term(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x", "'x' is no relation of two terms"),
        ("x != n", "formula 'x != n'"),
        ("x in n", "is no relation of two terms"),
        ("x <= n or n <= x", "is no relation of two terms"),
        ("not x <= n", "is no relation of two terms"),
        ("x <= n and c", "'c' is no relation of two terms"),
        ("independent(L(k), 1, 1, n)", "is no relation of two terms"),
        ("independent(L(k), k, 1, n, x)", "x is no law"),
        ("independent(L(k), k, 1, n) and x <= n", "is no relation of two terms"),
    ],
)
def test_what_is_no_formula(text: str, complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        READER.formula(text)


def test_a_condition_is_one_relation() -> None:
    assert READER.relation("x <= n") == XN
    with pytest.raises(Rejected, match="is no relation of two terms"):
        READER.relation("x <= n <= c")

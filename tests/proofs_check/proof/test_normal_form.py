"""Equalities that hold by normal form, and those that must not."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.kernel.expressions import Call, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.binders import mentions
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.normal_form import LONGEST_WRITTEN_OUT, Forms
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.terms import ONE, Bound, Total
from tests.proofs_check.proof.toys import LAW, RANDOM

T = {"t": "integer"}
NAMES = Names(
    {"x": "real", "y": "real", "z": "real", "n": "integer", "m": "integer", "t": "integer", "p": "real, 0 < p"},
    {
        "P": LAW,
        "Q": Named(index=T, law=True, space="e"),
        "K": Named(law=True, space="o", given="o"),
        "X": RANDOM,
        "Y": RANDOM,
        "Z": Named(space="e"),
        "L": Named(index=T, space="o"),
        "f": Named(index=T),
        "g": Named(index=T),
    },
)
READER = Reader(NAMES)

EQUAL = [
    # polynomials
    ("(x + y)**2", "x**2 + 2*x*y + y**2"),
    ("x - x", "0"),
    ("(x - y)*(x + y)", "x**2 - y**2"),
    ("f(x + y)", "f(y + x)"),
    # exponents are merged
    ("exp(x)*exp(y)", "exp(x + y)"),
    ("exp(x)**3", "exp(3*x)"),
    ("exp(x)/exp(y)", "exp(x - y)"),
    ("exp(x)*exp(-x)", "1"),
    ("exp(0)", "1"),
    # roots
    ("sqrt(x)**2", "x"),
    ("sqrt(x)**3", "x*sqrt(x)"),
    ("1/sqrt(x)", "sqrt(x)/x"),
    ("sqrt(x + y)**4", "(x + y)**2"),
    # reciprocals
    ("1/(2*x + 2*y)", "1/2/(x + y)"),
    ("1/(1/(x + y))", "x + y"),
    ("1/(x*y)", "x**-1*y**-1"),
    # indicators
    ("[x <= y]**2", "[x <= y]"),
    ("[x <= y]", "[y >= x]"),
    ("[x = y]", "[y = x]"),
    ("[x <= y]", "[x - y <= 0]"),
    # names of bound variables
    ("sum(f(t), t, 1, n)", "sum(f(k), k, 1, n)"),
    ("sum(sum(f(j)*g(k), j, 1, k), k, 1, n)", "sum(sum(f(k)*g(j), k, 1, j), j, 1, n)"),
    # linearity of sums
    ("sum(x*f(t) + g(t), t, 1, n)", "x*sum(f(t), t, 1, n) + sum(g(t), t, 1, n)"),
    ("sum(x, t, 1, n)", "n*x"),
    ("sum(exp(x + f(t)), t, 1, n)", "exp(x)*sum(exp(f(t)), t, 1, n)"),
    ("sum(exp(f(t) - x), t, 1, n)", "exp(-x)*sum(exp(f(t)), t, 1, n)"),
    ("sum(1, t, m, n)", "n - m + 1"),
    ("sum(f(t)/p, t, 1, n)", "sum(f(t), t, 1, n)/p"),  # p is positive
    # sums of a fixed length
    ("sum(f(t), t, n, n + 2)", "f(n) + f(n + 1) + f(n + 2)"),
    ("sum(t, t, 1, 4)", "10"),
    ("sum(f(t)/x, t, 1, 2)", "(f(1) + f(2))/x"),
    # empty sums
    ("sum(f(t), t, 1, 0)", "0"),
    ("sum(f(t), t, n, n - 1)", "0"),
    # expectations
    ("E(x*X + Y - y)", "x*E(X) + E(Y) - y"),
    ("E(exp(x + X))", "exp(x)*E(exp(X))"),
    ("E(1/x)", "1/x"),
    ("E(x, Q(1))", "x"),
    ("E(Z*X, Q(n))", "X*E(Z, Q(n))"),  # the outcome of another space
    ("E(sum(L(t), t, 1, n))", "E(sum(L(k), k, 1, n))"),
    ("E(given(X)*Y, K)", "X*E(Y, K)"),
    ("Pr(X <= x)", "E([X <= x])"),
    ("Pr(X < x)", "Pr(x > X)"),
]
DIFFERENT = [
    ("x*y", "x + y"),
    ("f(x)", "g(x)"),
    ("f(x)", "f(y)"),
    ("exp(x)*exp(y)", "exp(x*y)"),
    ("exp(x)**2", "exp(x**2)"),
    ("exp(x + y)", "exp(x) + exp(y)"),
    ("log(x*y)", "log(x) + log(y)"),  # a rule, for positive numbers
    ("sqrt(x**2)", "x"),
    ("sqrt(x*y)", "sqrt(x)*sqrt(y)"),
    ("sqrt(x)**2", "x**2"),
    ("1/(x + y)", "1/x + 1/y"),
    ("1/(x + y)", "1/(x - y)"),
    ("[x <= y]", "[x < y]"),
    ("[x <= y]", "[y <= x]"),
    ("[x <= y]", "[2*x <= 2*y]"),  # it holds; nothing scales a relation
    ("[x <= y]*[y <= z]", "[x <= z]"),
    ("sum(f(t), t, 1, n)", "sum(g(t), t, 1, n)"),
    ("sum(f(t), t, 1, n)", "sum(f(t), t, 1, m)"),
    ("sum(f(t), t, 1, n)", "sum(f(t), t, 0, n)"),
    ("sum(f(x), t, 1, n)", "sum(f(t), t, 1, n)"),
    ("sum(sum(f(j)*g(k), j, 1, k), k, 1, n)", "sum(sum(f(k)*g(j), j, 1, k), k, 1, n)"),
    ("sum(f(t)*g(t), t, 1, n)", "sum(f(t), t, 1, n)*sum(g(t), t, 1, n)"),
    ("sum(f(t), t, 1, n)", "sum(f(t), t, 1, n - 1) + f(n)"),  # a rule, for a sum that is not empty
    ("n*sum(1/n**2, t, 1, n)", "1"),  # 0 where the sum is empty
    ("sum(sqrt(x), t, 1, n)**2", "n**2*x"),
    ("sum(f(t), t, 1, 3)", "f(1) + f(2)"),
    ("sum(f(t), t, 1, -1)", "-f(0)"),
    ("E(X*Y)", "E(X)*E(Y)"),
    ("E(X)", "X"),
    ("E(X)", "E(X, K)"),
    ("E(Z, Q(1))", "E(Z, Q(2))"),
    ("E(X**2)", "E(X)**2"),
    ("E(exp(X))", "exp(E(X))"),
    ("E(X*Y, K)", "X*E(Y, K)"),
    ("E(E(X, K))", "E(X)"),  # the rule of the tower
    ("E(sum(L(t), t, 1, n))", "sum(E(L(t)), t, 1, n)"),  # where the sum is finite, but not by form
    ("Pr(X <= x)", "Pr(X < x)"),
]


def same(one: str, other: str) -> bool:
    forms = Forms(frozenset({"p"}))
    return forms.of(READER.term(one)) == forms.of(READER.term(other))


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_what_is_equal(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_is_not(one: str, other: str) -> None:
    assert not same(one, other)


def test_only_what_is_positive_leaves_a_sum_that_may_be_empty() -> None:
    one, other = READER.term("sum(f(t)/p, t, 1, n)"), READER.term("sum(f(t), t, 1, n)/p")
    assert Forms().of(one) != Forms().of(other)


@pytest.mark.parametrize(("length", "written_out"), [(LONGEST_WRITTEN_OUT, True), (LONGEST_WRITTEN_OUT + 1, False)])
def test_short_sums_are_written_out(length: int, written_out: bool) -> None:
    (first, *_) = Forms().of(READER.term(f"sum(f(t), t, 1, {length})"))
    assert ("total" not in str(first)) is written_out


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("x <= y", "y >= x", True),
        ("x <= y", "x + z <= y + z", True),
        ("x = y", "y = x", True),
        ("x <= y", "x < y", False),
        ("x <= y", "y <= x", False),
        ("x <= y", "2*x <= 2*y", False),
        ("x <= y < z", "x <= y and y < z", True),
        ("x <= y < z", "y < z and x <= y", False),  # put together it is a step
        ("independent(L(t), t, 1, n)", "independent(L(k), k, 1, n)", True),
        ("independent(L(t), t, 1, n)", "independent(L(t) + L(n), t, 1, n)", False),
        ("independent(L(t), t, 1, n)", "independent(L(t), t, 1, n - 1)", False),
        ("independent(Z*t, t, 1, n, Q(1))", "independent(Z*t, t, 1, n, Q(2))", False),
        ("independent(L(t), t, 1, n)", "x <= y", False),
    ],
)
def test_formulas_that_say_the_same(one: str, other: str, expected: bool) -> None:
    assert Forms().equal(READER.formula(one), READER.formula(other)) is expected


def test_what_has_no_form() -> None:
    with pytest.raises(Rejected, match="has no normal form"):
        Forms().of(Bound(0))
    with pytest.raises(Rejected, match="division by zero"):
        Forms().of(READER.term("1/(x - x)"))


def test_the_name_of_a_bound_variable_is_that_of_no_other() -> None:
    """None that is read is spelled like it: log(t + #0) is not log(2*t)."""
    body = Call("log", Sum(Bound(0), Variable("#0")))
    with pytest.raises(Rejected, match="two monomials became one"):
        Forms().of(Total(body, ONE, Variable("n")))


def test_the_variables_of_a_form() -> None:
    parts = tuple(Forms().of(READER.term("x + f(y)")).items())
    assert [mentions(parts, name) for name in "xyz"] == [True, True, False]

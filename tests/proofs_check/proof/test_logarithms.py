"""Logs and roots of products taken apart, and what must stay together since its parts may be negative."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.proof.logarithms import LARGEST_POWER
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.reading import Reader
from tests.proofs_check.proof.toys import LAW, RANDOM

T = {"t": "integer"}
NAMES = Names(
    dict.fromkeys(("x", "y", "z"), "real") | dict.fromkeys(("a", "b"), "real, 0 < a") | {"n": "integer"},
    {
        "P": LAW,
        "X": RANDOM,
        "V": Named(space="o", range="positive"),
        "f": Named(index=T),
        "w": Named(index=T, range="positive"),
        "c": Named(range="positive"),
    },
)
READER = Reader(NAMES)
FORMS = Forms(frozenset({"a", "b", "V", "w", "c"}))

WHOLE = [
    ("log(exp(x))", "x"),
    ("log(exp(x)*exp(y))", "x + y"),
    ("log(1)", "0"),
    ("exp(log(1))", "1"),
]
APART = [
    *WHOLE,
    # logs
    ("log(a*b)", "log(a) + log(b)"),
    ("log(a/b)", "log(a) - log(b)"),
    ("log(1/a)", "-log(a)"),
    ("log(a**3)", "3*log(a)"),
    ("log(1/x)", "-log(x)"),
    ("log(x**3)", "3*log(x)"),
    ("log(1/(x + y))", "-log(x + y)"),
    ("log(a*x)", "log(a) + log(x)"),
    ("log(a*x*y)", "log(a) + log(x*y)"),
    ("log(-a*x)", "log(a) + log(-x)"),
    ("log(a*(x + y))", "log(a) + log(x + y)"),
    ("log(a*x + a)", "log(a) + log(x + 1)"),
    ("log(1 + 1/a)", "log(a + 1) - log(a)"),
    ("log(exp(x)*a)", "x + log(a)"),
    ("log(exp(x) + exp(y))", "x + log(1 + exp(y - x))"),
    ("log(w(n)*c/w(3))", "log(w(n)) + log(c) - log(w(3))"),
    ("log(E(V)*x)", "log(E(V)) + log(x)"),
    ("log(E(exp(X))*x)", "log(E(exp(X))) + log(x)"),
    ("log(sqrt(x)*y)", "log(x)/2 + log(y)"),
    ("log(x/(a + b))", "log(x) - log(a + b)"),
    ("log(sqrt(a))", "log(a)/2"),
    ("log(6*x)", "log(2) + log(3) + log(x)"),
    ("log(1/2)", "-log(2)"),
    ("log(22/49)", "log(2) + log(11) - 2*log(7)"),
    ("log(2*x + 4*y)", "log(2) + log(x + 2*y)"),
    ("log(exp(log(x) + log(y)))", "log(x) + log(y)"),
    # powers
    ("exp(log(x))", "x"),
    ("exp(-log(x))", "1/x"),
    ("exp(2*log(x) + y)", "x**2*exp(y)"),
    ("x*exp(-log(x)/2)", "exp(log(x)/2)"),
    ("exp(3/2*log(x))", "x*exp(log(x)/2)"),
    ("exp(log(x)/2)**2", "x"),
    ("exp(log(x + y))", "x + y"),
    ("exp(log(a*b) + y)", "a*b*exp(y)"),
    ("exp(log(x*y))", "x*y"),
    (f"exp({LARGEST_POWER}*log(x))", f"x**{LARGEST_POWER}"),
    ("E(exp(log(V) + X))", "E(V*exp(X))"),
    # roots
    ("sqrt(a**2)", "a"),
    ("sqrt(a*b)", "sqrt(a)*sqrt(b)"),
    ("sqrt(a**3*x)", "a*sqrt(a)*sqrt(x)"),
    ("sqrt(exp(x))", "exp(x/2)"),
    ("sqrt(4*x)", "2*sqrt(x)"),
    ("sqrt(x/4)", "sqrt(x)/2"),
    ("sqrt(6)", "sqrt(2)*sqrt(3)"),
    ("sqrt(1/2)", "1/sqrt(2)"),
    ("sqrt(a*x + a*y)", "sqrt(a)*sqrt(x + y)"),
    ("sqrt(sqrt(a)**4)", "a"),
    # what is always positive stands outside of sums
    ("sum(f(t)*sqrt(a*2), t, 1, n)", "sqrt(2*a)*sum(f(t), t, 1, n)"),
    ("sum(f(t)/(a + b), t, 1, n)", "sum(f(t), t, 1, n)/(a + b)"),
    ("sum(f(t)/c, t, 1, n)", "sum(f(t), t, 1, n)/c"),
    ("sum(exp(-log(a)), t, 1, n)", "n/a"),
    ("sum(log(a*w(t)), t, 1, n)", "n*log(a) + sum(log(w(t)), t, 1, n)"),
]
DIFFERENT = [
    ("log(x*y)", "log(x) + log(y)"),
    ("log(x**2)", "2*log(x)"),
    ("log(x/y)", "log(x) - log(y)"),
    ("log(-x)", "-log(x)"),
    ("log(f(n)*f(n))", "2*log(f(n))"),
    ("log([x <= y]*z)", "log([x <= y]) + log(z)"),
    ("log(E(X)*x)", "log(E(X)) + log(x)"),
    ("log(sum(a, t, 1, n)*x)", "log(n) + log(a) + log(x)"),  # the sum may be empty
    ("log(a + b)", "log(a) + log(b)"),
    ("log(2*x)", "2*log(x)"),
    ("log(x)**2", "2*log(x)"),
    ("exp(log(x)*log(y))", "x*y"),
    ("exp(y*log(x))", "x*exp(y)"),
    ("exp(log(x)/2)", "x"),
    ("exp(log(x**2)/2)", "x"),
    ("exp(log(x) + log(y))", "x + y"),
    ("sqrt(x**2)", "x"),
    ("sqrt(x*y)", "sqrt(x)*sqrt(y)"),
    ("sqrt(-a)", "-sqrt(a)"),
    ("sqrt(a + b)", "sqrt(a) + sqrt(b)"),
    ("sqrt(f(n)**2)", "f(n)"),
    # 0 is not positive, and has a root
    ("sqrt(x*sqrt(0))", "sqrt(x)*sqrt(sqrt(0))"),
    ("sum(sqrt(0)*f(t), t, 1, n)", "sqrt(0)*sum(f(t), t, 1, n)"),
    # 0 where the sum is empty
    ("n*sum(1/n**2, t, 1, n)", "1"),
    ("n*sum(exp(-2*log(n)), t, 1, n)", "1"),
    ("n*sum(exp(-3/2*log(n)), t, 1, n)**2", "1"),
    ("sum(1/w(n), t, 1, n)*w(n)", "n"),  # w(n) may have no meaning
    ("n*sum(sqrt(n)/n**2, t, 1, n)*sum(sqrt(n), t, 1, n)", "n"),
]


def same(one: str, other: str, forms: Forms) -> bool:
    return forms.of(READER.term(one)) == forms.of(READER.term(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_is_equal_apart(one: str, other: str) -> None:
    assert same(one, other, FORMS.apart)


@pytest.mark.parametrize(("one", "other"), WHOLE)
def test_what_is_equal_as_it_stands(one: str, other: str) -> None:
    assert same(one, other, FORMS)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_is_not(one: str, other: str) -> None:
    assert not same(one, other, FORMS)
    assert not same(one, other, FORMS.apart)


def test_a_log_stays_one_thing_in_the_first_form() -> None:
    assert not same("log(a*b)", "log(a) + log(b)", FORMS)
    assert not same("exp(log(a))", "a", FORMS)
    assert not same("sqrt(a**2)", "a", FORMS)


def test_larger_powers_stay_in_exponents() -> None:
    assert not same(f"exp({LARGEST_POWER + 1}*log(x))", f"x**{LARGEST_POWER + 1}", FORMS.apart)
    assert same(f"exp({LARGEST_POWER + 1}*log(x))", f"exp(log(x))*exp({LARGEST_POWER}*log(x))", Forms())


def test_without_what_is_known_nothing_is_positive() -> None:
    assert not same("log(a*b)", "log(a) + log(b)", Forms().apart)
    assert not same("sqrt(a**2)", "a", Forms().apart)
    assert same("exp(-log(a))", "1/a", Forms().apart)
    (numbers,) = (found for found in Forms().of(READER.term("1/2")).values())
    assert numbers == Fraction(1, 2)

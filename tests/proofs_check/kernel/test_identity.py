"""Identities: true ones, and false ones that look like them."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import identity

TRUE = [
    ("(a + b)**2", "a**2 + 2*a*b + b**2"),
    ("exp(a + b)", "exp(a)*exp(b)"),
    ("exp(a/2)**2", "exp(a)"),
    ("exp(a/6)**3*exp(a/3)**2", "exp(7*a/6)"),
    ("exp(-a)", "1/exp(a)"),
    ("(exp(a) - 1)/(exp(a) + 1)", "(exp(a/2) - exp(-a/2))/(exp(a/2) + exp(-a/2))"),
    ("exp(a*b/2 + a*b/2)", "exp(a*b)"),
    ("exp(1)*exp(2)", "exp(3)"),
    ("exp(0)", "1"),
    ("exp(a - a)", "1"),
    ("exp(log(2)*a)**2", "exp(2*a*log(2))"),
    ("log(1 + x)", "log(x + 1)"),
    ("x/x", "1"),
    ("1/(1/x)", "x"),
    ("1/(1 - x) - 1/(1 + x)", "2*x/(1 - x**2)"),
    ("exp(exp(a) + 1)", "exp(exp(a))*exp(1)"),
    ("1/3 + 1/6", "1/2"),
]
FALSE = [
    ("(a + b)**2", "a**2 + a*b + b**2"),
    ("exp(a + b)", "exp(a) + exp(b)"),
    ("exp(a/2)**3", "exp(a)"),
    ("exp(a*b)", "exp(a)*exp(b)"),
    ("exp(1)", "3"),
    ("exp(1)*exp(2)", "exp(2)"),
    ("exp(a)", "exp(b)"),
    ("exp(x/y)", "exp(y/x)"),
    ("exp(2/x)", "exp(1/x)"),
    ("log(x)", "log(1/x)"),
    ("log(x)", "sqrt(x)"),
    ("log(exp(x))", "log(exp(x/2))"),
    ("log(x)", "x"),
    ("sqrt(x)", "sqrt(2*x)"),
    ("exp(x**2)", "exp(x)**2"),
    ("-x**2", "(-x)**2"),
    ("2**-1", "2"),
    ("x**0", "0"),
    ("exp(exp(a))", "exp(a)"),
    ("1/0", "1/0"),
    ("1/(x - x)", "1/(x - x)"),
]


@pytest.mark.parametrize(("left", "right"), TRUE)
def test_accepts(left: str, right: str) -> None:
    check(identity(left, right), {})
    check(identity(right, left), {})


@pytest.mark.parametrize(("left", "right"), FALSE)
def test_rejects(left: str, right: str) -> None:
    with pytest.raises(Rejected):
        check(identity(left, right), {})


@pytest.mark.parametrize(("left", "right"), TRUE)
def test_rejects_true_ones_with_a_little_more(left: str, right: str) -> None:
    with pytest.raises(Rejected):
        check(identity(f"{left} + 1/10**30", right), {})

"""Formulas as sums of monomials."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.coq.goals.formulas import read
from dpassay.proofs_check.coq.goals.monomials import as_formula, expanded
from dpassay.proofs_check.coq.goals.writing import term


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(x + y)**2", "x**2 + 2*x*y + y**2"),
        ("x/2 - -x/2", "x"),
        ("log(2)*(x - x) + 3", "3"),
        ("-(x - y)*(x + y)", "y**2 - x**2"),
    ],
)
def test_equal_sums(one: str, other: str) -> None:
    assert expanded(read(one)) == expanded(read(other))
    assert expanded(read(one)) != expanded(read(f"{other} + x"))


@pytest.mark.parametrize("text", ["1/x", "exp(x)", "x**-1", "1/(1 - 1)"])
def test_others_are_none(text: str) -> None:
    assert expanded(read(text)) is None


def test_monomials_as_formulas() -> None:
    found = expanded(read("3*x*log(2)**2*x"))
    assert found is not None
    assert {term(as_formula(monomial)): value for monomial, value in found.items()} == {
        "(ln 2) ^ 2 * x ^ 2": Fraction(3)
    }

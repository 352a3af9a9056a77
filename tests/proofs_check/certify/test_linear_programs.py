"""Coefficients in rationals: what is left is 0, at least 0 or above it, or there are none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.certify.linear_programs import Product, Program, cleared_alike
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.names import Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import Form, times
from dpassay.proofs_check.proof.reading import Reader

NAMES = Names(dict.fromkeys("xyz", "real"), {})
READER = Reader(NAMES)
CONTEXT = Context(NAMES, Forms(), {}, (READER.relation("0 <= x"), READER.relation("0 < y")))


def form(text: str) -> Form:
    return Forms().of(READER.term(text))


def solved(goal: str, operator: str, *products: str, any_sign: bool = False, strict: bool = False) -> set[str]:
    """Each of the solutions, as text."""
    choices = [Product(form(text), any_sign=any_sign, strict=strict, cost=1.0) for text in products]
    found = Program(CONTEXT, form(goal), choices, operator).solutions()
    return {" ".join(map(str, coefficients)) for coefficients in found}


@pytest.mark.parametrize(
    ("goal", "operator", "products", "more", "expected"),
    [
        ("z/3", "<=", ("z",), {}, {"1/3"}),
        ("-z/3", "<=", ("z",), {}, set()),  # a coefficient below 0
        ("-z/3", "<=", ("z",), {"any_sign": True}, {"-1/3"}),
        ("z + x", "<=", ("z - x", "z + 2*x"), {}, {"1 0"}),  # 2*x may be left
        ("z + x", "=", ("z - x", "z + 2*x"), {}, {"1/3 2/3"}),
        ("z + x", "=", ("z - x",), {}, set()),
        ("z - x", "<=", ("z",), {}, set()),
        ("z + x", "<", ("z",), {}, {"1"}),  # that is for the checker to refuse: nothing strict is left
        ("z", "<", ("z",), {"strict": True}, {"1"}),
        ("z + y", "<", ("z", "z - y"), {}, {"1 0"}),
        ("0", "<=", (), {}, {""}),
    ],
)
def test_coefficients(
    goal: str, operator: str, products: tuple[str, ...], more: dict[str, bool], expected: set[str]
) -> None:
    assert solved(goal, operator, *products, **more) == expected


def test_coefficients_are_exact() -> None:
    assert solved(f"{10**6 + 3}*z/{10**6 + 7} + x", "=", "z + x", "x", any_sign=True) == {
        f"{Fraction(10**6 + 3, 10**6 + 7)} {Fraction(4, 10**6 + 7)}"
    }


def test_denominators_are_cleared_alike() -> None:
    assert cleared_alike([form("x/(x + y)"), form("z")]) == [form("x"), form("z*(x + y)")]
    first, second = cleared_alike([form("x/(x + y)**2/(y + z)"), form("1")])
    assert times(first, form("(x + y)**2*(y + z)")) == times(second, form("x"))
    assert "reciprocal" not in str((first, second))
    assert cleared_alike([form("x/y")]) == [form("x/y")]

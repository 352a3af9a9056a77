"""Formulas as they stand in goals: read with their form kept, and nothing else read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.coq.goals.formulas import (
    Binary,
    Call,
    Negative,
    Power,
    Variable,
    calls,
    number,
    read,
    substitute,
)

X = Variable("x")


def test_the_form_is_kept() -> None:
    assert read("x - 1/2") == Binary("-", X, Binary("/", number(1), number(2)))
    assert read("-x**-2") == Negative(Power(X, -2))
    assert read(" log(x)*3") == Binary("*", Call("log", X), number(3))


@pytest.mark.parametrize("text", ["sin(x)", "x < 1", "1.5", "x**y", "x**(1/2)", "exp(x, 1)", "x[0]", "True"])
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # of the reader, or of Python's
        read(text)


def test_calls_come_after_those_in_them() -> None:
    assert calls(read("exp(log(x)) + log(x)")) == [Call("log", X), Call("exp", Call("log", X))]


def test_variables_are_replaced_everywhere() -> None:
    half = number(Fraction(1, 2))
    assert substitute(read("-x**2 + exp(x)/y"), {"x": half}) == Binary(
        "+", Negative(Power(half, 2)), Binary("/", Call("exp", half), Variable("y"))
    )

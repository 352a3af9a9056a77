"""Derivatives, against the kernel's, at points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.coq.goals.derivatives import derivative
from dpassay.proofs_check.coq.goals.formulas import read
from dpassay.proofs_check.coq.goals.writing import term
from dpassay.proofs_check.kernel import expressions
from tests.proofs_check.coq.goals.coq_reader import Reader, value

FORMULAS = (
    "x**3 - 2*x**2 + x*7 - 5",
    "x**-2 + 1/(1 + x)",
    "exp(-x**2/2)*x",
    "log(1 + x**2)/x",
    "sqrt(x + y)*y - -x",
    "x**0 + y",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_values_are_those_of_the_kernel(text: str) -> None:
    with working_precision(120):
        at = {"x": rational_ball(Fraction(3, 7)), "y": rational_ball(Fraction(5, 2))}
        expected = expressions.ball(expressions.derivative(expressions.parse(text), "x"), at)
        found = value(Reader(term(derivative(read(text), "x"))).term(), at)
        assert found.overlaps(expected)
        assert not (found + 1).overlaps(expected)


def test_nothing_superfluous_is_written() -> None:
    told = {text: term(derivative(read(text), "x")) for text in ("y", "x", "3*x + y", "x**2", "exp(2*x)", "log(x)/2")}
    assert told == {
        "y": "0",
        "x": "1",
        "3*x + y": "3",
        "x**2": "2 * x",
        "exp(2*x)": "2 * exp (2 * x)",
        "log(x)/2": "1 / x / 2",
    }

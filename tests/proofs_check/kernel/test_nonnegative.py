"""Certificates by non-negative weights, products of what is given, and squares."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import nonnegative


def term(weight: Any, *factors: str, square: str | None = None) -> dict[str, Any]:
    return {
        "weight": weight,
        **({"factors": list(factors)} if factors else {}),
        **({"square": square} if square else {}),
    }


ACCEPTED = [
    (nonnegative("x**2 - 2*x + 1"), [term("1", square="x - 1")]),
    (nonnegative("a**2 + a*b + b**2"), [term("1", square="a + b/2"), term("3/4", square="b")]),
    (nonnegative("x*y + x", ("x", "y")), [term("1", "x", "y"), term("1", "x")]),
    (nonnegative("x - x**2", ("x", "1 - x")), [term("1", "x", "1 - x")]),
    (nonnegative("x**2 + 1/2", (), ">"), [term("1/2"), term("1", square="x")]),
    (nonnegative("x**3", ("x",)), [term("1", "x", "x", "x")]),
    (nonnegative("0"), []),
    (nonnegative("exp(x)**2 - 2*exp(x) + 1"), [term("1", square="exp(x) - 1")]),
    (nonnegative("log(2)**2*x**2"), [term("1", square="log(2)*x")]),
]
NOT_ACCEPTED = {
    "a negative weight": (nonnegative("-x**2"), [term("-1", square="x")]),
    "another sum": (nonnegative("x**2 - 1"), [term("1", square="x")]),
    "a factor that is not given": (nonnegative("x"), [term("1", "x")]),
    "a factor written otherwise": (nonnegative("x", ("1*x",)), [term("1", "x")]),
    "factors as one text": (nonnegative("x*y", ("x", "y")), [{"weight": "1", "factors": "xy"}]),
    "given as one text": ({**nonnegative("x*y"), "where": "xy"}, [term("1", "x", "y")]),
    "a weight that is a number": (nonnegative("x**2"), [term(1, square="x")]),
    "a decimal weight": (nonnegative("x**2/2"), [term("0.5", square="x")]),
    "a weight 1/0": (nonnegative("x**2"), [term("1/0", square="x")]),
    "strict without a constant": (nonnegative("x**2", (), ">"), [term("1", square="x")]),
    "strict with the constant 0": (nonnegative("x**2", (), ">"), [term("0"), term("1", square="x")]),
    "strict with a square that vanishes": (nonnegative("x", ("x",), ">"), [term("1", "x")]),
    "another relation": (nonnegative("x**2", (), "<"), [term("1", square="x")]),
    "undefined at 0": (nonnegative("1/(1/x)", ("x",)), [term("1", "x")]),
    "undefined at 0, given": (nonnegative("x**2", ("1/(1/x)",)), [term("1", square="x")]),
    "undefined at 0, squared": (nonnegative("x**2"), [term("1", square="1/(1/x)")]),
    "a power 0 of a quotient": (nonnegative("(1/x)**0", (), ">"), [term("1")]),
    "a quotient": (nonnegative("1/x**2"), [term("1", square="1/x")]),
    "log below 0": (nonnegative("log(x)**2"), [term("1", square="log(x)")]),
    "sqrt below 0": (nonnegative("sqrt(x)**2"), [term("1", square="sqrt(x)")]),
    "log of a negative constant": (nonnegative("log(-1)**2"), [term("1", square="log(-1)")]),
    "no terms": (nonnegative("x**2"), []),
    "no list": (nonnegative("x**2"), None),
}


@pytest.mark.parametrize(("statement", "terms"), ACCEPTED)
def test_accepts(statement: Any, terms: Any) -> None:
    check(statement, {"terms": terms})


@pytest.mark.parametrize("name", NOT_ACCEPTED)
def test_rejects(name: str) -> None:
    statement, terms = NOT_ACCEPTED[name]
    with pytest.raises(Rejected):
        check(statement, {"terms": terms})


@pytest.mark.parametrize(("statement", "terms"), ACCEPTED)
def test_every_term_counts(statement: Any, terms: Any) -> None:
    for k, each in enumerate(terms):
        for changed in (terms[:k] + terms[k + 1 :], [*terms[:k], {**each, "weight": "2"}, *terms[k + 1 :]]):
            with pytest.raises(Rejected):
                check(statement, {"terms": changed})
    with pytest.raises(Rejected):
        check(statement, {"terms": [*terms, term("1/1000000")]})


@pytest.mark.parametrize("relation", ["<", "<=", "=", "", None, 1])
def test_a_relation_is_one_of_two(relation: Any) -> None:
    statement = {**nonnegative("x**2"), "relation": relation}
    with pytest.raises(Rejected, match="relation"):
        check(statement, {"terms": [term("1", square="x")]})


def test_a_power_of_0_is_1() -> None:
    check(nonnegative("x**0 + y**2", (), ">"), {"terms": [term("1"), term("1", square="y")]})

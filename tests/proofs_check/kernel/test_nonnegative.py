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


def evidence(statement: Any, terms: Any) -> dict[str, Any]:
    """Evidence whose terms are these; at x = y = 1/2 all conditions of these tests hold."""
    known = statement["expression"] + "".join(statement["where"])
    return {"terms": terms, **({"point": {x: "1/2" for x in "xy" if x in known}} if statement["where"] else {})}


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
    check(statement, evidence(statement, terms))


@pytest.mark.parametrize("name", NOT_ACCEPTED)
def test_rejects(name: str) -> None:
    statement, terms = NOT_ACCEPTED[name]
    with pytest.raises(Rejected):
        check(statement, evidence(statement, terms))


@pytest.mark.parametrize(("statement", "terms"), ACCEPTED)
def test_every_term_counts(statement: Any, terms: Any) -> None:
    for k, each in enumerate(terms):
        for changed in (terms[:k] + terms[k + 1 :], [*terms[:k], {**each, "weight": "2"}, *terms[k + 1 :]]):
            with pytest.raises(Rejected, match="add up"):
                check(statement, evidence(statement, changed))
    with pytest.raises(Rejected, match="add up"):
        check(statement, evidence(statement, [*terms, term("1/1000000")]))


@pytest.mark.parametrize("relation", ["<", "<=", "=", "", None, 1])
def test_a_relation_is_one_of_two(relation: Any) -> None:
    statement = {**nonnegative("x**2"), "relation": relation}
    with pytest.raises(Rejected, match="relation"):
        check(statement, {"terms": [term("1", square="x")]})


def test_a_power_of_0_is_1() -> None:
    check(nonnegative("x**0 + y**2", (), ">"), {"terms": [term("1"), term("1", square="y")]})


VACUOUS = {
    "conditions that exclude each other": (("x", "-x - 1"), {"x": "1"}),
    "of several variables": (("x - y", "y - x - 1/10**30"), {"x": "1", "y": "1"}),
    "with exp": (("-exp(x)",), {"x": "-100"}),
    "only at a point that is not rational": (("x**2 - 2", "2 - x**2"), {"x": "7/5"}),
    "a constant": (("-1",), {}),
    "no point": (("x",), None),
    "a point in a larger space": (("x",), {"x": "1", "z": "1"}),
    "a point without a coordinate": (("x*y",), {"x": "1"}),
    "a decimal point": (("x",), {"x": "0.5"}),
    "a number": (("x",), {"x": 1}),
    "a point of no shape": (("x",), ["1"]),
    "no variable": (("x",), {"x": "1", "x + 1": "2"}),
}


@pytest.mark.parametrize("name", VACUOUS)
def test_conditions_that_hold_nowhere_show_nothing(name: str) -> None:
    where, point = VACUOUS[name]
    statement = nonnegative("1", where)
    found = {"terms": [term("1")]}
    with pytest.raises(Rejected, match=r"condition|point"):
        check(statement, found if point is None else {**found, "point": point})


@pytest.mark.parametrize(
    ("where", "point"),
    [
        (("x", "-x"), {"x": "0"}),
        (("exp(x) - 1", "log(2) - 1/2"), {"x": "0"}),
        (("x - y",), {"x": "2", "y": "1/3"}),
        (("x**2",), {"x": "-7/3"}),
    ],
)
def test_conditions_that_hold_at_the_point(where: tuple[str, ...], point: dict[str, str]) -> None:
    check(nonnegative("1", where), {"terms": [term("1")], "point": point})

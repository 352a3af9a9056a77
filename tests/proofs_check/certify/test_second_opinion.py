"""z3 and the kernel agree on polynomials; z3 sees no certificate and the kernel no z3."""

from __future__ import annotations

from typing import Any

import pytest

from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import counterexample, identity, inequality, nonnegative, sign

pytest.importorskip("z3")

from dpassay.proofs_check.certify.second_opinion import opinion

TRUE = [
    identity("(x+1)**2", "x**2 + 2*x + 1"),
    identity("1/(x-1) - 1/(x+1)", "2/(x**2-1)"),
    identity("x**-2", "1/x/x"),
    sign("x*(1-x)", "x", "[0, 1]"),
    sign("x*(1-x)", "x", "(0, 1)", ">"),
    sign("x**2 - 2", "x", "[3/2, oo)", ">"),
    sign("1/x", "x", "(0, oo)", ">"),
    sign("x**4 - 4*x + 3", "x", "(-oo, oo)"),
    nonnegative("1/4 - v + v**2"),
    nonnegative("a*(L-1) + a*(1-a)/2", ("L-1", "a", "1-a")),
    nonnegative("(e-1)*w*W", ("e-1", "w", "W")),
    nonnegative("x + 1", ("x",), ">"),
]
FALSE = [
    identity("(x+1)**2", "x**2 + 2*x"),
    identity("1/(x-1)", "1/(x+1)"),
    sign("x*(1-x)", "x", "[0, 1]", ">"),
    sign("x*(1-x)", "x", "(0, 1]", ">"),
    sign("x*(1-x)", "x", "[0, 2]"),
    sign("x**2 - 2", "x", "[7/5, oo)"),
    sign("1/x", "x", "(-oo, 0)"),
    sign("1/x**2", "x", "[-1, 1]", ">"),  # undefined inside
    nonnegative("1/4 - v + v**2 - 1/1000"),
    nonnegative("x*y", ("x",)),
    nonnegative("x", ("x",), ">"),
]


@pytest.mark.parametrize("statement", TRUE, ids=str)
def test_true_statements(statement: dict[str, Any]) -> None:
    assert opinion(statement) is True
    check(statement, find_evidence(statement))


@pytest.mark.parametrize("statement", FALSE, ids=str)
def test_false_statements(statement: dict[str, Any]) -> None:
    assert opinion(statement) is False
    assert find_evidence(statement) is None
    if statement["kind"] != "nonnegative":
        with pytest.raises(Rejected):
            check(statement, {})


def test_z3_knows_what_no_certificate_of_squares_shows() -> None:
    motzkin = nonnegative("x**4*y**2 + x**2*y**4 + 1 - 3*x**2*y**2")
    assert opinion(motzkin) in {True, None}


@pytest.mark.parametrize(
    "statement",
    [
        identity("exp(x)**2", "exp(2*x)"),
        sign("log(x)", "x", "[1, oo)"),
        nonnegative("x/y", ("x", "y")),
        nonnegative("x**2", ("1/x",)),
        inequality("exp(x) - 1 - x", "x", "(-oo, oo)"),
        counterexample("anything"),
    ],
    ids=str,
)
def test_no_opinion_beyond_polynomials(statement: dict[str, Any]) -> None:
    assert opinion(statement) is None


def test_no_opinion_beyond_the_effort() -> None:
    hard = nonnegative("+".join(f"x{i}**6" for i in range(6)) + "-7*" + "*".join(f"x{i}" for i in range(6)) + " + 1")
    assert opinion(hard, effort=1_000) is None


def test_an_unknown_relation_is_an_error() -> None:
    with pytest.raises(ValueError, match="relation"):
        opinion(sign("x", "x", "[0, 1]", "<"))

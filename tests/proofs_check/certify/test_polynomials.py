"""The finder of polynomial certificates: the kernel accepts what it finds, and it finds nothing for what is false."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.certify.polynomials import certify
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.statements import nonnegative

UNIT = ("x", "1-x", "y", "1-y")

TRUE = [
    nonnegative("1/4 - v + v**2"),
    nonnegative("x*(1-x)", ("x", "1-x")),
    nonnegative("a*(L-1) + a*(1-a)/2", ("L-1", "a", "1-a")),
    nonnegative("x**2+y**2-2*x*y"),
    nonnegative("x**2+y**2+z**2-x*y-y*z-z*x"),
    nonnegative("(e-1)*w*W", ("e-1", "w", "W")),
    nonnegative("e**2*(w+W)**2 - (w*e+W)*(w+W*e)", ("e-1", "w", "W")),
    nonnegative("(w*e+W)*(w+W*e) - e*(w+W)**2", ("e-1", "w", "W")),
    nonnegative("e*(w+W) - (w*e+W)", ("e-1", "w", "W")),
    nonnegative("p*(1-p)*(e-1)**2", ("p", "1-p", "e-1")),
    nonnegative("x**4+y**4+z**4+w**4-4*x*y*z*w"),
    nonnegative("x**3+y**3+z**3-3*x*y*z", ("x", "y", "z")),
    nonnegative("x**4-4*x+3"),
    nonnegative("x**3-3*x+2", ("x",)),
    nonnegative("(x**2-2)**2"),
    nonnegative("(x*y-1/7)**2+(x-y)**2"),
    nonnegative("(x-2*y)**2 + (3*x-5*y-1)**2"),
    nonnegative("(x-1/3)**2*(x+2)", ("x",)),
    nonnegative("1-x*y", UNIT),
    nonnegative("1-x**3", ("1-x", "x")),
    nonnegative("a*n/2 - L", ("a*n - 2*L",)),
    nonnegative("x*exp(y)", ("x", "exp(y)")),
    nonnegative("x+1", ("x",), ">"),
    nonnegative("x**2-x+1/4+1/1000", relation=">"),
    nonnegative("0*x"),
]
FALSE = [
    nonnegative("x"),
    nonnegative("1/4 - v + v**2 - 1/1000"),
    nonnegative("x*y", ("x",)),
    nonnegative("x**2+y**2-3*x*y"),
    nonnegative("x*(1-x) - 1/100", ("x", "1-x")),
    nonnegative("x**2", relation=">"),
    nonnegative("1-x*y", ("1-x", "1-y")),
    nonnegative("-1"),
]


@pytest.mark.parametrize("statement", TRUE, ids=lambda s: s["expression"])
def test_a_certificate_is_found(statement: dict[str, Any]) -> None:
    evidence = certify(statement)
    assert evidence is not None
    check(statement, evidence)
    assert all(Fraction(term["weight"]) > 0 for term in evidence["terms"])


@pytest.mark.parametrize("statement", FALSE, ids=lambda s: s["expression"])
def test_none_is_found_for_what_is_false(statement: dict[str, Any]) -> None:
    assert certify(statement) is None


def test_motzkin_is_no_sum_of_squares() -> None:
    assert certify(nonnegative("x**4*y**2 + x**2*y**4 + 1 - 3*x**2*y**2")) is None


@pytest.mark.parametrize(
    ("expression", "terms"),
    [
        ("1/4 - v + v**2", [{"weight": "1", "square": "v - 1/2"}]),
        ("x*(1-x)", [{"weight": "1", "factors": ["x", "1-x"]}]),
        ("3*x", [{"weight": "3", "factors": ["x"]}]),
    ],
)
def test_the_certificate_is_the_one_that_a_reader_expects(expression: str, terms: list[dict[str, Any]]) -> None:
    assert certify(nonnegative(expression, ("x", "1-x"))) == {"terms": terms, "point": {"x": "1"}}


@pytest.mark.parametrize(("expression", "constant"), [("x + 1/3", "1/3"), ("(x-1)**2 + 1/7", "1/7"), ("2*x + 5", "5")])
def test_a_strict_certificate_has_one_positive_constant(expression: str, constant: str) -> None:
    evidence = certify(nonnegative(expression, ("x",), ">"))
    assert evidence is not None
    assert [term for term in evidence["terms"] if term.keys() == {"weight"}] == [{"weight": constant}]


def test_the_same_certificate_in_every_run() -> None:
    statement = nonnegative("(x-2*y)**2 + (3*x-5*y-1)**2")
    assert certify(statement) == certify(statement)


@pytest.mark.parametrize("seed", range(8))
def test_random_sums_of_squares_are_taken_apart(seed: int) -> None:
    draw = random.Random(seed)
    forms = [" + ".join(f"({draw.randint(-4, 4)})*{name}" for name in ("x", "y", "z", "1")) for _ in range(3)]
    statement = nonnegative(" + ".join(f"{draw.randint(1, 5)}*({form})**2" for form in forms))
    evidence = certify(statement)
    assert evidence is not None
    check(statement, evidence)


@pytest.mark.parametrize("where", [(), ("x", "1-x")])
def test_a_found_certificate_does_not_fit_another_polynomial(where: tuple[str, ...]) -> None:
    evidence = certify(nonnegative("x**2 - x + 1/4", where))
    assert evidence is not None
    with pytest.raises(Rejected):
        check(nonnegative("x**2 - x + 1/5", where), evidence)


@pytest.mark.parametrize("text", ["1/x", "x +", "sin(x)"])
def test_what_is_no_polynomial_has_no_certificate(text: str) -> None:
    assert certify(nonnegative(text)) is None
    assert certify(nonnegative("x**2", (text,))) is None

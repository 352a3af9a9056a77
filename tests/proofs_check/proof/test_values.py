"""Exact values of every construct, against a direct computation; what is undecided, and what has none."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from dpassay.exact import as_real
from dpassay.exact.real import working_precision
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.statements import Model, Statement
from dpassay.proofs_check.proof.terms import Bound, Quantity
from dpassay.proofs_check.proof.values import Point, Value, as_real_of, ball_of, brief, number_of, plus, times

T = {"t": "integer"}
FAIR = {(a, b): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}
EQUAL = {(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}
BIASED = {
    (a, b): (Fraction(1, 3), Fraction(2, 3))[a] * (Fraction(1, 5), Fraction(4, 5))[b] for a in (0, 1) for b in (0, 1)
}
MODEL = Model(
    "two bits",
    {"a": "real"},
    {"x": "real", "n": "integer", "t": "integer"},
    {
        "P": Named(lambda _: BIASED, law=True, space="bits"),
        "Q": Named(lambda _: EQUAL, law=True, space="bits"),
        "K": Named(
            lambda _, y: {y: Fraction(3, 4), (1 - y[0], y[1]): Fraction(1, 4)}, law=True, space="bits", given="bits"
        ),
        "bit": Named(lambda _, t, y: y[t - 1], T, "bits"),
        "both": Named(lambda _, y: sum(y), space="bits"),
        "square": Named(lambda s, t: s * t * t, T),
        "at": Named(lambda _, x: as_real(x) + 1, {"x": "real"}),
        "root": Named(lambda _: as_real(2).sqrt()),
        "off": Named(lambda _, t: [Fraction(7)][t], T),
        "free": Named(index=T),
    },
)
NAMES = Statement("tried", MODEL, "0 = 0").names
READER = Reader(NAMES)
VALUES = {"a": Fraction(3), "x": Fraction(1, 2), "n": Fraction(4), "t": Fraction(1), "@bits": (1, 0), "@other": (0, 1)}


def point(**more: Any) -> Point:
    return Point(MODEL, NAMES, 3, {**VALUES, **more})


def value(text: str) -> Value:
    with working_precision(80):
        return point().of(READER.term(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 + x*n - 1/n", 2 + Fraction(1, 2) * 4 - Fraction(1, 4)),
        ("x**3 + n**-2", Fraction(1, 8) + Fraction(1, 16)),
        ("x**0", Fraction(1)),
        ("exp(0)", Fraction(1)),
        ("log(1)", Fraction(0)),
        ("sqrt(1) + sqrt(0)", Fraction(1)),
        ("square(n)", Fraction(48)),
        ("off(0)", Fraction(7)),
        ("both", Fraction(1)),
        ("bit(1) - bit(2)", Fraction(1)),
        ("[x <= 1/2]", Fraction(1)),
        ("[x < 1/2]", Fraction(0)),
        ("[x = 1/2] + [root < 1]", Fraction(1)),
        ("sum(k*k, k, 1, n)", Fraction(1 + 4 + 9 + 16)),
        ("sum(1/k, k, 1, 3)", Fraction(11, 6)),
        ("sum(1/k, k, 1, 0)", Fraction(0)),
        ("sum(sum(j*k, j, 1, k), k, 1, 3)", Fraction(sum(j * k for k in (1, 2, 3) for j in range(1, k + 1)))),
        ("E(both)", Fraction(2, 3) + Fraction(4, 5)),
        ("E(both**2)", sum(w * (a + b) ** 2 for (a, b), w in BIASED.items())),
        ("E(both, Q)", Fraction(1)),
        ("E(bit(1)*bit(2), Q)", Fraction(1, 2)),
        ("E(sum(bit(k)*k, k, 1, 2))", Fraction(2, 3) + 2 * Fraction(4, 5)),
        ("Pr(both > 0)", 1 - Fraction(1, 15)),
        ("Pr(both >= 0)", Fraction(1)),
        ("E(bit(1), K)", Fraction(3, 4)),  # given (1, 0)
        ("E(given(bit(1))*bit(1), K)", Fraction(3, 4)),
        ("E(E(bit(1), K))", Fraction(2, 3) * Fraction(3, 4) + Fraction(1, 3) * Fraction(1, 4)),
        ("0*exp(x)", Fraction(0)),
    ],
)
def test_what_is_rational_is_exact(text: str, expected: Fraction) -> None:
    assert value(text) == expected
    assert isinstance(value(text), Fraction)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(x)", math.exp(0.5)),
        ("log(n)", math.log(4)),
        ("sqrt(n + 1)", math.sqrt(5)),
        ("root**-3", 2**-1.5),
        ("root*root", 2),
        ("at(root)", 1 + math.sqrt(2)),
        ("E(exp(both), Q)", (1 + math.e**2) / 2),
        ("sum(sqrt(k), k, 1, 3)", 1 + math.sqrt(2) + math.sqrt(3)),
        ("[root*root <= 2]", None),  # enclosed by [0, 1]
    ],
)
def test_what_is_not_is_enclosed(text: str, expected: float | None) -> None:
    found = value(text)
    assert isinstance(found, arb)
    if expected is None:
        assert found.contains(0)
        assert found.contains(1)
    else:
        assert abs(float(found) - expected) < 1e-14
        assert found.rad() < 1e-20


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("x < n", True),
        ("n < x", False),
        ("x <= 1/2", True),
        ("x < 1/2", False),
        ("x = 1/2", True),
        ("x = 1/3", False),
        ("exp(x) <= 2", True),
        ("2 <= exp(x)", False),
        ("exp(x) = 2", False),
        ("root*root = 2", None),
        ("root*root <= 2", None),
        ("root*root < 2", None),
        ("root - 1/10**30 < root", True),  # needs the higher precision
        ("x < n and n < 5", True),
        ("x < n and n < 4", False),
        ("x < n and root*root <= 2", None),
        ("root*root <= 2 and n < x", False),
        ("x < n < 5", True),
        ("independent(bit(k), k, 1, 2)", True),
        ("independent(bit(k), k, 1, 2, Q)", False),  # one bit is the other
        ("independent(bit(k), k, 1, 1, Q)", True),
        ("independent(both*k, k, 1, 2)", False),  # a function of both bits
        ("independent(bit(3 - k), k, 1, 2)", False),  # of the other entry
        ("independent(k*exp(bit(k)), k, 1, 2)", True),
        ("independent(bit(k), k, 1, 0, Q)", True),
    ],
)
def test_whether_it_holds(formula: str, expected: bool | None) -> None:
    assert point().holds(READER.formula(formula)) is expected


@pytest.mark.parametrize(
    ("formula", "complaint"),
    [
        ("1/(x - 1/2) = 0", "division by zero"),
        ("log(0) <= 0", "not defined"),
        ("0 <= log(-1)", "not defined"),
        ("0 <= sqrt(-1)", "not defined"),
        ("0*log(0) = 0", "not defined"),
        ("1/(root**2 - 2) >= 0", "not defined"),
        ("z <= 0", "z has no value"),
        ("sum(k, k, x, n) = 0", "1/2 is no integer"),
        ("sum(k, k, 1, root) = 0", "is no integer"),
    ],
)
def test_what_is_not_defined(formula: str, complaint: str) -> None:
    with pytest.raises(Rejected, match=complaint):
        point().holds(READER.formula(formula))


def test_loose_bound_variables_have_no_value() -> None:
    with pytest.raises(Rejected, match="has no value"):
        point().of(Bound(0))
    with pytest.raises(Rejected, match="is no outcome"):
        point().of(Quantity("both", (), Bound(0)))


def test_what_a_lemma_is_about_is_read_from_the_setting() -> None:
    here = Point(MODEL, NAMES, {"free": lambda t: Fraction(t, 3)}, VALUES)
    assert here.of(READER.term("free(n)")) == Fraction(4, 3)
    assert here.at("n", Fraction(2)).of(READER.term("free(n)")) == Fraction(2, 3)
    assert here.of(READER.term("free(n)")) == Fraction(4, 3)


def test_what_was_computed_is_not_taken_for_what_came_in_its_place() -> None:
    """Terms and numbers that are gone leave their places in memory to others."""
    here = point()
    shifted = READER.term("at(x + root) - x - 1")
    with working_precision(80):
        for k in range(100):
            assert here.of(READER.term(f"sum(k*{k}, k, 1, 2) + E({k}*bit(1), Q)")) == 3 * k + Fraction(k, 2)
        for k in range(100):
            assert abs(float(ball_of(here.at("x", Fraction(k)).of(shifted))) - math.sqrt(2)) < 1e-14


def test_arithmetic_of_values() -> None:
    third, two = Fraction(1, 3), arb(2)
    assert (plus(third, third), times(third, third)) == (Fraction(2, 3), Fraction(1, 9))
    assert times(Fraction(0), two) == Fraction(0)
    assert all(product.overlaps(arb(2) / 3) for product in map(ball_of, (times(third, two), times(two, third))))
    assert not ball_of(times(Fraction(0), arb("nan"))).is_finite()  # not 0: it is not defined
    assert ball_of(third).overlaps(arb(1) / 3)
    assert number_of(2) == Fraction(2)
    assert isinstance(number_of(as_real(2).sqrt()), arb)
    assert as_real_of(lambda: third).bounds(64)[0] <= third


def test_a_number_in_a_message_is_short() -> None:
    assert [brief(Fraction(-3, 2)), brief(7), brief("x")] == ["-3/2", "7", "x"]
    long = 10**5000
    assert {brief(long), brief(-long), brief(Fraction(1, long)), brief(Fraction(long, 3))} == {"a long number"}

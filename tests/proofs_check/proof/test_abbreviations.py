"""Abbreviations with parameters: what they are short for, and that they capture nothing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Abbreviation, Named
from tests.proofs_check.proof.toys import LAW, RANDOM, at_once, claim, model

HERE = model(
    {"a": "real, 0 < a"},
    variables={"x": "real", "y": "real", "n": "integer, 0 <= n", "t": "integer"},
    quantities={"P": LAW, "X": RANDOM, "f": Named(index={"s": "real"})},
)


@pytest.mark.parametrize(
    ("goal", "let", "complaint"),
    [
        ("m(2) = 3*a**2", {"m(s)": "(s + s**2)*a**2/2"}, ""),
        ("m(2) = 2*a**2", {"m(s)": "(s + s**2)*a**2/2"}, "do not add up"),
        ("m(x + 1) = x**2 + 2*x + 1", {"m(s)": "s**2"}, ""),
        ("d(x, y) = x - y", {"d(s, u)": "s - u"}, ""),
        ("d(x, y) = y - x", {"d(s, u)": "s - u"}, "do not add up"),
        ("d(y, x) = y - x", {"d(x, y)": "x - y"}, ""),  # all at once
        ("m(m2) = 4", {"m(s)": "s + 1", "m2": "3"}, ""),
        ("m(3) = 5", {"m(s)": "k(s) + 1", "k(u)": "u + 1"}, ""),
        ("m(3) = 7", {"m(s)": "k(2*s)", "k(s)": "s + 1"}, ""),
        ("E(m(X)) = E(X**2)", {"m(s)": "s**2"}, ""),
        ("E(m(1)) = E(X)", {"m(s)": "s*X"}, ""),
        # what is bound in it binds nothing of what is put there
        ("m(t) = n*f(t)", {"m(s)": "sum(f(s), t, 1, n)"}, ""),
        ("m(t) = sum(f(t), t, 1, n)", {"m(s)": "sum(f(s), t, 1, n)"}, "do not add up"),
        ("sum(m(t), t, 1, n) = sum(f(t) + t, t, 1, n)", {"m(s)": "f(s) + s"}, ""),
        ("sum(m(t), t, 1, n) = n*sum(f(t), t, 1, n)", {"m(s)": "sum(f(s), t, 1, n)"}, ""),
        ("m(x) = sum(f(s), s, 1, n)", {"m(s)": "sum(f(s), s, 1, n)"}, ""),
        ("m(x) = n*f(x)", {"m(s)": "sum(f(s), s, 1, n)"}, "do not add up"),
        ("E(m(X)) = E(X)**2", {"m(s)": "E(X)*s"}, ""),
        ("E(m(X)) = E(X*X)", {"m(s)": "E(X)*s"}, "do not add up"),
        # what has no meaning
        ("m(0) = m(0)", {"m(s)": "1/s"}, "not shown: 0 < 0"),
        ("m(x) = m(x)", {"m(s)": "log(s)"}, "not shown: 0 < x"),
        ("0*m(1/x) = 0", {"m(s)": "s"}, "not shown: 0 < x"),
        ("m = 1", {"m(s)": "s"}, "m has 1 parameters, not 0"),
        ("m(1, 2) = 1", {"m(s)": "s"}, "m has 1 parameters, not 2"),
        ("m(1) = 1", {"m": "1"}, "m has 0 parameters, not 1"),
        ("m(1) = 1", {"m(s)": "m(s)"}, "no quantity 'm'"),
        ("m(1) = 1", {"m(s)": "k(s)", "k(s)": "m(s)"}, "no quantity 'm'"),
        ("m(1) = 1", {"m(s)": "s + z"}, "the variable z is not declared"),
        ("m(1) = 1", {"m(f)": "f"}, "f is no name for a parameter of m"),
        ("m(1) = 1", {"m(k)": "k", "k": "1"}, "k is no name for a parameter of m"),
        ("m(1) = 1", {"m(exp)": "exp"}, "exp is no name for a parameter of m"),
        ("m(1) = 1", {"m(s)": "s", "m": "1"}, "m: a name for two things"),
        ("m(1) = 1", {"m(s)": "s", "m(s, u)": "s"}, "m: a name for two things"),
        ("f(1) = 1", {"f(s)": "s"}, "f: a name for two things"),
        ("a = 1", {"a(s)": "s"}, "a: a name for two things"),
        ("sum(1, m, 1, 2) = 2", {"m(s)": "s"}, "m is no name for a variable"),
    ],
)
def test_what_an_abbreviation_is_short_for(goal: str, let: Mapping[str, str], complaint: str) -> None:
    found = at_once(claim(goal, HERE, let=let))
    assert complaint in found
    assert bool(complaint) == bool(found)


@pytest.mark.parametrize("written", ["m(", "m()", "m(s", "m(s, s)", "m(m)", "m(s + 1)", "m(s)x", "", "(s)", "2(s)"])
def test_how_it_is_not_written(written: str) -> None:
    with pytest.raises(Rejected, match="abbreviation"):
        Abbreviation.read(written, "1")


def test_how_it_is_written() -> None:
    assert Abbreviation.read("m(s, t)", "s*t") == ("m", Abbreviation("s*t", ("s", "t")))
    assert Abbreviation.read("Z", "1") == ("Z", Abbreviation("1"))

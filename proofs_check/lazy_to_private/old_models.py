"""Lemmas for ASI-16 and ASI-18: means at a model that is kept with probability 1 - p, and else drawn anew.

With u_s the mean of a function with values in [0, 1] at that model, and v_s its mean under the s-th law, u_{s+1} = (1 -
p) u_s + p v_{s+1}, and v_s <= G v_{s+1} + delta. Where (1 - p) G <= 1 - p/2, by induction u_s <= 2 v_s + 2 (1 - p)
delta/p: the model may be old, but that is not likely.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, use

OLD_BOUND: Final = "u(b) <= 2*v(b) + 2*(1 - p)*delta/p"
SO_FAR: Final = "u(s) <= 2*v(s) + 2*(1 - p)*delta/p"
theorem(
    "means at an old model",
    anything(
        "means of a function, and at a model that is kept or drawn anew",
        {
            "n": "integer, 1 <= n",
            "p": "real, 0 < p, p < 1",
            "G": "real",
            "delta": "real, 0 <= delta",
        },
        {
            "u": Named(index={"b": "integer, 1 <= b, b <= n"}),
            "v": Named(index={"b": "integer, 1 <= b, b <= n"}),
        },
        (
            {
                "n": Fraction(3),
                "p": Fraction(1, 2),
                "G": Fraction(3, 2),
                "delta": Fraction(1, 4),
                "v": lambda b: (Fraction(1), Fraction(1, 2), Fraction(1, 4))[int(b) - 1],
                "u": lambda b: (Fraction(1), Fraction(3, 4), Fraction(1, 2))[int(b) - 1],
            },
        ),
        {"b": "integer, 1 <= b, b <= n", "s": "integer, 1 <= s, s <= n - 1"},
    ),
    OLD_BOUND,
    Step("then at least 0", "0 <= v(s + 1)", arithmetic(use("at least 0", b="s + 1"))),
    Step(
        "base",
        "u(1) <= 2*v(1) + 2*(1 - p)*delta/p",
        arithmetic("first", ("2*delta/p", "p < 1"), use("at least 0", b="1")),
    ),
    Step(
        "step",
        "u(s + 1) <= 2*v(s + 1) + 2*(1 - p)*delta/p",
        arithmetic("next", ("1 - p", SO_FAR), ("2*(1 - p)", "close"), ("2*v(s + 1)", "factor")),
        (SO_FAR,),
        ("then at least 0",),
    ),
    Step(
        "all",
        OLD_BOUND,
        apply("induction", "base", "step", low="1", high="b", f="b: u(b)", g="b: 2*v(b) + 2*(1 - p)*delta/p"),
    ),
    given={
        "at least 0": Given("0 <= v(b)"),
        "first": Given("u(1) = v(1)"),
        "next": Given("u(s + 1) = (1 - p)*u(s) + p*v(s + 1)"),
        "close": Given("v(s) <= G*v(s + 1) + delta"),
        "factor": Given("(1 - p)*G <= 1 - p/2"),
    },
)
MORE: Final = "[G*m(s + 1, i) < m(s, i)]*(m(s, i) - G*m(s + 1, i))"
AT_Y: Final = "sum(f(i)*y({b}, i), i, 1, d)"
THERE: Final = "sum(f(i)*m({b}, i), i, 1, d)"
FUNCTION_BOUND: Final = f"{AT_Y.format(b='b')} <= 2*{THERE.format(b='b')} + 2*(1 - p)*delta/p"
PLACE: Final = {"i": "integer, 1 <= i, i <= d"}
LAWS: Final = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)))
theorem(
    "a function of an old model",
    anything(
        "laws of a model that is kept or drawn anew",
        {
            "n": "integer, 1 <= n",
            "d": "integer, 1 <= d",
            "p": "real, 0 < p, p < 1",
            "G": "real",
            "delta": "real, 0 <= delta",
        },
        {
            "m": Named(index={"b": "integer, 1 <= b, b <= n", **PLACE}, range="at least 0"),
            "y": Named(index={"b": "integer, 1 <= b, b <= n", **PLACE}),
            "f": Named(index=PLACE),
        },
        (
            {
                "n": Fraction(2),
                "d": Fraction(2),
                "p": Fraction(1, 2),
                "G": Fraction(3, 2),
                "delta": Fraction(1, 8),
                "m": lambda b, i: LAWS[int(b) - 1][int(i) - 1],
                "y": lambda b, i: (LAWS[0][int(i) - 1] + LAWS[int(b) - 1][int(i) - 1]) / 2,
                "f": lambda i: Fraction(1, int(i)),
            },
        ),
        {"b": "integer, 1 <= b, b <= n", "s": "integer, 1 <= s, s <= n - 1", **PLACE},
    ),
    FUNCTION_BOUND,
    Step("value", "0 <= f(i)*m(b, i)", arithmetic(("m(b, i)", "a value"))),
    Step(
        "mean",
        f"0 <= {THERE.format(b='b')}",
        apply("sum grows", "value", f="i: 0", g="i: f(i)*m(b, i)", low="1", high="d"),
    ),
    Step("value at first", "f(i)*y(1, i) = f(i)*m(1, i)", arithmetic(("f(i)", "first"))),
    Step(
        "mean at first",
        f"{AT_Y.format(b='1')} = {THERE.format(b='1')}",
        apply("sum of equals", "value at first", f="i: f(i)*y(1, i)", g="i: f(i)*m(1, i)", low="1", high="d"),
    ),
    Step("next value", "f(i)*y(s + 1, i) = f(i)*((1 - p)*y(s, i) + p*m(s + 1, i))", arithmetic(("f(i)", "next"))),
    Step(
        "next values",
        f"{AT_Y.format(b='s + 1')} = sum(f(i)*((1 - p)*y(s, i) + p*m(s + 1, i)), i, 1, d)",
        apply(
            "sum of equals",
            "next value",
            f="i: f(i)*y(s + 1, i)",
            g="i: f(i)*((1 - p)*y(s, i) + p*m(s + 1, i))",
            low="1",
            high="d",
        ),
    ),
    Step(
        "next mean",
        f"{AT_Y.format(b='s + 1')} = (1 - p)*{AT_Y.format(b='s')} + p*{THERE.format(b='s + 1')}",
        arithmetic("next values"),
    ),
    Step(
        "means of both",
        f"{THERE.format(b='s')} <= G*{THERE.format(b='s + 1')} + delta",
        apply(
            "an event under close laws",
            "a value",
            "at most 1",
            "close",
            d="d",
            z="G",
            delta="delta",
            p="i: m(s, i)",
            q="i: m(s + 1, i)",
            f="i: f(i)",
        ),
    ),
    Step(
        "all",
        FUNCTION_BOUND,
        apply(
            "means at an old model",
            "mean",
            "mean at first",
            "next mean",
            "means of both",
            "factor",
            n="n",
            p="p",
            G="G",
            delta="delta",
            u=f"b: {AT_Y.format(b='b')}",
            v=f"b: {THERE.format(b='b')}",
            b="b",
        ),
    ),
    given={
        "a value": Given("0 <= f(i)"),
        "first": Given("y(1, i) = m(1, i)"),
        "next": Given("y(s + 1, i) = (1 - p)*y(s, i) + p*m(s + 1, i)"),
        "close": Given(f"sum({MORE}, i, 1, d) <= delta"),
        "at most 1": Given("f(i) <= 1"),
        "factor": Given("(1 - p)*G <= 1 - p/2"),
    },
)

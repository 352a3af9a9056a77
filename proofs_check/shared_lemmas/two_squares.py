"""Two numbers whose squares add up to nothing: any linear forms of them do, and are at least 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

FORM: Final = {"a": "real", "b": "real"}
TWO: Final = {"u": "real", "v": "real"}
NONE: Final = {"none": Given("u**2 + v**2 <= 0")}
SETTING: Final = {"a": Fraction(2), "b": Fraction(-1), "u": Fraction(0), "v": Fraction(0)}
SQUARE: Final = "(a*u + b*v)**2 <= 0"
theorem(
    "a form of nothing",
    anything("a linear form of two numbers", {**FORM, **TWO}, {}, (SETTING,)),
    SQUARE,
    Step("rest", "0 <= (a*v - b*u)**2", analysis("0 <= z**2", "(-oo, oo)", z="a*v - b*u")),
    Step("all", SQUARE, arithmetic(("a**2 + b**2", "none"), "rest")),
    given=NONE,
)
ROOT: Final = "x <= sqrt(x**2)"
theorem(
    "at most the root of its square",
    numbers(x="real"),
    ROOT,
    Step("square", "0 <= x**2", analysis("0 <= z**2", "(-oo, oo)", z="x")),
    Step("positive", ROOT, apply("a root is at least", u="x", x="x**2"), ("0 <= x",), ("square",)),
    Step("all", ROOT, apply("cases", "positive", A="x", B="sqrt(x**2)", c="x"), (), ("square",)),
)
LEAST: Final = "0 <= a*u + b*v"
theorem(
    "a form of nothing is at least 0",
    anything("a linear form of two numbers, and its sign", {**FORM, **TWO}, {}, (SETTING,)),
    LEAST,
    Step("square", SQUARE, apply("a form of nothing", "none", a="a", b="b", u="u", v="v")),
    Step("a square", "0 <= (a*u + b*v)**2", analysis("0 <= z**2", "(-oo, oo)", z="a*u + b*v")),
    Step(
        "no root",
        "sqrt((a*u + b*v)**2) <= 0",
        apply("a root is at most", "square", x="(a*u + b*v)**2", y="0"),
        (),
        ("a square",),
    ),
    Step(
        "root",
        "-(a*u + b*v) <= sqrt((a*u + b*v)**2)",
        apply("at most the root of its square", x="-(a*u + b*v)"),
        (),
        ("a square",),
    ),
    Step("all", LEAST, arithmetic("no root", "root"), (), ("a square",)),
    given=NONE,
)
FORMS: Final = "U**2 + V**2 <= 0"
theorem(
    "two forms of nothing",
    anything(
        "two linear forms of two numbers",
        {**FORM, "c": "real", "d": "real", **TWO, "U": "real", "V": "real"},
        {},
        ({**SETTING, "c": Fraction(1), "d": Fraction(3), "U": Fraction(0), "V": Fraction(0)},),
    ),
    FORMS,
    Step("first", SQUARE, apply("a form of nothing", "none", a="a", b="b", u="u", v="v")),
    Step("second", "(c*u + d*v)**2 <= 0", apply("a form of nothing", "none", a="c", b="d", u="u", v="v")),
    Step(
        "all",
        FORMS,
        arithmetic("first", "second", ("U + a*u + b*v", "U is"), ("V + c*u + d*v", "V is")),
    ),
    given={**NONE, "U is": Given("U = a*u + b*v"), "V is": Given("V = c*u + d*v")},
)

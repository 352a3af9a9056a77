"""The root of a square, for positive numbers, and a bound of a root."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything, numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic

SUM = "(sqrt(u**2) + u)"
ROOT = theorem(
    "root of a square",
    numbers(u="real, 0 < u"),
    "sqrt(u**2) = u",
    Step("one", f"{SUM}/{SUM} = 1", arithmetic()),
    Step("all", "sqrt(u**2) = u", arithmetic(("u - sqrt(u**2)", "one"))),
)
BOUNDED = theorem(
    "a root is at most",
    anything(
        "a number below a square",
        {"x": "real, 0 <= x", "y": "real, 0 < y"},
        {},
        ({"x": Fraction(2), "y": Fraction(3, 2)}, {"x": Fraction(0), "y": Fraction(1)}),
    ),
    "sqrt(x) <= y",
    Step("all", "sqrt(x) <= y", arithmetic(("1/(y + sqrt(x))", "square"))),
    given={"square": Given("x <= y**2")},
)

"""The root of a square, for positive numbers, and numbers with a smaller square."""

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

theorem(
    "smaller square",
    anything(
        "two numbers and their squares",
        {"p": "real, 0 <= p", "q": "real, 0 < q"},
        {},
        tuple({"p": Fraction(p), "q": Fraction(2)} for p in (0, 1, 2)),
    ),
    "p <= q",
    Step("all", "p <= q", arithmetic(("1/(p + q)", "squares"))),
    given={"squares": Given("p**2 <= q**2")},
)

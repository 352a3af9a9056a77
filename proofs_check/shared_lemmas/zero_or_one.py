"""What is its own square is at most 1."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

IDEMPOTENT = anything("0 or 1", {"x": "real"}, {}, ({"x": Fraction(0)}, {"x": Fraction(1)}))
theorem(
    "zero or one",
    IDEMPOTENT,
    "x <= 1",
    Step("above", "x <= 1", arithmetic(("x - 1", "1 <= x"), "own square"), ("1 <= x",)),
    Step("all", "x <= 1", apply("cases", "above", A="x", B="1", c="1 - x")),
    given={"own square": Given("x**2 = x")},
)

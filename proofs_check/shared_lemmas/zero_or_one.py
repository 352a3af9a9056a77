"""What is its own square is at most 1, and an integer from 0 to 1 is its own square."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything, numbers
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

OWN_SQUARE = "w*(1 - w) <= 0"
theorem(
    "an integer from 0 to 1",
    numbers(w="integer, 0 <= w, w <= 1"),
    OWN_SQUARE,
    Step("above", "0 + 1 <= w", apply("integers are 1 apart", A="0", B="w"), ("0 < w",)),
    Step("one", OWN_SQUARE, arithmetic(("w", "above")), ("0 < w",)),
    Step("all", OWN_SQUARE, apply("cases", "one", A="w*(1 - w)", B="0", c="-w")),
)

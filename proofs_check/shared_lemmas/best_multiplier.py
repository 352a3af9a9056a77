"""What is at most c D + B/(4 c) for each c > 0 is at most w, where D B <= w^2."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic, use

theorem(
    "the best multiplier",
    anything(
        "a bound for each multiplier",
        {"V": "real", "D": "real", "B": "real, 0 < B", "w": "real, 0 < w"},
        {},
        tuple({"V": Fraction(v), "D": Fraction(1), "B": Fraction(4), "w": Fraction(2)} for v in (-1, 1, 2)),
        {"c": "real, 0 < c"},
    ),
    "V <= w",
    Step("all", "V <= w", arithmetic(use("for each", c="B/(2*w)"), ("1/(2*w)", "product"))),
    given={"for each": Given("V <= c*D + B/(4*c)"), "product": Given("D*B <= w**2")},
)

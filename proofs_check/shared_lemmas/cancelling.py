"""A positive factor of both sides cancels."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic

FACTOR = anything(
    "two numbers and a positive factor",
    {"A": "real, 0 < A", "X": "real", "Y": "real"},
    {},
    tuple({"A": Fraction(1, a), "X": Fraction(x), "Y": Fraction(x + a - 1)} for a in (1, 2) for x in (-1, 0, 2)),
)
theorem(
    "a positive factor cancels",
    FACTOR,
    "X <= Y",
    Step("all", "X <= Y", arithmetic(("1/A", "times the factor"))),
    given={"times the factor": Given("A*X <= A*Y")},
)

"""A quotient lies between two numbers where what is divided lies between their multiples of what divides it."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, arithmetic

QUOTIENT = anything(
    "a quotient, and numbers on both sides of it",
    {"H": "real, 0 < H", "N": "real", "R": "real", "A": "real", "C": "real"},
    {},
    tuple(
        {"H": Fraction(h), "N": Fraction(1), "R": Fraction(1, h), "A": Fraction(a), "C": Fraction(2)}
        for h, a in ((1, 1), (2, 0), (3, -1))
    ),
)
theorem(
    "a quotient between",
    QUOTIENT,
    "A <= R <= C",
    Step("low", "A <= R", arithmetic(("1/H", "at least"), ("-1/H", "quotient"))),
    Step("high", "R <= C", arithmetic(("1/H", "at most"), ("1/H", "quotient"))),
    given={"quotient": Given("R*H = N"), "at least": Given("A*H <= N"), "at most": Given("N <= C*H")},
)

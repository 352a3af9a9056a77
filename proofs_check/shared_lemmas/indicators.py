"""Bounds that hold where an indicator is 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

COMPARED = anything(
    "numbers, two of them compared where two others are",
    {"A": "real", "B": "real", "Y": "real", "c": "real"},
    {},
    (
        {"A": Fraction(0), "B": Fraction(1), "Y": Fraction(2), "c": Fraction(3)},
        {"A": Fraction(1), "B": Fraction(1), "Y": Fraction(3), "c": Fraction(2)},
    ),
)
WHERE: Final = "[A < B]*Y <= [A < B]*c"
theorem(
    "where it is so",
    COMPARED,
    WHERE,
    Step("contrary", "[A < B] = 1 - [B <= A]", apply("indicator of the contrary", A="B", B="A")),
    Step("else", "[B <= A] = 1", apply("indicator of what holds", A="B", B="A"), ("B <= A",)),
    Step("so", WHERE, arithmetic(("[A < B]", "bound")), ("A < B",)),
    Step("not so", WHERE, arithmetic(("Y - c", "contrary"), ("c - Y", "else")), ("B <= A",)),
    Step("all", WHERE, apply("cases, one strict", "not so", "so", A="[A < B]*Y", B="[A < B]*c", c="A - B")),
    given={"bound": Given("Y <= c", ("A < B",))},
)

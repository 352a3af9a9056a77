"""Cube roots, as exponentials of a third of a logarithm."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

ROOT: Final = "exp(log(x)/3)"
FACTOR: Final = f"1/({ROOT}**2 + {ROOT}*u + u**2)"
"""One over what the difference of two cubes is, divided by that of the numbers."""
CUBED: Final = Step("cube", "exp(log(x)) = x", apply("exp of log", A="x"))
NUMBERS: Final = {"x": "real, 0 < x", "u": "real, 0 < u"}
EQUAL: Final = {"x": Fraction(27, 8), "u": Fraction(3, 2)}
theorem(
    "cube root of a cube",
    anything("a number and its cube", NUMBERS, {}, (EQUAL,)),
    f"{ROOT} = u",
    CUBED,
    Step("all", f"{ROOT} = u", arithmetic((FACTOR, "cube"), (FACTOR, "given"))),
    given={"given": Given("x = u**3")},
)
theorem(
    "a cube root is at most",
    anything("a number below a cube", NUMBERS, {}, (EQUAL, {"x": Fraction(1, 9), "u": Fraction(2)})),
    f"{ROOT} <= u",
    CUBED,
    Step("all", f"{ROOT} <= u", arithmetic((FACTOR, "cube"), (FACTOR, "given"))),
    given={"given": Given("x <= u**3")},
)

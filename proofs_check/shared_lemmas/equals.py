"""What is equal has equal exponentials."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

EQUAL = anything("two equal numbers", {"x": "real", "y": "real"}, {}, ({"x": Fraction(1, 2), "y": Fraction(1, 2)},))
EXP_OF_EQUALS = theorem(
    "exp of equals",
    EQUAL,
    "exp(x) = exp(y)",
    Step("below", "x <= y", arithmetic("equal")),
    Step("above", "y <= x", arithmetic(("-1", "equal"))),
    Step("up", "exp(x) <= exp(y)", apply("exp grows", "below", A="x", B="y")),
    Step("down", "exp(y) <= exp(x)", apply("exp grows", "above", A="y", B="x")),
    Step("all", "exp(x) = exp(y)", apply("antisymmetry", "up", "down", A="exp(x)", B="exp(y)")),
    given={"equal": Given("x = y")},
)

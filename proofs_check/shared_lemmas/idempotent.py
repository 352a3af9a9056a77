"""A function at what is 0 or 1: between its values there, it is at most their average with that weight."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside

LINEAR: Final = "g(x) <= (1 - x)*g(0) + x*g(1)"
theorem(
    "at zero or one",
    anything(
        "a function at what is 0 or 1",
        {"x": "real"},
        {"g": Named(index={"z": "real"})},
        tuple({"x": Fraction(x), "g": lambda z: 2 - z * z} for x in (0, 1)),
    ),
    LINEAR,
    Step("one", "x = 1", arithmetic(("1/x", "own square")), ("0 < x",)),
    Step("square", "0 <= x", arithmetic("own square")),
    Step("zero", "x = 0", apply("at most each other", "square", A="x", B="0"), ("x <= 0",)),
    Step(
        "all",
        LINEAR,
        cases(
            "x <= 0",
            arithmetic(inside("g(_)", "zero"), ("g(0) - g(1)", "zero")),
            arithmetic(inside("g(_)", "one"), ("g(0) - g(1)", "one")),
        ),
    ),
    given={"own square": Given("x**2 = x")},
)

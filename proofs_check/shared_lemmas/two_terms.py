"""A sum of two terms."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

TWO: Final = anything(
    "two numbers",
    {"d": "integer, 2 <= d, d <= 2"},
    {"f": Named(index={"i": "integer, 1 <= i, i <= d"})},
    ({"d": Fraction(2), "f": lambda i: Fraction(i + 2, i)},),
)
BOTH: Final = "sum(f(i), i, 1, d) = f(1) + f(d)"
theorem(
    "sum of two",
    TWO,
    "sum(f(i), i, 1, d) = f(1) + f(d)",
    Step(
        "last", "sum(f(i), i, 1, d) = sum(f(i), i, 1, d - 1) + f(d)", apply("last term", f="i: f(i)", low="1", high="d")
    ),
    Step(
        "first",
        "sum(f(i), i, 1, d - 1) = sum(f(i), i, 1, 1)",
        apply("equal indices", low="1", high="d", A="d - 1", B="1", f="k: sum(f(i), i, 1, k)"),
    ),
    Step("all", BOTH, arithmetic("last", "first")),
)

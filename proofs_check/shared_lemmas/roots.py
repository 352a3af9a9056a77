"""The root of a square, for positive numbers."""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

SUM = "(sqrt(u**2) + u)"
ROOT = theorem(
    "root of a square",
    numbers(u="real, 0 < u"),
    "sqrt(u**2) = u",
    Step("one", f"{SUM}/{SUM} = 1", arithmetic()),
    Step("all", "sqrt(u**2) = u", arithmetic(("u - sqrt(u**2)", "one"))),
)

"""A factor that does not depend on the index stands outside of a sum, be it a quotient or a root."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

FACTORED = "sum(c*f(t), t, low, high) = c*sum(f(t), t, low, high)"
theorem(
    "constant factor",
    anything(
        "a sum with a constant factor",
        {"low": "integer", "high": "integer, low - 1 <= high", "c": "real"},
        {"f": Named(index={"t": "integer, low <= t, t <= high"})},
        (
            {"low": Fraction(1), "high": Fraction(3), "c": Fraction(2, 3), "f": lambda t: Fraction(t**2)},
            {"low": Fraction(1), "high": Fraction(0), "c": Fraction(2), "f": Fraction},
        ),
    ),
    FACTORED,
    Step("all", FACTORED, arithmetic()),
)

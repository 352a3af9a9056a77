"""The log of a number of things, of which there is at least one, is at least 0."""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, inside

theorem(
    "log of a size",
    numbers(K="real, 1 <= K"),
    "0 <= log(K)",
    Step("all", "0 <= log(K)", arithmetic(inside("log(_)", "1 <= K"))),
)

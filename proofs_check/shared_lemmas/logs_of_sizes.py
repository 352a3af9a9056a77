"""The log of a number of things, of which there is at least one, is at least 0."""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

theorem(
    "log of a size",
    numbers(K="real, 1 <= K"),
    "0 <= log(K)",
    Step("grows", "log(1) <= log(K)", apply("log grows", A="1", B="K")),
    Step("log of 1", "log(exp(0)) = 0", apply("log of exp", A="0")),
    Step("all", "0 <= log(K)", arithmetic("grows", ("-1", "log of 1"))),
)

"""Bernoulli's inequality: (1 - x)^n >= 1 - n x, the power as the exponential of n ln(1 - x)."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

SO_FAR: Final = "1 - k*x <= exp(k*log(1 - x))"
theorem(
    "Bernoulli",
    numbers(n="integer, 0 <= n", x="real, 0 <= x, x < 1"),
    "1 - n*x <= exp(n*log(1 - x))",
    Step("below 1", "0 <= 1 - x", arithmetic("x < 1")),
    Step(
        "next",
        "1 - (k + 1)*x <= exp((k + 1)*log(1 - x))",
        arithmetic(("1 - x", SO_FAR)),
        (SO_FAR,),
        ("below 1",),
    ),
    Step(
        "all",
        "1 - n*x <= exp(n*log(1 - x))",
        apply("induction", "next", low="0", high="n", f="k: 1 - k*x", g="k: exp(k*log(1 - x))"),
    ),
    variables={"k": "integer, 0 <= k, k <= n - 1"},
)

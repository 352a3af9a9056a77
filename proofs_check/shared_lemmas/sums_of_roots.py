"""The roots of 0, ..., T - 1 add up to at most (2/3) T^(3/2)."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

SO_FAR: Final = "sum(sqrt(k), k, 0, n - 1) <= 2/3*n*sqrt(n)"
theorem(
    "sum of roots",
    numbers(T="integer, 0 <= T"),
    "sum(sqrt(k), k, 0, T - 1) <= 2/3*T*sqrt(T)",
    Step(
        "last",
        "sum(sqrt(k), k, 0, n) = sum(sqrt(k), k, 0, n - 1) + sqrt(n)",
        apply("last term", f="k: sqrt(k)", low="0", high="n"),
    ),
    Step("grows", "x <= y", apply("sqrt grows", A="n", B="n + 1")),
    Step("gap", "0 <= y - x", arithmetic("grows")),
    Step("step", "x*(x + y) <= 2/3*(y**2 + x*y + x**2)", arithmetic(("(x + 2*y)/3", "gap"))),
    Step("difference", "(y - x)*(x + y) = 1", arithmetic()),
    Step(
        "one more",
        "2/3*n*x + x <= 2/3*(n + 1)*y",
        arithmetic(("y - x", "step"), ("-x", "difference")),
        (),
        ("gap",),
    ),
    Step(
        "next",
        "sum(sqrt(k), k, 0, n) <= 2/3*(n + 1)*y",
        arithmetic("last", SO_FAR, "one more"),
        (SO_FAR,),
    ),
    Step(
        "all",
        "sum(sqrt(k), k, 0, T - 1) <= 2/3*T*sqrt(T)",
        apply("induction", "next", low="0", high="T", f="n: sum(sqrt(k), k, 0, n - 1)", g="n: 2/3*n*sqrt(n)"),
    ),
    variables={"n": "integer, 0 <= n"},
    let={"x": "sqrt(n)", "y": "sqrt(n + 1)"},
)

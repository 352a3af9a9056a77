"""The sum of the roots of 0, ..., n - 1 is at most (2/3) n^(3/2), and so is that of multiples of them."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

X, Y = "sqrt(k*b)", "sqrt((k + 1)*b)"
SO_FAR: Final = "sum(sqrt(t*b), t, 0, k - 1) <= 2/3*k*sqrt(k*b)"
theorem(
    "sum of roots",
    numbers(n="integer, 1 <= n", b="real, 0 < b"),
    "sum(sqrt(t*b), t, 0, n - 1) <= 2/3*n*sqrt(n*b)",
    Step("grows", f"{X} <= {Y}", arithmetic(inside("sqrt(_)", "k*b <= (k + 1)*b"))),
    Step("times roots", f"0 <= (2*{Y} + {X})*({Y} - {X})", arithmetic((f"2*{Y} + {X}", "grows"))),
    Step("room", f"0 <= (2*{Y} + {X})*({Y} - {X})**2", arithmetic((f"{Y} - {X}", "times roots")), (), ("grows",)),
    Step(
        "last",
        f"sum(sqrt(t*b), t, 0, k) = sum(sqrt(t*b), t, 0, k - 1) + {X}",
        apply("last term", f="t: sqrt(t*b)", low="0", high="k"),
    ),
    Step(
        "next",
        f"sum(sqrt(t*b), t, 0, k) <= 2/3*(k + 1)*{Y}",
        arithmetic("last", SO_FAR, ("1/(3*b)", "room")),
        (SO_FAR,),
    ),
    Step(
        "all",
        "sum(sqrt(t*b), t, 0, n - 1) <= 2/3*n*sqrt(n*b)",
        apply("induction", "next", low="0", high="n", f="k: sum(sqrt(t*b), t, 0, k - 1)", g="k: 2/3*k*sqrt(k*b)"),
    ),
    variables={"k": "integer, 0 <= k, k <= n - 1"},
)

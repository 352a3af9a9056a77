"""Sums in closed form."""

from __future__ import annotations

from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

SUM = "sum(i, i, 0, j - 1) = j*(j - 1)/2"
GAUSS = theorem(
    "sum of integers",
    numbers(n="integer, 1 <= n"),
    "sum(i, i, 0, n - 1) = n*(n - 1)/2",
    Step("last", "sum(i, i, 0, j) = sum(i, i, 0, j - 1) + j", apply("last term", f="i: i", low="0", high="j")),
    Step("next", "sum(i, i, 0, j) = (j + 1)*j/2", arithmetic("last", SUM), where=(SUM,)),
    Step(
        "all",
        "sum(i, i, 0, n - 1) = n*(n - 1)/2",
        apply("induction of equalities", "next", low="0", high="n", f="k: sum(i, i, 0, k - 1)", g="k: k*(k - 1)/2"),
    ),
    variables={"j": "integer, 0 <= j"},
)

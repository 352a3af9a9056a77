"""SIMA-15."""

from __future__ import annotations

from dpassay.proofs_check.local_distribution_learning.reports_of_a_pair import HALF
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

TERM = "a**2*b(t, r, i + 1)**2/lo(t, r)"
WHOLE = f"KL(t, i) <= sum({TERM}, r, 1, R)"
SMALL = ("a <= 1",)
theorem(
    "SIMA-15",
    PAIRS,
    WHOLE,
    Step("half", HALF, apply("half of (22)")),
    Step("term", f"{TERM}/2 <= {TERM}", arithmetic()),
    Step(
        "terms",
        f"sum({TERM}/2, r, 1, R) <= sum({TERM}, r, 1, R)",
        apply("sum grows", "term", f=f"r: {TERM}/2", g=f"r: {TERM}", low="1", high="R"),
    ),
    Step("all", WHOLE, arithmetic("half", "terms"), SMALL),
    where=SMALL,
)

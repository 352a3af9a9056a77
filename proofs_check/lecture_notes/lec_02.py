"""LEC-02: what the second table rules out, and how good the hypothesis r_1 AND ... AND r_6 is.

Lecture notes, Section 1, second example, which print {0, 1}^n for {0, 1}^d. Whichever f is consistent with the table,
it has at least two bits, so it is none of 1, r_1, ..., r_6; the AND of all six bits agrees with it on at least 3/4 of
the inputs; and there are others. The tight number is 49/64, for f = r_1 AND r_3.
"""

from __future__ import annotations

from dpassay.proofs_check.models.conjunctions import CONJUNCTIONS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, exhaustion

CONSISTENT = ("second = 0",)
LEFT = "2 <= several and 2 <= size and 3/4 <= agreement"
theorem("LEC-02", CONJUNCTIONS, LEFT, Step("all", LEFT, exhaustion(), CONSISTENT), where=CONSISTENT)

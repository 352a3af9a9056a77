"""LEC-01: only f(r) = r_5 is consistent with the first table.

Lecture notes, Section 1, first example. Bits are counted from the left: r_5 is the subset 000010, which is S = 2. The
label of 000010 allows no bit but r_5, that of 000000 rules out the empty AND. (Read from right to left the table
would leave r_2.)
"""

from __future__ import annotations

from dpassay.proofs_check.models.conjunctions import CONJUNCTIONS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, exhaustion

ONLY = "[first = 0] = [S = 2]"
theorem("LEC-01", CONJUNCTIONS, ONLY, Step("all", ONLY, exhaustion()))

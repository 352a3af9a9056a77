"""LEC-01: only f(r) = r_5 is consistent with the first table.

Lecture notes, Section 1, first example. Bits are counted from the left: r_5 is the subset 000010, which is S = 2. The
label of 000010 allows no bit but r_5, that of 000000 rules out the empty AND. (Read from right to left the table
would leave r_2.)
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.conjunctions_of_six import SUBSET, is_consistent
from dpassay.proofs_check.models.conjunctions import CONJUNCTIONS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, exhaustion


@claim(
    "LEC-01",
    location="Section 1, first example",
    latex=r"d = 6:\ f \in C \text{ agrees with } (001011, 1), (000000, 0), (000010, 1) \iff f(r) = r_5",
    text="Among the ANDs of subsets of six bits only f(r) = r_5 is consistent with the first table (r_1 stands "
    "leftmost).",
)
def lec_01() -> Case:
    """Enumerate the class."""
    return Case(
        checks=(Goal("each of the 64 subsets", exhaustive("lec01", "conjunctions-of-6")),),
        twins=(Twin("without the last row", exhaustive("lec01-shorter", "conjunctions-of-6")),),
        remarks=("Read from right to left the table would leave r_2 only: the notes count bits from the left.",),
    )


FIRST_TABLE: Final = (("001011", 1), ("000000", 0), ("000010", 1))
FIFTH: Final = 0b000010
"""The subset {5}."""


@told("lec01", "a subset is consistent with the first table if and only if it is {5}", SUBSET)
def _only_r5(instance: Instance) -> bool:
    return is_consistent(instance["subset"], FIRST_TABLE) is bool(instance["subset"] == FIFTH)


@told("lec01-shorter", "the same without the last row of the table", SUBSET)
def _only_r5_without_the_last_row(instance: Instance) -> bool:
    return is_consistent(instance["subset"], FIRST_TABLE[:2]) is bool(instance["subset"] == FIFTH)


ONLY = "[first = 0] = [S = 2]"
theorem("LEC-01", CONJUNCTIONS, ONLY, Step("all", ONLY, exhaustion()))

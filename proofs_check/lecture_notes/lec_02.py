"""LEC-02: what the second table rules out, and how good the hypothesis r_1 AND ... AND r_6 is.

Lecture notes, Section 1, second example, which print {0, 1}^n for {0, 1}^d. Whichever f is consistent with the table,
it has at least two bits, so it is none of 1, r_1, ..., r_6; the AND of all six bits agrees with it on at least 3/4 of
the inputs; and there are others. The tight number is 49/64, for f = r_1 AND r_3.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import EMPTY, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.conjunctions_of_six import (
    DIMENSION,
    EVERYTHING,
    SUBSET,
    conjunction,
    is_consistent,
    subsets,
)
from dpassay.proofs_check.models.conjunctions import CONJUNCTIONS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, exhaustion


@claim(
    "LEC-02",
    location="Section 1, second example",
    latex=r"f \text{ consistent} \Rightarrow f \notin \{1, r_1, \dots, r_6\},\quad \Pr_r[f(r) = r_1 \wedge \dots "
    r"\wedge r_6] \ge 3/4",
    text="With the second table several ANDs are consistent, but not 1 nor any single bit; whichever f is, the "
    "hypothesis r_1 AND ... AND r_6 agrees with it on at least 3/4 of the inputs.",
    assumed=("r is uniform on six bits; the notes print {0,1}^n for {0,1}^d",),
)
def lec_02() -> Case:
    """Enumerate the class."""
    return Case(
        checks=(
            Goal("each of the 64 subsets", exhaustive("lec02", "conjunctions-of-6")),
            Goal("several are consistent", exhaustive("lec02-several", "one-instance")),
        ),
        sharper=(
            Goal("3/4 can be 49/64", exhaustive("lec02-sharp", "conjunctions-of-6")),
            Goal("but not 50/64", counterexample("lec02-too-sharp"), Hunt("lec02-too-sharp", subsets)),
        ),
        twins=(Twin("with 50/64", exhaustive("lec02-too-sharp", "conjunctions-of-6")),),
        remarks=("The tight number is 49/64, attained by f = r_1 AND r_3.",),
    )


SECOND_TABLE: Final = (("001011", 0), ("010110", 0), ("100010", 0), ("110100", 0), ("000100", 0))


def agreement(subset: int) -> Fraction:
    """Pr over uniform r that the AND of the subset agrees with the AND of all bits."""
    agree = sum(conjunction(subset, r) == conjunction(EVERYTHING, r) for r in range(1 << DIMENSION))
    return Fraction(agree, 1 << DIMENSION)


def _lec02_property(least: Fraction) -> Callable[[Instance], bool]:
    def holds(instance: Instance) -> bool:
        subset = instance["subset"]
        small = subset.bit_count() <= 1
        return bool(not is_consistent(subset, SECOND_TABLE) or (not small and agreement(subset) >= least))

    return holds


told("lec02", "consistent with the second table only if not 1 or a single bit, and then 3/4 agreement", SUBSET)(
    _lec02_property(Fraction(3, 4))
)
told("lec02-sharp", "the same with 49/64", SUBSET)(_lec02_property(Fraction(49, 64)))
told("lec02-too-sharp", "the same with 50/64", SUBSET)(_lec02_property(Fraction(50, 64)))
told("lec02-several", "at least two subsets are consistent with the second table, that of all six among them", EMPTY)(
    lambda _: (
        is_consistent(EVERYTHING, SECOND_TABLE)
        and sum(is_consistent(subset, SECOND_TABLE) for subset in range(1 << DIMENSION)) >= 2
    )
)
family("one-instance", "a single instance without content")(lambda: iter([{}]))


CONSISTENT = ("second = 0",)
LEFT = "2 <= several and 2 <= size and 3/4 <= agreement"
theorem("LEC-02", CONJUNCTIONS, LEFT, Step("all", LEFT, exhaustion(), CONSISTENT), where=CONSISTENT)

"""The lemmas that textbooks name, proved in Coq from first principles: not by the steps that the checker accepted.

The proofs are written by hand, in the preludes ``Lemmas_*.v``. What they prove is compared by Coq with what our lemmas
say, as that of rules is. ``Lemmas_textbook.v`` has some in the form in which they are usually stated.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check import shared_lemmas
from dpassay.proofs_check.coq.by_hand import closed, qualified, stated
from dpassay.proofs_check.coq.statements import proposition, theorem_name
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.modules import imported
from dpassay.proofs_check.proof.register import THEOREMS

FILES: Final = "Lemmas"
imported(shared_lemmas.__name__, shared_lemmas.__path__)
LEMMAS: Final = {name: theorem.statement for name, theorem in THEOREMS.items() if theorem.statement.model.of_any}
"""The statements on anything, by their names."""
PROVED: Final = {name: qualified(FILES, theorem_name(name)) for name in LEMMAS if theorem_name(name) in stated(FILES)}
"""The theorem of each lemma that is proved by hand."""


def theorems() -> tuple[CoqTheorem, ...]:
    """That each of these lemmas is proved as it is written."""
    return tuple(
        closed(FILES, "lemma", name, LEMMAS[name].formula, theorem_name(name), proposition(LEMMAS[name]))
        for name in PROVED
    )

"""Tampered statements are shown to be false; of true ones this is not possible."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dpassay.proofs_check.certificates import LEDGER, load
from dpassay.proofs_check.coq.goals.falsehoods import denied, falsehood
from dpassay.proofs_check.coq.goals.of_claims import PRELUDES, denials
from dpassay.proofs_check.coq.goals.statements import SAID, said
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.kernel.statements import Statement
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.coq.goals import test_inequalities, test_kinds
from tests.proofs_check.coq.toys import accepted, needs_coq

TRUE = [*(one[0] for one in test_kinds.TRUE), *(one[0] for one in test_inequalities.TRUE.values())]
FALSE = [*(one[0] for one in test_kinds.FALSE), *(one[0] for one in test_inequalities.FALSE.values())]
HARD = 2
"""Of the false ones: that conditions cannot hold together, and that a formula is not defined at an end."""


def denials_of(statements: list[Statement]) -> list[CoqTheorem]:
    found = [(statement, falsehood(statement)) for statement in statements]
    return [
        CoqTheorem(f"denial_{k}", "LEC-01", "denial 1", "", denied(said(one)), proof.script, preludes=PRELUDES)
        for k, (one, proof) in enumerate(found)
        if proof is not None
    ]


def test_nothing_true_is_denied() -> None:
    assert denials_of(TRUE) == []


def test_every_twin_of_the_ledger_is_denied() -> None:
    twins = [twin for id_ in CLAIMS for twin in load(id_, LEDGER)["twins"] if twin["statement"]["kind"] in SAID]
    found = [entry for id_ in CLAIMS for entry in denials(id_, LEDGER)]
    assert len(found) == len(twins)
    assert all(isinstance(entry, CoqTheorem) and not entry.twin for entry in found)


@needs_coq
def test_coq_accepts_what_is_denied_and_no_other_denial(preludes: Path) -> None:
    good = denials_of(FALSE)
    assert len(good) == len(FALSE) - HARD
    true = [denied(said(statement)) for statement in TRUE]
    bad = [replace(theorem, name=f"bad_{k}", statement=true[k]) for k, theorem in enumerate(good)]
    assert accepted(preludes, [*good, *bad]) == [theorem.name for theorem in good]

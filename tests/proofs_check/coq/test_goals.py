"""The goals of claims, as theorems of Coq."""

from __future__ import annotations

from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.coq.goals import entries


def test_every_theorem_belongs_to_its_claim() -> None:
    assert all(entry.claim == "LEC-13" for entry in entries("LEC-13", LEDGER))

"""All that is written: every claim, every lemma and every rule is there, or says why it is not."""

from __future__ import annotations

import pytest

from dpassay.proofs_check import roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.coq import entries, whole
from dpassay.proofs_check.coq.rules import PROVED
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.registry import CLAIMS


def test_a_claim_comes_with_the_lemmas_that_it_rests_on() -> None:
    found = whole.of_claims(["LEC-13", "LEC-14"], LEDGER)
    assert {"LEC-13"} <= {entry.claim for entry in found} <= {"LEC-13", "LEC-14", *roots.closure(["LEC-14"])}


def test_every_goal_and_every_rule_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps are left out, which take long to write: `make coq` writes them all."""
    monkeypatch.setattr(entries, "WRITERS", {"goal": entries.WRITERS["goal"]})
    found = whole.everything(LEDGER)
    assert {entry.claim for entry in found if entry.part.startswith("goal ")} <= set(CLAIMS)
    rules = {entry.claim for entry in found if entry.part.startswith("rule ")}
    assert rules == set(RULES)
    assert {entry.claim for entry in found if entry.part.startswith("rule ") and hasattr(entry, "reason")} == set(
        RULES
    ) - set(PROVED)

"""The goals of claims, as theorems of Coq: each goal and twin of the ledger, or why there is none."""

from __future__ import annotations

from pathlib import Path

from dpassay.proofs_check.certificates import LEDGER, load
from dpassay.proofs_check.coq.goals.of_claims import FINITE, checks
from dpassay.proofs_check.coq.goals.of_claims import entries as of_claim
from dpassay.proofs_check.coq.goals.statements import SAID
from dpassay.proofs_check.coq.theorem import CoqTheorem, Resists
from dpassay.proofs_check.registry import CLAIMS


def test_every_goal_is_written_or_is_a_check() -> None:
    for id_ in CLAIMS:
        record, found = load(id_, LEDGER), list(of_claim(id_, LEDGER))
        assert all(isinstance(entry, CoqTheorem) and entry.claim == id_ for entry in found)
        goals = [entry.part for entry in found if isinstance(entry, CoqTheorem) and not entry.twin]
        others = [entry.part for entry in checks(id_, LEDGER) if isinstance(entry, Resists) and entry.reason == FINITE]
        numbers = [int(part.split()[1]) for part in (*goals, *others)]
        assert sorted(numbers) == list(range(1, len(record["goals"]) + 1))
        assert all(record["goals"][k - 1]["statement"]["kind"] in SAID for k in numbers[: len(goals)])
        twins = [twin for twin in record["twins"] if twin["statement"]["kind"] in SAID]
        assert len(found) - len(goals) == len(twins)


def test_a_twin_has_a_statement_of_its_own() -> None:
    true, twin = [entry for entry in of_claim("LEC-13", LEDGER) if isinstance(entry, CoqTheorem)][:2]
    assert (true.twin, twin.twin) == (False, True)
    assert (true.name, twin.name, twin.part) == ("LEC_13_goal_1", "LEC_13_goal_1_twin_1", "goal 1, twin 1")
    assert true.statement != twin.statement


def test_a_claim_without_a_certificate_has_none(tmp_path: Path) -> None:
    assert list(of_claim("LEC-13", tmp_path)) == []

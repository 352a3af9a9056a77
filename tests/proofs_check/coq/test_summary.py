"""The table of what Coq says."""

from __future__ import annotations

from dataclasses import replace

from dpassay.proofs_check.coq import summary
from dpassay.proofs_check.coq.record import REFUSED
from tests.proofs_check.coq.test_record import ANSWERS, FOUND, YES
from tests.proofs_check.coq.toys import TRUE


def test_sources_and_kinds_are_counted() -> None:
    assert summary.table(FOUND, ANSWERS) == (
        ["source", "goals", "steps", "twins refused"],
        [
            ["ASI", "1 of 1", "0 of 0", "0 of 0"],
            ["LEC", "1 of 2", "0 of 1", "1 of 1"],
            ["all", "2 of 3", "0 of 1", "1 of 1"],
        ],
    )


def test_a_twin_that_is_accepted_is_not_refused() -> None:
    assert summary.table(FOUND, {**ANSWERS, "twin": YES})[1][-1][-1] == "0 of 1"


def test_reasons_are_counted() -> None:
    assert summary.reasons([*FOUND, FOUND[1]], ANSWERS) == [("is too long", 2), (REFUSED, 1)]


def test_what_claims_share_has_no_source() -> None:
    assert [summary.source(id_) for id_ in ("LEC-13", "SCOTT-01-sharp", "sum grows")] == ["LEC", "SCOTT", "shared"]


def test_the_columns_are_in_the_order_in_which_they_are_read() -> None:
    kinds = ("check", "step", "denial", "goal")
    found = [replace(TRUE, name=f"a_{kind}", part=f"{kind} 1") for kind in kinds]
    headings, _ = summary.table(found, {theorem.name: YES for theorem in found})
    assert headings == ["source", "goals", "steps", "denials", "twins refused", "checks"]

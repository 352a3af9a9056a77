"""What differs between two ledgers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dpassay.proofs_check.comparing import Change, changes, records_of


def record(verdict: str, text: str = "x", corrected_by: str | None = None) -> dict[str, Any]:
    return {"verdict": verdict, "statement": {"text": text}, "preconditions": {}, "corrected_by": corrected_by}


def test_changes_are_told_by_id() -> None:
    old = {"LEC-01": record("proved"), "LEC-02": record("argued"), "LEC-03": record("open"), "LEC-04": record("proved")}
    new = {"LEC-01": record("proved"), "LEC-02": record("proved"), "LEC-05": record("refuted", corrected_by="LEC-04")}
    new["LEC-04"] = record("proved", "y")
    assert changes(old, new) == [
        Change("LEC-02", "argued", "proved"),
        Change("LEC-03", "open", None),
        Change("LEC-04", "proved", "proved", ("statement",)),
        Change("LEC-05", None, "refuted"),
    ]
    assert [change.is_of_verdict for change in changes(old, new)] == [True, True, False, True]
    assert changes(old, old) == changes({}, {}) == []


def test_only_records_of_claims_are_compared() -> None:
    files = {"LEC-01.json": record("proved"), "schema.json": {"type": "object"}, "evidence.json": [1]}
    found = records_of({name: json.dumps(content).encode() for name, content in files.items()})
    assert found == {"LEC-01": record("proved")}


def test_a_file_that_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^ledger = LEC-01\.json: expected JSON"):
        records_of({"LEC-01.json": b"{"})

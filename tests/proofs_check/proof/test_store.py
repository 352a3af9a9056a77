"""The file of evidence: each entry is bound to what it is for, and what is missing is looked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check.kernel.statements import inequality
from dpassay.proofs_check.proof.store import FILE, Searching, Store, digest, dump, stored, text_of

STATEMENT = inequality("z + 1", "z", "[0, 1]", ">")
EVIDENCE = {"by": "balls", "pieces": ["0", "1"]}
OTHERS = [
    inequality("z + 2", "z", "[0, 1]", ">"),
    inequality("y + 1", "y", "[0, 1]", ">"),
    inequality("z + 1", "z", "[0, 1)", ">"),
    inequality("z + 1", "z", "[0, 1]", ">="),
]


def test_evidence_is_bound_to_its_statement() -> None:
    store = Store({digest(STATEMENT): EVIDENCE})
    assert store(STATEMENT) == EVIDENCE
    assert store(dict(reversed(STATEMENT.items()))) == EVIDENCE
    for other in OTHERS:
        assert store(other) is None
    assert len({digest(statement) for statement in (STATEMENT, *OTHERS)}) == 5


def test_what_was_asked_for_is_remembered() -> None:
    store = Store({digest(STATEMENT): EVIDENCE, "another": {}})
    assert store.used == set()
    store(STATEMENT)
    store(OTHERS[0])
    assert store.used == {digest(STATEMENT), digest(OTHERS[0])}


def test_the_file_of_a_ledger(tmp_path: Path) -> None:
    assert text_of(tmp_path) == ""
    assert stored(text_of(tmp_path)).entries == {}
    (tmp_path / FILE).write_text(dump({"b": 1, "a": EVIDENCE}), encoding="utf-8")
    assert stored(text_of(tmp_path)).entries == {"a": EVIDENCE, "b": 1}
    assert list(json.loads(text_of(tmp_path))) == ["a", "b"]
    assert text_of(tmp_path).endswith("}\n")


@pytest.mark.parametrize("text", ["[]", "1", "null", '"a"', "{"])
def test_what_is_no_file_of_evidence(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a JSON object|Expecting"):
        stored(text)


def test_only_what_is_missing_is_looked_for() -> None:
    asked: list[Mapping[str, Any]] = []

    def look(statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
        asked.append(statement)
        return {"by": "rational"} if statement == OTHERS[0] else None

    searching = Searching(Store({digest(STATEMENT): EVIDENCE, "of nothing": {}}), look)
    assert searching(STATEMENT) == EVIDENCE
    assert searching(OTHERS[0]) == searching(OTHERS[0]) == {"by": "rational"}
    assert searching(OTHERS[1]) is None
    assert asked == OTHERS[:2]
    assert searching.found == {digest(STATEMENT): EVIDENCE, digest(OTHERS[0]): {"by": "rational"}}

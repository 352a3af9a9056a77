"""What is kept of what Coq says: counted, compared, told on a page, and known to be old where something changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dpassay.proofs_check import recomputed
from dpassay.proofs_check.certificates import LEDGER, dump, load
from dpassay.proofs_check.coq import record
from dpassay.proofs_check.coq.coqc import Answer
from dpassay.proofs_check.coq.theorem import Entry, Resists
from tests.proofs_check.coq.toys import FALSE, OTHER, TRUE

YES, NO = Answer(True), Answer(False, "Timeout!")
STEP = replace(TRUE, name="step", part="step round")
TWIN = replace(FALSE, name="twin", twin=True)
WITHOUT = Resists("LEC-01", "goal 2", "is too long")
FOUND: list[Entry] = [TRUE, WITHOUT, STEP, TWIN, replace(OTHER, claim="ASI-01")]
THERE = {entry.claim for entry in FOUND}
ANSWERS = {"true": YES, "step": NO, "twin": NO, "other": YES}


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    for name in ("LEC-01", "ASI-01"):
        (tmp_path / f"{name}.json").write_text(dump(load(name, LEDGER)), encoding="utf-8")
    told = record.of(FOUND, ANSWERS, tmp_path)
    (tmp_path / record.FILE).write_text(record.dump(told, "8.16.1"), encoding="utf-8")
    return tmp_path


def test_what_is_kept(ledger: Path) -> None:
    kept = record.load(ledger)
    assert kept is not None
    assert set(kept.told) == {"LEC-01", "ASI-01"}
    told = kept.told["LEC-01"]
    assert told["accepted"] == {"goal": [1, 2], "step": [0, 1]}
    assert told["resists"] == {"is too long": ["goal 2"], record.REFUSED: ["step round"]}
    assert told["twins"] == [1, 1]
    assert record.counted(told["accepted"]) == "1 of 2 goals and 0 of 1 step"


def test_nothing_differs_from_itself(ledger: Path) -> None:
    assert record.differences(record.of(FOUND, ANSWERS, ledger), record.load(ledger), THERE) == []


@pytest.mark.parametrize(
    ("found", "answers", "told"),
    [
        (FOUND, {**ANSWERS, "true": NO}, "LEC-01: Coq accepted 1 of 2 goals and 0 of 1 step, now 0 of 2 goals and"),
        ([replace(TRUE, proof="nra."), *FOUND[1:]], ANSWERS, "LEC-01: written: not as Coq was told then"),
        (FOUND[:4], ANSWERS, "ASI-01: nothing is written of it any more"),
        ([*FOUND, replace(WITHOUT, claim="LEC-02")], ANSWERS, "LEC-02: Coq was not asked about it"),
        (FOUND, {**ANSWERS, "twin": YES}, "LEC-01: twins: not as"),
    ],
)
def test_differences_are_told(ledger: Path, found: list[Entry], answers: dict[str, Answer], told: str) -> None:
    there = {entry.claim for entry in found}
    (only,) = record.differences(record.of(found, answers, ledger), record.load(ledger), there)
    assert only.startswith(told)


def test_of_some_claims_the_others_are_not_missed(ledger: Path) -> None:
    assert record.differences(record.of(FOUND[:4], ANSWERS, ledger), record.load(ledger)) == []


def test_other_preludes_are_a_difference(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = record.of(FOUND, ANSWERS, ledger)
    monkeypatch.setattr(record, "prelude", lambda name: f"(* {name} *)")
    assert record.differences(told, record.load(ledger), THERE) == ["the preludes: not what Coq read then"]


def test_only_what_coq_was_not_told_is_asked(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = record.load(ledger)
    assert record.changed(FOUND, kept, "8.16.1", ledger) == []
    other = [replace(TRUE, proof="nra."), *FOUND[1:]]
    assert record.changed(other, kept, "8.16.1", ledger) == other[:4]
    new = replace(WITHOUT, claim="LEC-02")
    assert record.changed([*FOUND, new], kept, "8.16.1", ledger) == [new]
    (ledger / "ASI-01.json").unlink()
    assert record.changed(FOUND, kept, "8.16.1", ledger) == FOUND[4:]


def test_all_is_asked_of_another_coq_and_with_other_preludes(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = record.load(ledger)
    assert record.changed(FOUND, kept, "8.17.0", ledger) == FOUND
    assert record.changed(FOUND, None, "8.16.1", ledger) == FOUND
    monkeypatch.setattr(record, "prelude", lambda name: f"(* {name} *)")
    assert record.changed(FOUND, kept, "8.16.1", ledger) == FOUND


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is written comes from two rooms: a source of claims, and this one, which writes theorems."""
    writers = tmp_path / "writers"
    (writers / "goals").mkdir(parents=True)
    monkeypatch.setattr(record, "HERE", writers)
    monkeypatch.setattr(recomputed, "code_digest", lambda name: (tmp_path / f"{name}.digest").read_text())
    for source in recomputed.SOURCES:
        (tmp_path / f"{source.__name__}.digest").write_text("1")
    return writers


def change_answer(ledger: Path) -> None:
    path = ledger / record.FILE
    path.write_text(path.read_text().replace('"step": [0, 1]', '"step": [1, 1]'))


@pytest.mark.parametrize(
    "change",
    [
        lambda ledger: (ledger / "writers" / "theorem.py").write_text("x"),
        lambda ledger: (ledger / "writers" / "goals" / "signs.py").write_text("x"),
        lambda ledger: (ledger / f"{recomputed.SOURCES[0].__name__}.digest").write_text("2"),
        lambda ledger: (ledger / "LEC-01.json").write_text((ledger / "ASI-01.json").read_text()),
        lambda ledger: (ledger / "ASI-01.json").unlink(),
        lambda ledger: (ledger / "evidence.json").write_text("{}"),
        change_answer,
    ],
)
def test_any_change_of_what_is_written_from_is_noticed(
    ledger: Path, code: Path, change: Callable[[Path], object]
) -> None:
    told = record.of(FOUND, ANSWERS, ledger)
    (ledger / record.FILE).write_text(record.dump(told, "8.16.1", record.origin(told, ledger)), encoding="utf-8")
    kept = record.load(ledger)
    assert record.current("8.16.1", ledger) == kept is not None
    assert record.current("8.17.0", ledger) is None
    change(ledger)
    assert record.current("8.16.1", ledger) is None


def test_so_is_a_proof_by_hand(ledger: Path, code: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = record.origin({}, ledger)
    monkeypatch.setattr(record, "prelude", lambda name: f"(* {name} *)")
    assert record.origin({}, ledger) != before


def test_without_an_origin_nothing_is_current(ledger: Path) -> None:
    assert record.current("8.16.1", ledger) is None


def test_nothing_kept_is_a_difference(tmp_path: Path) -> None:
    assert record.load(tmp_path) is None
    assert record.differences({}, None, ()) == [f"there is no {record.FILE}"]
    assert record.page("LEC-01", tmp_path) == []


def test_the_page_tells_what_is_accepted_and_what_resists(ledger: Path) -> None:
    assert record.page("LEC-01", ledger) == [
        ("accepted by Coq", "1 of 2 goals and 0 of 1 step"),
        ("goal 2", "is too long"),
        ("step round", record.REFUSED),
    ]
    assert record.page("LEC-02", ledger) == []


def test_the_page_tells_that_something_changed(ledger: Path) -> None:
    path = ledger / "LEC-01.json"
    changed = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(dump({**changed, "remarks": ["other words"]}), encoding="utf-8")
    assert "changed since" not in dict(record.page("LEC-01", ledger))
    changed["goals"][0]["statement"] = {"kind": "identity", "left": "x", "right": "x"}
    path.write_text(dump(changed), encoding="utf-8")
    assert "make coq" in dict(record.page("LEC-01", ledger))["changed since"]


@pytest.mark.parametrize("text", ["", "[]", '{"coq": "8"}', "{", '{"preludes": 1, "preludes": 2, "told": {}}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / record.FILE).write_text(text)
    with pytest.raises(ValueError, match=r"second_checker\.json: expected what"):
        record.load(tmp_path)


def test_many_parts_are_counted() -> None:
    found = [Resists("LEC-01", f"step {name}", "in words") for name in "abc"]
    (told,) = record.of(found, {}, Path("nowhere")).values()
    assert told["accepted"] == {"step": [0, 3]}
    assert told["resists"] == {"in words": ["step a", "step b", "step c"]}


def test_what_is_never_written_is_not_counted_on_a_page(tmp_path: Path) -> None:
    found = [Resists("LEC-01", f"check {k}", "of laws") for k in (1, 2)]
    (tmp_path / record.FILE).write_text(record.dump(record.of(found, {}, tmp_path), "8.16.1"), encoding="utf-8")
    assert record.page("LEC-01", tmp_path) == [("checks 1, 2", "of laws")]

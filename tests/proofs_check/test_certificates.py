"""Certificates: a record is accepted as it was written, and a record in which anything was changed is not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check import certificates
from dpassay.proofs_check.certificates import Record, completeness, dump, is_accepted, load, strays, verdicts, verify
from dpassay.proofs_check.claim import CLAIMS, Case, Hunt, Twin
from dpassay.proofs_check.kernel.finite import PROPERTIES, Property, register
from dpassay.proofs_check.kernel.statements import counterexample, nonnegative
from dpassay.proofs_check.run import recompute
from dpassay.proofs_check.sources import SOURCES
from tests.proofs_check import toys
from tests.proofs_check.toys import toy

Tamper = Callable[[Record], Any]


@pytest.fixture(autouse=True)
def _only_toys() -> Iterator[None]:
    with toys.only_toys():
        yield


def written(case: Case) -> Record:
    record, findings = recompute(toy(case))
    assert findings == []
    stored: Record = json.loads(dump(record))
    return stored


def complaints(case: Case, record: Record) -> list[str]:
    return [finding.complaint for finding in verify(toy(case), record)]


CASES = {
    "argued": toys.PROVED,
    "refuted": toys.REFUTED,
    "confirmed": toys.CONFIRMED,
    "repaired": toys.REPAIRED,
    "explicit": toys.EXPLICIT,
    "open": toys.OPEN,
}


@pytest.mark.parametrize("verdict", CASES)
def test_a_record_is_accepted_as_it_was_written(verdict: str) -> None:
    record = written(CASES[verdict])
    assert record["verdict"] == verdict
    assert complaints(CASES[verdict], record) == []


@pytest.mark.parametrize(("verdict", "other"), [(a, b) for a in CASES for b in CASES if a != b])
def test_no_other_verdict_is_accepted(verdict: str, other: str) -> None:
    record = {**written(CASES[verdict]), "verdict": other}
    assert complaints(CASES[verdict], record) == [f"the verdict that follows is {verdict}, not {other}"]


def changed(*path: str | int, to: Any) -> Tamper:
    """Put something else in one place of a record."""

    def change(record: Record) -> None:
        node: Any = record
        for step in path[:-1]:
            node = node[step]
        node[path[-1]] = to

    return change


def dropped(*path: str | int) -> Tamper:
    """Take one place out of a record."""

    def drop(record: Record) -> None:
        node: Any = record
        for step in path[:-1]:
            node = node[step]
        del node[path[-1]]

    return drop


STALE: dict[str, Tamper] = {
    "id": changed("id", to="LEC-02"),
    "text": changed("statement", "text", to="a stronger toy"),
    "precondition": changed("preconditions", "assumed", to=["more"]),
    "adjacency": changed("adjacency", to="replace_one"),
    "correction": changed("corrected_by", to="LEC-02"),
    "argument": changed("argument", to="trust me"),
    "goal dropped": dropped("goals", 1),
    "all goals dropped": changed("goals", to=[]),
    "no goals": dropped("goals"),
    "goals of no shape": changed("goals", to=[1, 2]),
    "goals are text": changed("goals", to="none"),
    "goal added": lambda record: record["goals"].append(record["goals"][0]),
    "goals swapped": lambda record: record["goals"].reverse(),
    "role": changed("goals", 0, "role", to="check"),
    "weaker goal": changed("goals", 0, "statement", "expression", to="x**2"),
    "more in where": changed("goals", 0, "statement", "where", to=["-1"]),
    "no evidence": dropped("goals", 0, "evidence"),
    "more in a goal": changed("goals", 0, "note", to="verified by hand"),
    "twins dropped": changed("twins", to=[]),
    "weaker twin": changed("twins", 0, "statement", "expression", to="-1"),
    "twin of another": changed("twins", 0, "of", to=1),
    "no verdict": dropped("verdict"),
    "more in the record": changed("note", to="verified by hand"),
}


@pytest.mark.parametrize("tamper", STALE.values(), ids=STALE)
def test_what_is_not_of_the_registered_claim(tamper: Tamper) -> None:
    record = written(toys.PROVED)
    tamper(record)
    assert all("recompute it" in complaint for complaint in complaints(toys.PROVED, record))
    assert complaints(toys.PROVED, record)


SHAPES: list[Any] = [None, {}, [], "leaf", 0, True, {"terms": 3}, {"terms": [3]}, {"terms": None}, {"terms": [{}]}]
TERMS: list[Any] = [
    [],
    [{"weight": "1", "square": "x - 2"}],
    [{"weight": "-1", "square": "x - 1"}],
    [{"weight": 1.0, "square": "x - 1"}],
    [{"weight": "1", "square": "x - 1", "factors": 5}],
    [{"weight": "1", "square": "x - 1", "factors": ["x"]}],
    [{"weight": "1", "factors": ["x**2 - 2*x + 1"]}],
    [{"weight": "1", "square": ["x - 1"]}],
    [{"weight": "1", "square": "x - 1 +"}],
    [{"weight": "1", "square": "(x - 1)/x*x"}],
    [{"weight": "1/0", "square": "x - 1"}],
    [{"weight": "1", "square": "x - 1", "note": "by hand"}],
]


MORE: Any = {"terms": [{"weight": "1", "square": "x - 1"}], "note": "by hand"}


@pytest.mark.parametrize("evidence", [*SHAPES, *({"terms": terms} for terms in TERMS), MORE], ids=str)
def test_evidence_that_does_not_show_the_goal(evidence: Any) -> None:
    record = written(toys.PROVED)
    record["goals"][0]["evidence"] = evidence
    assert complaints(toys.PROVED, record) == [
        "proof: a square: the evidence is not accepted",
        "the verdict that follows is open, not argued",
    ]


INSTANCES: list[Any] = [{}, {"n": 2}, {"n": -1}, {"n": "4"}, {"n": None}, {"m": 4}, {"n": 4.0}, [4], 4, None, "n"]


@pytest.mark.parametrize("instance", INSTANCES, ids=str)
def test_an_instance_that_breaks_nothing(instance: Any) -> None:
    record = written(toys.REFUTED)
    record["goals"][0]["evidence"] = {"instance": instance}
    assert complaints(toys.REFUTED, record) == [
        "counterexample: not up to 5: the evidence is not accepted",
        "the verdict that follows is open, not refuted",
    ]


def test_another_instance_is_evidence_as_good() -> None:
    record = written(toys.REFUTED)
    record["goals"][0]["evidence"] = {"instance": {"n": 5}}
    assert complaints(toys.REFUTED, record) == []


@pytest.mark.parametrize("number", [2, 4, 0, "3", 3.0, None])
def test_the_number_of_instances_is_told_exactly(number: Any) -> None:
    record = written(toys.CONFIRMED)
    record["goals"][0]["evidence"] = {"instances": number}
    assert "the verdict that follows is open, not confirmed" in complaints(toys.CONFIRMED, record)


def test_a_twin_that_the_evidence_shows_as_well_is_found() -> None:
    case = replace(toys.PROVED, twins=(Twin("the same in other words", nonnegative("(x - 1)**2")),))
    record, _ = recompute(toy(case))
    assert complaints(case, json.loads(dump(record))) == ["the tampered twin is accepted: the same in other words"]


def test_a_twin_that_the_instance_breaks_as_well_is_found() -> None:
    case = replace(toys.REFUTED, twins=(Twin("some is at least 2", counterexample("below-2")),))
    record, _ = recompute(toy(case))
    assert complaints(case, json.loads(dump(record))) == ["the tampered twin is accepted: some is at least 2"]


def test_a_twin_that_cannot_read_the_instance_is_no_twin() -> None:
    record = written(toys.REFUTED)
    case = replace(toys.REFUTED, twins=(Twin("of another shape", counterexample("other-shape")),))
    record["twins"] = [{"words": "of another shape", "statement": counterexample("other-shape"), "of": 0}]
    with pytest.raises(KeyError):
        complaints(case, record)


def test_a_record_of_a_property_that_has_changed_since() -> None:
    record = written(toys.REFUTED)
    del PROPERTIES["below-3"]
    register(Property("below-3", "n < 7 by now", lambda i: i["n"] >= 0, lambda i: i["n"] < 7))
    assert "the verdict that follows is open, not refuted" in complaints(toys.REFUTED, record)


@pytest.mark.parametrize("evidence", [{"instance": {"n": 4.5}}, {"instance": {"n": 4, "more": [{"x": 0.5}]}}], ids=str)
def test_floating_point_is_no_evidence(evidence: dict[str, Any]) -> None:
    assert not is_accepted(counterexample("below-3"), evidence)
    assert is_accepted(counterexample("below-3"), {"instance": {"n": 4}})


def test_files(tmp_path: Path) -> None:
    record = written(toys.PROVED)
    (tmp_path / "LEC-01.json").write_text(dump(record), encoding="utf-8")
    (tmp_path / "LEC-02.json").write_text("{}", encoding="utf-8")
    CLAIMS["LEC-01"] = toy(toys.PROVED)
    assert load("LEC-01", tmp_path) == record
    assert verdicts(tmp_path) == {"LEC-01": "argued"}
    assert [finding.id for finding in strays(tmp_path)] == ["LEC-02"]
    with pytest.raises(ValueError, match="LEC-03"):
        load("LEC-03", tmp_path)


def test_a_record_with_a_number_that_is_none_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        dump({"n": float("nan")})


def test_the_record_of_another_claim_is_not_accepted() -> None:
    record = written(toys.PROVED)
    assert verify(toy(toys.PROVED, "LEC-02"), record)
    assert complaints(toys.EXPLICIT, record)
    assert verify(replace(toy(toys.PROVED), text="something stronger"), deepcopy(record))


def found(stored: dict[str, str]) -> set[tuple[str, str]]:
    return {(finding.id, finding.complaint) for finding in completeness(stored)}


@pytest.fixture
def _one_id(monkeypatch: pytest.MonkeyPatch) -> None:
    source = replace(SOURCES["LEC"], catalogue=("LEC-01",))
    monkeypatch.setattr(certificates, "SOURCES", {"LEC": source})


@pytest.mark.usefixtures("_one_id")
@pytest.mark.parametrize("name", ["LEC-01", "LEC-01b"])
def test_complete(name: str) -> None:
    CLAIMS[name] = toy(toys.PROVED, name)
    assert found({name: "proved"}) == set()


@pytest.mark.usefixtures("_one_id")
def test_a_catalogued_id_without_any_claim_is_missing() -> None:
    assert found({}) == {("LEC-01", "is in the catalogue and has no verdict")}
    assert found({"LEC-01-corrected": "proved"}) == {("LEC-01", "is in the catalogue and has no verdict")}


@pytest.mark.usefixtures("_one_id")
def test_a_claim_without_a_certificate_is_missing() -> None:
    CLAIMS["LEC-02"] = toy(toys.PROVED, "LEC-02")
    assert found({"LEC-01": "proved"}) == {("LEC-02", "has no certificate")}


@pytest.mark.usefixtures("_one_id")
@pytest.mark.parametrize("verdict", ["refuted", "open", "proven"])
def test_a_correction_has_to_be_established(verdict: str) -> None:
    CLAIMS["LEC-01"] = toy(toys.REFUTED, corrected_by="LEC-01-corrected")
    CLAIMS["LEC-01-corrected"] = toy(toys.PROVED, "LEC-01-corrected")
    assert found({"LEC-01": "refuted", "LEC-01-corrected": "proved"}) == set()
    assert found({"LEC-01": "refuted", "LEC-01-corrected": verdict}) == {
        ("LEC-01", "its correction LEC-01-corrected is not established")
    }


@pytest.mark.parametrize("hunt", [Hunt("below-3", toys.up_to_5), Hunt("below-9", toys.up_to_5, toys.guide_to(12))])
def test_a_hunt_that_succeeds_is_told(hunt: Hunt) -> None:
    _, findings = recompute(toy(replace(toys.PROVED, hunts=(hunt,))))
    assert [f"{hunt.told} fails at" in finding.complaint for finding in findings] == [True]


def test_a_hunt_that_finds_nothing() -> None:
    hunts = (Hunt("below-9", toys.up_to_5),)
    assert written(replace(toys.PROVED, hunts=hunts))["verdict"] == "argued"


def test_a_goal_without_evidence_is_told_and_leaves_the_claim_open() -> None:
    record, findings = recompute(toy(replace(toys.PROVED, sharper=(toys.WRONG,))))
    assert record["verdict"] == "open"
    assert [finding.complaint for finding in findings] == ["sharper: false: no evidence was found"]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (replace(toys.PROVED, twins=(Twin("true as well", nonnegative("x**2")),)), "true as well"),
        (replace(toys.REFUTED, twins=(Twin("some is at least 2", counterexample("below-2")),)), "some is at least 2"),
    ],
)
def test_a_twin_for_which_evidence_is_found_is_told(case: Case, words: str) -> None:
    _, findings = recompute(toy(case))
    assert [finding.complaint for finding in findings] == [f"evidence is found for the tampered twin: {words}"]

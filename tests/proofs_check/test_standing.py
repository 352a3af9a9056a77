"""On what a verdict stands is told, and what is in words is not hidden."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpassay.proofs_check.claim import Verdict
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Step, Theorem, words
from dpassay.proofs_check.proof.store import FILE, dump
from dpassay.proofs_check.proof.verdict import Graph
from dpassay.proofs_check.standing import standing
from tests.proofs_check.proof.small_theorems import CLAIM, ENTRIES, GOAL, LEMMA, evidence, register

WORDS = "small words"
PROOF, CHECK = {"role": "proof"}, {"role": "check"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the evidence for a small claim, which the records below correct."""
    register(monkeypatch)
    said = Theorem(
        THEOREMS[CLAIM].statement, (Step("said", GOAL, words("So it is."), ("bit(t) <= n",)), *THEOREMS[CLAIM].proof)
    )
    monkeypatch.setitem(THEOREMS, WORDS, said)
    Graph(evidence).verdict(CLAIM)
    (tmp_path / FILE).write_text(dump(ENTRIES), encoding="utf-8")
    for name, goals in {CLAIM: [], "in words": [PROOF, CHECK, PROOF]}.items():
        record = {"id": name, "verdict": "argued", "goals": goals}
        (tmp_path / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return tmp_path


def test_steps_are_counted_and_those_in_words_told(folder: Path) -> None:
    steps = len(THEOREMS[CLAIM].proof) + len(THEOREMS[LEMMA].proof)
    for verdict in (Verdict.PROVED, Verdict.EXPLICIT, Verdict.REPAIRED):
        told = standing({"id": CLAIM, "verdict": verdict, "goals": [PROOF]}, folder)
        assert told == f"{steps} steps, with those of what it rests on, and none in words"
    told = standing({"id": WORDS, "verdict": Verdict.ARGUED, "goals": []}, folder)
    assert told == f"{steps + 1} steps, with those of what it rests on; 1 of them in words"


def test_more_than_the_formula_is_told(folder: Path) -> None:
    told = standing({"id": CLAIM, "verdict": Verdict.ARGUED, "goals": [], "beyond": "there is more"}, folder)
    assert told.endswith("none in words; there is more to the claim than its formula")


def test_goals_without_steps_stand_on_words(folder: Path) -> None:
    for verdict in (Verdict.ARGUED, Verdict.EXPLICIT, Verdict.REPAIRED):
        for goals, told in (([PROOF], "1 certified goal"), ([PROOF, CHECK, PROOF], "2 certified goals")):
            record = {"id": "none", "verdict": verdict, "goals": goals}
            assert standing(record, folder) == f"an argument in words, with {told}"


def test_of_what_is_refuted_the_correction_is_told(folder: Path) -> None:
    record = {"id": "false", "verdict": Verdict.REFUTED, "corrected_by": CLAIM, "goals": []}
    assert standing(record, folder).startswith(f"{CLAIM} corrects it: argued (")
    told = standing(record | {"corrected_by": "in words"}, folder)
    assert told == "in words corrects it: argued (an argument in words, with 2 certified goals)"


def test_instances_prove_nothing(folder: Path) -> None:
    assert standing({"id": "none", "verdict": Verdict.CONFIRMED}, folder) == "checked on instances alone"
    assert not standing({"id": "none", "verdict": Verdict.OPEN}, folder)

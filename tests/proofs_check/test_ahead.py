"""What is asked ahead, of records and of theorems by themselves, changes no finding."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from dpassay.proofs_check import ahead, roots
from dpassay.proofs_check.certificates import LEDGER, Answers, check_files, verify_checked
from dpassay.proofs_check.memory import Memory
from dpassay.proofs_check.needs import with_needs
from dpassay.proofs_check.proof import store, verdict
from dpassay.proofs_check.proof.register import THEOREMS, registered
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.toys import SPACES

PROVED, REFUTED = "LEC-14", "LEC-14b"


def at_once(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
    """A future that holds what a function returned or raised."""
    future: Future[Any] = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:  # as a pool does
        future.set_exception(error)
    return future


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A copy of the ledger, whose evidence no graph knows yet."""
    folder = copytree(LEDGER, tmp_path / "ledger")
    evidence = folder / store.FILE
    evidence.write_text(evidence.read_text(encoding="utf-8") + " " * next(SPACES), encoding="utf-8")
    return folder


def asked(folder: Path, *names: str) -> Memory:
    memory, told = Memory(), list[tuple[int, int]]()
    ahead.ask_ahead([CLAIMS[name] for name in names], folder, memory, at_once, lambda *done: told.append(done))
    assert told[-1][0] == told[-1][1] == len(told)
    return memory


def complaints(folder: Path, memory: Memory, *names: str) -> list[str]:
    checked = check_files([CLAIMS[name] for name in names], folder, memory)
    return [found.complaint for found in verify_checked(checked)]


def test_what_is_right_is_accepted_and_nothing_asked_again(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [entry.id for entry in with_needs([CLAIMS[PROVED], CLAIMS[REFUTED]], CLAIMS)]
    memory = asked(ledger, *names)
    assert {name for name, _ in memory.answers} == set(names)
    graph = roots.graph(ledger)
    assert {PROVED, REFUTED} <= set(graph.ahead)
    assert graph.evidence.used  # type: ignore[attr-defined]  # a ledger's is a store
    for name in ("check_theorem", "refute", "tested"):
        monkeypatch.delattr(verdict, name)
    monkeypatch.delattr("dpassay.proofs_check.certificates.check")
    assert complaints(ledger, memory, PROVED, REFUTED) == []


def test_answers_count(ledger: Path) -> None:
    memory = asked(ledger, REFUTED)
    ((key, answers),) = memory.answers.items()
    memory.answers[key] = Answers((False,) * len(answers.goals), answers.twins)
    assert any("the evidence is not accepted" in told for told in complaints(ledger, memory, REFUTED))
    memory.answers[key] = Answers(answers.goals, (True,) * len(answers.twins))
    assert any("tampered twin is accepted" in told for told in complaints(ledger, memory, REFUTED))


def test_answers_on_another_text_do_not_count(ledger: Path) -> None:
    memory = asked(ledger, REFUTED)
    path = ledger / f"{REFUTED}.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"evidence": {', '"evidence": {"note": 1, ', 1), "utf-8")
    assert any("the evidence is not accepted" in told for told in complaints(ledger, memory, REFUTED))


@pytest.mark.parametrize("text", ["", "{", '{"id": "LEC-14b"}'])
def test_a_record_that_cannot_be_read_or_is_stale_is_left_to_the_check(ledger: Path, text: str) -> None:
    (ledger / f"{REFUTED}.json").write_text(text, encoding="utf-8")
    memory = asked(ledger, REFUTED)
    assert not memory.answers
    assert complaints(ledger, memory, REFUTED)


def test_a_stale_record_with_all_that_is_asked_for_is_left_to_the_check(ledger: Path) -> None:
    path = ledger / f"{REFUTED}.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"location": "', '"location": "Not in ', 1), "utf-8")
    memory = asked(ledger, REFUTED)
    assert not memory.answers
    assert any("differs from the registered claim in location" in told for told in complaints(ledger, memory, REFUTED))


def test_a_theorem_that_is_not_accepted_is_left_to_the_check(ledger: Path) -> None:
    (ledger / store.FILE).write_text("{}", encoding="utf-8")
    analyzed = next(name for name in sorted(CLAIMS) if name in THEOREMS and _asks_for_evidence(name))
    memory = asked(ledger, analyzed)
    assert analyzed not in roots.graph(ledger).ahead
    assert any("its proof is not accepted" in told for told in complaints(ledger, memory, analyzed))


def test_what_was_found_with_other_evidence_does_not_count(ledger: Path) -> None:
    """The evidence goes while it is asked."""
    analyzed = next(name for name in sorted(CLAIMS) if name in THEOREMS and _asks_for_evidence(name))
    known = roots.graph(ledger)

    def asked_too_late(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        answer = at_once(function, *arguments)
        (ledger / store.FILE).write_text("{}" + " " * next(SPACES), encoding="utf-8")
        return answer

    ahead.ask_ahead([CLAIMS[analyzed]], ledger, Memory(), asked_too_late, lambda *_: None)
    assert analyzed in known.ahead
    assert analyzed not in roots.graph(ledger).ahead
    assert "is shown nothing" in str(roots.complaint(analyzed, ledger))


def test_what_other_code_found_does_not_count(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of the pool may read its files later than this one."""

    def asked_of_other_code(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        with monkeypatch.context() as patch:
            patch.setattr(ahead, "code_digest", lambda: "of other code")
            return at_once(function, *arguments)

    memory = Memory()
    ahead.ask_ahead([CLAIMS[PROVED]], ledger, memory, asked_of_other_code, lambda *_: None)
    assert not memory.answers
    assert not roots.graph(ledger).ahead
    assert complaints(ledger, memory, PROVED) == []


def _asks_for_evidence(name: str) -> bool:
    return "Analysis" in {type(step.by).__name__ for step in THEOREMS[name].proof}


def test_what_was_found_of_a_theorem_alone_does_not_speak_for_what_it_rests_on(ledger: Path) -> None:
    graph = roots.graph(ledger)
    name = next(name for name in CLAIMS if any(other in THEOREMS for other in roots.rests_on(name)))
    below = next(other for other in roots.rests_on(name) if other in THEOREMS)
    graph.ahead[name] = registered(name), graph.alone(name)
    kept = THEOREMS.pop(below)
    try:
        assert roots.complaint(name, ledger) is not None
    finally:
        THEOREMS[below] = kept
    assert roots.complaint(name, ledger) is None


def test_what_was_found_of_another_theorem_of_that_name_does_not_count(ledger: Path) -> None:
    graph = roots.graph(ledger)
    graph.ahead[PROVED] = registered(PROVED), graph.alone(PROVED)
    other = replace(THEOREMS[PROVED], proof=())
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(THEOREMS, PROVED, other)
        assert "a proof without steps" in str(roots.complaint(PROVED, ledger))
    assert roots.complaint(PROVED, ledger) is None


def test_claims_without_records_are_not_asked_about(tmp_path: Path) -> None:
    assert ahead.unknown(CLAIMS.values(), tmp_path, Memory()) == ahead.with_files(CLAIMS.values(), tmp_path) == []


def test_each_model_is_tested_in_one_process() -> None:
    groups = ahead.by_model(THEOREMS)
    assert sorted(name for group in groups for name in group) == sorted(THEOREMS)
    models = [{THEOREMS[name].statement.model.name for name in group} for group in groups]
    assert all(len(names) == 1 for names in models)
    named = [
        model for group, model in zip(groups, models, strict=True) if not THEOREMS[group[0]].statement.model.of_any
    ]
    assert len({*map(tuple, named)}) == len(named)


def test_what_the_memory_knows_is_not_unknown(tmp_path: Path) -> None:
    memory, claims = Memory(tmp_path / "known"), [CLAIMS[PROVED], CLAIMS[REFUTED]]
    assert ahead.unknown(claims, LEDGER, memory) == claims
    check_files([CLAIMS[PROVED]], LEDGER, memory)
    assert ahead.unknown(claims, LEDGER, Memory(tmp_path / "known")) == [CLAIMS[REFUTED]]

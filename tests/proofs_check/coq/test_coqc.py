"""Coq as a process: it says which theorems it accepts, whatever stands between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpassay.proofs_check.coq import coqc
from dpassay.proofs_check.coq.files import levels
from dpassay.proofs_check.coq.judge import write
from tests.proofs_check.coq.toys import CUT_SHORT, ENDLESS, FALSE, OTHER, TRUE, needs_coq


def test_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert coqc.missing() == coqc.INSTALL
    assert "apt-get install coq libcoq-interval" in coqc.INSTALL


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled preludes."""
    made = tmp_path_factory.mktemp("coq")
    write(made, [])
    for level in levels():
        for name in level:
            assert coqc.compiled(made, name) == (True, "")
    return made


@needs_coq
def test_each_theorem_is_answered_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "LIMIT", "Set Default Timeout 1.\n")
    said = {theorem.name: answer for theorem, answer in coqc.answers(folder, [FALSE, CUT_SHORT, TRUE, ENDLESS, OTHER])}
    assert {name: answer.accepted for name, answer in said.items()} == {
        "false": False,
        "cut_short": False,
        "true": True,
        "endless": False,
        "other": True,
    }
    assert said["endless"].complaint == "Timeout!"
    assert said["false"].complaint == "No applicable tactic."


@needs_coq
def test_a_process_that_hangs_costs_one_theorem(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "LIMIT", "")
    monkeypatch.setattr(coqc, "LONGEST", 10)
    said = [(theorem.name, answer.accepted) for theorem, answer in coqc.answers(folder, [TRUE, ENDLESS, OTHER])]
    assert said == [("true", True), ("endless", False), ("other", True)]

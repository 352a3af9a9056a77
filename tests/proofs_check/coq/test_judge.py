"""The whole second check: what is true is accepted, what is false is not and hides nothing, axioms are looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpassay.proofs_check.coq import assumptions
from dpassay.proofs_check.coq.judge import judge, write
from tests.proofs_check.coq.toys import FALSE, OTHER, TRUE, needs_coq

TWIN = replace(FALSE, name="false_twin", twin=True)
ACCEPTED_TWIN = replace(TRUE, name="true_twin", twin=True)


def test_the_folder_is_written(tmp_path: Path) -> None:
    written = write(tmp_path, [TRUE, TWIN])
    assert [file.name for file in written] == ["LEC_goals_1", "Twins_of_LEC_goals_1"]
    assert (tmp_path / "LEC_goals_1.v").read_text() == written[0].text
    project = (tmp_path / "_CoqProject").read_text().splitlines()
    assert project[0] == "-Q . Dpassay"
    assert [line for line in project[1:] if not (tmp_path / line).is_file()] == []
    assert "Twins_of_LEC_goals_1.v" not in project


@needs_coq
def test_what_is_false_is_refused_and_hides_nothing(tmp_path: Path) -> None:
    judgment = judge(tmp_path, write(tmp_path, [FALSE, TRUE, OTHER, TWIN, ACCEPTED_TWIN]), TRUE.preludes)
    accepted = {name for name, answer in judgment.answers.items() if answer.accepted}
    assert accepted == {"true", "other", "true_twin"}
    assert judgment.faults == ()
    assert FALSE.statement not in (tmp_path / "LEC_goals_1.v").read_text()


@needs_coq
def test_an_axiom_that_is_not_allowed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assumptions, "ALLOWED", assumptions.ALLOWED[1:])
    assert "Classical_Prop.classic" in " ".join(judge(tmp_path, write(tmp_path, [OTHER]), TRUE.preludes).faults)


@needs_coq
def test_a_prelude_that_does_not_compile_is_a_fault(tmp_path: Path) -> None:
    written = write(tmp_path, [TRUE])
    (tmp_path / "Basics.v").write_text("Lemma no : 1 = 2.")
    judgment = judge(tmp_path, written, TRUE.preludes)
    assert judgment.answers == {}
    assert "Basics.v" in judgment.faults[0]

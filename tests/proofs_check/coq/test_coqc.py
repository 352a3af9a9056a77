"""Coq as a process: it says which theorems it accepts, whatever stands between them."""

from __future__ import annotations

import os
from dataclasses import replace
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
    for level in levels(TRUE.preludes):
        for name in level:
            assert coqc.compiled(made, name) == (True, "")
    return made


@needs_coq
def test_each_theorem_is_answered_apart(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "SECONDS", 1_000)
    monkeypatch.setattr(coqc, "SECONDS_OF_TWINS", 1)
    asked = [FALSE, CUT_SHORT, TRUE, replace(ENDLESS, twin=True), OTHER]
    said = {theorem.name: answer for theorem, answer in coqc.answers(folder, asked)}
    assert {name: answer.accepted for name, answer in said.items()} == {
        "false": False,
        "cut_short": False,
        "true": True,
        "endless": False,
        "other": True,
    }
    assert said["endless"].complaint == "Timeout!"
    assert said["false"].complaint == "No applicable tactic."


HANGS = f"""#!/bin/sh
while read -r line; do
    case "$line" in
        *"{coqc.BEGUN}"*endless*) echo "{coqc.BEGUN} endless"; exec sleep 1000;;
        *"{coqc.BEGUN}"*other*) echo "{coqc.BEGUN} other"; echo "{coqc.ACCEPTED} other";;
    esac
done
"""


def test_a_process_that_hangs_costs_one_theorem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "coqtop"
    program.write_text(HANGS)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(coqc, "LONGEST", 5)
    said = list(coqc.answers(tmp_path, [OTHER, ENDLESS, replace(OTHER, name="another")]))
    assert [(theorem.name, answer.accepted) for theorem, answer in said][:2] == [("other", True), ("endless", False)]
    assert said[1][1].complaint == "no answer in 5 s"
    assert not said[2][1].accepted


def test_a_process_that_says_nothing_accepts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "coqtop"
    program.write_text("#!/bin/sh\ncat > /dev/null\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    said = [(theorem.name, answer.accepted) for theorem, answer in coqc.answers(tmp_path, [TRUE, OTHER])]
    assert said == [("true", False), ("other", False)]


def test_two_theorems_of_one_name_are_refused(tmp_path: Path) -> None:
    """What Coq says of the second would stand for the first one, too."""
    with pytest.raises(ValueError, match="theorems = true: expected a name of its own for each"):
        list(coqc.answers(tmp_path, [TRUE, FALSE, replace(FALSE, name="true")]))

"""`dpassay claims export --coq`, run as a user would: what is written, what Coq says, and what is kept of it."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from dpassay.proofs_check import certificates
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.coq import coqc, record, whole
from dpassay.proofs_check.coq.judge import Judgment
from dpassay.proofs_check.coq.theorem import CoqTheorem, Entry
from tests.cli import harness
from tests.proofs_check.coq.toys import needs_coq

pytestmark = [pytest.mark.xdist_group("proofs"), pytest.mark.usefixtures("own_cache")]
run = partial(harness.run, "claims", columns=120)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A ledger of which nothing is kept."""
    made = tmp_path / "ledger"
    shutil.copytree(LEDGER, made, ignore=shutil.ignore_patterns(record.FILE))
    return made


def test_theorems_are_written_without_coq(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "missing", lambda: coqc.INSTALL)
    result = run("export", "LEC-13", "--coq", tmp_path / "coq")
    assert result.exit_code == 0
    assert f"theorems in {tmp_path / 'coq'}, 2 tampered twins, " in result.output
    assert "LEC_13_goal_1" in (tmp_path / "coq" / "LEC_goals_1.v").read_text()


def test_one_line_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coqc, "missing", lambda: coqc.INSTALL)
    result = run("export", "LEC-13", "--coq", tmp_path / "coq", "--check")
    assert result.exit_code == 2
    assert result.stderr == f"Error: {coqc.INSTALL}\n"


@pytest.mark.parametrize(
    "options",
    [[], ["--check"], ["--changed", "--coq", "a"], ["--compile", "--out", "records"], ["--out", "a", "--coq", "b"]],
)
def test_one_folder_is_expected(options: list[str]) -> None:
    result = run("export", "LEC-13", *options)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


@needs_coq
def test_what_coq_says_is_kept_and_compared(tmp_path: Path, ledger: Path) -> None:
    export = partial(run, "export", "LEC-02", "LEC-03", "--coq", tmp_path / "coq", "--ledger", ledger)
    before = export("--check")
    assert (before.exit_code, record.load(ledger)) == (1, None)
    assert f"there is no {record.FILE}" in before.stderr
    first = export("--compile")
    assert first.exit_code == 0
    assert "twins refused" in first.output
    kept = record.load(ledger)
    assert kept is not None
    accepted = kept.told["LEC-03"]["accepted"]
    assert (accepted["goal"], accepted["check"]) == ([3, 3], [0, 1])
    assert 0 < accepted["step"][0] <= accepted["step"][1]
    assert export("--check").exit_code == 0
    again = export("--check", "--changed")
    assert again.exit_code == 0
    assert again.output.startswith("nothing that Coq was told has changed")
    assert "3 of 3 goals" in run("show", "LEC-03", "--ledger", ledger).output


def test_what_would_be_written_again_is_not_written(
    tmp_path: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until a record changes."""
    monkeypatch.setattr(coqc, "missing", lambda: "")
    monkeypatch.setattr(coqc, "version", lambda: "8.16.1")
    monkeypatch.setattr(
        "dpassay.proofs_check.coq.judge.judge",
        lambda _folder, written, _preludes: Judgment(
            {theorem.name: coqc.Answer(not theorem.twin) for file in written for theorem in file.theorems}, ()
        ),
    )
    written: list[str] = []

    def everything(folder: Path) -> list[Entry]:
        written.append("all")
        return whole.of_claims(["LEC-13"], folder)

    monkeypatch.setattr(whole, "everything", everything)
    export = partial(run, "export", "--coq", tmp_path / "coq", "--changed", "--ledger", ledger)
    assert export("--compile").exit_code == 0
    assert (export("--check").exit_code, export("--compile").exit_code, export("--check").exit_code) == (0, 0, 0)
    assert written == ["all"]
    read = certificates.load("LEC-13", ledger)
    (ledger / "LEC-13.json").write_text(certificates.dump({**read, "twins": read["twins"][1:]}))
    assert export("--check").exit_code == 1
    assert written == ["all", "all"]


def test_what_is_wrong_is_told(tmp_path: Path, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An axiom that has crept in, and a twin that is accepted."""
    monkeypatch.setattr(coqc, "missing", lambda: "")
    monkeypatch.setattr(coqc, "version", lambda: "8.16.1")
    export = partial(run, "export", "LEC-13", "--coq", tmp_path / "coq", "--ledger", ledger, "--compile")

    def judged(judgment: Judgment) -> str:
        monkeypatch.setattr("dpassay.proofs_check.coq.judge.judge", lambda *_: judgment)
        result = export()
        assert result.exit_code == 1
        return str(result.stderr)

    written = [entry for entry in whole.of_claims(["LEC-13"], ledger) if isinstance(entry, CoqTheorem)]
    every = {theorem.name: coqc.Answer(True) for theorem in written}
    assert "LEC-13, goal 2, twin 1: Coq accepts a tampered twin" in judged(Judgment(every, ()))
    assert "an axiom that is not allowed" in judged(
        Judgment({}, ("a theorem rests on x, an axiom that is not allowed",))
    )

"""`dpassay claims run`, run as a user would: what is recomputed, what is written and what is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dpassay.proofs_check.run
from dpassay.proofs_check import present
from dpassay.proofs_check.certificates import LEDGER, UNVERIFIED, verdicts
from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.registry import find
from tests.cli import harness
from tests.cli.ledgers import QUICK, edited, written

pytestmark = [pytest.mark.xdist_group("proofs"), pytest.mark.usefixtures("own_cache")]

run = partial(harness.run, "claims", columns=120)


def test_writes_what_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "ledger"
    result = run("run", *QUICK, "--ledger", folder)
    assert result.exit_code == 0, result.output
    assert [line.split(" (")[0] for line in result.output.splitlines()[:2]] == [
        "[1/2] LEC-17: refuted",
        "[2/2] LEC-11: refuted",
    ]
    assert {path.name for path in folder.iterdir()} == {"LEC-11.json", "LEC-17.json", "README.md", "recomputed.txt"}
    for name in QUICK:
        assert (folder / f"{name}.json").read_bytes() == (LEDGER / f"{name}.json").read_bytes()
    table = (folder / "README.md").read_text(encoding="utf-8")
    assert table == present.table(map(find, QUICK), dict.fromkeys(QUICK, "refuted"))


def test_keeps_the_others_in_the_table(ledger: Path) -> None:
    assert run("run", "LEC-17", "--ledger", ledger).exit_code == 0
    for path in LEDGER.iterdir():
        if path.suffix in {".json", ".md"}:
            assert (ledger / path.name).read_bytes() == path.read_bytes()


def test_the_table_shows_no_verdict_that_does_not_follow(few_ledger: Path) -> None:
    edited("LEC-17", lambda r: r.update(verdict="proved"))(few_ledger)
    written("LEC-13.json", "{}")(few_ledger)
    assert run("run", "LEC-11", "--ledger", few_ledger).exit_code == 0
    lines = (few_ledger / "README.md").read_text(encoding="utf-8").splitlines()
    told = {line.split(" | ")[0][2:]: line.split(" | ")[3] for line in lines if line.startswith("| LEC-")}
    proved = {name: verdicts(few_ledger)[name] for name in ("LEC-14", "LEC-11", "LEC-11-corrected")}
    assert told == {"LEC-13": UNVERIFIED, "LEC-17": UNVERIFIED, **proved}


def test_check_writes_nothing(ledger: Path) -> None:
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in ledger.iterdir()}
    assert run("run", "LEC-17", "--check", "--ledger", ledger).exit_code == 0
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in ledger.iterdir()} == before


def test_what_did_not_change_is_not_recomputed(tmp_path: Path) -> None:
    assert run("run", *QUICK, "--ledger", tmp_path).exit_code == 0
    for check in ([], ["--check"]):
        result = run("run", *QUICK, "--changed", *check, "--ledger", tmp_path)
        assert result.exit_code == 0
        assert result.output.startswith("0 claims recomputed in ")
        assert result.output.rstrip().endswith(" s, 2 unchanged")
    edited("LEC-17", lambda r: r.update(verdict="proved"))(tmp_path)
    result = run("run", *QUICK, "--changed", "--check", "--ledger", tmp_path)
    assert result.exit_code == 1
    assert "LEC-17: the stored verdict was proved, now it is refuted" in result.output
    assert result.output.rstrip().endswith(" s, 1 unchanged; 1 complaint")
    assert run("run", *QUICK, "--changed", "--ledger", tmp_path).exit_code == 1
    assert run("run", *QUICK, "--changed", "--ledger", tmp_path).output.startswith("0 claims recomputed")


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (
            edited("LEC-17", lambda r: r.update(verdict="proved")),
            "LEC-17: the stored verdict was proved, now it is refuted",
        ),
        (lambda folder: (folder / "LEC-17.json").unlink(), "LEC-17: has no stored verdict"),
        (written("LEC-17.json", "{"), "LEC-17: has no stored verdict"),
    ],
    ids=["another verdict", "no file", "no JSON"],
)
def test_check_tells_what_differs(ledger: Path, tamper: Callable[[Path], object], complaint: str) -> None:
    tamper(ledger)
    result = run("run", "LEC-17", "LEC-11", "--check", "--ledger", ledger)
    assert result.exit_code == 1
    assert complaint in result.output.splitlines()
    assert result.output.rstrip().endswith("; 1 complaint")


def test_a_verdict_that_changes_is_told_and_replaced(ledger: Path) -> None:
    edited("LEC-17", lambda r: r.update(verdict="proved"))(ledger)
    assert run("run", "LEC-17", "--ledger", ledger).exit_code == 1
    assert (ledger / "LEC-17.json").read_bytes() == (LEDGER / "LEC-17.json").read_bytes()
    assert run("run", "LEC-17", "--ledger", ledger).exit_code == 0


def test_nothing_is_written_for_a_claim_that_goes_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.proofs_check.run.find_counterexample", lambda _: None)
    result = run("run", "LEC-17", "--ledger", tmp_path)
    assert result.exit_code == 1
    assert "LEC-17: counterexample: two experts with equal rewards: no evidence was found" in result.output
    assert {path.name for path in tmp_path.iterdir()} == {"README.md"}


def test_an_interrupted_run_keeps_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recompute = dpassay.proofs_check.run.recompute

    def interrupted(claim: Claim, ledger: Path) -> Any:
        if claim.id == "LEC-11":
            raise KeyboardInterrupt
        return recompute(claim, ledger)

    monkeypatch.setattr("dpassay.proofs_check.run.recompute", interrupted)
    result = run("run", *QUICK, "--ledger", tmp_path)
    assert result.exit_code not in {0, 1}  # which would be a verdict
    assert {path.name for path in tmp_path.iterdir()} == {"LEC-17.json", "README.md", "recomputed.txt"}
    assert "| LEC-17 |" in (tmp_path / "README.md").read_text(encoding="utf-8")
    assert (tmp_path / "LEC-17.json").read_bytes() == (LEDGER / "LEC-17.json").read_bytes()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("run", "LEC-17", "--ledger", tmp_path / "file" / "ledger")
    assert result.exit_code == 2
    assert "expected a folder that can be made" in result.output


def test_no_such_claim() -> None:
    assert run("run", "LEC-99").exit_code == 2

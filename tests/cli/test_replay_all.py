"""`dpassay replay-all`, run as a user would, with entry points of our own in the place of libraries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from dpassay.audit.answers.environments import OWN
from dpassay.audit.pipelines.entry_points import EntryPoint, load_entry_points
from dpassay.audit.pipelines.entry_runs import EntryResult, replay_entry
from dpassay.cli import replay_all
from tests.audit.pipelines.test_entry_runs import HERE, NUMBERS, entry
from tests.cli import harness


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> dict[str, EntryPoint]:
    """One that breaks its claim, and one that does not."""
    own = {
        "unclipped": entry("unclipped", "outside"),
        "mean": entry("mean", "replaced", expect="no violation found", means="holds"),
    }
    monkeypatch.setattr(replay_all, "load_entry_points", lambda: own)
    monkeypatch.setattr(replay_all, "prepared", lambda _rows, _root: {OWN: HERE})
    return own


def run(*arguments: str | Path) -> Result:
    return harness.run("replay-all", *arguments)


@pytest.mark.usefixtures("rows")
def test_findings_are_printed_and_written(tmp_path: Path) -> None:
    result = run("--out", tmp_path / "reports", "--write", tmp_path / "page.md")
    assert result.exit_code == 0, result.output
    assert "unclipped: violation\n" in result.output
    assert "2 of 2 as known beforehand; exit code 0: every replay found" in " ".join(result.output.split())
    assert max(map(len, result.output.splitlines())) <= 80
    report = json.loads((tmp_path / "reports" / "unclipped.json").read_text())
    assert (report["cost"], report["pairs"][0]["first"]) == ("9", "[9]")
    assert "| [`unclipped`](#unclipped) | epsilon = 1 |" in (tmp_path / "page.md").read_text()


def test_a_search_is_told_and_its_script_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"unclipped": entry("unclipped", "replaced", schema=NUMBERS)}
    monkeypatch.setattr(replay_all, "load_entry_points", lambda: own)
    monkeypatch.setattr(replay_all, "prepared", lambda _rows, _root: {OWN: HERE})
    assert run("--out", tmp_path / "quick").exit_code == 1
    result = run("--search", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert "searched:" in result.output
    assert "numpy" in (tmp_path / "unclipped.py").read_text()


def test_what_is_not_as_known_is_said_in_the_exit_code(
    tmp_path: Path, rows: dict[str, EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = {"mean": entry("mean", "replaced")}
    monkeypatch.setattr(replay_all, "load_entry_points", lambda: other)
    result = run("--out", tmp_path / "reports")
    assert result.exit_code == 1
    assert "mean: no violation found (expected: violation)" in result.output
    assert rows


@pytest.mark.usefixtures("rows")
def test_the_entry_points_are_listed() -> None:
    lines = ["unclipped  epsilon = 1  violation", "mean       epsilon = 1  no violation found"]
    assert run("--list").output.splitlines() == lines


@pytest.mark.usefixtures("rows")
def test_a_report_that_cannot_be_written_is_a_line_and_no_end(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "unclipped.json").mkdir()
    result = run("--only", "UN*", "--out", tmp_path / "reports")
    assert result.exit_code == 0
    assert "Error: no report" in result.output


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is replayed from then on."""
    names: list[str] = []

    def noted(entry: EntryPoint, *given: Any, **more: Any) -> EntryResult:
        names.append(entry.name)
        return replay_entry(entry, *given, **more)

    monkeypatch.setattr(replay_all, "replay_entry", noted)
    return names


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("ending", [KeyboardInterrupt, SystemExit])
def test_what_was_ended_goes_on_where_it_was(
    tmp_path: Path, replayed: list[str], monkeypatch: pytest.MonkeyPatch, ending: type[BaseException]
) -> None:
    """What ends the replays costs the one that is under way, and none before it."""

    def ended(entry: EntryPoint, *given: Any, **more: Any) -> EntryResult:
        if entry.name == "mean":
            raise ending
        return replay_entry(entry, *given, **more)

    words = "--out", tmp_path, "--write", tmp_path / "page.md"
    with monkeypatch.context() as patched:
        patched.setattr(replay_all, "replay_entry", ended)
        result = run(*words)
    assert f"1 reports are in {tmp_path}: the same command with --resume goes on" in result.stderr
    assert not (tmp_path / "page.md").exists()
    again = run(*words, "--resume")
    assert again.exit_code == 0, again.output
    assert replayed == ["mean"]
    page = (tmp_path / "page.md").read_text()
    assert run(*words).exit_code == 0
    assert replayed == ["mean", "unclipped", "mean"]
    assert page == (tmp_path / "page.md").read_text()


@pytest.mark.usefixtures("rows")
def test_the_page_is_made_of_rows_that_were_replayed_one_by_one(tmp_path: Path, replayed: list[str]) -> None:
    for name in ("mean", "unclipped"):
        assert run("--only", name, "--out", tmp_path).exit_code == 0
    result = run("--resume", "--out", tmp_path, "--write", tmp_path / "page.md")
    assert (result.exit_code, replayed) == (0, ["mean", "unclipped"]), result.output
    assert "unclipped: violation\n" in result.output
    assert "goes on" not in result.stderr
    assert "| [`mean`](#mean) | epsilon = 1 |" in (tmp_path / "page.md").read_text()


@pytest.mark.usefixtures("rows")
def test_a_pattern_that_fits_nothing_is_refused(tmp_path: Path) -> None:
    result = run("--only", "nothing-*", "--out", tmp_path)
    assert result.exit_code == 2
    assert "Error: only = " in result.output
    assert "a pattern that a name in pipelines.toml matches" in result.output


def test_the_table_is_selected_by_patterns() -> None:
    entries = load_entry_points().values()
    assert len(replay_all.selected(entries, ())) == len(entries)
    assert {row.environment for row in replay_all.selected(entries, ("Diffprivlib-*",))} == {"diffprivlib-0.6.6"}

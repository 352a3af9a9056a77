"""`dpassay accountants`, run as a user would, with accountants of our own in the place of libraries."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from dpassay.audit.answers.accountants import Accountant, ask, load_accountants
from dpassay.audit.answers.compositions import CASES
from dpassay.audit.answers.environments import OWN
from dpassay.cli import accountants
from tests.audit.clock import Clock
from tests.audit.fake_accountants import GARBAGE, HERE, LOW, RAISING, RIGHT, hanging
from tests.cli import harness

Fakes = Callable[..., None]


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    """Put accountants of our own into the place of the table."""
    monkeypatch.setattr(accountants, "CASES", [case for case in CASES if case.rounds <= 10])

    def put(*rows: Accountant) -> None:
        monkeypatch.setattr(accountants, "load_accountants", lambda: {row.name: row for row in rows})
        monkeypatch.setattr(accountants, "prepared", lambda _rows, _root, quiet: {OWN: HERE})

    return put


def run(*arguments: str | Path) -> Result:
    return harness.run("accountants", *arguments)


def test_a_violation_is_printed_with_its_numbers_and_its_program(fakes: Fakes, tmp_path: Path) -> None:
    fakes(RIGHT, LOW)
    result = run("--out", tmp_path / "reports")
    assert result.exit_code == 1, result.output
    words = " ".join(result.stdout.split())
    assert "low: 12 wrong (expected: pass)" in words
    assert "the truth is at least" in words
    assert "0.01 of it missing" in words
    assert "print(0.99 * " in words
    assert "right: " not in words
    ours = [line for line in result.stdout.splitlines() if not line.startswith(("    ", "report: "))]
    assert max(map(len, ours)) <= 80
    assert (tmp_path / "reports" / "accountants.csv").is_file()


def test_a_quick_run_asks_about_fewer_compositions(fakes: Fakes, tmp_path: Path) -> None:
    fakes(RIGHT)
    documents = [json.loads(run("--json", "--out", tmp_path, *more).stdout) for more in ([], ["--quick"])]
    assert [document["accountants"][0]["compositions"] for document in documents] == [2, 1]
    assert [document["exit_code"] for document in documents] == [0, 0]


def test_a_page_is_written_and_the_accountants_are_listed(fakes: Fakes, tmp_path: Path) -> None:
    fakes(RIGHT, LOW)
    assert run("--list").output.splitlines() == ["right  upper  pass", "low    upper  pass"]
    assert not list(tmp_path.iterdir())
    run("--quick", "--out", tmp_path / "out", "--write", tmp_path / "page.md")
    assert "\n### low\n" in (tmp_path / "page.md").read_text()
    refused = run("--quick", "--only", "right", "--out", tmp_path / "out", "--write", tmp_path / "none" / "page.md")
    assert refused.exit_code == 2
    assert "Error: path = " in refused.stderr


def test_one_that_raises_or_answers_garbage_stops_no_other(fakes: Fakes, tmp_path: Path) -> None:
    fakes(RAISING, GARBAGE, RIGHT)
    result = run("--quick", "--out", tmp_path)
    assert result.exit_code == 2
    assert "no budget" in result.output
    assert "exit code 2: one could not be run, or not be installed." in " ".join(result.output.split())
    assert run("--quick", "--only", "GARB*", "--out", tmp_path).exit_code == 3
    assert run("--quick", "--only", "right", "--out", tmp_path).exit_code == 0


def test_one_that_hangs_is_ended(fakes: Fakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = tmp_path / "running"
    fakes(hanging(running))
    passes = Clock(monkeypatch).strike(lambda _drawn: running.exists())
    monkeypatch.setattr(accountants, "ask", partial(ask, progress=passes))
    result = run("--quick", "--out", tmp_path)
    assert result.exit_code == 2
    assert "the time limit of 300 s is over" in " ".join(result.output.split())


def test_a_report_that_cannot_be_written_is_a_line_and_no_end(fakes: Fakes, tmp_path: Path) -> None:
    fakes(RIGHT)
    (tmp_path / "accountants.json").mkdir()
    result = run("--quick", "--out", tmp_path)
    assert result.exit_code == 0
    assert "Error: no report" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--only", "nobody"), "only = "), (("--out", " "), "out = "), (("--environments", ""), "env")],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_the_table_is_in_order_and_chosen_by_pattern() -> None:
    rows = load_accountants()
    assert [row.name for row in accountants.selected(rows.values(), ())] == list(rows)
    assert all("pld" in row.name for row in accountants.selected(rows.values(), ("*PLD*",)))


@pytest.mark.thirdparty
def test_the_accountants_of_others_are_as_they_are_known(tmp_path: Path) -> None:
    result = run("--quick", "--out", tmp_path)
    assert result.exit_code == 0, result.output

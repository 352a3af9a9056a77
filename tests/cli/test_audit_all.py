"""`dpassay audit-all`, run as a user would."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from dpassay.audit.answers.environments import Environment, TargetSpec, load_targets
from dpassay.audit.reports import summary
from dpassay.cli import audit_all
from tests.cli import harness


def run(*arguments: str) -> Result:
    """Run the command in this process."""
    return harness.run("audit-all", *arguments, columns=100)


def test_those_of_our_own_whatever_the_case(tmp_path: Path) -> None:
    result = run("--only", "DPASSAY-*aplace", "--samples", "2e3", "--out", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 0, result.output
    content = json.loads((tmp_path / "summary.json").read_text())
    assert [row["target"] for row in content["rows"]] == ["dpassay-discrete-laplace", "dpassay-laplace"]
    report = json.loads((tmp_path / "dpassay-laplace.json").read_text())
    assert report["subject"]["target"] == "dpassay-laplace"
    assert (tmp_path / "summary.html").exists()


def test_reports_are_the_same_for_every_number_of_workers(tmp_path: Path) -> None:
    found = []
    for workers in ("1", "3"):
        folder = tmp_path / workers
        result = run("--only", "dpassay-laplace", "--samples", "8e3", "--out", str(folder), "--workers", workers)
        assert result.exit_code == 0, result.output
        content = json.loads((folder / "dpassay-laplace.json").read_text())
        assert content["plan"]["drawing"]["batches"] == 8
        found.append({name: content[name] for name in ("evidence", "law_test", "findings") if name in content})
    assert found[0] == found[1] != {}
    refused = run("--only", "dpassay-laplace", "--workers", "0", "--out", str(tmp_path))
    assert refused.exit_code == 2
    assert "workers = '0': expected a whole number from 1 to 1000" in refused.output


@pytest.fixture
def verdicts_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make audits of built-in targets that have the given verdicts; a target is expected to pass."""

    def use(*verdicts: summary.RowVerdict) -> list[str]:
        specs = list(load_targets().values())[: len(verdicts)]
        rows = dict(zip([spec.name for spec in specs], verdicts, strict=True))

        def audited(spec: TargetSpec, *_: object) -> tuple[summary.Row, str]:
            missing = summary.not_installed(spec, Environment("lib", None, "no network"))
            return replace(missing, verdict=rows[spec.name], expected="pass"), ""

        def sequence(specs: Sequence[TargetSpec], *_: object) -> list[summary.Row]:
            return [audited(spec)[0] for spec in specs]

        monkeypatch.setattr(audit_all, "audit_rows", sequence)
        return [word for name in rows for word in ("--only", name)]

    return use


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        (("consistent", "consistent"), 0),
        (("consistent", "not installed"), 2),
        (("could not run", "consistent"), 2),
        (("inconclusive", "consistent"), 3),
        (("inconclusive", "not installed"), 2),
        (("inconclusive", "not installed", "violation"), 1),
    ],
)
def test_the_exit_code_is_that_of_the_worst(
    verdicts: tuple[summary.RowVerdict, ...], code: int, verdicts_of: Any, tmp_path: Path
) -> None:
    result = run(*verdicts_of(*verdicts), "--out", str(tmp_path))
    assert result.exit_code == code, result.output
    assert f"exit code {code} (0: every audit found what is known" in " ".join(result.stdout.split())
    assert json.loads((tmp_path / "summary.json").read_text())["exit_code"] == code


def test_an_environment_that_cannot_be_made_is_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "environments").mkdir()
    (tmp_path / "environments" / "opendp-0.16.0").mkdir()
    (tmp_path / "environments" / "opendp-0.16.0" / "mine").touch()  # in the way: it is not ours to replace
    arguments = ["--environments", str(tmp_path / "environments"), "--jobs", "1", "--out", str(tmp_path / "out")]
    result = run("--only", "opendp-0.16.0-float-laplace", *arguments)
    assert result.exit_code == 2, result.output
    assert "1 could not be installed: opendp-0.16.0-float-laplace" in " ".join(result.stdout.split())
    assert result.stderr.startswith("to install: about 370 MB: opendp-0.16.0 370 MB\n")
    assert "was not made by dpassay" in " ".join(result.stdout.split())


def test_the_help_says_what_the_exit_codes_mean() -> None:
    words = " ".join(run("--help").stdout.split())
    for code in (
        "Exit code 0: every audit found what is known",
        "1: one found",
        "2: one could not be run",
        "3: one was",
    ):
        assert code in words
    assert "1, 2, 3." in words


def test_a_full_disk_loses_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_room)  # the processes of the pool are copies of this one
    result = run("--only", "dpassay-laplace", "--samples", "2e3", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert "dpassay-laplace" in result.stdout
    assert [line.partition(" path = ")[0] for line in result.stderr.splitlines()] == [
        "Error: no report:",
        "Error: no summary:",
    ]
    assert list(tmp_path.iterdir()) == []

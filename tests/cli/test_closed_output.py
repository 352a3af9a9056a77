"""Who reads no further, as `head -1`, loses no report: each command writes its files before it prints."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from dpassay.cli import accountants, audit_all, audit_blind, replay_all
from tests.audit.fake_accountants import RIGHT
from tests.cli import harness, test_accountants, test_audit_blind, test_replay_all
from tests.cli.harness import printed_to

fakes, rows, targets = test_accountants.fakes, test_replay_all.rows, test_audit_blind.targets

CODE = """
def kept(data, *, rng):
    return data if rng.integers(4) < 3 else 1 - data

def release(data, *, rng):
    return sum(data) + rng.laplace(scale=1)
"""
CLAIM = ["--epsilon", "1.2", "--data", "0", "--neighbor", "1"]
LAW = ["-m", "randomized_response", "-p", "exp_eps=3", "-p", "categories=2"]
SCHEMA = '{"columns": {"x": {"kind": "real", "low": 0, "high": 9}}, "rows": [0, 2], "form": "list"}'
COMMANDS: dict[str, tuple[list[str], int]] = {
    "law": (["audit", "code.py:kept", *LAW, "--samples", "200"], 2),
    "json": (["audit", "code.py:kept", *LAW, "--samples", "200", "--json"], 2),
    "grid": (["audit", "code.py:kept", *LAW, "-p", "exp_eps=4", "--samples", "200"], 4),
    "claim": (["audit", "code.py:kept", *CLAIM, "--samples", "200"], 2),
    "exact": (["audit", "code.py:kept", "--exact", *LAW], 2),
    "exact claim": (["audit", "code.py:kept", "--exact", *CLAIM], 2),
    "replay": (["replay", "code.py:release", "--epsilon", "1", "--data", "[0]", "--neighbor", "[1]"], 2),
    "search": (["replay", "code.py:release", "--epsilon", "1", "--schema", "schema.json", "--examples", "20"], 3),
}


@pytest.fixture
def closed() -> Iterator[TextIO]:
    """A stream that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as stream:
        yield stream


@pytest.mark.parametrize("name", COMMANDS)
def test_the_report_is_there(name: str, closed: TextIO, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "code.py").write_text(CODE)
    (tmp_path / "schema.json").write_text(SCHEMA)
    arguments, files = COMMANDS[name]
    code, _ = printed_to(closed, *arguments, "--out", "out")
    assert code == 128 + signal.SIGPIPE
    assert len(list((tmp_path / "out").glob("*"))) == files


class NobodyReadsError(Exception):
    """What stands for a closed stream in the commands below, which are run in this process with targets of our own."""


def unread(*_parts: object) -> None:
    raise NobodyReadsError


def test_the_summary_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_all, "show", unread)
    result = harness.run(
        "audit-all", "--only", "textbook-laplace", "--samples", "200", "--jobs", "1", "--out", tmp_path
    )
    assert isinstance(result.exception, NobodyReadsError) or result.exit_code == 2
    assert (tmp_path / "summary.html").is_file()


@pytest.mark.usefixtures("targets")
def test_the_report_of_a_blind_audit_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_blind, "show", unread)
    assert harness.run("audit-blind", "--only", "shown", "--out", tmp_path).exit_code
    assert (tmp_path / "shown.json").is_file()


@pytest.mark.usefixtures("rows")
def test_the_page_of_replays_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_all, "show", unread)
    assert harness.run("replay-all", "--write", tmp_path / "page.md", "--out", tmp_path).exit_code
    assert (tmp_path / "mean.json").is_file()
    assert "unclipped" in (tmp_path / "page.md").read_text()


def test_what_accountants_said_is_there(
    fakes: test_accountants.Fakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fakes(RIGHT)
    monkeypatch.setattr(accountants, "show", unread)
    assert harness.run("accountants", "--quick", "--out", tmp_path).exit_code
    assert (tmp_path / "accountants.json").is_file()


def test_the_rows_of_an_experiment_are_there(closed: TextIO, tmp_path: Path) -> None:
    code, _ = printed_to(closed, "experiment", "ldp-privacy", "--quick", "--out", str(tmp_path))
    assert code == 128 + signal.SIGPIPE
    assert list(tmp_path.glob("*.svg"))

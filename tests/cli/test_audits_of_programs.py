"""`dpassay audit --command`, run as a user would."""

from __future__ import annotations

import json
import shlex
from functools import partial
from pathlib import Path

import pytest

from dpassay.audit import audit
from tests.cli import harness
from tests.cli.harness import is_one_line

FAIR = ["--mechanism", "randomized_response", "-p", "epsilon=1", "-p", "categories=2"]
ECHO = "while read -r line; do echo '[1]'; done"
run = partial(harness.run, columns=100)


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no figure: nobody looks at the pages."""
    monkeypatch.setattr("dpassay.audit.reports.plots.svg", lambda _figure, name: f"<svg id='{name}'></svg>")


def test_a_report_names_the_program_and_its_command_repeats_the_audit(tmp_path: Path) -> None:
    program = shlex.join(["sh", "-c", ECHO])
    out = ["--out", str(tmp_path)]
    result = run("audit", "--command", program, *FAIR, "--samples", "60", *out)
    assert result.exit_code == 1, result.output  # always 1: the law gives 0 as well
    (path,) = tmp_path.glob("*.json")
    assert path.name.startswith("sh_-c_while_read_-r_line__do_echo_")
    assert path.name.endswith(".json")
    report = json.loads(path.read_text())
    assert report["subject"]["target"] == program
    words = shlex.split(report["command"])
    assert words[:4] == ["dpassay", "audit", "--command", program]
    again = run(*words[1:], "--json", *out)
    assert json.loads(again.stdout)["findings"] == report["findings"]
    for page in tmp_path.glob("*.html"):
        assert "the same answers come again" in page.read_text()


def test_a_program_that_is_not_there_could_not_run(tmp_path: Path) -> None:
    result = run("audit", "--command", "./no-such-program", *FAIR, "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "import: cannot start ./no-such-program: no file no-such-program" in result.output


def test_a_grid_of_a_program_is_a_table(tmp_path: Path) -> None:
    arguments = ["--command", "exit 1", *FAIR, "-p", "epsilon=2", "--out", str(tmp_path)]
    result = run("audit", *arguments)
    assert result.exit_code == 2
    assert len(list(tmp_path.glob("*.json"))) == 2
    assert "COULD NOT RUN: 2 of 2 audits" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "target = nothing: expected one of target, command, samples_from"),
        (
            ["mine.py:f", "--command", "./noise"],
            "target = target and command: expected one of target",
        ),
        (["--command", ""], "command = '': expected a program and its arguments"),
        (["--command", "'"], "No closing quotation"),
        (["--command", "./noise", "--python", "python3"], "python = 'python3': expected nothing: a program is started"),
    ],
)
def test_what_makes_no_sense_is_one_line(arguments: list[str], message: str) -> None:
    result = run("audit", *arguments, *FAIR)
    assert is_one_line(result), result.output
    assert message in result.output


def test_from_python_a_command_is_words_or_a_text() -> None:
    plan = {"mechanism": "randomized_response", "parameters": {"epsilon": 1, "categories": 2}, "samples": 60}
    words = audit(command=["sh", "-c", ECHO], **plan)
    text = audit(command=shlex.join(["sh", "-c", ECHO]), **plan)
    assert words.findings == text.findings
    assert words.subject == text.subject
    with pytest.raises(ValueError, match="target = nothing: expected one of target, command, samples_from"):
        audit(mechanism="laplace")

"""`dpassay replay TARGET`, run as a user would."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from tests.audit.pipelines import recorded, stated_pipelines
from tests.cli import harness
from tests.mutants import planted

PLANTED, RECORDED, STATED = (Path(module.__file__) for module in (planted, recorded, stated_pipelines))
STATEMENT = ["--claim", "pure(epsilon=1)"]
SUM = ["-p", "epsilon=1", "--epsilon", "1", "--data", "[1, 2]", "--neighbor", "[1, 2, 500]"]
run = partial(harness.run, columns=80)


def replay(folder: Path, target: str, *arguments: str) -> Result:
    return run("replay", target, *arguments, "--out", folder)


@pytest.mark.parametrize(
    ("target", "arguments", "code", "said"),
    [
        (f"{PLANTED}:sum_not_clipped", SUM, 1, "VIOLATION"),
        (f"{PLANTED}:sum_clipped", SUM, 0, "NO VIOLATION FOUND"),
        (f"{RECORDED}:bare", ["--rho", "1/2", "--data", "1", "--neighbor", "1.001"], 3, "UNDECIDED"),
        (f"{RECORDED}:raising", ["--epsilon", "1", "--data", "1", "--neighbor", "2"], 2, "COULD NOT RUN"),
    ],
)
def test_verdicts(tmp_path: Path, target: str, arguments: list[str], code: int, said: str) -> None:
    result = replay(tmp_path, target, *arguments, "--drawn", "2")
    assert result.exit_code == code, result.output
    assert result.output.startswith(f"{said}: ")
    assert len(list(tmp_path.iterdir())) == 2
    lines = [line for line in result.output.splitlines() if "report: " not in line and str(PLANTED.parent) not in line]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("function", "claim", "code", "said"),
    [
        ("two_halves", "laplace(epsilon=1/2) x 2", 0, "and dominates each"),
        ("one_whole", "laplace(epsilon=1/2) x 2", 1, "the trace costs more than the statement"),
        ("one_whole", "gaussian(sigma=1/2)", 3, "no mechanism is left that is known to dominate a call of laplace"),
        ("one_whole", "laplce(epsilon=1)", 2, "claim = 'laplce': expected one of laplace, "),
        ("one_whole", "laplace(epsilon=0)", 2, "claim: laplace: epsilon = '0': expected a number"),
    ],
)
def test_statements_of_accountants(tmp_path: Path, function: str, claim: str, code: int, said: str) -> None:
    arguments = ["--claim", claim, "--data", "[1]", "--neighbor", "[1, 1]"]
    result = replay(tmp_path, f"{STATED}:{function}", *arguments)
    assert result.exit_code == code, result.output
    assert said in " ".join(result.output.split())
    for path in tmp_path.glob("*.json"):
        content = json.loads(path.read_text())
        assert content["claim"]["statement"] == claim
        assert f"--claim '{claim}'" in content["command"]


def test_the_timeline_shows_both_runs(tmp_path: Path) -> None:
    output = replay(tmp_path, f"{PLANTED}:sum_not_clipped", *SUM).output
    assert "3 | 503" in output
    assert "planted.py:" in output
    assert "added in doubles" in output


def test_the_report_on_stdout(tmp_path: Path) -> None:
    arguments = [*SUM, "--drawn", "1", "--steered", "0"]
    result = replay(tmp_path, f"{PLANTED}:sum_clipped", *arguments, "--json")
    assert json.loads(result.stdout)["verdict"] == "no violation found"
    quiet = replay(tmp_path, f"{PLANTED}:sum_clipped", *arguments, "--quiet")
    assert (quiet.exit_code, quiet.output) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--data", "1", "--neighbor", "2"], "epsilon = nothing"),
        (["--epsilon", "1", "--data", "1", "--neighbor", "1"], "two inputs that differ"),
        (["--epsilon", "1", "--data", "x", "--neighbor", "1"], "expected JSON"),
        (["--epsilon", "1", "--rho", "1", "--data", "1", "--neighbor", "2"], "rho = 1"),
        (["--epsilon", "1", "--data", "1", "--neighbor", "2", "--drawn", "0"], "drawn = '0'"),
        (["--epsilon", "1", "--data", "1", "--neighbor", "2", "--primitive", "x"], "primitive = 'x'"),
        (["--epsilon", "1", "--data", "1"], "--neighbor"),
        (
            ["--epsilon", "1", "--claim", "pure(epsilon=1)", "--data", "1", "--neighbor", "2"],
            "epsilon = 1: expected nothing",
        ),
        (
            ["--delta", "1/2", "--claim", "pure(epsilon=1)", "--data", "1", "--neighbor", "2"],
            "delta = 1/2: expected nothing",
        ),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = replay(tmp_path, f"{PLANTED}:sum_clipped", *arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_report_that_cannot_be_written_takes_no_verdict_away(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    folder.chmod(0o500)
    result = replay(folder / "below", f"{PLANTED}:sum_clipped", *SUM, "--drawn", "1")
    assert result.exit_code in (0, 2)

"""`dpassay audit TARGET --epsilon E`, run as a user would."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from tests.cli import harness

TARGETS = Path(__file__).parents[1] / "audit" / "alone_targets.py"
PAIR = ["--data", "0", "--neighbor", "1", "--samples", "1000"]
run = partial(harness.run, columns=80)


def audit(folder: Path, function: str, *arguments: str) -> Result:
    return run("audit", f"{TARGETS}:{function}", *arguments, "--out", folder)


@pytest.mark.parametrize(
    ("function", "more", "code", "said"),
    [
        ("words", ["-p", "epsilon=3"], 1, "VIOLATION"),
        ("words", [], 0, "NO VIOLATION FOUND"),
        ("words", ["--samples", "8"], 3, "INCONCLUSIVE"),
        ("silent", [], 2, "COULD NOT RUN"),
    ],
)
def test_verdicts(tmp_path: Path, function: str, more: list[str], code: int, said: str) -> None:
    result = audit(tmp_path, function, "--epsilon", "1", *PAIR, *more)
    assert result.exit_code == code, result.output
    assert result.output.startswith(f"{said}: ")
    assert "private" not in result.output
    assert len(list(tmp_path.iterdir())) == 2


def test_the_report_on_stdout(tmp_path: Path) -> None:
    result = audit(tmp_path, "words", "--epsilon", "1", *PAIR, "--json")
    assert json.loads(result.stdout)["verdict"] == "no violation found"
    quiet = audit(tmp_path, "words", "--epsilon", "1", *PAIR, "--quiet")
    assert (quiet.exit_code, quiet.output) == (0, "")


def test_several_pairs_have_the_worst_exit_code(tmp_path: Path) -> None:
    more = ["--data", "0", "--neighbor", "1.0", "-p", "epsilon=1"]
    result = audit(tmp_path, "words", "--epsilon", "1/2", *PAIR, *more, "--json")
    assert [content["exit_code"] for content in json.loads(result.stdout)] == [1, 1]
    assert len(list(tmp_path.iterdir())) == 4


NEIGHBORS = str(TARGETS.with_name("alone_neighbors.py"))


def test_generated_pairs_are_searched(tmp_path: Path) -> None:
    arguments = ["--epsilon", "1", "--neighbors", f"{NEIGHBORS}:pairs", "--samples", "1000"]
    result = audit(tmp_path, "laplace", *arguments)
    assert result.exit_code == 1, result.output
    assert "the most telling of 2 pairs, by 100 other answers on each" in result.output
    assert "inputs: 2 and 4" in result.output
    report = json.loads(audit(tmp_path, "laplace", *arguments, "--json").stdout)
    assert report["subject"]["searched"] == {"pairs": 2, "samples": 100}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--epsilon", "1"], "two neighboring inputs"),
        (["--epsilon", "1", "--data", "0"], "as many first inputs as second ones"),
        (["--epsilon", "x", *PAIR], "a number from 0"),
        (["--epsilon", "1", "--delta", "1", *PAIR], "a number in [0, 1)"),
        (["--epsilon", "1", "--data", "0", "--neighbor", "x"], "JSON"),
        (["--epsilon", "1", "--mechanism", "laplace", *PAIR], "--epsilon is the claim alone"),
        (["--epsilon", "1", *PAIR, "--evidence", "law"], "kinds of evidence"),
        (["--epsilon", "1", *PAIR, "--neighbors", f"{NEIGHBORS}:pairs"], "beside --data"),
        (["--epsilon", "1", "--neighbors", f"{NEIGHBORS}:fails"], "RuntimeError"),
        (["--epsilon", "1", "--neighbors", f"{NEIGHBORS}:pairs", "--pairs", "0"], "a whole number from 1"),
        (["--mechanism", "laplace", "--neighbors", "a:b"], "nothing without --epsilon"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = audit(tmp_path, "words", *arguments)
    assert result.exit_code == 2
    assert said in result.output
    assert len(result.output.splitlines()) == 1

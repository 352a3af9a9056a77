"""The option --exact of the command that audits: verdicts as exit codes, and what does not go with it."""

import json
import shlex
from pathlib import Path

import pytest

from tests.audit import exact_targets
from tests.cli.harness import run

FILE = Path(exact_targets.__file__)
RESPONSE = ["--exact", "-m", "randomized_response", "-p", "exp_eps=3", "-p", "categories=2"]


@pytest.mark.parametrize(
    ("name", "code", "word"), [("response", 0, "PROVED"), ("other_law", 1, "VIOLATION"), ("normal", 2, "COULD NOT RUN")]
)
def test_verdicts_are_exit_codes(tmp_path: Path, name: str, code: int, word: str) -> None:
    result = run("audit", f"{FILE}:{name}", *RESPONSE, "--out", str(tmp_path))
    assert result.exit_code == code, result.output
    assert result.output.startswith(f"{word}: ")
    assert all(
        len(line) <= 80 for line in result.output.splitlines() if str(FILE) not in line and "report:" not in line
    )
    (report,) = tmp_path.glob("*.json")
    assert report.name.startswith("exact-")
    assert json.loads(report.read_text())["exit_code"] == code


def test_the_command_of_the_report_keeps_the_limits(tmp_path: Path) -> None:
    """What the time limit ended can only be repeated under that limit."""
    claim = ["--exact", "--epsilon", "1.2", "--data", "0", "--neighbor", "1", *RESPONSE[3:]]
    limits = ["--time-limit", "33", "--memory-limit", "1024"]
    for given, options in (("law", RESPONSE), ("claim", claim)):
        out = tmp_path / given
        run("audit", f"{FILE}:response", *options, *limits, "--out", str(out))
        (path,) = out.glob("*.json")
        report = json.loads(path.read_text())
        words = shlex.split(report["command"])
        assert words[-4:] == limits
        again = json.loads(run(*words[1:], "--json", "--out", str(out)).stdout)
        assert again["command"] == report["command"]
        assert again["plan"] == report["plan"]
        assert (report["plan"]["time_limit"], report["plan"]["memory_limit"]) == (33, 1 << 30)


def test_undecided_is_an_exit_code_too(tmp_path: Path) -> None:
    options = ["--exact", "-m", "discrete_laplace", "-p", "exp_eps=2", "-p", "sensitivity=1", "--branches", "9"]
    result = run("audit", f"{FILE}:geometric", *options, "--out", str(tmp_path))
    assert result.exit_code == 3
    assert "9 branches (the limit of branches)" in result.output


def test_a_limit_of_branches_that_leaves_a_claim_open_says_how_to_raise_it(tmp_path: Path) -> None:
    """30 coins have 2^30 ways: no run of 60 comes to an answer before it is too light."""
    code = "total = 0\n    for _ in range(rounds):\n        total = 2 * total + int(rng.integers(2))\n    return total"
    text = f"def many(data, *, rng, rounds):\n    rounds = int(rounds)\n    {code}\n"
    (tmp_path / "coins.py").write_text(text)
    words = ["audit", f"{tmp_path}/coins.py:many", "--exact", "--epsilon", "1", "--data", "0", "--neighbor", "1"]
    result = run(*words, "-p", "rounds=30", "--branches", "60", "--out", str(tmp_path))
    said = " ".join(result.output.split())
    assert result.exit_code == 3, result.output
    assert "both inputs: open, because branches of a weight of 1 wait; no run came to an answer" in said
    assert "the limit of 60 branches was reached: --branches allows more" in said
    decided = run(*words, "-p", "rounds=5", "--branches", "60", "--out", str(tmp_path))
    assert (decided.exit_code, "--branches" in decided.output) == (0, False)


def test_a_grid_has_the_worst_of_the_exit_codes(tmp_path: Path) -> None:
    target = f"{FILE}:response"
    result = run("audit", target, *RESPONSE, "-p", "exp_eps=2", "--out", str(tmp_path), "--json")
    reports = json.loads(result.stdout)
    assert [report["verdict"] for report in reports] == ["proved", "violation"]
    assert result.exit_code == 1
    assert len(list(tmp_path.glob("*.html"))) == 2


def test_quiet_says_nothing(tmp_path: Path) -> None:
    result = run("audit", f"{FILE}:response", *RESPONSE, "--out", str(tmp_path), "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_the_coins_of_a_program_are_not_enumerated(tmp_path: Path) -> None:
    result = run("audit", "--command", "true", *RESPONSE, "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "expected a function in Python" in result.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--samples", "5"], "Error: samples = 5: expected nothing: with --exact nothing is drawn"),
        (["--seed", "5"], "Error: seed = 5: expected nothing: with --exact nothing is drawn"),
        (["--branches", "0"], "Error: branches = '0': expected a whole number from 1 to 10000000"),
        (["--tolerance", "-1"], "Error: tolerance = '-1': expected a number in (0, 1)"),
        (["--leftover", "1"], "Error: leftover = '1': expected a number in (0, 1)"),
    ],
)
def test_options_that_do_not_fit(options: list[str], message: str) -> None:
    result = run("audit", f"{FILE}:response", *RESPONSE, *options)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [message]


def test_limits_of_branches_are_for_exact_audits() -> None:
    result = run("audit", f"{FILE}:response", *RESPONSE[1:], "--branches", "5")
    assert result.stderr.splitlines() == ["Error: branches = 5: expected --exact beside it"]


@pytest.mark.parametrize(("epsilon", "code", "word"), [("1.0987", 0, "PROVED"), ("1.0986", 1, "VIOLATION")])
def test_a_claim_alone_is_proved_or_broken(epsilon: str, code: int, word: str, tmp_path: Path) -> None:
    (tmp_path / "coins.py").write_text(
        "def kept(data, *, rng):\n    return data if rng.integers(4) < 3 else 1 - data\n"
    )
    words = ["audit", f"{tmp_path}/coins.py:kept", "--exact", "--epsilon", epsilon, "--data", "0", "--neighbor", "1"]
    result = run(*words, "--out", str(tmp_path))
    assert result.exit_code == code, result.output
    assert result.stdout.startswith(f"{word}: ")
    assert len(list(tmp_path.glob("exact-*.json"))) == 1
    searched = run(*words[:5], "--neighbors", "pairs.py:pairs")
    assert searched.stderr.splitlines() == [
        "Error: neighbors = pairs.py:pairs: expected nothing: with --exact nothing is searched"
    ]

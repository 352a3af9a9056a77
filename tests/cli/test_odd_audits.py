"""Odd command lines of `audit` and `audit-all`: each is refused in one line before anything runs, with exit code 2."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import asked
from dpassay.cli import audit_all
from tests.cli.harness import run

LONG = "9" * 23
ODD_NUMBERS = ("", " ", "-5", "nan", "inf", "-inf", "1e", "0x10", "ten", "½", "1/0", "1e99999", LONG * 300, "[]", "1,5")
INFINITE = ("inf", "1e99999", LONG * 300)
"""Limits of time that are no mistake."""

ODD_FOLDERS = ("", " ", "/dev/null", "/dev/null/below", "x" * 300, "nu\0ll")
LAPLACE = ("-m", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1")

ODD_TARGETS = ("", " ", "file.py", "no-such-target", "opendp", "x" * 5_000, "dpassay_laplace", "\x1b[31m", "a/b/c", "*")
ODD_PARAMETERS = (
    (),
    ("epsilon",),
    ("epsilon=",),
    ("=1",),
    ("epsilon=1",),
    ("epsilon=1", "sensitivity=0"),
    ("epsilon=0", "sensitivity=1"),
    ("epsilon=-1", "sensitivity=1"),
    ("epsilon=nan", "sensitivity=1"),
    ("epsilon=inf", "sensitivity=1"),
    ("epsilon=1e400", "sensitivity=1"),
    ("epsilon=1", "exp_eps=3", "sensitivity=1"),
    ("epsilon=1", "sensitivity=1", "sensitivity=1"),
    ("epsilon=1", "sensitivity=1", "sensitivity=x"),
    ("epsilon=1", "sensitivities=1"),
    ("epsilon=1", "sensitivity=1", "rounds=3"),
    (f"epsilon={LONG * 300}", "sensitivity=1"),
)
ODD_PAIRS = (
    ("--data", "0"),
    ("--neighbor", "0"),
    ("--data", "0", "--neighbor", "5"),
    ("--data", "x", "--neighbor", "0"),
    ("--data", "", "--neighbor", ""),
    ("--data", "0", "--neighbor", "1", "--data", "0"),
    ("--data", "0", "--neighbor", "1", "--data", "0", "--neighbor", "1"),
    ("--data", "0,1", "--neighbor", "0"),
    ("--data", LONG * 300, "--neighbor", "0"),
)


def audit_lines() -> list[tuple[str, ...]]:
    """Return odd lines for `audit`: one thing is odd in each."""
    options = ("--samples", "--alpha", "--seed", "--memory-limit", "--delta")
    lines: list[tuple[str, ...]] = list(product(options, ODD_NUMBERS))
    lines += [("--time-limit", value) for value in ODD_NUMBERS if value not in INFINITE]
    lines += [("--samples", value) for value in ("0", "3", "1.5", "1e10", LONG)]
    lines += [("--alpha", value) for value in ("0", "1", "2", "1e-101", "0." + "9" * 40)]
    lines += [("--memory-limit", value) for value in ("0", "1", "255", LONG)]
    lines += [("--delta", value) for value in ("0", "1", "0.1", "1e-5")]
    lines += [("--seed", value) for value in ("0.5", LONG * 2)]
    lines += [("--time-limit", value) for value in ("0", "-0", "1e-400")]
    lines += product(("--out", "--environments"), ODD_FOLDERS)
    lines += [*ODD_PAIRS, ("--python", "")]
    lines = [("audit", "m:f", *LAPLACE, *line) for line in lines]
    lines += [("audit", target, *LAPLACE) for target in ODD_TARGETS]
    for parameters in ODD_PARAMETERS:
        lines.append(("audit", "m:f", "-m", "laplace", *(word for text in parameters for word in ("-p", text))))
    lines += [("audit", "m:f", "-m", name) for name in ("", "laplac", "x" * 5_000, "1", "\n")]
    lines += [("audit", "m:f", "-p", "epsilon=1"), ("audit", "dpassay-laplace", *LAPLACE)]
    lines += [("audit", "dpassay-laplace", "--python", "python3"), ("audit", "dpassay-laplace", "--data", "0")]
    return lines


def audit_all_lines() -> list[tuple[str, ...]]:
    """Return odd lines for `audit-all`."""
    lines = list(product(("--samples", "--alpha", "--seed", "--jobs"), ODD_NUMBERS))
    lines += [("--jobs", value) for value in ("0", "1.5", "1000000000", "1e9", LONG)]
    lines += [("--only", pattern) for pattern in ("", "nothing-*", "[", "x" * 5_000, "laplace")]
    lines += product(("--out", "--environments"), ODD_FOLDERS)
    return [("audit-all", *line) for line in lines]


LINES = audit_lines() + audit_all_lines()


def test_there_are_many() -> None:
    assert len(set(LINES)) == len(LINES) > 200


def never(*_arguments: Any, **_named: Any) -> None:
    raise AssertionError("something ran")


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make it an error if an audit is run or an environment made."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(asked, "assess", never)
    monkeypatch.setattr(asked, "prepare", never)
    monkeypatch.setattr(audit_all, "prepared", never)


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize("command", ["audit", "audit-all"])
def test_each_is_refused_in_one_short_line_before_anything_runs(command: str, tmp_path: Path) -> None:
    wrong = {}
    for line in LINES:
        if line[0] != command:
            continue
        result = run(*line)
        (first, *more) = result.stderr.splitlines() or [""]
        fits = first.startswith("Error: ") and not more and len(first) < 400 and not result.stdout
        if result.exit_code != 2 or not fits or "\x1b" in first:
            wrong[tuple(word[:40] for word in line)] = (result.exit_code, result.output[:300])
    assert wrong == {}
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("nothing_runs")
@pytest.mark.parametrize("line", [("audit", "m:f", *LAPLACE), ("audit-all",), ("audit", "opendp-0.16.0-float-laplace")])
def test_a_good_line_runs(line: tuple[str, ...]) -> None:
    result = run(*line)
    assert "AssertionError: something ran" in result.stderr

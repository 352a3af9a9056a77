"""The matrix of Pythons and dependencies: what it finds, what it tells, and that lower bounds are bounds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import matrix
from tools.matrix import Tried, bounds, interpreter

ROOT = Path(__file__).resolve().parents[2]
HERE = ".".join(map(str, sys.version_info[:2]))


def python_in(folder: Path, name: str, code: int) -> None:
    folder.mkdir(parents=True)
    (folder / name).write_text(f"#!/bin/sh\nexit {code}\n")
    (folder / name).chmod(0o755)


def test_every_dependency_has_a_lower_bound_and_no_other() -> None:
    found = bounds(ROOT / "pyproject.toml")
    assert {"numpy", "scipy", "python-flint", "pytest", "hypothesis"} <= set(found)
    assert all(part.isdigit() for bound in found.values() for part in bound.split("."))


def test_a_dependency_without_a_lower_bound_is_found(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["numpy"]\n')
    with pytest.raises(ValueError, match="dictionary update sequence"):
        bounds(tmp_path / "pyproject.toml")


def test_an_interpreter_that_does_not_run_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python_in(tmp_path / "broken", "python3.99", 127)
    python_in(tmp_path / "pyenv" / "versions" / "3.99.1" / "bin", "python", 0)
    monkeypatch.setenv("PATH", f"{tmp_path / 'broken'}:/usr/bin:/bin")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    assert interpreter("3.99") is None
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert interpreter("3.99") == tmp_path / "pyenv" / "versions" / "3.99.1" / "bin" / "python"


def test_a_python_that_is_not_found_is_told_and_passes_for_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(matrix, "interpreter", lambda _: None)
    assert matrix.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Python 3.11, oldest dependencies: not found here (0 s)"
    assert lines[-1] == "0 of 6 passed; 6 not found here"


@pytest.mark.parametrize(("outcome", "code"), [("passed", 0), ("tests failed: 1 failed", 1), ("not found here", 0)])
def test_one_that_fails_is_told(
    outcome: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tried(python: str, dependencies: str) -> Tried:
        return Tried(python, dependencies, outcome if dependencies == "oldest" else "passed", 1.0)

    monkeypatch.setattr(matrix, "tried", tried)
    assert matrix.main(["3.12"]) == code
    assert f"Python 3.12, oldest dependencies: {outcome} (1 s)\n" in capsys.readouterr().out


def test_a_step_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def run(*words: str | Path) -> str | None:
        steps.append(" ".join(map(str, words)))
        return "numpy has no wheel" if "lowest-direct" in words else None

    monkeypatch.setattr(matrix, "run", run)
    found = matrix.tried(HERE, "oldest")
    assert found.outcome == "no such dependencies: numpy has no wheel"
    assert matrix.tried(HERE, "newest").outcome == "passed"
    assert any(step.endswith("-m dpassay.selftest") for step in steps)
    assert "--resolution highest" in " ".join(steps)

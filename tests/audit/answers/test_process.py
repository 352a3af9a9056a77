"""The interpreter that a target runs under."""

import re
import sys
from pathlib import Path

import pytest

from dpassay.audit.answers import process
from tests.audit.running import failure


def test_a_memory_limit_below_what_numpy_needs_is_no_fault_of_the_target() -> None:
    result = failure("pairs", memory_limit=64 << 20)
    assert result.kind == "setup"
    assert re.fullmatch(r"memory_limit = 64 MiB: Python and numpy alone need at least \d+ MiB here", result.message)


def test_an_interpreter_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    result = failure("pairs", python=tmp_path / "python")
    assert (result.kind, result.drawn) == ("setup", 0)
    assert "No such file" in result.message


def test_a_program_that_is_no_interpreter_is_a_failure() -> None:
    result = failure("pairs", python="/bin/false")
    assert result.kind == "setup"
    assert "the worker did not start (exit code 1)" in result.message


def test_an_interpreter_without_numpy_is_a_failure(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nshift 3\nexec {sys.executable} -I -S "$@"\n')
    python.chmod(0o755)
    result = failure("pairs", python=python)
    assert result.kind == "setup"
    assert result.message.endswith("ModuleNotFoundError: No module named 'numpy'")


def test_another_interpreter_runs_without_our_python_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nonexistent")
    monkeypatch.setenv("PYTHONHOME", "/nonexistent")
    environment = process.environment("/usr/bin/python3")
    assert not {"PYTHONPATH", "PYTHONHOME"} & set(environment)
    assert environment["OPENBLAS_NUM_THREADS"] == "1"

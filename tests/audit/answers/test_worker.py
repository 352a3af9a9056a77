"""The files of the worker stand alone. What they do as a process is in `test_runner*.py`."""

import ast
import sys
from pathlib import Path

import pytest

from dpassay.audit.answers import watching, worker_faults, worker_target
from dpassay.reference import EXPONENTIALS

FILES = sorted(Path(worker_faults.__file__).parent.glob("worker*.py"))


def test_the_files_stand_alone() -> None:
    imported = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                imported.add(f"{'.' * node.level}{node.module}".partition("worker_" if node.level else ".")[0])
    assert imported - sys.stdlib_module_names == {"numpy", "."}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_files_are_python_3_9(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 9))
    assert "from __future__ import annotations" in path.read_text()


def test_both_sides_agree_on_the_exit_code_of_a_closed_channel() -> None:
    assert worker_faults.CHANNEL_CLOSED == watching.CHANNEL_CLOSED


def test_both_sides_agree_on_which_arguments_are_e_to_another() -> None:
    assert worker_target.EXPONENTIALS == EXPONENTIALS

"""The script of every planted fault shows it in a process without dpassay; a tampered one does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.audit.pipelines.search.scripts import shows
from tests.audit.pipelines.search.searched import CASES, searched

WITHOUT = "import runpy, sys; sys.modules['dpassay'] = None; runpy.run_path(sys.argv[1])"


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(text)
    command = [sys.executable, "-I", "-c", WITHOUT, str(folder / "script.py")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("fault", CASES)
def test_the_script_shows_the_fault_without_dpassay(tmp_path: Path, fault: str) -> None:
    text = searched(fault, fault).script
    assert text is not None
    assert "import dpassay" not in text
    done = run(text, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "on SECOND it releases" in done.stdout


@pytest.mark.parametrize("fault", ["sum_not_clipped", "counts_by_class_found", "response_too_true", "mean_with_nan"])
def test_the_script_of_a_fault_shows_nothing_of_the_correct_one(tmp_path: Path, fault: str) -> None:
    text = str(searched(fault, fault).script)
    assert run(text.replace(f":{fault}'", f":{CASES[fault][0]}'"), tmp_path).returncode != 0


def test_the_numbers_are_those_of_the_claim(tmp_path: Path) -> None:
    """Zero and 11 with noise of unit 10: the log-ratio is 1.1."""
    text = str(searched("sum_not_clipped", "sum_not_clipped").script)
    assert "the loss of this release is 1.1; claimed is (epsilon = 1, delta = 0)" in run(text, tmp_path).stdout
    assert not shows(text.replace("EXPECTED = 1.1", "EXPECTED = 1.2"))
    assert not shows(text.replace("SECOND = [11.0]", "SECOND = [11.5]"))
    assert not shows("import sys; sys.exit(1)", "/no/such/python")

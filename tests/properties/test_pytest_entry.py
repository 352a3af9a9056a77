"""The entry point: next to nothing is loaded until it is asked for, and then no file is needed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.properties import pytest_entry
from tests.patience import HUNG
from tests.properties.sessions import ENTRY, run, run_in_a_copy
from tests.properties.test_implementing import NOISE

FEW = ("-k", "law or size_one", "--samples", "2000")
NAMED = ("--dpassay", "noise:laplace", "--mechanism", "laplace")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "noise.py").write_text(NOISE)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-config --strict-markers\n")
    return tmp_path


def test_with_no_file_at_all(folder: Path) -> None:
    done = run_in_a_copy(folder, *ENTRY, *NAMED, *FEW)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "test_contract[privacy::laplace::law] PASSED" in done.stdout
    assert "2 passed" in done.stdout


def test_several_are_named_in_pairs(folder: Path) -> None:
    done = run_in_a_copy(folder, *ENTRY, *NAMED, "--dpassay=noise.py:half", "--mechanism=laplace", *FEW)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_contract[noise:laplace-privacy::laplace::law] PASSED" in done.stdout
    assert "test_contract[noise.py:half-privacy::laplace::law] FAILED" in done.stdout
    assert "privacy: 1 passed, 1 failed; hygiene: 2 passed\n" in done.stdout
    assert "\nneighboring inputs: " in done.stdout


def ids(text: str) -> list[str]:
    """The ids of failures, as the summary has them."""
    return re.findall(r"^FAILED (\S+)", text, re.MULTILINE)


@pytest.mark.parametrize("more", [(), ("--dpassay", "noise:laplace", "--mechanism", "laplace")], ids=["one", "two"])
def test_an_id_of_the_summary_selects_its_test(folder: Path, more: tuple[str, ...]) -> None:
    named = ("--dpassay=noise.py:half", "--mechanism=laplace", *more, "--samples=2000")
    (printed,) = ids(run_in_a_copy(folder, *ENTRY, *named, "-k", "law").stdout)
    again = run_in_a_copy(folder, *ENTRY, *named, printed)
    assert ids(again.stdout) == [printed]
    assert "= 1 failed" in again.stdout
    other = run_in_a_copy(
        folder, *ENTRY, *named, printed.replace("privacy::laplace::law", "hygiene::laplace::size_one")
    )
    assert "= 1 passed" in other.stdout


def test_an_id_with_a_file_selects_it_too(folder: Path) -> None:
    place = Path(pytest_entry.__file__).with_name("suite.py")
    name = f"{os.path.relpath(place, folder)}::test_contract[hygiene::laplace::size_one]"
    done = run(folder, *ENTRY, *NAMED, name)
    assert "= 1 passed" in done.stdout, done.stdout + done.stderr
    lost = run_in_a_copy(folder, *ENTRY, *NAMED, "::test_contract[hygiene::laplace::lost]")
    assert lost.returncode == pytest.ExitCode.USAGE_ERROR


def test_an_id_of_another_root_selects_it_too(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "pytest.ini").write_text("[pytest]\n")
    named = ("--dpassay=noise.py:half", "--mechanism=laplace", "--samples=2000", "--rootdir=elsewhere")
    (printed,) = ids(run_in_a_copy(folder, *ENTRY, *named, "-k", "law").stdout)
    assert ids(run_in_a_copy(folder, *ENTRY, *named, printed).stdout) == [printed]


def test_help_has_the_options_where_it_is_asked_for(folder: Path) -> None:
    told = run_in_a_copy(folder, *ENTRY, "--help").stdout
    assert "--dpassay" in told
    assert "--mechanism says of what" in " ".join(told.split())
    asked = run_in_a_copy(folder, *ENTRY, "--dpassay=lost:lost", "--help")
    assert asked.returncode == 0, asked.stderr
    assert all(option in asked.stdout for option in ("--mechanism", "--skip-file", "--samples", "--profile"))


def test_beside_other_tests(folder: Path) -> None:
    (folder / "test_ours.py").write_text("def test_one():\n    pass\n")
    done = run_in_a_copy(folder, *ENTRY, *NAMED, *FEW, "test_ours.py", "-k", "one")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "test_ours.py::test_one PASSED" in done.stdout
    assert "test_contract[hygiene::laplace::size_one] PASSED" in done.stdout


def test_in_several_processes(folder: Path) -> None:
    done = run(folder, *ENTRY, *NAMED, *FEW, "-n", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout
    assert "privacy: 1 passed; hygiene: 1 passed\n" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dpassay", "noise:laplace"), "--mechanism is missing"),
        ((*NAMED, "--mechanism", "gaussian"), "--mechanism is given 2 times, for 1 targets: expected pairs"),
        (("--dpassay", "noise:lost", "--mechanism", "laplace"), "--target = 'noise:lost': AttributeError"),
        ((*NAMED, "--profile", "lost"), "--profile = 'lost': expected a registered profile of Hypothesis"),
    ],
)
def test_mistakes_are_one_line(folder: Path, options: tuple[str, ...], message: str) -> None:
    done = run_in_a_copy(folder, *ENTRY, *options)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert message in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_other_sessions_hear_nothing_of_it(folder: Path) -> None:
    (folder / "test_ours.py").write_text("def test_one():\n    pass\n")
    done = run(folder, *ENTRY, "-W", "error")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "privacy" not in done.stdout
    assert "correct implementation" not in done.stdout
    assert "--samples" not in run_in_a_copy(folder, *ENTRY, "--help").stdout


def test_it_loads_next_to_nothing() -> None:
    program = """
import sys, pytest
before = set(sys.modules)
import dpassay.properties.pytest_entry
print(sorted(set(sys.modules) - before))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=HUNG)
    assert done.stdout.strip() == str(["dpassay", "dpassay.properties", "dpassay.properties.pytest_entry"])

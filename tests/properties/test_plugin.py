"""The plugin, run as an adopter runs it: in a process of its own, or in a copy of this one, in a folder of its own."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from dpassay.properties.plugin import load
from tests.properties import sessions

TARGETS = """
import numpy as np


def good(data, *, size, rng, epsilon, sensitivity):
    if not (0 < epsilon < np.inf and 0 < sensitivity < np.inf and np.isfinite(data)):
        raise ValueError("out of domain")
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)


def wrong(data, *, size, rng, epsilon, sensitivity):
    return good(data, size=size, rng=rng, epsilon=epsilon, sensitivity=1)


def careless(data, *, size, rng, epsilon, sensitivity):
    return data + rng.laplace(size=max(size, 0)) * np.float64(sensitivity) / np.float64(epsilon)


def single(data, *, rng, epsilon, sensitivity):
    return good(data, size=None, rng=rng, epsilon=epsilon, sensitivity=sensitivity)


def listed(data, *, size, rng, epsilon, sensitivity):
    return good(data, size=size, rng=rng, epsilon=epsilon, sensitivity=sensitivity).tolist()
"""
SUITE = ("-p", "dpassay.properties.plugin", "--pyargs", "dpassay.properties.suite", "-p", "no:cacheprovider")

RIGHT = ("--mechanism", "laplace", "--target", "mine:good")


def run(folder: Path, *options: str) -> CompletedProcess[str]:
    return sessions.run(folder, *SUITE, *options)


def run_in_a_copy(folder: Path, *options: str) -> CompletedProcess[str]:
    return sessions.run_in_a_copy(folder, *SUITE, *options)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(TARGETS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_a_good_target_passes(folder: Path) -> None:
    done = run(folder, "--target", "mine:good", "--mechanism", "laplace")
    assert done.returncode == 0, done.stdout
    assert "test_contract[privacy::laplace::law] PASSED" in done.stdout
    assert "12 passed" in done.stdout
    assert "privacy: 3 passed; hygiene: 9 passed\n" in done.stdout
    assert "fails the check of the law with probability at most 1e-06" in done.stdout
    assert "warning" not in done.stdout


def test_a_wrong_target_fails_where_it_is_wrong_and_says_how(folder: Path) -> None:
    done = run_in_a_copy(folder, "--target", "mine:wrong", "--mechanism", "laplace", "--alpha", "1e-9", "--seed", "5")
    assert done.returncode == 1
    assert "test_contract[privacy::laplace::law] FAILED" in done.stdout
    assert "test_contract[hygiene::laplace::rejects_sensitivity] FAILED" in done.stdout
    assert "outputs do not follow the law at data = 7/3, epsilon = 1, sensitivity = 2: p = " in done.stdout
    assert "2 failed, 10 passed" in done.stdout
    assert "privacy: 2 passed, 1 failed; hygiene: 8 passed, 1 failed\n" in done.stdout


def test_faults_of_hygiene_are_none_of_privacy(folder: Path) -> None:
    done = run_in_a_copy(
        folder, "--target", "mine.py:careless", "--mechanism", "laplace", "-k", "law or rejects", "-W", "ignore"
    )
    assert done.returncode == 1, done.stdout
    assert "privacy: 1 passed; hygiene: 4 failed\n" in done.stdout


@pytest.mark.parametrize(("target", "skipped"), [("single", 3), ("listed", 0)])
def test_one_answer_a_call_and_lists_will_do(folder: Path, target: str, skipped: int) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "numpy.py").write_text(TARGETS)  # a name that would hide another module, were it imported by it
    options = ("--mechanism", "laplace", "--samples", "2000")
    runner = run_in_a_copy if target == "listed" else run  # in a copy numpy is there already
    done = runner(folder, "--target", f"{folder}/mine.py:{target}", *options)
    assert done.returncode == 0, done.stdout
    counts = f"{12 - skipped} passed, {skipped} skipped" if skipped else "12 passed"
    assert counts in done.stdout


def test_a_skip_file_skips_with_its_reasons_and_warns_of_stale_ids(folder: Path) -> None:
    lines = ["# ours", "", "laplace::law: under repair", "hygiene::laplace::rejects_sensitivity: fixed"]
    lines += ["laplace::rejects_sensitivty: gone"]
    (folder / "skips.txt").write_text("\n".join(lines))
    done = run(folder, "--target", "mine:wrong", "--mechanism", "laplace", "--skip-file", "skips.txt", "-rs")
    assert done.returncode == 0, done.stdout
    assert "10 passed, 2 skipped, 1 warning" in done.stdout
    assert "privacy: 2 passed, 1 skipped; hygiene: 8 passed, 1 skipped\n" in done.stdout
    assert "under repair" in done.stdout
    stale = "StaleSkipWarning: skip file: 'laplace::rejects_sensitivty' is no check of this session"
    assert stale in done.stdout
    assert "did you mean 'laplace::rejects_sensitivity'?" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--mechanism", "laplce", "--target", "mine:good"), "did you mean 'laplace'?"),
        (("--mechanism", "laplace", "--target", "mine:god"), "--target = 'mine:god': "),
        (("--mechanism", "laplace", "--target", "mine:good", "--skip-file", "none.txt"), "No such file"),
        ((*RIGHT, "--alpha", "2"), "--alpha = 2.0: expected a number between 0 and 1"),
        ((*RIGHT, "--alpha", "nan"), "--alpha = nan: expected a number between 0 and 1"),
        ((*RIGHT, "--alpha", "x"), "argument --alpha: invalid float value: 'x'"),
        ((*RIGHT, "--samples", "0"), "--samples = 0: expected a whole number of at least 1"),
        ((*RIGHT, "--seed", "-5"), "--seed = -5: expected a whole number of at least 0"),
        (("--mechanism", "laplace", "--target", ""), "--target = '': expected package.module:function"),
        (
            ("--mechanism", "laplace", "--target", "none.py:good"),
            "'none.py:good': there is no file 'none.py'",
        ),
        (("--mechanism", "laplace", "--target", "broken.py:good"), "--target = 'broken.py:good': SyntaxError"),
        (("--mechanism", "laplace", "--target", "leaving:good"), "--target = 'leaving:good': SystemExit: 3"),
        (("--target", "mine:good"), "--mechanism is missing"),
        (("--mechanism", "laplace"), "--target is missing"),
    ],
)
def test_mistakes_are_one_clear_line(folder: Path, options: tuple[str, ...], message: str) -> None:
    (folder / "broken.py").write_text("def good(:\n")
    (folder / "leaving.py").write_text("raise SystemExit(3)\n")
    done = run_in_a_copy(folder, *options)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert message in done.stderr
    assert len(done.stderr.replace("\n\n", "\n").splitlines()) <= 3 + ("invalid" in message)
    assert "Traceback" not in done.stdout + done.stderr
    assert "passed" not in done.stdout
    assert "failed" not in done.stdout


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("missing_module:good", "No module named 'missing_module'"),
        ("math", "expected package.module:function"),
        ("math:pi", "expected a function, not float"),
    ],
)
def test_targets_that_are_none(target: str, message: str) -> None:
    with pytest.raises(pytest.UsageError, match=message):
        load(target)

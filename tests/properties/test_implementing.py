"""Three lines in an adopter's suite: several implementations in one session, with planted faults that it must find."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.properties import CONTRACTS, implements
from dpassay.properties.places import target_at
from tests.patience import HUNG
from tests.properties.sessions import ENTRY, run, run_in_a_copy

NOISE = """
import numpy as np

def laplace(data, *, size, rng, epsilon, sensitivity):
    if not (0 < epsilon < np.inf and 0 < sensitivity < np.inf and np.isfinite(data)):
        raise ValueError("out of domain")
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)

def half(data, *, size, rng, epsilon, sensitivity):
    return laplace(data, size=size, rng=rng, epsilon=2 * epsilon, sensitivity=sensitivity)
"""
SUITE = """
from dpassay.properties import implements
from noise import half, laplace

test_laplace = implements("laplace")(laplace)
test_half = implements("laplace")(half)

@implements("randomized_response", skip={"rejects_data": "labels are checked before"})
def test_response(data, *, size, rng, epsilon, categories):
    return rng.integers(0, categories + 1, size)
"""
SEEN = """
import noise
from noise import half

def laplace(data, *, size, rng, epsilon, sensitivity):
    with open("drawn.txt", "a") as told:
        told.write("drawn\\n")
    return noise.laplace(data, size=size, rng=rng, epsilon=epsilon, sensitivity=sensitivity)
"""
PROFILE = "import hypothesis\nhypothesis.settings.register_profile('ours', max_examples=3)\n"
FEW = ("-k", "law or any_parameters or rejects_data or size_one", "-o", "dpassay_samples=2000")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "noise.py").write_text(NOISE)
    (tmp_path / "test_noise.py").write_text(SUITE)
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --strict-config --strict-markers\n")
    return tmp_path


def outcomes(text: str) -> dict[str, str]:
    return dict(re.findall(r"^\S*(test_\w+\[\S+\]) (PASSED|FAILED|SKIPPED)", text, re.MULTILINE))


def test_every_check_is_a_test_with_a_name_and_planted_faults_are_found(folder: Path) -> None:
    done = run_in_a_copy(folder, *ENTRY, *FEW)
    found = outcomes(done.stdout)
    assert {name for name, outcome in found.items() if outcome == "FAILED"} == {
        "test_half[privacy::laplace::law]",
        "test_response[privacy::randomized_response::law]",
        "test_response[privacy::randomized_response::any_parameters]",
    }
    assert found["test_response[hygiene::randomized_response::rejects_data]"] == "SKIPPED"
    assert "\nprivacy: 3 passed, 3 failed; hygiene: 5 passed, 1 skipped\n" in done.stdout
    assert done.returncode == 1


def test_the_program_that_a_failure_prints_shows_the_fault(folder: Path) -> None:
    done = run_in_a_copy(folder, *ENTRY, *FEW, "-k", "half and law")
    text = done.stdout.partition("to see it again:\n\n")[2].partition("\n\n___")[0].partition("\nprivacy: ")[0]
    (folder / "again.py").write_text("\n".join(line[4:] for line in text.splitlines() if line[:4] in ("    ", "")))
    failure, _, _ = done.stdout.partition("short test summary")  # which repeats it where the environment says CI
    told = re.findall(r"^on (\S+) it came (\d+) times", failure, re.MULTILINE)
    assert len(told) == 2
    command = [sys.executable, "again.py"]
    again = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=HUNG)
    assert again.stdout.splitlines() == [" ".join(pair) for pair in told], again.stderr


CLASS = """
from dpassay.properties import implements
from noise import half, laplace

class TestNoise:
    test_laplace = implements("laplace")(laplace)

    @implements("laplace")
    @staticmethod
    def test_half(data, *, size, rng, epsilon, sensitivity):
        return half(data, size=size, rng=rng, epsilon=epsilon, sensitivity=sensitivity)

    class TestInside:
        test_half = staticmethod(implements("laplace")(half))
"""


def test_in_a_class_the_same_checks_are_tests(folder: Path) -> None:
    (folder / "test_noise.py").write_text(CLASS)
    done = run_in_a_copy(folder, *ENTRY, "-k", "law", "-o", "dpassay_samples=2000")
    found = re.findall(r"::((?:Test\w+::)+test_\w+)\[privacy::laplace::law\] (PASSED|FAILED)", done.stdout)
    assert found == [
        ("TestNoise::test_laplace", "PASSED"),
        ("TestNoise::test_half", "FAILED"),
        ("TestNoise::TestInside::test_half", "FAILED"),
    ]
    assert "test_noise.py:TestNoise.test_half.target" in done.stdout
    assert "test_noise.py:TestNoise.TestInside.test_half.target" in done.stdout
    place = f"{folder / 'test_noise.py'}:TestNoise.TestInside.test_half.target"
    assert target_at(place).__name__ == "half"


@pytest.mark.parametrize("first", ["self", "cls"])
def test_a_method_is_refused_in_one_line(first: str) -> None:
    scope: dict[str, object] = {}
    exec(f"def response({first}, data, *, size, rng): ...", scope)
    with pytest.raises(ValueError, match=rf"target = response: expected a function, .* without {first}"):
        implements("laplace")(scope["response"])  # type: ignore[arg-type]  # a function


def test_all_checks_of_a_contract_are_there() -> None:
    test = implements("laplace")(lambda data: data)
    (mark,) = test.pytestmark  # type: ignore[attr-defined]
    assert tuple(parameters.values[0] for parameters in mark.args[1]) == CONTRACTS["laplace"].ids


def test_settings_of_the_ini_file_hold(folder: Path) -> None:
    (folder / "skips.txt").write_text("test_half::laplace::law: known\nlaplace::gone: old\n")
    settings = ("skip_file = skips.txt", "profile = ours", "samples = 2000", "seed = 5")
    lines = [f"dpassay_{line}" for line in settings]
    (folder / "pytest.ini").write_text("\n".join(["[pytest]", *lines, ""]))
    (folder / "conftest.py").write_text(PROFILE)
    (folder / "test_noise.py").write_text(SUITE.replace("from noise import half, laplace", SEEN))
    done = run_in_a_copy(folder, *ENTRY, "-k", "test_laplace and any_parameters or test_half and law")
    assert done.returncode == 0, done.stdout
    assert outcomes(done.stdout)["test_half[privacy::laplace::law]"] == "SKIPPED"
    assert "StaleSkipWarning: skip file: 'laplace::gone' is no check of this session" in done.stdout
    assert (folder / "drawn.txt").read_text().count("drawn") == 3


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("alpha=2", "alpha = 2.0: expected a number between 0 and 1"),
        ("alpha=x", "dpassay_alpha = 'x': expected a number"),
        ("seed=1.5", "dpassay_seed = '1.5': expected a whole number"),
        ("profile=none", "profile = 'none': expected a registered profile of Hypothesis"),
        ("skip_file=none.txt", "No such file"),
    ],
)
def test_a_mistake_in_a_setting_is_one_line(folder: Path, setting: str, message: str) -> None:
    done = run_in_a_copy(folder, *ENTRY, "-o", f"dpassay_{setting}")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert message in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


TOML = {
    "pyproject.toml": "[tool.pytest]\n",
    "pytest.toml": "[pytest]\n",
}
native = pytest.mark.skipif(pytest.version_tuple < (9,), reason="this pytest has no native tables of TOML")


@native
@pytest.mark.parametrize("name", TOML)
def test_numbers_of_toml_are_numbers(folder: Path, name: str) -> None:
    (folder / "pytest.ini").unlink()
    (folder / "skips.txt").write_text("test_half::laplace::law: known\n")
    lines = ("alpha = 1e-9", "seed = 5", "samples = 2000", "profile = 'dpassay-quick'", "skip_file = 'skips.txt'")
    (folder / name).write_text(TOML[name] + "".join(f"dpassay_{line}\n" for line in lines))
    done = run_in_a_copy(folder, *ENTRY, "-k", "law and not response")
    assert done.returncode == 0, done.stdout + done.stderr
    assert outcomes(done.stdout)["test_half[privacy::laplace::law]"] == "SKIPPED"
    assert "fails the check of the law with probability at most 1e-09" in done.stdout


@native
@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("samples = 2.5", "dpassay_samples = 2.5: expected a whole number"),
        ("samples = true", "dpassay_samples = True: expected a whole number"),
        ("alpha = [1]", "dpassay_alpha = [1]: expected a number"),
        ("profile = 5", "dpassay_profile = 5: expected a text"),
        ("skip_file = 5", "dpassay_skip_file = 5: expected the path of a file"),
        ("samples = 0", "samples = 0: expected a whole number of at least 1"),
    ],
)
def test_what_is_no_such_number_in_toml_is_one_line(folder: Path, setting: str, message: str) -> None:
    (folder / "pytest.ini").unlink()
    (folder / "pyproject.toml").write_text(f"{TOML['pyproject.toml']}dpassay_{setting}\n")
    done = run_in_a_copy(folder, *ENTRY)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert message in done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert "INTERNALERROR" not in done.stdout + done.stderr


def test_stale_lines_are_errors_where_warnings_are(folder: Path) -> None:
    (folder / "skips.txt").write_text("laplace::gone: old\n")
    options = ("-o", "dpassay_skip_file=skips.txt", "-W", "error")
    done = run(folder, *ENTRY, *options)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "'laplace::gone' is no check of this session" in done.stderr
    (folder / "skips.txt").write_text("test_lost::laplace::law: old\n")
    part = run_in_a_copy(folder, *ENTRY, *options[:2], "test_noise.py", "-k", "size_one")
    assert "StaleSkipWarning" not in part.stdout
    whole = run_in_a_copy(folder, *ENTRY, *options[:2], "-k", "size_one")
    assert "StaleSkipWarning: skip file: 'test_lost::laplace::law' is no check" in whole.stdout


def test_without_the_entry_point_the_defaults_hold(folder: Path) -> None:
    done = run_in_a_copy(folder, "-p", "no:dpassay", "-p", "no:cacheprovider", "-k", "size_one", "-o", "addopts=")
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_what_is_no_mechanism_or_no_check_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'laplace'"):
        implements("laplce")
    with pytest.raises(ValueError, match="did you mean 'laplace::law'"):
        implements("laplace", skip={"lawn": "why"})
    with pytest.raises(ValueError, match="expected a callable target"):
        implements("laplace")(5)

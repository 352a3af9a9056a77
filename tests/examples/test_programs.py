"""The programs in ``examples/programs/``: the right ones are consistent, and the planted faults are flagged.

Audits are run at their default level, with a fixed seed. A language that is not installed here is left out.
"""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from dpassay.audit import Result, audit, audit_claim

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "programs"
RESPONSE = ("randomized_response", {"epsilon": "1", "categories": "3"})
NOISE = ("discrete_laplace", {"epsilon": "1", "sensitivity": "2"})
CASES = {
    "randomized_response.c": (RESPONSE, "consistent"),
    "redrawn_response.c": (RESPONSE, "violation"),
    "discrete_laplace.js": (NOISE, "consistent"),
    "ignored_sensitivity.js": (NOISE, "violation"),
}


def needed(tool: str) -> str:
    """Return the path of a compiler or an interpreter; without it the test is left out."""
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"there is no {tool} here")
    return found


@cache
def built() -> Path:
    """A folder for what is compiled."""
    return Path(mkdtemp(prefix="dpassay-programs-"))


@cache
def command(name: str) -> tuple[str, ...]:
    """Return the words that start an example, compiled where it has to be."""
    if name.endswith(".js"):
        return (needed("node"), str(FOLDER / name))
    program = built() / Path(name).stem
    words = [needed("cc"), "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(FOLDER / name), "-lm"]
    subprocess.run(words, check=True)
    return (str(program),)


@pytest.fixture(scope="module", autouse=True)
def _removed() -> Any:
    yield
    if built.cache_info().currsize:
        shutil.rmtree(built())
    built.cache_clear()
    command.cache_clear()


def audited(name: str, **options: Any) -> Result:
    (mechanism, parameters), _ = CASES[name]
    return audit(command=command(name), mechanism=mechanism, parameters={**parameters, **options}, samples=20_000)


@pytest.mark.statistical
@pytest.mark.parametrize("name", CASES)
def test_the_right_ones_are_consistent_and_the_faults_are_flagged(name: str) -> None:
    """At alpha = 0.01 for each."""
    result = audited(name)
    assert result.verdict == CASES[name][1], result.headline
    if result.verdict == "violation":
        assert {finding.partition(":")[0] for finding in result.findings} == {"law", "privacy"}


@pytest.mark.statistical
def test_a_fault_that_shows_at_other_parameters_alone_is_not_seen_at_these() -> None:
    """At alpha = 0.01: what ignores the sensitivity is right where that is 1."""
    assert audited("ignored_sensitivity.js", sensitivity="1").verdict == "consistent"


@pytest.mark.statistical
@pytest.mark.parametrize("name", ["randomized_response.c", "redrawn_response.c"])
def test_against_a_claim_alone_the_fault_is_flagged_too(name: str) -> None:
    """At alpha = 0.01 for each: who redraws among all three categories loses log(5.08), which is 1.62."""
    result = audit_claim(None, 1, {"epsilon": 1, "categories": 3}, 0, 1, command=command(name), samples=20_000)
    flagged = CASES[name][1] == "violation"
    assert result.verdict == ("violation" if flagged else "no violation found"), result.headline
    assert 1.4 * flagged < result.evidence.certificates.values.epsilon_lower < (1.625 if flagged else 1)


def test_every_example_is_here_and_is_short() -> None:
    assert sorted(CASES) == sorted(path.name for path in FOLDER.iterdir() if path.is_file())
    assert max(len(path.read_text().splitlines()) for path in FOLDER.iterdir() if path.is_file()) <= 50


def test_a_program_in_c_that_misses_a_parameter_says_so() -> None:
    mechanism, parameters = NOISE
    result = audit(command=command("randomized_response.c"), mechanism=mechanism, parameters=parameters, samples=10)
    assert result.verdict == "could not run"
    assert "the program ended with exit code 2 after 0 answered requests" in result.headline
    assert result.headline.endswith('; its last words: the request has no "categories":')

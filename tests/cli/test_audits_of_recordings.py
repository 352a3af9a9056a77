"""`dpassay audit --samples-from`, run as a user would."""

from __future__ import annotations

import json
import shlex
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from dpassay.audit import audit
from dpassay.audit.reports.report import SCHEMA
from tests.cli import harness
from tests.cli.harness import is_one_line

FILES = ("first.npy", "second.npy")
FAIR = ["--mechanism", "randomized_response", "-p", "epsilon=1", "-p", "categories=3"]
PARAMETERS = {"epsilon": 1, "categories": 3}
run = partial(harness.run, columns=100)


def responses(epsilon: float, size: int = 20_000) -> list[Any]:
    """Randomized responses on 0 and on 1, drawn here."""
    rng = np.random.default_rng(8)
    honest = 1 / (1 + 2 * np.exp(-epsilon))
    lies = rng.integers(1, 3, (2, size))
    return [(data + lies[data] * (rng.random(size) >= honest)) % 3 for data in (0, 1)]


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recordings of what is claimed, and of epsilon 1.2; no figure, for nobody looks at the pages."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dpassay.audit.reports.plots.svg", lambda _figure, name: f"<svg id='{name}'></svg>")
    for name, array in zip(FILES, responses(1), strict=True):
        np.save(name, array)
    for name, array in zip(("more.csv", "other.csv"), responses(1.2), strict=True):
        np.savetxt(name, array, fmt="%d", header="answer", comments="")


@pytest.mark.statistical
def test_recorded_answers_are_audited(tmp_path: Path) -> None:
    """At alpha = 0.01 for each."""
    right = run("audit", "--samples-from", *FILES, *FAIR)
    wrong = run("audit", "--samples-from", "more.csv", "other.csv", *FAIR)
    assert (right.exit_code, wrong.exit_code) == (0, 1), right.output + wrong.output
    said = " ".join(right.output.split())
    digest = sha256(Path("second.npy").read_bytes()).hexdigest()
    assert "inputs: 0 and 1" in said
    assert f"20,000 in second.npy (sha256 {digest[:16]}); how they were drawn, and whether" in said
    report = json.loads(next(tmp_path.glob("audit-reports/first-second-*.json")).read_text())
    assert not list(Draft202012Validator(json.loads(SCHEMA.read_text())).iter_errors(report))
    assert report["source"]["kind"] == "recording"
    assert [file["name"] for file in report["source"]["files"]] == list(FILES)
    assert report["source"]["files"][1]["sha256"] == digest
    assert report["strength"]["not_tested"][0].startswith("how the recorded answers were drawn")
    assert "in 20,000 recorded answers on each" in report["headline"]
    page = next(tmp_path.glob("audit-reports/first-second-*.html")).read_text()
    for text in (digest, "The answers are recorded: nothing was run.", "was not checked"):
        assert text in page
    assert "process" not in page.partition("How to repeat it")[2]


def test_the_command_of_a_report_repeats_it() -> None:
    first = json.loads(run("audit", "--samples-from", *FILES, *FAIR, "--json").stdout)
    words = shlex.split(first["command"])
    assert words[:5] == ["dpassay", "audit", "--samples-from", *FILES]
    again = json.loads(run(*words[1:], "--json").stdout)
    assert again["evidence"] == first["evidence"]
    assert again["source"] == first["source"]


def test_sorted_answers_are_audited_as_any_others() -> None:
    """Events are chosen by a part of the answers: the order of a recording is no part of the audit."""
    first, second = responses(1)
    both = np.sort(first), np.sort(second)
    result = audit(samples_from=both, mechanism="randomized_response", parameters=PARAMETERS)
    assert result.verdict == "consistent"
    assert "first.npy" in result.source.words
    assert "these are arrays, as numpy.save writes them" in result.source.words
    assert result.evidence.certificates.values.epsilon_lower > 0.8


def test_answers_of_another_form_could_not_run() -> None:
    rows = np.zeros((10, 2))
    result = audit(samples_from=(rows, rows), mechanism="randomized_response", parameters=PARAMETERS)
    assert result.verdict == "could not run"
    assert result.findings == ("output: answers of shape (2,), expected one number each",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.npy", "second.npy"], "samples_from = 'none.npy': expected a file that can be read (No such file"),
        (["first.npy", "second.npy", "mine.py:f"], "target = target and samples_from: expected one of"),
        (["first.npy", "second.npy", "--command", "./a"], "target = command and samples_from: expected one of"),
        (["first.npy", "second.npy", "--samples", "100"], "samples = 100: expected nothing: the answers are recorded"),
        (["first.npy", "second.npy", "--python", "x"], "python = 'x': expected nothing: the answers are recorded"),
    ],
)
def test_what_makes_no_sense_is_one_line(arguments: list[str], message: str) -> None:
    result = run("audit", "--samples-from", *arguments, *FAIR)
    assert is_one_line(result), result.output
    assert message in result.output


def test_there_is_one_pair_of_inputs() -> None:
    pairs = ["--data", "0", "--neighbor", "1", "--data", "1", "--neighbor", "2"]
    result = run("audit", "--samples-from", *FILES, *FAIR, *pairs)
    assert is_one_line(result), result.output
    assert "data = 2 pairs of inputs: expected one: the answers were recorded on one" in result.output

"""Audits that stop early, from end to end: verdict, report, page, command."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dpassay.audit.assess import Assessment, Plan, Subject, assess
from dpassay.audit.reports import report, sentences
from tests.audit.here import draw_here

SCHEMA = Draft202012Validator(json.loads(report.SCHEMA.read_text(encoding="utf-8")))
BODIES = {
    "right": "return data + np.floor(rng.exponential(1.0, size)) - np.floor(rng.exponential(1.0, size))",
    "wrong": "return data + np.floor(rng.exponential(0.8, size)) - np.floor(rng.exponential(0.8, size))",
    "beyond": "return np.full(size, data + 0.5)",
    "rows": "return np.zeros((size, 2))",
}


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpassay.audit.sources.draw", draw_here)


def audited(folder: Path, name: str, samples: int = 8_000) -> Assessment:
    path = folder / "candidate.py"
    path.write_text(f"import numpy as np\n\ndef target(data, *, size, rng, **_):\n    {BODIES[name]}.astype(int)\n")
    if name == "beyond":
        path.write_text(path.read_text().replace(".astype(int)", ""))
    subject = Subject(f"{path}:target", "discrete_laplace", {"epsilon": "1", "sensitivity": "1"})
    return assess(subject, Plan(samples=samples, alpha=0.05, sequential=True))


@pytest.mark.statistical
def test_a_wrong_scale_needs_few_answers(tmp_path: Path) -> None:
    result = audited(tmp_path, "wrong")
    assert (result.verdict, result.power) == ("violation", None)
    assert 50 <= result.samples < 2_000
    (finding,) = result.findings
    assert finding.startswith("law: the answers do not follow the exact law (p ")
    assert "seen by: the mechanism at another loss or noise" in finding
    assert f"{result.samples:,} of at most 8,000 answers" in " ".join(sentences.evidence_lines(result))
    assert "no loss above the claimed" in sentences.headline(result)


@pytest.mark.statistical
def test_a_correct_implementation_is_looked_at_to_the_end(tmp_path: Path) -> None:
    result = audited(tmp_path, "right")
    assert (result.verdict, result.samples) == ("consistent", 8_000)
    assert "would have found a scale" in result.could_have_found
    assert "up to 8,000 answers" in " ".join(sentences.evidence_lines(result))
    few = audited(tmp_path, "right", 6)
    assert (few.verdict, few.samples) == ("inconclusive", 6)


@pytest.mark.parametrize("name", ["right", "wrong", "beyond"])
def test_the_report_tells_how_it_was_looked_at(name: str, tmp_path: Path) -> None:
    result = audited(tmp_path, name, 2_000)
    content = report.to_json(result)
    assert [error.message for error in SCHEMA.iter_errors(content)] == []
    assert (content["plan"]["sequential"], content["plan"]["evidence"]) == (True, ["law"])
    evidence = content["evidence"]
    assert evidence["law_test"]["method"] == ("support" if name == "beyond" else "sequential")
    assert (evidence["profile"], evidence["certified_alpha"]) == (None, 0)
    assert [sum(counts) for counts in evidence["cells"]["counts"]] == (
        [0, 0] if name == "beyond" else evidence["samples"]
    )
    words = shlex.split(content["command"])
    assert "--sequential" in words
    assert "--evidence" not in words
    page = report.render(result, content)
    assert ("looked at again and again" in page) == (name != "beyond")
    assert "privacy profile" not in page


def test_answers_of_another_form_could_not_run(tmp_path: Path) -> None:
    result = audited(tmp_path, "rows")
    assert result.verdict == "could not run"
    assert "expected one number each" in result.findings[0]

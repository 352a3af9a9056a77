"""`dpassay audit --workers`: the report is the same whatever the number of workers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dpassay.audit import audit
from dpassay.audit.reports import claims, report
from tests.cli.harness import is_one_line, run

TARGET = """
import numpy as np


def target(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < np.expm1({scale} * epsilon) / (np.exp({scale} * epsilon) + categories - 1)
    return np.where(keep, data, rng.integers(0, categories, size))


def own(data, rng):
    return data + float(rng.laplace())
"""
CLAIMED = ["-m", "randomized_response", "-p", "epsilon=1", "-p", "categories=3"]


RUNS = {"one": [], "two": ["--workers", "2"]}


@pytest.fixture
def noise(tmp_path: Path) -> str:
    (tmp_path / "noise.py").write_text(TARGET.format(scale=1))
    (tmp_path / "loud.py").write_text(TARGET.format(scale=2))
    return f"{tmp_path}/noise.py"


def timeless(content: dict[str, Any]) -> str:
    """The text of a report without its times."""
    return report.dumps({**content, "created": "", "run": {**content["run"], "seconds": 0}})


def reports(folder: Path, *arguments: str) -> dict[str, Any]:
    """The JSON report of an audit, which fits its schema."""
    result = run("audit", *arguments, "--samples", "2000", "--seed", "4", "--out", folder, "--json")
    content: dict[str, Any] = json.loads(result.stdout)
    (file,) = folder.glob("*.json")
    assert json.loads(file.read_text()) == content
    schema = claims.SCHEMA if "--epsilon" in arguments else report.SCHEMA
    assert list(Draft202012Validator(json.loads(schema.read_text())).iter_errors(content)) == []
    return content


def test_the_report_is_the_same_whatever_the_number_of_workers(noise: str, tmp_path: Path) -> None:
    for name, verdict in (("noise", "consistent"), ("loud", "violation")):
        target = f"{tmp_path}/{name}.py:target"
        found = [reports(tmp_path / name / n, target, *CLAIMED, "--workers", n) for n in ("1", "3")]
        assert found[0]["verdict"] == verdict
        assert timeless(found[0]) == timeless(found[1])
        drawing = {"batched": True, "batches": 8, "chunks": 67, "largest_chunk": 32}
        assert found[0]["plan"]["drawing"] == drawing
        assert found[0]["command"].endswith("--workers 1")


def test_one_process_draws_the_same_answers(noise: str, tmp_path: Path) -> None:
    one, two = (reports(tmp_path / n, f"{noise}:target", *CLAIMED, *words) for n, words in RUNS.items())
    assert one["evidence"] == two["evidence"]
    assert one["plan"]["drawing"] == {"batched": False, "batches": None, "chunks": 67, "largest_chunk": 32}
    assert "--workers" not in one["command"]


def test_a_claim_alone_is_audited_in_batches_too(noise: str, tmp_path: Path) -> None:
    claim = [f"{noise}:own", "--epsilon", "1", "--data", "0", "--neighbor", "1", "--evidence", "values"]
    one, two = (reports(tmp_path / n, *claim, *words) for n, words in RUNS.items())
    assert one["evidence"] == two["evidence"]
    assert two["plan"]["drawing"]["batches"] == 8
    assert two["command"].endswith("--workers 1")


def test_so_are_stages(noise: str, tmp_path: Path) -> None:
    one, two = (reports(tmp_path / n, f"{noise}:target", *CLAIMED, "--sequential", *words) for n, words in RUNS.items())
    assert one["evidence"] == two["evidence"]
    assert two["plan"]["drawing"] == {"batched": True, "batches": None, "chunks": None, "largest_chunk": None}


def test_from_python(noise: str) -> None:
    given: dict[str, Any] = {"samples": 1_000, "seed": 4}
    given["parameters"] = {"epsilon": "1", "categories": "3"}
    one, two = (audit(f"{noise}:target", "randomized_response", workers=n, **given) for n in (None, 2))
    assert one.evidence == two.evidence


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--workers", "0"], "workers = '0': expected a whole number from 1 to 1000"),
        (["--workers", "two"], "workers = 'two': expected a whole number from 1 to 1000"),
        (
            ["--workers", "2", "--scheduler", "tcp://127.0.0.1:1"],
            "workers = '2': expected nothing beside a scheduler, whose cluster has its own",
        ),
        (["--scheduler", "here"], "scheduler = 'here': expected an address such as tcp://127.0.0.1:8786"),
        (["--workers", "2", "--exact"], "workers = 2: expected nothing: with --exact nothing is drawn"),
    ],
)
def test_other_workers_are_refused(noise: str, tmp_path: Path, words: list[str], complaint: str) -> None:
    result = run("audit", f"{noise}:target", *CLAIMED, *words, "--out", tmp_path / "out")
    assert is_one_line(result)
    assert result.output.strip() == f"Error: {complaint}"


def test_recorded_answers_need_no_workers(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.csv").write_text("0\n1\n0\n1\n")
    files = [f"{tmp_path}/{name}.csv" for name in ("first", "second")]
    result = run("audit", "--samples-from", *files, *CLAIMED, "--workers", "2", "--out", tmp_path / "out")
    assert is_one_line(result)
    assert "workers = 2: expected nothing: the answers are recorded, and nothing is run" in result.output

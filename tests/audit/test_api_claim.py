"""`audit_claim`: the audit of a claim alone as a function, with the verdicts of the command."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import dpassay.audit
from dpassay.audit import ClaimResult, audit_claim
from dpassay.audit.reports.claims import SCHEMA
from tests.audit import alone_neighbors, alone_targets
from tests.cli import harness

FILE = Path(alone_targets.__file__)
PAIR = {"data": 0, "neighbor": 1, "samples": 1_000}


def test_the_fields_are_those_of_the_report(tmp_path: Path) -> None:
    result = audit_claim(f"{FILE}:words", 1, {"epsilon": 3}, **PAIR)
    assert (result.verdict, result.exit_code) == ("violation", 1)
    assert set(result) == set(json.loads(SCHEMA.read_text())["required"])
    assert result.evidence.certificates.values.epsilon_lower > 1
    assert result.source.kind == "function"
    assert [Path(file.name).name for file in result.source.files] == ["alone_targets.py"]
    assert json.loads(result.to_json())["verdict"] == "violation"
    assert result._repr_html_().startswith("<iframe")
    assert repr(result).startswith(f"<audit of {FILE}:words against its claim alone: VIOLATION")
    data, page = result.save(tmp_path)
    assert data.name == "alone_targets-words-claim-epsilon=1-epsilon=3-data=0-neighbor=1.json"
    assert result.headline.partition(": ")[2] in page.read_text()


@pytest.mark.parametrize(
    ("function", "given", "verdict"),
    [
        ("words", {}, "no violation found"),
        ("words", {"parameters": {"epsilon": 3.0}, "epsilon": 0.5, "delta": "1/10"}, "violation"),
        ("words", {"samples": 8}, "inconclusive"),
        ("silent", {}, "could not run"),
    ],
)
def test_the_command_has_the_same_text(function: str, given: dict[str, Any], verdict: str, tmp_path: Path) -> None:
    """The report, but for what tells of a time, is that of the command."""
    options: dict[str, Any] = {"epsilon": 1, **PAIR, **given}
    result = audit_claim(f"{FILE}:{function}", **options)
    assert result.verdict == verdict
    words = [f"-p{name}={value}" for name, value in options.pop("parameters", {}).items()]
    words += [f"--{name}={value}" for name, value in options.items()]
    printed = harness.run("audit", f"{FILE}:{function}", *words, "--json", "--out", tmp_path).stdout
    first, second = (json.loads(text) for text in (result.to_json(), printed))
    for content in (first, second):
        content.update(created="", run={**content["run"], "seconds": 0})
    assert first == second


def test_functions_files_and_data_of_any_kind(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("1,a\n2,\n")
    result = audit_claim(
        alone_targets.first_cell, 2, data=tmp_path / "table.csv", neighbor=[[np.int64(0), None]], samples=100
    )
    assert result.subject.data == (((1, "a"), (2, None)), ((0, None),))
    assert f"--data={tmp_path / 'table.csv'} '--neighbor=[[0, null]]'" in result.command
    assert result.verdict == "no violation found"


@pytest.mark.parametrize(
    "neighbors",
    [
        f"{alone_neighbors.__file__}:pairs",
        alone_neighbors.pairs,
        st.sampled_from([(2, 4), (0, 1)]),
        lambda: st.sampled_from([(2, 4), (0, 1)]),
        [(2, 4), (0, 1)],
    ],
)
def test_pairs_are_generated_and_searched(neighbors: object) -> None:
    """Noise of scale 1 around 2 and 4 costs more than 1, around 0 and 1 it does not."""
    result = audit_claim(f"{FILE}:laplace", 1, neighbors=neighbors, samples=1_000)
    assert result.verdict == "violation"
    assert sorted(result.subject.data) == [2, 4]
    assert (result.subject.searched.pairs, result.subject.searched.samples) == (2, 100)


def test_a_program_and_a_recording_are_held_to_their_claim() -> None:
    loop = ["sh", "-c", "while read -r line; do echo '[1]'; done"]
    program = audit_claim(command=loop, epsilon=1, **{**PAIR, "samples": 60})
    assert (program.verdict, program.source.kind) == ("no violation found", "program")
    assert "dpassay audit --command " in program.command
    rng = np.random.default_rng(3)
    first, second = (rng.laplace(center, 0.5, 4_000) for center in (0, 1))
    recording = audit_claim(samples_from=(first, second), epsilon="1", delta=Fraction(1, 100))
    assert (recording.verdict, recording.source.kind, recording.subject.data) == ("violation", "recording", None)
    assert "was not checked" in recording.source.words
    assert recording.strength.not_tested[0].startswith("how the recorded answers were drawn")


def test_what_is_public_is_offered() -> None:
    assert dpassay.audit.ClaimResult is ClaimResult
    assert {"audit_claim", "ClaimResult"} <= set(dpassay.audit.__all__)
    documented = audit_claim.__doc__ or ""
    assert all(f"{name}:" in documented for name in audit_claim.__annotations__ if name != "return")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"epsilon": None}, r"^epsilon = None: expected a number from 0"),
        ({"epsilon": -1}, r"^epsilon = -1: expected a number from 0"),
        ({"delta": 1}, r"^delta = 1: expected a number in \[0, 1\)"),
        ({"neighbor": None}, r"^data = 0, neighbor = None: expected both or neither"),
        ({"data": None, "neighbor": None}, r"^data = nothing: expected two neighboring inputs"),
        ({"neighbor": 0}, r"^data = 0, neighbor = 0: expected two inputs that differ"),
        ({"neighbor": object()}, r"^neighbor = .*expected numbers, texts, None"),
        ({"neighbor": Path("no.json")}, r"^neighbor = no\.json: expected a file that can be read"),
        ({"neighbors": [(0, 1)]}, r"^neighbors = .*nothing beside --data"),
        ({"parameters": {"epsilon": None}}, r"^epsilon = None: expected a number or a text"),
        ({"target": None}, r"^target = nothing: expected one of target, command, samples_from"),
        ({"target": 5}, r"^target = 5: expected a text"),
        ({"target": "dpassay-laplace"}, r"^target = 'dpassay-laplace': expected "),
        ({"evidence": "law"}, r"^evidence = law: expected one of the kinds"),
        ({"samples": 3}, r"^samples = 3"),
    ],
)
def test_wrong_arguments_are_named_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        audit_claim(**{"target": f"{FILE}:words", "epsilon": 1, **PAIR, **changes})
    assert "\n" not in str(caught.value)

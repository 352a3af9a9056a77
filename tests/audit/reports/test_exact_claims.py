"""The report of an exact audit of a claim alone names no mechanism, and its command repeats it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.exactly import ExactPlan
from dpassay.audit.exactly_alone import ExactClaim, assess_claim_exactly
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.reports import exact_claims, exact_report

TARGET = """
def words(data, *, rng, often=8):
    if rng.integers(int(often)) == 0:
        return f"told {data}"
    return data if rng.integers(4) < 3 else 1 - data
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> ExactClaim:
    path = tmp_path_factory.mktemp("code") / "coins.py"
    path.write_text(TARGET)
    pair = (Json("0"), Json("1"))
    claim = ClaimAlone(f"{path}:words", {"often": "9"}, pair, Fraction(6, 5), Fraction(1, 2000))
    return assess_claim_exactly(claim, ExactPlan(leftover=Fraction(0), tolerance=Fraction(1, 10**6)))


def test_the_report(result: ExactClaim) -> None:
    report = json.loads(json.dumps(exact_claims.to_json(result)))
    said = "VIOLATION: the code breaks the claim (epsilon = 1.2, delta = 0.0005 + 1e-06)"
    assert report["headline"].startswith(said)
    target = result.held_to.target
    assert report["subject"] == {
        "target": target,
        "mechanism": None,
        "parameters": {"often": "9"},
        "data": ["0", "1"],
    }
    assert report["matches"] is None
    assert report["privacy"]["delta"] == ["1/9", "1/9"]
    assert [left["leftover"] for left in report["laws"]] == ["0", "0"]


def test_the_page_and_the_files(result: ExactClaim, tmp_path: Path) -> None:
    report = exact_claims.to_json(result)
    page = exact_report.render(report)
    assert "none: the claim alone" in page
    assert " as None" not in page
    paths = exact_report.write(tmp_path, "mine", report)
    assert json.loads(paths[0].read_text())["verdict"] == "violation"


def test_the_command_that_repeats_it(result: ExactClaim) -> None:
    said = exact_claims.command(result)
    assert said.startswith(
        f"dpassay audit {result.held_to.target} --exact --epsilon 6/5 --delta 1/2000 --param often=9"
    )
    assert "--data=0 --neighbor=1 " in said
    assert said.endswith("--leftover 0 --tolerance 1/1000000")

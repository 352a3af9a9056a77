"""The report of a claim alone says what was found, and its numbers can be checked."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dpassay.audit.alone import ClaimAudit, assess_claim
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.learned import LearnedEvidence
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import Plan
from dpassay.audit.reports.claims import SCHEMA, claim_headline, claim_json, claim_lines, claim_page, write_claim

NOON = datetime(2026, 11, 5, 12, tzinfo=UTC)
TARGETS = Path(__file__).parents[1] / "alone_targets.py"
NAMES = ["broken", "kept", "few", "fails", "rare"]


@cache
def audit(name: str) -> ClaimAudit:
    function, samples, parameters = {
        "broken": ("words", 1_000, {"epsilon": "3"}),
        "kept": ("words", 1_000, {}),
        "few": ("words", 8, {}),
        "fails": ("silent", 8, {}),
        "rare": ("seldom", 20_000, {}),
    }[name]
    claim = ClaimAlone(f"{TARGETS}:{function}", parameters, (Json("0"), Json("1")), Fraction(1), Fraction(1, 10**6))
    return assess_claim(claim, Plan(samples=samples))


def report(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(json.dumps(claim_json(audit(name), created=NOON), allow_nan=False))
    return content


SCHEMA_OF_REPORTS = Draft202012Validator(json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize("name", NAMES)
def test_a_report_keeps_its_schema_and_says_its_verdict(name: str) -> None:
    content = report(name)
    assert [error.message for error in SCHEMA_OF_REPORTS.iter_errors(content)] == []
    assert content["headline"].startswith(content["verdict"].upper())
    assert "is private" not in content["headline"]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("broken", {"verdict": "no violation found"}),
        ("broken", {"findings": []}),
        ("kept", {"verdict": "violation"}),
        ("kept", {"verdict": "consistent"}),
        ("kept", {"exit_code": 1}),
        ("fails", {"verdict": "inconclusive", "exit_code": 3}),
        ("kept", {"more": 1}),
    ],
)
def test_a_verdict_that_does_not_fit_is_refused(name: str, change: dict[str, Any]) -> None:
    assert not SCHEMA_OF_REPORTS.is_valid({**report(name), **change})


@pytest.mark.parametrize("name", ["broken", "kept", "rare"])
def test_the_bound_can_be_checked_from_the_report_alone(name: str) -> None:
    certificates = report(name)["evidence"]["certificates"].values()
    for found in filter(None, certificates):
        first, second = (found["count_p"], found["n_p"]), (found["count_q"], found["n_q"])
        order = (*first, *second) if found["direction"] == "p over q" else (*second, *first)
        assert joint_epsilon(*order, delta=found["delta"], alpha=found["alpha"]) == found["epsilon_lower"]
        assert Fraction(found["delta"]) >= Fraction(1, 10**6)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_says_what_the_report_says(name: str) -> None:
    content = report(name)
    page = claim_page(content)
    assert content["verdict"].upper() in page
    assert "epsilon = 1, delta = 1e-06" in page
    assert "<script" not in page


def test_what_is_implied_is_the_largest_of_what_the_certificates_say() -> None:
    """At a claimed epsilon of 1 of randomized responses at epsilon = 3, whose total variation is tanh(3/2)."""
    evidence = report("broken")["evidence"]
    certificates, implied = list(filter(None, evidence["certificates"].values())), evidence["implied"]
    assert implied["delta_lower"] == max(found["delta_lower"] for found in certificates)
    assert implied["hockey_stick_lower"] == max(found["hockey_stick_lower"] for found in certificates)
    (zero, distance), *_, (four, nothing) = implied["hockey_stick_lower"]
    assert (zero, four, nothing) == (0, 4, 0)
    assert 0.84 < distance < math.tanh(1.5)
    table = dict(implied["hockey_stick_lower"])
    assert table[1.0] == pytest.approx(implied["delta_lower"])
    assert list(table.values()) == sorted(table.values(), reverse=True)


def test_where_no_kind_can_be_looked_for_the_page_says_so() -> None:
    """As where all answers that an event is chosen by are numbers, and some others are none."""
    found = replace(audit("few"), evidence=LearnedEvidence((8, 8), {}))
    content = claim_json(found, created=NOON)
    assert [error.message for error in SCHEMA_OF_REPORTS.iter_errors(content)] == []
    assert content["evidence"]["implied"]["renyi_lower"] == [[2, 0.0], [8, 0.0], [32, 0.0]]
    assert "have not one form" in claim_page(content)


def test_text_of_the_user_is_escaped() -> None:
    claim = replace(audit("kept").claim, pair=(Json('"<script>"'), Json('"b"')))
    page = claim_page(claim_json(replace(audit("kept"), claim=claim)))
    assert "<script>" not in page


def test_sentences() -> None:
    assert "while epsilon = 1 at delta = 1e-06 is claimed" in claim_headline(audit("broken"))
    assert "not a proof of privacy" in claim_headline(audit("kept"))
    lines = claim_lines(audit("broken"))
    assert all(part in lines[-2] for part in ("total variation >= 0.", "Gaussian mu >= ", "of order 32"))
    assert lines[-1] == "all of these hold together with 99 % confidence"
    assert claim_lines(audit("fails")) == []


def test_both_files_are_written(tmp_path: Path) -> None:
    paths = write_claim(audit("kept"), tmp_path / "new")
    assert [path.suffix for path in paths] == [".json", ".html"]
    assert json.loads(paths[0].read_text())["verdict"] == "no violation found"


def test_the_command_repeats_the_audit() -> None:
    command = report("broken")["command"]
    assert "--epsilon 1 --delta 1/1000000 --param epsilon=3 --data=0 --neighbor=1 --samples 1000" in command


def test_rare_answers_are_told_with_their_share() -> None:
    content = report("rare")
    certificates = content["evidence"]["certificates"]
    assert "by rare answers of one input" in content["findings"][0]
    assert certificates["rare"]["alpha"] == certificates["values"]["alpha"] / 3
    assert sum(found["alpha"] for found in certificates.values() if found) == pytest.approx(0.01 * 0.98)
    assert content["plan"]["alpha_split"]["values"] == pytest.approx(0.01 * 0.96)
    assert "by rare answers of one input" in claim_page(content)
    assert report("kept")["evidence"]["certificates"]["rare"] is None

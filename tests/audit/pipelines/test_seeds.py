"""Noise that follows from a seed hides nothing from whoever knows the program; seeds of chance are no fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from tests.audit.pipelines import seeded

FILE = Path(seeded.__file__)
PAIR = (Json(json.dumps([1, 2, 5])), Json(json.dumps([1, 2])))


def audited(function: str, drawn: int = 4) -> ReplayAssessment:
    claim = read_pipeline_claim(f"{FILE}:{function}", {"epsilon": "1"}, PAIR, epsilon=1)
    return assess_replay(claim, ReplayPlan(drawn=drawn, steered=1))


@pytest.mark.parametrize("function", seeded.FAULTS)
def test_noise_that_follows_from_a_seed_is_a_violation(function: str) -> None:
    found = audited(function)
    assert found.verdict == "violation", found.findings
    if function != "fixed_looked_at":  # whose sum is then the same in all runs
        words = next(finding.words for finding in found.findings if finding.certain and finding.kind == "parameter")
        assert f" in {function}" in words


@pytest.mark.parametrize("function", seeded.CORRECT)
def test_a_seed_that_comes_of_chance_is_none(function: str) -> None:
    found = audited(function)
    assert [finding.words for finding in found.findings] == []
    assert found.verdict == "no violation found"


@pytest.mark.parametrize("function", seeded.NOT_FLAGGED)
def test_correct_ones_are_not_flagged(function: str) -> None:
    assert audited(function).verdict != "violation"


@pytest.mark.parametrize("function", seeded.OPEN)
def test_what_may_be_hidden_otherwise_is_left_open(function: str) -> None:
    assert audited(function).verdict == "undecided"


@pytest.mark.parametrize("function", ["fixed", "of_the_rows"])
def test_one_sequence_of_answers_is_enough(function: str) -> None:
    assert audited(function, 1).verdict == "violation"

"""Every planted fault is found, and no correct pipeline is flagged."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from tests.mutants import planted

FILE = Path(planted.__file__)
NAN = float("nan")
PURE = {"epsilon": "1"}
RHO = {"rho": "1/2"}
LOOSE = {"epsilon": "1", "delta": "1/1000"}

CASES: dict[str, tuple[str, str, dict[str, str], Any, Any]] = {
    "sum_not_clipped": ("sum_clipped", "cost", PURE, [1.0, 2.0], [1.0, 2.0, 500.0]),
    "histogram_as_if_added": ("histogram", "cost", PURE, [0, 1, 2], [0, 1, 1]),
    "counts_by_class_found": ("counts_by_class", "control flow", PURE, ["a", "b"], ["a", "b", "c"]),
    "mean_with_nan": ("mean_without_nan", "cost", PURE, [1.0, 2.0], [1.0, 2.0, NAN]),
    "two_answers_at_full_budget": ("two_answers", "cost", PURE, [1.0, 2.0], [1.0, 2.0, 50.0]),
    "sum_of_range_found": ("sum_of_known_range", "cost", LOOSE, [1.0, 2.0], [1.0, 2.0, 3.0]),
    "mean_of_true_count": ("mean_of_noisy_count", "release", PURE, [1.0, 0.5], [1.0]),
    "threshold_true": ("threshold_noisy", "control flow", PURE, [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]),
    "count_noisy_if_large": ("count_always_noisy", "control flow", PURE, [1, 1, 1, 1], [1, 1, 1]),
    "five_rounds_as_if_by_roots": ("five_rounds", "cost", PURE, [1.0, 0.0], [1.0, 1.0]),
    "sums_with_one_noise": ("sums_with_own_noise", "release", PURE, [[0.0, 0.5]], [[0.0, 0.5], [1.0, 0.0]]),
    "total_of_some": ("total_of_any", "control flow", PURE, [3.0], []),
    "sum_of_bytes_in_bytes": ("sum_of_small_bytes", "cost", PURE, [250, 5], [250, 5, 10]),
    "response_too_true": ("response", "cost", PURE, [0, 1], [1, 1]),
    "best_of_without_half": ("best_of", "cost", PURE, [0, 1], [0, 1, 1]),
    "gaussian_sum_of_half_the_noise": ("gaussian_sum", "cost", RHO, [0.0], [0.0, 1.0]),
    "noisy_steps_of_one": ("noisy_steps", "cost", LOOSE, [1.0, 2.0], [1.0, 2.0, 5.0]),
}
"""Of each fault: the correct one beside it, what is found, the claim, and two neighbors."""


@cache
def audited(function: str, fault: str) -> ReplayAssessment:
    _, _, claim, *inputs = CASES[fault]
    first, second = (Json(json.dumps(data)) for data in inputs)
    asked = read_pipeline_claim(f"{FILE}:{function}", claim, (first, second), **claim)
    return assess_replay(asked, ReplayPlan())


@pytest.mark.parametrize("fault", CASES)
def test_a_fault_is_found(fault: str) -> None:
    found = audited(fault, fault)
    assert (found.verdict, found.exit_code) == ("violation", 1)
    assert CASES[fault][1] in {finding.kind for finding in found.findings if finding.certain}


@pytest.mark.parametrize("fault", CASES)
def test_the_correct_one_is_not_flagged(fault: str) -> None:
    found = audited(CASES[fault][0], fault)
    assert [finding.words for finding in found.findings] == []
    assert (found.verdict, found.exit_code) == ("no violation found", 0)

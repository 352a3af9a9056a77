"""Chance that is looked at first: no correct pipeline is a violation, and no fault goes by as if nothing was found."""

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
from tests.mutants import planted_chance

FILE = Path(planted_chance.__file__)
PURE = {"epsilon": "1"}
LOOSE = {"epsilon": "1", "delta": "1/1000"}
ROWS: tuple[Any, Any] = ([1, 2, 5], [1, 2])
USERS: tuple[Any, Any] = ([1, 1, 1, 5], [1, 1, 1])
BINS: tuple[Any, Any] = ([0, 1, 2], [0, 1, 1])

CORRECT: dict[str, tuple[dict[str, str], tuple[Any, Any], str]] = {
    **{
        f"response_by_{form}": (PURE, ROWS, "undecided")
        for form in ("branch", "flip", "two_coins", "where", "binomial", "choice")
    },
    **{f"response_of_{form}": (PURE, ROWS, "undecided") for form in ("python", "four")},
    **{f"laplace_{form}": (PURE, ROWS, "undecided") for form in ("by_inversion", "of_sign")},
    **{f"moved_{form}": (PURE, ROWS, "undecided") for form in ("noise", "by_one")},
    **{f"sum_of_{form}": (PURE, ROWS, "undecided") for form in ("subsample", "mask")},
    "partitions": (LOOSE, USERS, "undecided"),
    "partitions_of_any_order": (LOOSE, USERS, "undecided"),
    "noise_of_either_sign": (PURE, ROWS, "undecided"),
    "geometric_by_coins": (PURE, ROWS, "undecided"),
    **{f"best_by_{form}": (PURE, BINS, "no violation found") for form in ("search", "digits", "comparisons")},
    "race": (PURE, BINS, "undecided"),
    "sum_at_known_scale": (PURE, ROWS, "no violation found"),
    "sum_at_scale_found_large": (LOOSE, ROWS, "undecided"),
}
FAULTS: dict[str, tuple[dict[str, str], tuple[Any, Any], str]] = {
    "response_by_branch_too_true": (PURE, ROWS, "violation"),
    "response_by_flip_too_true": (PURE, ROWS, "violation"),
    "laplace_by_inversion_too_small": (PURE, ROWS, "violation"),
    "partitions_of_low_threshold": (LOOSE, USERS, "violation"),
    "noise_of_one_sign": (PURE, ROWS, "violation"),
    "noise_turned_up": (PURE, ROWS, "violation"),
    "noise_cut_far_out": (PURE, ROWS, "undecided"),
    "until_close": (PURE, ROWS, "violation"),
    **{f"best_by_{form}_without_half": (PURE, BINS, "violation") for form in ("search", "digits", "comparisons")},
    "race_without_half": (PURE, BINS, "violation"),
    "debug_count": (PURE, ROWS, "violation"),
    "sum_at_scale_found": (PURE, ROWS, "violation"),
}
"""Of each pipeline the claim, two neighbors, and the verdict; a fault may stay undecided, and never passes."""


@cache
def audited(name: str) -> ReplayAssessment:
    claim, pair, _ = (CORRECT | FAULTS)[name]
    first, second = (Json(json.dumps(data)) for data in pair)
    return assess_replay(read_pipeline_claim(f"{FILE}:{name}", claim, (first, second), **claim), ReplayPlan())


@pytest.mark.parametrize("name", [*CORRECT, *FAULTS])
def test_the_verdict_follows_from_what_is_released(name: str) -> None:
    found = audited(name)
    assert found.verdict == (CORRECT | FAULTS)[name][2], [finding.words for finding in found.findings]


def test_every_pipeline_of_the_file_is_tried() -> None:
    named = {
        name
        for name in vars(planted_chance)
        if getattr(getattr(planted_chance, name), "__module__", "") == planted_chance.__name__
    }
    assert named - {"total", "truth"} == {*CORRECT, *FAULTS}

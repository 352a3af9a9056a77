"""What a pipeline releases is compared in full, in whatever form, printed or raised; what cannot be is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from tests.audit.pipelines import releasing

FILE = Path(releasing.__file__)
PAIR = (Json(json.dumps([1, 2, 5])), Json(json.dumps([1, 2])))


def audited(function: str, **more: str) -> ReplayAssessment:
    claim = read_pipeline_claim(f"{FILE}:{function}", {"epsilon": "1", **more}, PAIR, epsilon=1)
    return assess_replay(claim, ReplayPlan(drawn=2, steered=0, early=True))


@pytest.mark.parametrize("form", ["closure", "slots", "many parts", "mask"])
def test_a_number_is_seen_in_whatever_form_it_is_released(form: str) -> None:
    found = audited("held", form=form)
    assert [finding.kind for finding in found.findings if finding.certain] == ["release"], found.findings
    assert audited("held_alike", form=form).verdict == "no violation found"


@pytest.mark.parametrize("function", releasing.FAULTS)
def test_what_is_printed_or_raised_is_released(function: str) -> None:
    found = audited(function)
    assert found.verdict == "violation"
    assert {finding.kind for finding in found.findings} == {"release"}


@pytest.mark.parametrize("function", releasing.CORRECT)
def test_what_differs_for_other_reasons_is_no_violation(function: str) -> None:
    found = audited(function)
    assert [finding.words for finding in found.findings] == []
    assert found.verdict == "no violation found"


@pytest.mark.parametrize("function", releasing.OPEN)
def test_what_cannot_be_compared_leaves_it_open(function: str) -> None:
    found = audited(function)
    assert found.verdict == "undecided"
    assert found.findings
    assert not any(finding.certain for finding in found.findings)

"""The report of a replay keeps its schema, and its page says what was found."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.reports.replays import SCHEMA, replay_command, replay_json, replay_name, replay_page, write_replay
from tests.audit.pipelines import recorded
from tests.audit.pipelines.test_planted import CASES, audited

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
FILE = Path(recorded.__file__)


def open_one(function: str) -> ReplayAssessment:
    claim = read_pipeline_claim(f"{FILE}:{function}", {}, (Json("1"), Json("2")), rho="1/2")
    return assess_replay(claim, ReplayPlan(drawn=1, steered=0, seed=3))


NAMES = ["sum_not_clipped", "mean_with_nan", "total_of_some", "sum_clipped", "gaussian_sum", "bare", "raising"]


def found(name: str) -> ReplayAssessment:
    if name in ("bare", "raising"):
        return open_one(name)
    faults = {right: fault for fault, (right, *_) in CASES.items()}
    return audited(name, faults.get(name, name))


def content(name: str) -> dict[str, Any]:
    text = json.dumps(replay_json(found(name), created=NOON), allow_nan=False)
    read: dict[str, Any] = json.loads(text)
    return read


SCHEMA_OF_REPORTS = Draft202012Validator(json.loads(SCHEMA.read_text()))


@pytest.mark.parametrize("name", NAMES)
def test_a_report_keeps_its_schema_and_its_page_says_the_verdict(name: str) -> None:
    report = content(name)
    assert [error.message for error in SCHEMA_OF_REPORTS.iter_errors(report)] == []
    assert report["headline"].startswith(report["verdict"].upper())
    page = replay_page(report)
    assert report["verdict"].upper() in page
    assert "How to repeat it" in page
    assert ("side by side" in page) == (name != "raising")


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("sum_not_clipped", {"verdict": "no violation found"}),
        ("sum_not_clipped", {"findings": []}),
        ("sum_clipped", {"exit_code": 1}),
        ("bare", {"findings": []}),
        ("raising", {"failure": None}),
        ("sum_clipped", {"more": 1}),
    ],
)
def test_the_schema_refuses_what_does_not_fit(name: str, change: dict[str, Any]) -> None:
    assert list(SCHEMA_OF_REPORTS.iter_errors({**content(name), **change}))


def test_the_command_repeats_it() -> None:
    command = replay_command(open_one("bare"))
    assert command.startswith(f"dpassay replay {FILE}:bare --rho 1/2 '--data=1'".replace("'", ""))
    assert command.endswith("--drawn 1 --steered 0 --seed 3")


def test_a_report_is_written_whole(tmp_path: Path) -> None:
    one = found("sum_not_clipped")
    paths = write_replay(one, tmp_path)
    assert [path.name for path in paths] == [f"{replay_name(one)}.json", f"{replay_name(one)}.html"]
    assert json.loads(paths[0].read_text())["verdict"] == "violation"
    with pytest.raises(ValueError, match=r"^content = dict: expected"):
        replay_page({})

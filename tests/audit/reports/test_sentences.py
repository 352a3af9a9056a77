"""An audit in sentences: the command that repeats it, and what its headline does not claim."""

import json
import shlex
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.assess import Assessment
from dpassay.audit.reports import sentences
from tests.cli.harness import run

pytestmark = pytest.mark.xdist_group("reports")


@pytest.mark.parametrize("name", ["honest", "textbook", "raises", "level"])
def test_the_command_repeats_the_audit(name: str, reports: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    words = shlex.split(reports[name]["command"])
    assert words[0] == "dpassay"
    done = run(*words[1:], "--out", tmp_path)
    assert done.exit_code == reports[name]["exit_code"], done.output
    (file,) = tmp_path.glob("*.json")
    again = json.loads(file.read_text(encoding="utf-8"))
    for content in (again, expected := deepcopy(reports[name])):
        del content["created"], content["run"]["seconds"]
    assert again == expected


def test_the_command_names_what_is_not_by_default(audits: dict[str, Assessment]) -> None:
    audit = audits["honest"]
    plan = replace(audit.plan, python="/opt/other python/bin/python", time_limit=7.5, memory_limit=(1 << 30) + 1)
    words = shlex.split(sentences.command(replace(audit, plan=plan)))
    assert words[-6:] == ["--python", "/opt/other python/bin/python", "--time-limit", "7.5", "--memory-limit", "1025"]


def test_scores_and_negative_inputs_survive_the_command(audits: dict[str, Assessment]) -> None:
    audit = audits["honest"]
    resolved = replace(audit.resolved, pair=((-1, 0), (1, 0)))
    words = shlex.split(sentences.command(replace(audit, resolved=resolved)))
    assert words[words.index("--data=-1,0") + 1] == "--neighbor=1,0"


def test_a_law_that_breaks_the_claim_is_named(audits: dict[str, Assessment]) -> None:
    finding = "claim: with these parameters the exact law itself has delta = 0.1"
    words = sentences.headline(replace(audits["honest"], findings=(finding,)))
    assert words.startswith("VIOLATION: with these parameters the exact law itself breaks the claim; no loss above")

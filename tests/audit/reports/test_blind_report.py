"""The report of a blind audit names its own share of alpha, so that its command repeats it alone."""

from __future__ import annotations

import json
import shlex

from dpassay.audit.answers.outcome import Origin
from dpassay.audit.blind import BlindAudit, load_blind_targets
from dpassay.audit.plan import Plan
from dpassay.audit.reports.blind_report import FORMAT, blind_command, blind_json
from tests.audit.report_cases import NOON

SPEC = next(iter(load_blind_targets().values()))
AUDIT = BlindAudit(SPEC, "not installed", None, Origin(), 1.5, "no network", Plan(samples=40, alpha=0.01 / 3, seed=5))


def test_the_report_holds_the_plan_and_what_is_known() -> None:
    report = json.loads(json.dumps(blind_json(AUDIT, created=NOON), allow_nan=False))
    assert (report["format"], report["created"]) == (FORMAT, "2026-11-21T12:00:00+00:00")
    assert (report["target"], report["environment"], report["finding"]) == (SPEC.name, SPEC.environment, "no network")
    assert (report["plan"]["alpha"], report["plan"]["seed"], report["plan"]["samples"]) == (0.01 / 3, 5, 40)
    assert report["source"]["files"] == []


def test_the_command_asks_for_this_target_with_its_share() -> None:
    words = shlex.split(blind_command(AUDIT))
    assert words[:4] == ["dpassay", "audit-blind", "--only", SPEC.name]
    assert float(words[words.index("--alpha") + 1]) == 0.01 / 3
    assert words[-2:] == ["--seed", "5"]

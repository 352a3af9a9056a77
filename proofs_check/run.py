"""Recomputing verdicts from scratch: look for evidence, let the kernel judge it, and write the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dpassay.proofs_check import roots
from dpassay.proofs_check.certificates import LEDGER, Finding, Record, is_accepted, record_of
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.certify.search import find_counterexample
from dpassay.proofs_check.claim import Case, Claim, Goal, Hunt, Twin, verdict_of


def recompute(claim: Claim, ledger: Path = LEDGER) -> tuple[Record, list[Finding]]:
    """Decide a claim from scratch; the findings are what went wrong on the way.

    The evidence for the steps of its proof is that of the ledger: `roots.search` looks for it.
    """
    case = claim.decide()
    evidence = [_evidence(goal) for _, goal in case.goals()]
    accepted = [is_accepted(goal.statement, found) for (_, goal), found in zip(case.goals(), evidence, strict=True)]
    complaints = [
        f"{role}: {goal.words}: no evidence was found"
        for (role, goal), answer in zip(case.goals(), accepted, strict=True)
        if not answer
    ]
    complaints += _broken_hunts(case) + _surviving_twins(case)
    broken = roots.complaint(claim.id, ledger)
    complaints += [] if broken is None else [f"its proof is not accepted: {broken}"]
    verdict = verdict_of(case, accepted, None if broken else roots.verdict(claim.id, ledger))
    record = record_of(claim, case, [{} if found is None else found for found in evidence], verdict)
    return record, [Finding(claim.id, complaint) for complaint in complaints]


def _evidence(goal: Goal) -> Mapping[str, Any] | None:
    """Find evidence, as it will be read from its file."""
    evidence = find_evidence(goal.statement) if goal.hunt is None else _instance(goal.hunt)
    return None if evidence is None else json.loads(json.dumps(evidence))


def _instance(hunt: Hunt) -> Mapping[str, Any] | None:
    instance = find_counterexample(hunt)
    return None if instance is None else {"instance": instance}


def _broken_hunts(case: Case) -> list[str]:
    """A claim that is held to be true is hunted all the same."""
    hunted = ((hunt, find_counterexample(hunt)) for hunt in case.hunts)
    return [f"{hunt.told} fails at {dict(instance)}" for hunt, instance in hunted if instance is not None]


def _surviving_twins(case: Case) -> list[str]:
    """No evidence may be found for a tampered twin; a counterexample is looked for where that of its goal is."""
    goals = [_tampered(case.goals()[twin.of][1], twin) for twin in case.twins]
    return [f"evidence is found for the tampered twin: {goal.words}" for goal in goals if _evidence(goal) is not None]


def _tampered(goal: Goal, twin: Twin) -> Goal:
    hunt = None if goal.hunt is None else replace(goal.hunt, told=twin.statement["property"])
    return Goal(twin.words, twin.statement, hunt)

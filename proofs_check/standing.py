"""On what a verdict stands: steps, words, checks of instances, or the verdict on the correction of what is refuted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpassay.proofs_check import certificates, roots
from dpassay.proofs_check.claim import Role, Verdict
from dpassay.proofs_check.proof.register import THEOREMS


def standing(record: Mapping[str, Any], ledger: Path) -> str:
    """Tell in a line on what the verdict of a record stands; nothing where there is no more to say."""
    match record["verdict"]:
        case Verdict.REFUTED:
            correction = certificates.load(record["corrected_by"], ledger)
            return _joined(f"{correction['id']} corrects it: {correction['verdict']}", standing(correction, ledger))
        case Verdict.CONFIRMED:
            return "checked on instances alone"
        case Verdict.OPEN:
            return ""
    told = _steps(record["id"], ledger) if record["id"] in THEOREMS else _goals(record)
    return f"{told}; there is more to the claim than its formula" if record.get("beyond") else told


def _steps(id: str, ledger: Path) -> str:  # noqa: A002  # the name that it has everywhere
    graph = roots.graph(ledger)
    steps = sum(len(THEOREMS[name].proof) for name in graph.needed(id))
    words = graph.words(id)
    told = f"{steps} steps, with those of what it rests on"
    return f"{told}; {words} of them in words" if words else f"{told}, and none in words"


def _goals(record: Mapping[str, Any]) -> str:
    goals = sum(goal["role"] == Role.PROOF for goal in record["goals"])
    return f"an argument in words, with {goals} certified goal{'s' if goals > 1 else ''}"


def _joined(first: str, second: str) -> str:
    return f"{first} ({second})" if second else first

"""The report of a built-in target without a law, as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from dpassay.audit.blind import BlindAudit
from dpassay.audit.plan import Plan
from dpassay.audit.reports import provenance
from dpassay.audit.reports.summary import EXIT_CODES
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "blind_command", "blind_json"]

FORMAT: Final = "dpassay blind audit 1"


def blind_command(audit: BlindAudit) -> str:
    """Return the shell command that repeats this audit alone: its share of alpha is then all there is."""
    plan = audit.plan
    return shlex.join(
        ["dpassay", "audit-blind", "--only", audit.spec.name, "--alpha", repr(plan.alpha), "--seed", str(plan.seed)]
    )


def blind_json(audit: BlindAudit, *, created: datetime | None = None) -> dict[str, Any]:
    """Return all that is needed to look at the finding again, in plain JSON types.

    Args:
        audit: what was found.
        created: the time to note; by default now.
    """
    spec = audit.spec
    return {
        "format": FORMAT,
        **provenance.of(spec.target, audit.origin, blind_command(audit), created),
        "target": spec.name,
        "environment": spec.environment,
        "parameters": dict(spec.parameters),
        "first": list(spec.first),
        "second": list(spec.second),
        "adjacency": spec.adjacency,
        "answer": spec.answer,
        "claimed_epsilon": str(spec.epsilon),
        "claim": spec.claim,
        "plan": _plan(audit.plan),
        "verdict": audit.verdict,
        "expected": spec.expect,
        "why": spec.why,
        "finding": audit.finding,
        "certificate": None if audit.certificate is None else audit.certificate.to_json(),
        "seconds": audit.seconds,
        "exit_code": audit.exit_code,
        "exit_codes": {str(code): meaning for code, meaning in EXIT_CODES.items()},
    }


def _plan(plan: Plan) -> dict[str, Any]:
    """Return what was drawn; alpha is the error of all bounds on this target together."""
    evidence: Sequence[str] = plan.evidence
    return {
        "samples": plan.samples,
        "seed": plan.seed,
        "alpha": plan.alpha,
        "evidence": list(evidence),
        "time_limit": plan.time_limit,
        "memory_limit": plan.memory_limit,
    }


explain_failures(__name__)

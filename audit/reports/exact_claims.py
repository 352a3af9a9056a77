"""The report of an exact audit of a claim alone: that of an exact audit, without a mechanism."""

from __future__ import annotations

import shlex
from datetime import datetime
from typing import Any

from dpassay.audit.exactly import exact_target
from dpassay.audit.exactly_alone import ExactClaim
from dpassay.audit.reports import provenance
from dpassay.audit.reports.exact_report import content, limit_words
from dpassay.exact.entrance import explain_failures

__all__ = ["command", "to_json"]


def command(result: ExactClaim) -> str:
    """Return the shell command that repeats the audit."""
    claim, plan = result.held_to, result.plan
    parts = ["dpassay", "audit", str(claim.target), "--exact", "--epsilon", str(claim.epsilon)]
    parts += ["--delta", str(claim.delta)] if claim.delta else []
    parts += [word for name, value in claim.parameters.items() for word in ("--param", f"{name}={value}")]
    inputs = zip(("data", "neighbor"), claim.pair or (), strict=False)
    parts += [f"--{name}={each.place or each.text}" for name, each in inputs]
    return shlex.join([*parts, *limit_words(plan)])


def to_json(result: ExactClaim, *, created: datetime | None = None) -> dict[str, Any]:
    """Return the report in plain JSON types; numbers are rationals as texts "p/q"."""
    claim = result.held_to
    subject = {
        "target": str(claim.target),
        "mechanism": None,
        "parameters": {name: str(value) for name, value in claim.parameters.items()},
        "data": [each.text for each in claim.pair or ()],
    }
    target = exact_target(claim.target)
    return content(result, subject, provenance.of(target, result.found.origin, command(result), created))


explain_failures(__name__)

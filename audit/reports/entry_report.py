"""The report of an entry point that was replayed, as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure, Origin
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.entry_points import EntryPoint, Pair
from dpassay.audit.pipelines.entry_runs import EntryResult, cost_text
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.reports import provenance
from dpassay.audit.reports.searches import search_json
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "entry_command", "entry_json"]

FORMAT: Final = "dpassay entry point replay 1"


def entry_command(result: EntryResult) -> str:
    """Return the shell command that repeats the replays of this entry point."""
    search = [] if result.searched is None else ["--search"]
    return shlex.join(["dpassay", "replay-all", "--only", result.entry.name, "--seed", str(result.plan.seed), *search])


def entry_json(result: EntryResult, *, created: datetime | None = None) -> dict[str, Any]:
    """Return all that is needed to look at it again, in plain JSON types.

    Args:
        result: what was found.
        created: the time to note; by default now.
    """
    entry = result.entry
    return {
        "format": FORMAT,
        **provenance.of(entry.target, origin_of(result), entry_command(result), created),
        "name": entry.name,
        "environment": entry.environment,
        "parameters": dict(entry.parameters),
        "claimed": _claimed(entry),
        "claim": entry.claim,
        "adjacency": entry.adjacency,
        "release": entry.release,
        "plan": _plan(result.plan),
        "verdict": result.verdict,
        "expected": entry.expect,
        "means": entry.means,
        "why": entry.why,
        "cost": result.cost,
        "problem": result.problem,
        "pairs": [_pair_json(pair, found) for pair, found in result.tried],
        "search": None if result.searched is None else search_json(result.searched),
        "exit_code": result.exit_code,
    }


def origin_of(result: EntryResult) -> Origin:
    """Return what ran the pairs: of them all the one that got furthest."""
    origins = [found.found.origin for _, found in result.tried]
    return next((origin for origin in origins if origin.sources), origins[0] if origins else Origin())


def _plan(plan: ReplayPlan) -> dict[str, Any]:
    names = ("drawn", "steered", "seed", "time_limit", "memory_limit")
    return {name: getattr(plan, name) for name in names}


def _claimed(entry: EntryPoint) -> Mapping[str, str]:
    return {name: text for name in ("epsilon", "delta", "rho") if (text := getattr(entry, name))}


def _pair_json(pair: Pair, found: ReplayAssessment) -> dict[str, Any]:
    failure = found.found.message if isinstance(found.found, Failure) else ""
    return {
        "what": pair.what,
        "first": pair.first.text,
        "second": pair.second.text,
        "verdict": found.verdict,
        "cost": cost_text(found),
        "findings": [finding.words for finding in found.findings],
        "failure": failure,
    }


explain_failures(__name__)

"""The report of an entry point that was replayed, as JSON: the page is made of these, also of kept ones."""

from __future__ import annotations

import json
import shlex
from datetime import datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import dpassay
from dpassay.audit.answers.outcome import Failure, Origin
from dpassay.audit.kept import target_words
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.entry_points import EntryPoint, Pair
from dpassay.audit.pipelines.entry_runs import EntryResult, cost_text, exit_code
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.reports import provenance
from dpassay.audit.reports.searches import search_json
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "code_digest", "entry_command", "entry_json", "kept_json"]

FORMAT: Final = "dpassay entry point replay 1"
DECIDING: Final = ("audit/answers", "audit/pipelines", "exact", "reference")


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
        "asked": _asked(entry, result.plan.seed, search=result.searched is not None),
        **_said(entry),
        "plan": _plan(result.plan),
        "verdict": result.verdict,
        "cost": result.cost,
        "problem": result.problem,
        "pairs": [_pair_json(pair, found) for pair, found in result.tried],
        "search": None if result.searched is None else search_json(result.searched),
        "shown": None if result.shown is None else _pair_json(*result.shown),
        "exit_code": result.exit_code,
    }


def kept_json(path: Path, entry: EntryPoint, *, seed: int, search: bool) -> dict[str, Any] | None:
    """Return a report that an earlier run left, with what the table says of the row now.

    None where there is none of these replays, or where one could not run: that is tried again.
    """
    try:
        report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        same = report["format"] == FORMAT and report["asked"] == _asked(entry, seed, search=search)
        if not same or report["verdict"] in ("could not run", "not installed"):
            return None
        return {**report, **_said(entry), "exit_code": exit_code(report["verdict"], entry.expect)}
    except (OSError, ValueError, RecursionError, KeyError, TypeError):  # what is no such report
        return None


def _asked(entry: EntryPoint, seed: int, *, search: bool) -> dict[str, str]:
    """Return what replays depend on, in words: of what the row says of its verdict nothing."""
    return {
        "dpassay": f"{dpassay.__version__} {code_digest()}",
        **target_words(entry.target),
        "environment": entry.environment,
        "parameters": json.dumps(dict(entry.parameters)),
        "claimed": json.dumps(entry.said),
        "pairs": json.dumps([[pair.first.text, pair.second.text] for pair in entry.pairs]),
        "searched": f"{entry.schema}, {entry.examples}" if search and entry.schema is not None else "",
        "seed": str(seed),
    }


@cache
def code_digest() -> str:
    """Return the SHA-256 of our code that has a part in a verdict: a law that is mended makes all reports anew."""
    rooms = [Path(dpassay.__file__).parent / room for room in DECIDING]
    return sha256(b"".join(path.read_bytes() for room in rooms for path in sorted(room.rglob("*.py")))).hexdigest()


def _said(entry: EntryPoint) -> dict[str, Any]:
    """Return what the table says of a row."""
    return {
        "name": entry.name,
        "environment": entry.environment,
        "parameters": dict(entry.parameters),
        "claimed": entry.said,
        "claim": entry.claim,
        "adjacency": entry.adjacency,
        "release": entry.release,
        "expected": entry.expect,
        "means": entry.means,
        "why": entry.why,
    }


def origin_of(result: EntryResult) -> Origin:
    """Return what ran the pairs: of them all the one that got furthest."""
    origins = [found.found.origin for _, found in result.tried]
    return next((origin for origin in origins if origin.sources), origins[0] if origins else Origin())


def _plan(plan: ReplayPlan) -> dict[str, Any]:
    names = ("drawn", "steered", "seed", "time_limit", "memory_limit")
    return {name: getattr(plan, name) for name in names}


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

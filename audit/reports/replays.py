"""The report of an audit by replay: JSON for programs, a timeline for the terminal, and one HTML page.

`replay.schema.json` says what stands where in the JSON, and is closed.
"""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.asked import bounded_name
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.claims import TOLERANCE
from dpassay.audit.pipelines.run import DEFAULT_DRAWN, DEFAULT_STEERED
from dpassay.audit.pipelines.timeline import shown_replay, timeline
from dpassay.audit.pipelines.words import cost_json, replay_headline, trusted
from dpassay.audit.reports import provenance
from dpassay.audit.reports.files import write_report
from dpassay.audit.reports.report import dumps, environment
from dpassay.audit.reports.sentences import process_words
from dpassay.exact import decimal_text, require
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "SCHEMA", "replay_command", "replay_json", "replay_name", "replay_page", "write_replay"]

FORMAT: Final = "dpassay replay report 1"
SCHEMA: Final = Path(__file__).with_name("replay.schema.json")


def replay_command(found: ReplayAssessment) -> str:
    """Return the shell command that repeats the audit."""
    claim, plan = found.claim, found.plan
    parts = ["dpassay", "replay", claim.target]
    stated = None if claim.statement is None else claim.statement.text
    claimed = {"--epsilon": claim.epsilon, "--delta": claim.delta or None, "--rho": claim.rho, "--claim": stated}
    parts += [word for name, value in claimed.items() if value is not None for word in (name, str(value))]
    parts += [word for name, value in claim.parameters.items() for word in ("--param", f"{name}={value}")]
    parts += [f"--data={claim.pair[0].text}", f"--neighbor={claim.pair[1].text}"]
    parts += [] if claim.tolerance == TOLERANCE else ["--tolerance", str(claim.tolerance)]
    parts += [] if plan.drawn == DEFAULT_DRAWN else ["--drawn", str(plan.drawn)]
    parts += [] if plan.steered == DEFAULT_STEERED else ["--steered", str(plan.steered)]
    parts += [word for text in plan.primitives for word in ("--primitive", text)]
    parts += [] if plan.seed == 0 else ["--seed", str(plan.seed)]
    return shlex.join([*parts, *process_words(plan)])


def replay_name(found: ReplayAssessment) -> str:
    """Return what its reports are called."""
    claim = found.claim
    place, _, function = claim.target.rpartition(":")
    given = [f"{name}={value}" for name, value in claim.parameters.items()]
    promise = f"rho={claim.rho}" if claim.rho is not None else f"epsilon={claim.epsilon}"
    promise = promise if claim.statement is None else claim.statement.text
    promise += f"-delta={claim.delta}" if claim.delta else ""
    data = [f"{name}={each.text}" for name, each in zip(("data", "neighbor"), claim.pair, strict=True)]
    stem = place.rpartition("/")[2].removesuffix(".py")
    return bounded_name("-".join(["replay", stem, function, promise, *given, *data]))


# JSON


def replay_json(found: ReplayAssessment, *, created: datetime | None = None) -> dict[str, Any]:
    """Return the report in plain JSON types; created: the time to note, by default now."""
    claim = found.claim
    shown = shown_replay(found)
    return {
        "format": FORMAT,
        **provenance.of(claim.target, found.found.origin, replay_command(found), created),
        "verdict": found.verdict,
        "exit_code": found.exit_code,
        "headline": replay_headline(found),
        "findings": [_finding(each) for each in found.findings],
        "subject": {
            "target": claim.target,
            "parameters": {name: str(value) for name, value in claim.parameters.items()},
            "data": [_without_nan(json.loads(each.text)) for each in claim.pair],
        },
        "claim": {
            **{name: _exact(getattr(claim, name)) for name in ("epsilon", "delta", "rho", "tolerance")},
            "statement": None if claim.statement is None else claim.statement.text,
            "words": claim.words,
        },
        "plan": _plan(found),
        "trusted": trusted(found),
        "run": {
            "seconds": found.found.seconds,
            "replays": 0 if isinstance(found.found, Failure) else len(found.found.pairs),
            "memory_limited": found.found.origin.memory_limited,
            "stdout": found.found.stdout,
            "stderr": found.found.stderr,
        },
        "failure": _failure(found.found) if isinstance(found.found, Failure) else None,
        "cost": cost_json(found),
        "timeline": None if shown is None else timeline(shown),
    }


def _finding(each: Any) -> dict[str, Any]:
    at = None if each.at is None or each.replay is None else each.replay.number(each.at)
    return {"kind": each.kind, "certain": each.certain, "words": each.words, "call": at}


def _exact(value: Fraction | None) -> dict[str, Any] | None:
    if value is None:
        return None
    return {"exact": str(value), "value": float(value), "decimal": decimal_text(value)}


def _without_nan(value: Any) -> Any:
    """Return data with texts for what JSON has no number for."""
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if isinstance(value, dict):
        return {name: _without_nan(entry) for name, entry in value.items()}
    return [_without_nan(entry) for entry in value] if isinstance(value, list) else value


def _plan(found: ReplayAssessment) -> dict[str, Any]:
    plan = found.plan
    return {
        "drawn": plan.drawn,
        "steered": plan.steered,
        "seed": plan.seed,
        "primitives": list(plan.primitives),
        "python": plan.python,
        "time_limit": None if math.isinf(plan.time_limit) else plan.time_limit,
        "memory_limit": plan.memory_limit,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {name: getattr(failure, name) for name in ("kind", "message", "traceback")}


# Files


def replay_page(content: Mapping[str, Any]) -> str:
    """Return the HTML page of a report, as `replay_json` gives it."""
    known = isinstance(content, Mapping) and content.get("format") == FORMAT
    require(known, "content", type(content).__name__, "a report as replay_json gives it")
    return environment().get_template("replay.html").render(report=content)


def write_replay(found: ReplayAssessment, folder: Path, content: Mapping[str, Any] | None = None) -> tuple[Path, Path]:
    """Write the report as JSON and as a page, each whole or not at all, and return their paths.

    Raises:
        ValueError: the folder or a file cannot be written.
    """
    content = content or replay_json(found)
    return write_report(folder, replay_name(found), dumps(content), replay_page(content))


explain_failures(__name__)

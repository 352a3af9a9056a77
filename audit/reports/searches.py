"""The report of a search for neighbors: what was found, the two tables, and the script that shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from dpassay.audit.pipelines.assess import EXIT_CODES
from dpassay.audit.pipelines.search.searching import Searched
from dpassay.audit.pipelines.search.tables import formed
from dpassay.audit.reports.replays import replay_json
from dpassay.exact.entrance import explain_failures

__all__ = ["FORMAT", "search_headline", "search_json", "search_lines"]

FORMAT: Final = "dpassay search report 1"
LONGEST: Final = 2000


def search_headline(found: Searched) -> str:
    """Return the verdict in one sentence."""
    tried = f"{found.examples} pairs of {found.schema.words}"
    if found.assessment is not None and found.assessment.findings:
        return f"{found.verdict}: {found.assessment.findings[0].words}"
    if found.verdict == "undecided":
        return (
            "undecided: in a process of its own the smallest pair breaks nothing, so that calls depend on earlier ones"
        )
    if found.verdict == "could not run":
        return f"could not run: {next(iter(found.failures), 'no pair was tried')}"
    return f"{found.verdict} among {tried}"


def search_json(found: Searched) -> dict[str, Any]:
    """Return the report in plain JSON types."""
    return {
        "format": FORMAT,
        "verdict": found.verdict,
        "exit_code": EXIT_CODES[found.verdict],
        "headline": search_headline(found),
        "tables": found.schema.words,
        "examples": found.examples,
        "first": found.first,
        "seconds": found.seconds,
        "seconds_to_first": found.seconds_to_first,
        "starts": found.starts,
        "share": found.share,
        "pair": None if found.pair is None else [_shown(found, table) for table in found.pair],
        "failures": dict(found.failures),
        "report": None if found.assessment is None else replay_json(found.assessment),
    }


def _shown(found: Searched, table: Any) -> str:
    """Return a table as text: JSON has no NaN, and a report holds none."""
    return formed(table, found.schema).text


def search_lines(found: Searched) -> Iterator[str]:
    """Yield what a reader needs, a line each."""
    yield search_headline(found)
    if found.assessment is not None:
        yield f"claim: {found.assessment.claim.words}"
    if found.pair is not None:
        for name, table in zip(("data", "neighbor"), found.pair, strict=True):
            yield f"{name}: {_shown(found, table)[:LONGEST]}"
    yield _counts(found)
    for message, count in found.failures.items():
        yield f"on {count} pairs: {json.dumps(message)}"


def _counts(found: Searched) -> str:
    tried = f"{found.examples} pairs were tried"
    if found.first is not None:
        return f"{tried}, the first violation was number {found.first}"
    return f"{tried}; the largest loss of a trace was {found.share:.6g} of the claim"


explain_failures(__name__)

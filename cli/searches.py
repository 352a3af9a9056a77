"""`dpassay replay TARGET --schema FILE`: Hypothesis searches the neighbors on which a pipeline breaks its claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from dpassay.audit.api_search import EACH
from dpassay.audit.asked import as_whole
from dpassay.audit.pipelines.assess import EXIT_CODES
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.schemas import Schema, read_schema
from dpassay.audit.pipelines.search.searching import MOST_EXAMPLES, Searched, search_pairs
from dpassay.audit.reports.replays import replay_name, write_replay
from dpassay.audit.reports.report import dumps
from dpassay.audit.reports.searches import search_json, search_lines
from dpassay.audit.reports.sentences import printable
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console
from dpassay.cli.progress import progress_bar
from dpassay.cli.verdicts import show_reports

__all__ = ["AskedSearch", "read_search", "searched"]


@dataclass(frozen=True, slots=True)
class AskedSearch:
    """What a command asks for: the tables, how many pairs, how each is replayed, and the seconds for all."""

    schema: Schema
    examples: int
    plan: ReplayPlan
    seconds: float


def read_search(schema: str, examples: str, plan: ReplayPlan) -> AskedSearch:
    """Return what is asked for; the time limit of the plan is that of the whole search.

    Raises:
        ValueError: it is no schema, or no number.
    """
    number = as_whole(examples, "examples", 1, MOST_EXAMPLES)
    each = replace(plan, time_limit=min(EACH, plan.time_limit))
    return AskedSearch(read_schema(schema), number, each, plan.time_limit)


def searched(  # noqa: PLR0917
    target: str,
    parameters: Mapping[str, object],
    said: Mapping[str, Any],
    asked: AskedSearch,
    folder: Path,
    how: tuple[bool, bool],
) -> int:
    """Search, write and print what is found, and return the exit code; ``how``: as JSON, and quietly."""
    as_json, quiet = how
    with ended_by_signals(), progress_bar(target, asked.examples, quiet=as_json or quiet) as progress:
        found = search_pairs(
            target,
            parameters,
            said,
            asked.schema,
            asked.plan,
            examples=asked.examples,
            seconds=asked.seconds,
            progress=progress,
        )
    paths = write(found, folder)
    if as_json:
        click.echo(dumps(search_json(found)), nl=False)
    elif not quiet:
        show(found, target)
        show_reports(paths)
    return EXIT_CODES[found.verdict]


def show(found: Searched, target: str) -> None:
    """Print what was found, and the script."""
    out = console()
    out.print(f"{found.verdict.upper()}: {printable(target)}", markup=False)
    for text in search_lines(found):
        out.print(f"  {printable(text)}", markup=False, crop=False, soft_wrap=True, highlight=False)


def write(found: Searched, folder: Path) -> Sequence[Path]:
    """Write the report of the pair and the script, where there are; why that fails is a line on stderr."""
    if found.assessment is None:
        return ()
    try:
        paths = [*write_replay(found.assessment, folder, search_json(found)["report"])]
        if found.script is not None:
            paths.append(folder / f"{replay_name(found.assessment)}.py")
            paths[-1].write_text(found.script, encoding="utf-8")
    except (OSError, ValueError) as error:
        click.echo(f"Error: no report: {error}", err=True)
        return ()
    return paths

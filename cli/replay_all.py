"""`dpassay replay-all`: replay entry points of libraries, each in its environment, and write the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from dpassay.audit.answers import environments
from dpassay.audit.asked import read_plan, shown
from dpassay.audit.pipelines.entry_points import TABLE, EntryPoint, load_entry_points
from dpassay.audit.pipelines.entry_runs import replay_entry
from dpassay.audit.reports import report
from dpassay.audit.reports.entry_page import claimed_text, page
from dpassay.audit.reports.entry_report import entry_json, kept_json
from dpassay.audit.reports.files import check_folder, make_folder, write_whole
from dpassay.audit.reports.summary import EXIT_CODES, worst
from dpassay.cli.audits import ENVIRONMENTS, OUT, SEED
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console, user_errors
from dpassay.cli.progress import announce, environment_progress, progress_bar
from dpassay.cli.verdicts import listing
from dpassay.exact import require


@click.command("replay-all")
@click.option(
    "--only", multiple=True, metavar="PATTERN", help="Only entry points of such names, e.g. 'opendp-*'. Repeatable."
)
@click.option("--write", "written", metavar="FILE", help="Write the table of all that were replayed as Markdown.")
@click.option("--search", is_flag=True, help="Also let Hypothesis make pairs, and shrink one that breaks the claim.")
@click.option(
    "--resume",
    is_flag=True,
    help="Replay what has no report among those of --out, which stand for the others.",
)
@SEED
@ENVIRONMENTS
@OUT
@listing(
    "the entry points (name, claim, the verdict that is known)",
    lambda: [(row.name, claimed_text(row.said), row.expect) for row in load_entry_points().values()],
)
def replay_all(  # noqa: PLR0917  # the options, by name
    only: tuple[str, ...],
    written: str | None,
    search: bool,
    resume: bool,
    seed: str,
    environments: str | None,
    out: str,
) -> None:
    """Replay entry points of libraries on pairs of neighboring inputs, each in the environment it needs.

    Each is recorded on one input and replayed on the other with the same answers of its noise, as `dpassay replay`
    does it. The exact cost of the worst trace is held to what the library claims. No violation found is no proof.
    With --search, Hypothesis makes further pairs of what a row says of its tables; one that breaks the claim is shrunk.

    Each report is written once its entry point is done. So the same command with --resume goes on where one was ended,
    and makes the page of rows that were replayed one by one. A report of other inputs, another seed, another version
    of the adapter or other code of ours is made anew, and so is one that could not run. What a row says of its verdict
    is that of the table.

    Exit code 0: every replay found what is known of its entry point (the table lists known faults). 1: one found
    something else. 2: one could not be run, or its package not be installed.
    """
    with user_errors():
        folder = check_folder(out, "out")
        root = None if environments is None else check_folder(environments, "environments")
        plan = read_plan(seed=seed)
        rows = selected(load_entry_points().values(), only)
        kept = kept_reports(rows, folder, seed=plan.seed, search=search) if resume else {}
        ready = prepared([row for row in rows if row.name not in kept], root)
        reports: list[Mapping[str, Any]] = []
        with ended_by_signals(), told_how_to_go_on(folder, reports), progress_bar("replaying", len(rows)) as progress:
            for row in rows:
                if row.name in kept:
                    reports.append(kept[row.name])
                else:
                    result = replay_entry(row, ready[row.environment], seed=plan.seed, search=search)
                    reports.append(entry_json(result))
                    write(reports[-1], folder)
                if written is None:
                    show(reports[-1])
                progress(len(reports), len(rows))
        if written is not None:
            write_whole(Path(written), page(reports))
            for found in reports:
                show(found)
    codes = [found["exit_code"] for found in reports]
    code = worst(codes)
    summary = f"{codes.count(0)} of {len(codes)} as known beforehand; exit code {code}: {EXIT_CODES[code]}."
    click.echo(click.wrap_text(summary.replace("audit", "replay"), console().width))
    raise SystemExit(code)


def kept_reports(rows: Iterable[EntryPoint], folder: Path, *, seed: int, search: bool) -> dict[str, Mapping[str, Any]]:
    """Return the reports of these replays that are in the folder, by name."""
    read = ((row.name, kept_json(report_path(folder, row.name), row, seed=seed, search=search)) for row in rows)
    return {name: found for name, found in read if found is not None}


def report_path(folder: Path, name: str) -> Path:
    """Return where the report of an entry point stands."""
    return folder / f"{name}.json"


@contextmanager
def told_how_to_go_on(folder: Path, reports: list[Mapping[str, Any]]) -> Iterator[None]:
    """Where the replays are ended before the last of them, say on stderr how to go on, if any has a report."""
    try:
        yield
    except BaseException:
        if reports:
            click.echo(f"{len(reports)} reports are in {folder}: the same command with --resume goes on", err=True)
        raise


def selected(rows: Iterable[EntryPoint], only: tuple[str, ...]) -> list[EntryPoint]:
    """Return the rows whose names match one of the patterns, in whatever case; all without patterns."""
    patterns = [pattern.lower() for pattern in only] or ["*"]
    chosen = [row for row in rows if any(fnmatchcase(row.name.lower(), pattern) for pattern in patterns)]
    require(bool(chosen), "only", shown(", ".join(only)), f"a pattern that a name in {TABLE.name} matches")
    return chosen


def prepared(rows: Iterable[EntryPoint], root: Path | None) -> dict[str, environments.Environment]:
    """Return the environments of the rows, made where they are missing."""
    names = [row.environment for row in rows]
    announce(names, root, TABLE)
    with environment_progress() as notify:
        return environments.prepare(names, root, notify=notify, table=TABLE)


def write(found: Mapping[str, Any], folder: Path) -> None:
    """Write the report of one entry point; where that fails the verdict stands, and why is a line on stderr."""
    script = found["search"] and found["search"]["script"]
    try:
        make_folder(folder)
        write_whole(report_path(folder, found["name"]), report.dumps(found))
        if script is not None:
            write_whole(folder / f"{found['name']}.py", script)
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)


def show(found: Mapping[str, Any]) -> None:
    """Print what was replayed, against which claim, and what was found; long lines are broken at blanks."""
    width = console().width
    differs = "" if found["exit_code"] == 0 else f" (expected: {found['expected']})"
    click.echo(f"{found['name']}: {found['verdict']}{differs}")
    pair = found["shown"]
    lines = [("claimed", f"{claimed_text(found['claimed'])}, {found['adjacency']} ({found['claim']})")]
    if found["problem"]:
        lines.append(("problem", found["problem"]))
    if found["search"] is not None:
        lines.append(("searched", found["search"]["headline"]))
    if pair is not None:
        cost = f"cost {found['cost']}; " if found["cost"] else ""
        lines.append(("found", f"{cost}{pair['what']}: {pair['first']} and {pair['second']}"))
        lines += [("", words) for words in pair["findings"][:1]]
    for name, text in (*lines, ("known", f"{found['means']}: {found['why']}")):
        label = f"{name}:" if name else ""
        click.echo(click.wrap_text(f"{label:9}{text}", width, initial_indent="  ", subsequent_indent=" " * 11))

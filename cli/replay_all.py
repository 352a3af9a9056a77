"""`dpassay replay-all`: replay entry points of libraries, each in its environment, and write the table."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import click

from dpassay.audit.answers import environments
from dpassay.audit.asked import read_plan, shown
from dpassay.audit.pipelines.entry_points import TABLE, EntryPoint, load_entry_points
from dpassay.audit.pipelines.entry_runs import EntryResult, replay_entry
from dpassay.audit.reports import report
from dpassay.audit.reports.entry_page import claimed_text, page
from dpassay.audit.reports.entry_report import entry_json
from dpassay.audit.reports.files import check_folder, make_folder, write_whole
from dpassay.audit.reports.searches import search_headline
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
@SEED
@ENVIRONMENTS
@OUT
@listing(
    "the entry points (name, claim, the verdict that is known)",
    lambda: [(row.name, claimed_text(row), row.expect) for row in load_entry_points().values()],
)
def replay_all(  # noqa: PLR0917  # the options, by name
    only: tuple[str, ...], written: str | None, search: bool, seed: str, environments: str | None, out: str
) -> None:
    """Replay entry points of libraries on pairs of neighboring inputs, each in the environment it needs.

    Each is recorded on one input and replayed on the other with the same answers of its noise, as `dpassay replay`
    does it. The exact cost of the worst trace is held to what the library claims. No violation found is no proof.
    With --search, Hypothesis makes further pairs of what a row says of its tables; one that breaks the claim is shrunk.

    Exit code 0: every replay found what is known of its entry point (the table lists known faults). 1: one found
    something else. 2: one could not be run, or its package not be installed.
    """
    with user_errors():
        folder = check_folder(out, "out")
        root = None if environments is None else check_folder(environments, "environments")
        plan = read_plan(seed=seed)
        rows = selected(load_entry_points().values(), only)
        ready = prepared(rows, root)
        results = []
        with ended_by_signals(), progress_bar("replaying", len(rows)) as progress:
            for row in rows:
                results.append(replay_entry(row, ready[row.environment], seed=plan.seed, search=search))
                write(results[-1], folder)
                if written is None:
                    show(results[-1])
                progress(len(results), len(rows))
        if written is not None:
            write_whole(Path(written), page(results))
            for result in results:
                show(result)
    code = worst(result.exit_code for result in results)
    known = sum(result.exit_code == 0 for result in results)
    summary = f"{known} of {len(results)} as known beforehand; exit code {code}: {EXIT_CODES[code]}."
    click.echo(click.wrap_text(summary.replace("audit", "replay"), console().width))
    raise SystemExit(code)


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


def write(result: EntryResult, folder: Path) -> None:
    """Write the report of one entry point; where that fails the verdict stands, and why is a line on stderr."""
    try:
        make_folder(folder)
        write_whole(folder / f"{result.entry.name}.json", report.dumps(entry_json(result)))
        if result.searched is not None and result.searched.script is not None:
            write_whole(folder / f"{result.entry.name}.py", result.searched.script)
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)


def show(result: EntryResult) -> None:
    """Print what was replayed, against which claim, and what was found; long lines are broken at blanks."""
    entry, width = result.entry, console().width
    differs = "" if result.exit_code == 0 else f" (expected: {entry.expect})"
    click.echo(f"{entry.name}: {result.verdict}{differs}")
    shown_pair = result.shown
    lines = [("claimed", f"{claimed_text(entry)}, {entry.adjacency} ({entry.claim})")]
    if result.problem:
        lines.append(("problem", result.problem))
    if result.searched is not None:
        lines.append(("searched", search_headline(result.searched)))
    if shown_pair is not None:
        pair, found = shown_pair
        cost = f"cost {result.cost or 'not computed'}; " if result.cost else ""
        lines.append(("found", f"{cost}{pair.what}: {pair.first.text} and {pair.second.text}"))
        lines += [("", finding.words) for finding in found.findings[:1]]
    for name, text in (*lines, ("known", f"{entry.means}: {entry.why}")):
        label = f"{name}:" if name else ""
        click.echo(click.wrap_text(f"{label:9}{text}", width, initial_indent="  ", subsequent_indent=" " * 11))

"""The command that audits all built-in targets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

import click

from dpassay.audit.answers import environments
from dpassay.audit.answers.environments import Environment, TargetSpec, load_targets
from dpassay.audit.asked import DEFAULT_ALPHA, as_whole, read_plan, shown
from dpassay.audit.assess import Plan, Subject, assess
from dpassay.audit.reports import report, summary
from dpassay.audit.reports.files import check_folder
from dpassay.cli.audits import ENVIRONMENTS, OUT, SAMPLES, SEED
from dpassay.cli.endings import contained, ended_by_signals, process_pool
from dpassay.cli.options import user_errors
from dpassay.cli.progress import announce, environment_progress, progress_bar
from dpassay.cli.verdicts import show, summary_table
from dpassay.exact import require

MOST_JOBS = 1_000


@click.command("audit-all")
@click.option(
    "--only", multiple=True, metavar="PATTERN", help="Only targets of such names, e.g. 'opendp-*'. Repeatable."
)
@SAMPLES
@click.option("--alpha", default=DEFAULT_ALPHA, show_default=True, help="The error budget of the whole table.")
@SEED
@click.option("--jobs", default=str(os.cpu_count() or 1), show_default=True, metavar="N", help="Audits to run at once.")
@click.option(
    "--workers",
    metavar="N",
    help="Each audit draws in batches, N processes at a time: its report is the same for every N.  [default: one, all]",
)
@ENVIRONMENTS
@OUT
def audit_all(  # noqa: PLR0917  # one argument an option
    only: tuple[str, ...],
    samples: str,
    alpha: str,
    seed: str,
    jobs: str,
    workers: str | None,
    environments: str | None,
    out: str,
) -> None:
    """Audit the built-in targets, each in the environment it needs, and print the table.

    Exit code 0: every audit found what is known of its target (the table lists known faults). 1: one found something
    else. 2: one could not be run, or its package not be installed. 3: one was inconclusive. Of several that apply, the
    first in this order: 1, 2, 3.
    """
    with user_errors():
        folder = check_folder(out, "out")
        root = None if environments is None else check_folder(environments, "environments")
        count = as_whole(jobs, "jobs", 1, MOST_JOBS)
        plan = read_plan(samples=samples, alpha=alpha, seed=seed, workers=workers)
        rows = selected(load_targets().values(), only)
        ready = prepared(rows, root)
        share = replace(plan, alpha=plan.alpha / len(rows))
        with ended_by_signals():
            table = audit_rows(rows, ready, share, folder, min(count, len(rows)))
            paths = write_summary(table, folder)
            show(summary_table(table), *(f"summary: {path}" for path in paths))
    raise SystemExit(summary.worst(row.exit_code for row in table))


def selected(rows: Iterable[TargetSpec], only: tuple[str, ...]) -> list[TargetSpec]:
    """Return the rows whose names match one of the patterns, in whatever case; all without patterns."""
    every = list(rows)
    patterns = [pattern.lower() for pattern in only]
    chosen = [row for row in every if not only or any(fnmatchcase(row.name.lower(), each) for each in patterns)]
    expected = "a pattern that the name of a built-in target matches (dpassay audit --list)"
    require(bool(chosen), "only", shown(", ".join(only)), expected)
    return chosen


def prepared(rows: Iterable[TargetSpec], root: Path | None) -> dict[str, Environment]:
    """Return the environments of the rows, made where they are missing; before, say how much that installs."""
    names = [row.environment for row in rows]
    announce(names, root)
    with environment_progress() as notify:
        return environments.prepare(names, root, notify=notify)


def audit_rows(
    rows: list[TargetSpec], ready: dict[str, Environment], plan: Plan, out: Path, jobs: int
) -> list[summary.Row]:
    """Audit each row in a process pool; the table keeps the order of the rows."""
    done: dict[str, summary.Row] = {}
    with progress_bar("auditing", len(rows)) as progress, process_pool(jobs) as pool:
        running = {pool.submit(contained, audit_row, row, ready[row.environment], plan, out): row.name for row in rows}
        for finished in as_completed(running):
            done[running[finished]], problem = finished.result()
            if problem:
                click.echo(f"Error: no report: {problem}", err=True)
            progress(len(done), len(rows))
    return [done[row.name] for row in rows]


def audit_row(row: TargetSpec, environment: Environment, plan: Plan, out: Path) -> tuple[summary.Row, str]:
    """Audit one built-in target and write its report; the text says why that was not written, where it was not."""
    if environment.python is None:
        return summary.not_installed(row, environment), ""
    own = replace(plan, python=str(environment.python), samples=min(plan.samples, row.samples or plan.samples))
    result = assess(Subject(row.target, row.mechanism, row.parameters, built_in=row.name), own)
    audited = summary.audited(row, result)
    try:
        report.write(result, out, row.name)
    except ValueError as error:
        return replace(audited, report=None), str(error)
    return audited, ""


def write_summary(table: list[summary.Row], out: Path) -> Sequence[Path]:
    """Write the summary and return its files; where that fails the table stands, and why is a line on stderr."""
    try:
        return summary.write_summary(table, out)
    except ValueError as error:
        click.echo(f"Error: no summary: {error}", err=True)
        return ()

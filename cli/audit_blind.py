"""The command that audits targets of which no law is known."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import click

from dpassay.audit import blind, words
from dpassay.audit.answers import environments
from dpassay.audit.asked import DEFAULT_ALPHA, read_plan, shown
from dpassay.audit.blind import TABLE, BlindAudit, BlindTarget, load_blind_targets
from dpassay.audit.reports import report
from dpassay.audit.reports.blind_report import blind_json
from dpassay.audit.reports.files import check_folder, make_folder, write_whole
from dpassay.audit.reports.summary import EXIT_CODES, worst
from dpassay.cli.audits import ENVIRONMENTS, OUT, SEED
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console, user_errors
from dpassay.cli.progress import announce, environment_progress, progress_bar
from dpassay.cli.verdicts import listing
from dpassay.exact import decimal_text, require


@click.command("audit-blind")
@click.option(
    "--only", multiple=True, metavar="PATTERN", help="Only targets of such names, e.g. 'smartnoise-*'. Repeatable."
)
@click.option("--alpha", default=DEFAULT_ALPHA, show_default=True, help="The error budget of all bounds together.")
@SEED
@ENVIRONMENTS
@OUT
@listing(
    "the targets (name, epsilon, what an audit should find)",
    lambda: [(row.name, str(row.epsilon), row.expect) for row in load_blind_targets().values()],
)
def audit_blind(only: tuple[str, ...], alpha: str, seed: str, environments: str | None, out: str) -> None:
    """Audit targets of which only the claim is known, each in the environment it needs.

    Each is run on two neighboring tables. An event is chosen on a fifth of the answers and counted on the rest: the
    bound on epsilon is certified. No violation found is no proof of privacy.

    Exit code 0: every audit found what is known of its target (the table lists known faults). 1: one found something
    else. 2: one could not be run, or its package not be installed. 3: one had too few answers to show a violation.
    """
    with user_errors():
        folder = check_folder(out, "out")
        root = None if environments is None else check_folder(environments, "environments")
        plan = read_plan(alpha=alpha, seed=seed)
        rows = selected(load_blind_targets().values(), only)
        ready = prepared(rows, root)
        results = []
        with ended_by_signals(), progress_bar("auditing", len(rows)) as progress:
            for row in rows:
                place = ready[row.environment]
                results.append(blind.audit_blind(row, place, alpha=plan.alpha / len(rows), seed=plan.seed))
                write(results[-1], folder)
                show(results[-1])
                progress(len(results), len(rows))
    code = worst(result.exit_code for result in results)
    known = sum(result.exit_code == 0 for result in results)
    summary = f"{known} of {len(results)} as known beforehand; exit code {code}: {EXIT_CODES[code]}."
    click.echo(click.wrap_text(summary, console().width))
    raise SystemExit(code)


def selected(rows: Iterable[BlindTarget], only: tuple[str, ...]) -> list[BlindTarget]:
    """Return the rows whose names match one of the patterns, in whatever case; all without patterns."""
    patterns = [pattern.lower() for pattern in only] or ["*"]
    chosen = [row for row in rows if any(fnmatchcase(row.name, pattern) for pattern in patterns)]
    require(bool(chosen), "only", shown(", ".join(only)), f"a pattern that a name in {TABLE.name} matches")
    return chosen


def prepared(rows: Iterable[BlindTarget], root: Path | None) -> dict[str, environments.Environment]:
    """Return the environments of the rows, made where they are missing."""
    names = [row.environment for row in rows]
    announce(names, root, TABLE)
    with environment_progress() as notify:
        return environments.prepare(names, root, notify=notify, table=TABLE)


def write(result: BlindAudit, folder: Path) -> None:
    """Write the report of one audit; where that fails the verdict stands, and why is a line on stderr."""
    try:
        make_folder(folder)
        write_whole(folder / f"{result.spec.name}.json", report.dumps(blind_json(result)))
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)


def show(result: BlindAudit) -> None:
    """Print what was audited, against which claim, and what was found; long lines are broken at blanks."""
    spec, width = result.spec, console().width
    differs = "" if result.exit_code == 0 else f" (expected: {spec.expect})"
    click.echo(f"{spec.name}: {result.verdict}{differs}")
    for name, text in (
        ("claimed", f"{decimal_text(spec.epsilon)} at most, {spec.adjacency} ({spec.claim})"),
        ("answer", f"{spec.answer}; {spec.samples:,} on each table, {words.number(result.seconds, 3)} s"),
        ("found", result.finding),
        ("known", spec.why),
    ):
        click.echo(click.wrap_text(f"{name + ':':9}{text}", width, initial_indent="  ", subsequent_indent=" " * 11))

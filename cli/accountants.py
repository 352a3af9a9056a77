"""The command that holds accountants of others against the exact privacy loss of compositions."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import click

from dpassay.audit.answers import environments
from dpassay.audit.answers.accountants import TABLE, Accountant, Question, ask, load_accountants
from dpassay.audit.answers.compositions import CASES, QUICK_ROUNDS, Composition
from dpassay.audit.answers.environments import Environment
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.asked import shown
from dpassay.audit.evidence.accounting import judge, questions_for
from dpassay.audit.held_to.composed import Truth, truth_of
from dpassay.audit.reports.accounting import (
    EXIT_CODES,
    Asked,
    Line,
    lines_of,
    to_json,
    violation_text,
    write,
)
from dpassay.audit.reports.accounting_page import page
from dpassay.audit.reports.files import check_folder, write_whole
from dpassay.audit.reports.summary import worst
from dpassay.cli.audits import ENVIRONMENTS, OUT
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console, user_errors
from dpassay.cli.progress import announce, environment_progress, progress_bar, say
from dpassay.cli.tables import Grid, print_grid
from dpassay.cli.verdicts import listing
from dpassay.exact import require

SHOWN_VIOLATIONS = 3
"""Of one accountant; all are in the files."""


@click.command("accountants")
@click.option(
    "--only",
    multiple=True,
    metavar="PATTERN",
    help="Only accountants of such names, e.g. 'dp-accounting-*'. Repeatable.",
)
@click.option("--quick", is_flag=True, help=f"Only compositions of {QUICK_ROUNDS} rounds.")
@click.option("--write", "written", metavar="FILE", help="Write the table of all that were asked as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON report instead of the table.")
@ENVIRONMENTS
@OUT
@listing(
    "the accountants (name, what its answers are, what should be found)",
    lambda: [(row.name, row.side, row.expect) for row in load_accountants().values()],
)
def accountants(  # noqa: PLR0917  # one argument an option
    only: tuple[str, ...], quick: bool, written: str | None, as_json: bool, environments: str | None, out: str
) -> None:
    """Hold accountants that others wrote against the exact privacy loss of compositions.

    Each one is asked, in an environment of its own, for delta and for epsilon of composed mechanisms, alone and mixed.
    An upper bound that is below our certified lower bound is a violation, and so is a lower bound above the truth.

    Exit code 0: every accountant was found as it is known. 1: one was found otherwise. 2: one could not be run, or not
    be installed. 3: of one no answer could be judged. Of several that apply, the first in this order: 1, 2, 3.
    """
    with user_errors():
        folder = check_folder(out, "out")
        root = None if environments is None else check_folder(environments, "environments")
        rows = selected(load_accountants().values(), only)
        ready = prepared(rows, root, quiet=as_json)
        cases = [case for case in CASES if case.rounds == QUICK_ROUNDS or not quick]
        with ended_by_signals():
            asked = ask_all(rows, cases, ready, quiet=as_json)
        code = worst(line.exit_code for line in lines_of(asked))
        paths = report(asked, folder, code)
        if written is not None:
            write_whole(Path(written), page(asked))
        if as_json:
            click.echo(json.dumps(to_json(asked, code), indent=1))
        else:
            show(lines_of(asked))
            click.echo("".join(f"report: {path}\n" for path in paths), nl=False)
    raise SystemExit(code)


def selected(rows: Iterable[Accountant], only: tuple[str, ...]) -> list[Accountant]:
    """Return the accountants whose names match one of the patterns, in whatever case; all without patterns."""
    patterns = [pattern.lower() for pattern in only] or ["*"]
    every = list(rows)
    chosen = [row for row in every if any(fnmatchcase(row.name.lower(), pattern) for pattern in patterns)]
    names = ", ".join(row.name for row in every)
    require(bool(chosen), "only", shown(", ".join(only)), f"a pattern that one of these matches: {names}")
    return chosen


def prepared(rows: Iterable[Accountant], root: Path | None, *, quiet: bool) -> dict[str, Environment]:
    """Return the environments of the accountants, made where they are missing."""
    names = [row.environment for row in rows]
    if not quiet:
        announce(names, root, TABLE)
    with environment_progress(quiet=quiet) as notify:
        return environments.prepare(names, root, notify=notify, table=TABLE)


def ask_all(
    rows: Sequence[Accountant],
    cases: Sequence[Composition],
    ready: dict[str, Environment],
    *,
    quiet: bool,
) -> list[Asked]:
    """Ask every accountant about every composition that it knows, one at a time, so that its time is its own."""
    truths = cache(_truth)
    pairs = [(row, case) for row in rows for case in cases if row.knows(case)]
    found = []
    with progress_bar("asking", len(pairs), quiet=quiet) as progress:
        for row, case in pairs:
            truth, questions, seconds = truths(case)
            result = ask(row, case, questions, ready[row.environment])
            answers = () if isinstance(result, Failure) else result.answers
            findings = tuple(judge(answer, row.side, truth) for answer in answers)
            found.append(Asked(row, case, result, findings, seconds))
            progress(len(found), len(pairs))
            is_last = len(found) == len(pairs) or pairs[len(found)][0] is not row
            if is_last and not (quiet or sys.stderr.isatty()):
                say(row.name, "asked")
    return found


def _truth(case: Composition) -> tuple[Truth, list[Question], float]:
    """Return the truth about a composition, what to ask of it, and the seconds that this took."""
    begin = time.perf_counter()
    truth = truth_of(case)
    questions = questions_for(truth)
    return truth, questions, time.perf_counter() - begin


# What is shown


def show(lines: Sequence[Line]) -> None:
    """Print the table of accountants, then what was found against each, with the program that shows the worst."""
    caption = (
        "wrong: answers that are certainly on the wrong side of the truth. epsilon / truth: median and largest. "
        "s: what composing and the longest answer took, median."
    )
    headings = ("accountant", "is", "wrong", "epsilon / truth", "s")
    rows = [_cells(line) for line in lines]
    print_grid(console(), Grid("Accountants", headings, rows, caption, left=("accountant", "is")))
    for line in lines:
        _show_findings(line)
    code = worst(line.exit_code for line in lines)
    click.echo(f"exit code {code}: {EXIT_CODES[code]}.")


def _cells(line: Line) -> tuple[str, ...]:
    ratios, seconds = line.ratios, line.seconds
    return (
        line.accountant.name,
        line.accountant.side,
        f"{line.counts['violation']} of {sum(line.counts.values())}",
        "none" if ratios is None else f"{ratios[1]:.4f} {ratios[2]:.4f}",
        "none" if seconds is None else f"{seconds[0]:.1f}",
    )


def _show_findings(line: Line) -> None:
    accountant, width = line.accountant, console().width
    differs = "" if line.exit_code in (0, 3) else f" (expected: {accountant.expect})"
    violations = line.violations
    if near := [finding for asked in line.asked for finding in asked.of("rounding")]:
        deltas = [abs(finding.excess or 0.0) for finding in near if finding.answer.question.asks == "delta"]
        most = max(deltas, default=0.0)
        click.echo(f"\n{accountant.name}: {len(near)} on the wrong side by rounding, delta by at most {most:.2g}")
    silent = [asked for asked in line.asked if asked.of("no answer")]
    if violations or line.failures or silent:
        click.echo(f"\n{accountant.name}: {len(violations)} wrong{differs}")
        _say(f"claims: {accountant.claim}", width)
        _say(f"known: {accountant.why}", width)
    for asked, finding in violations[:SHOWN_VIOLATIONS]:
        _say(f"* {violation_text(asked, finding)}", width)
    for asked in line.failures[:SHOWN_VIOLATIONS]:
        if isinstance(asked.result, Failure):
            _say(f"- {asked.composition.name}: no answer: {asked.result.message}", width)
    for asked in silent[:SHOWN_VIOLATIONS]:
        if not isinstance(asked.result, Failure):
            _say(f"- {asked.composition.name}: no answer: {asked.result.printed or 'no number'}", width)
    if violations:
        asked, finding = violations[0]
        click.echo("  the first of these, with that library alone:\n")
        click.echo("".join(f"    {text}" for text in asked_program(asked, finding.answer.question)))


def asked_program(asked: Asked, question: Question) -> list[str]:
    """Return the lines of the program that asks the question."""
    return asked.accountant.program(asked.composition, question).splitlines(keepends=True)


def _say(text: str, width: int) -> None:
    click.echo(click.wrap_text(text, width, initial_indent="  ", subsequent_indent="    "))


def report(asked: Sequence[Asked], folder: Path, code: int) -> Sequence[Path]:
    """Write the files and return them; where that fails the table stands, and why is a line on stderr."""
    from dpassay.audit.reports.accounting_plot import figure_of  # loads matplotlib

    try:
        return write(asked, folder, code, figure_of(asked))
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)
        return ()

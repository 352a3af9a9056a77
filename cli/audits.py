"""The commands that audit: one target, or all built-in ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from dpassay.audit import environments, report, summary
from dpassay.audit.assess import Assessment, Plan, Subject, assess
from dpassay.audit.environments import Environment, TargetSpec, find_target, load_targets
from dpassay.audit.plan import KINDS, read_evidence
from dpassay.audit.runner import DEFAULT_FIRST_TIME_LIMIT, DEFAULT_MEMORY_LIMIT, DEFAULT_TIME_LIMIT
from dpassay.cli.options import console, pair_options, parameter_option, read_pair, read_parameters, user_errors
from dpassay.exact import as_fraction, require

BUILT_IN_ALPHA = 0.01
"""The error budget of one run over all built-in targets, shared evenly among them."""

OUT = click.option(
    "--out", default="audit-reports", show_default=True, type=click.Path(path_type=Path), help="Where the reports go."
)

_PROGRESS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeElapsedColumn(),
)


@contextmanager
def progress_bar(label: str, total: int) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr, where that is a terminal; the callback takes what is done and of how much."""
    with Progress(*_PROGRESS, console=console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@click.command()
@click.argument("target")
@click.option("-m", "--mechanism", "mechanism_name", help="The mechanism that the target claims to be.")
@parameter_option
@pair_options
@click.option("--samples", default=200_000, show_default=True, help="Outputs to draw on each input.")
@click.option(
    "--alpha", default="0.01", show_default=True, help="The probability of flagging a correct implementation."
)
@click.option(
    "--evidence", default=",".join(KINDS), show_default=True, help="Kinds to look for, where the answers can show them."
)
@click.option("--delta", help="For a concentrated guarantee: the delta at which it becomes an (epsilon, delta) claim.")
@click.option("--seed", default=0, show_default=True, help="Seeds the target's generator and the simulations.")
@click.option("--python", "python", metavar="PATH", help="Run the target under this interpreter; it needs numpy.")
@click.option("--time-limit", default=DEFAULT_TIME_LIMIT, show_default=True, help="Seconds for all draws.")
@click.option("--memory-limit", default=DEFAULT_MEMORY_LIMIT >> 20, show_default=True, help="The target's, in MiB.")
@OUT
def audit(  # noqa: PLR0917  # one argument an option
    target: str,
    mechanism_name: str | None,
    params: tuple[str, ...],
    data: str | None,
    neighbor: str | None,
    samples: int,
    alpha: str,
    evidence: str,
    delta: str | None,
    seed: int,
    python: str | None,
    time_limit: float,
    memory_limit: int,
    out: Path,
) -> None:
    """Audit TARGET against the exact law and the privacy guarantee of a mechanism.

    TARGET is package.module:callable, path/to/file.py:callable, or the name of a built-in target. It is called as
    target(data, size=..., rng=..., **parameters) and returns an array of that many outputs.

    Exit code 0: consistent with the law and the claim (which is no proof of privacy). 1: a violation of either. 2:
    could not run. 3: inconclusive, the answers could not have told the mechanism from itself at twice the epsilon.
    """
    with user_errors():
        plan = Plan(
            samples=samples,
            alpha=float(as_fraction(alpha, "alpha")),
            seed=seed,
            delta=None if delta is None else as_fraction(delta, "delta"),
            python=python,
            time_limit=time_limit,
            first_time_limit=min(DEFAULT_FIRST_TIME_LIMIT, time_limit),
            memory_limit=memory_limit << 20,
            evidence=read_evidence(evidence),
        )
        subject, plan = named_subject(target, mechanism_name, params, read_pair(data, neighbor), plan)
        with progress_bar(target, 2 * plan.samples) as progress:
            result = assess(subject, plan, progress)
        written = report.write(result, out, stem_of(target))
    print_verdict(result, written)
    raise SystemExit(result.exit_code)


def named_subject(
    target: str, mechanism_name: str | None, params: tuple[str, ...], pair: tuple[object, object] | None, plan: Plan
) -> tuple[Subject, Plan]:
    """Return what is to be audited: a path as it is given, or a built-in target with the parameters of its row."""
    parameters = read_parameters(params)
    if ":" in target:
        require(mechanism_name is not None, "mechanism", "nothing", "the name of a mechanism (--mechanism NAME)")
        return Subject(target, mechanism_name or "", parameters, pair), plan
    row = find_target(target)
    expected = "nothing: a built-in target has a mechanism and parameters of its own"
    require(
        not parameters and mechanism_name in (None, row.mechanism), "mechanism", f"{mechanism_name}, {params}", expected
    )
    expected = "nothing: a built-in target has an environment of its own"
    require(plan.python is None, "python", plan.python, expected)
    environment = environments.prepare([row.environment], notify=say)[row.environment]
    expected = f"one that can be installed: {environment.problem}"
    require(environment.python is not None, "environment", row.environment, expected)
    return Subject(row.target, row.mechanism, row.parameters, pair), replace(plan, python=str(environment.python))


def stem_of(target: str) -> str:
    """Return a file name for the reports on a target."""
    place, _, name = target.rpartition(":")
    plain = f"{Path(place).stem}-{name}" if place.endswith(".py") else target
    return "".join(c if c.isalnum() or c in "-._" else "-" for c in plain)


def say(name: str, line: str) -> None:
    """Print a line of progress on stderr."""
    click.echo(f"{name}: {line}", err=True)


def print_verdict(result: Assessment, written: tuple[Path, Path]) -> None:
    """Print the verdict, what led to it, and where the reports are."""
    out = console()
    out.print(f"[bold]{result.verdict.upper()}[/bold]: {result.subject.target} as {result.subject.mechanism_name}")
    for finding in result.findings:
        out.print(f"  * {finding}", markup=False)
    out.print(f"  claim: {result.claim.words}", markup=False)
    for line in report.evidence_lines(result):
        out.print(f"  {line}", markup=False)
    for path in written:
        out.print(f"  report: {path}", markup=False, soft_wrap=True)
    if result.could_have_found:
        out.print(f"  {result.could_have_found}", markup=False)


@click.command("audit-all")
@click.option(
    "--only", multiple=True, metavar="PATTERN", help="Only targets of such names, e.g. 'opendp-*'. Repeatable."
)
@click.option("--samples", default=200_000, show_default=True, help="Outputs to draw on each input, at most.")
@click.option("--alpha", default=str(BUILT_IN_ALPHA), show_default=True, help="The error budget of the whole table.")
@click.option("--seed", default=0, show_default=True, help="Seeds the generators and the simulations.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Audits to run at once.")
@click.option("--environments", "root", default=".venvs", show_default=True, type=click.Path(path_type=Path))
@OUT
def audit_all(  # noqa: PLR0917  # one argument an option
    only: tuple[str, ...], samples: int, alpha: str, seed: int, jobs: int, root: Path, out: Path
) -> None:
    """Audit the built-in targets, each in the environment it needs, and print the table.

    Exit code 0: every audit found what is known of its target (the table lists known faults). 1: one did not. A
    package that cannot be installed is a line in the table.
    """
    with user_errors():
        rows = selected(load_targets().values(), only)
        require(jobs >= 1, "jobs", jobs, "at least 1")
        share = float(as_fraction(alpha, "alpha")) / len(rows)
        plan = Plan(samples=samples, alpha=share, seed=seed)
        ready = environments.prepare([row.environment for row in rows], root, notify=say)
        table = audit_rows(rows, ready, plan, out, jobs)
        written = summary.write_summary(table, out)
    show_table(table, written)
    raise SystemExit(0 if all(row.as_expected for row in table) else 1)


def selected(rows: Iterable[TargetSpec], only: tuple[str, ...]) -> list[TargetSpec]:
    """Return the rows whose names match one of the patterns; all without patterns."""
    every = list(rows)
    chosen = [row for row in every if not only or any(fnmatch(row.name, pattern) for pattern in only)]
    require(bool(chosen), "only", ", ".join(only), f"a pattern of one of {', '.join(row.name for row in every)}")
    return chosen


def audit_rows(
    rows: list[TargetSpec], ready: dict[str, Environment], plan: Plan, out: Path, jobs: int
) -> list[summary.Row]:
    """Audit each row in a process pool; the table keeps the order of the rows."""
    done: dict[str, summary.Row] = {}
    with progress_bar("auditing", len(rows)) as progress, ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(audit_row, row, ready[row.environment], plan, out): row.name for row in rows}
        for finished in as_completed(running):
            done[running[finished]] = finished.result()
            progress(len(done), len(rows))
    return [done[row.name] for row in rows]


def audit_row(row: TargetSpec, environment: Environment, plan: Plan, out: Path) -> summary.Row:
    """Audit one built-in target and write its report."""
    if environment.python is None:
        return summary.not_installed(row, environment)
    own = replace(plan, python=str(environment.python), samples=min(plan.samples, row.samples or plan.samples))
    result = assess(Subject(row.target, row.mechanism, row.parameters), own)
    report.write(result, out, row.name)
    return summary.audited(row, result)


def show_table(table: list[summary.Row], written: tuple[Path, ...]) -> None:
    """Print the summary."""
    out = console()
    out.print(summary.table(table))
    for path in written:
        out.print(f"summary: {path}", markup=False, soft_wrap=True)

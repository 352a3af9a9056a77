"""Exact audits on the command line: their options, and what is printed of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource
from rich.text import Text

from dpassay.audit.answers.enumerated import DEFAULT_BRANCHES, DEFAULT_LEFTOVER
from dpassay.audit.answers.watching import Progress
from dpassay.audit.asked import Request, read_exact_plan
from dpassay.audit.asked_claims import ClaimRequest
from dpassay.audit.exactly import Held, assess_exactly
from dpassay.audit.exactly_alone import assess_claim_exactly
from dpassay.audit.reports import exact_claims, exact_report, summary
from dpassay.audit.reports.sentences import printable
from dpassay.cli.options import console
from dpassay.cli.progress import progress_bar
from dpassay.cli.verdicts import Output
from dpassay.exact import decimal_text, require

F = TypeVar("F", bound=Callable[..., Any])

DRAWN: Final = ("samples", "sequential", "alpha", "seed", "evidence", "workers", "scheduler", "resume")
"""The options of audits that draw."""

LIMITS: Final = ("branches", "leftover", "tolerance")
"""The options of those that do not."""


def exact_options(function: F) -> F:
    """Add the options of exact audits."""
    exact = click.option(
        "--exact", is_flag=True, help="Run every branch of the target's coins, and prove what follows."
    )
    branches = click.option(
        "--branches",
        default=str(DEFAULT_BRANCHES),
        show_default=True,
        metavar="N",
        help="With --exact: go into so many branches on each input, at most.",
    )
    leftover = click.option(
        "--leftover",
        default=decimal_text(DEFAULT_LEFTOVER),
        show_default=True,
        metavar="P",
        help="With --exact: the probability that may be left over.",
    )
    tolerance = click.option(
        "--tolerance",
        default="0",
        show_default=True,
        metavar="D",
        help="With --exact: what is added to the claimed delta, to forgive rounding and what is left over.",
    )
    return exact(branches(leftover(tolerance(function))))


def check_options(context: click.Context, *, exact: bool) -> None:
    """Refuse options that the kind of audit has no use for."""
    given = {name for name in context.params if context.get_parameter_source(name) == ParameterSource.COMMANDLINE}
    for name in DRAWN if exact else LIMITS:
        expected = "nothing: with --exact nothing is drawn" if exact else "--exact beside it"
        require(name not in given, name, context.params[name], expected)


def audit_exactly(requests: Sequence[Request], output: Output, *, limits: Mapping[str, str]) -> int:
    """Run exact audits, one after the other: each report is written, and its verdict out, when its audit is done."""
    jobs = []
    for request in requests:
        plan = read_exact_plan(request.plan, **limits)
        assess = partial(assess_exactly, request.subject, plan)
        jobs.append(Job(request.name, request.subject.title, plan.branches, assess, exact_report.to_json))
    return _run(jobs, output)


def audit_claims_exactly(requests: Sequence[ClaimRequest], output: Output, *, limits: Mapping[str, str]) -> int:
    """Do the same for claims alone."""
    jobs = []
    for request in requests:
        plan, claim = read_exact_plan(request.plan, **limits), request.claims[0]
        assess = partial(assess_claim_exactly, claim, plan)
        jobs.append(Job(request.name, str(claim.target), plan.branches, assess, exact_claims.to_json))
    return _run(jobs, output)


@dataclass(frozen=True, slots=True)
class Job:
    """An exact audit that is asked for: its name, of what, and how it is run and told."""

    name: str
    title: str
    branches: int
    assess: Callable[[Progress], Any]
    told: Callable[[Any], dict[str, Any]]


def _run(jobs: Sequence[Job], output: Output) -> int:
    contents: list[dict[str, Any]] = []
    for job in jobs:
        with progress_bar(job.title, 2 * job.branches, quiet=output.quiet) as progress:
            result = job.assess(progress)
        contents.append(job.told(result))
        paths = output.write(partial(exact_report.write, output.folder, f"exact-{job.name}", contents[-1]))
        if output.speaks:
            show(result, contents[-1], several=len(jobs) > 1)
        output.tell(paths)
    output.print_json(contents)
    return summary.worst(content["exit_code"] for content in contents)


def show(result: Held, content: dict[str, Any], *, several: bool) -> None:
    """Print the verdict and what was proved."""
    out, subject = console(), content["subject"]
    text = f": {printable(subject['target'])}" + (f" as {result.law_name}" if result.law_name else "")
    if several:
        text += "".join(f", {name} = {value}" for name, value in subject["parameters"].items())
    out.print(Text.assemble((result.verdict.upper(), "bold"), text))
    if result.privacy is not None:
        sentence = exact_report.headline(result).partition(": ")[2]
        out.print(f"  * {printable(sentence)}", markup=False)
    first, second = subject["data"]
    out.print(f"  inputs: {printable(first)} and {printable(second)}; claim: {result.claim.words}", markup=False)
    for line in exact_report.lines(result):
        out.print(f"  {printable(line)}", markup=False)

"""The command that audits one target."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from dpassay.audit.answers.environments import load_targets
from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.asked import (
    DEFAULT_ALPHA,
    DEFAULT_MEBIBYTES,
    DEFAULT_SAMPLES,
    Pair,
    Request,
    assessed,
    attempted,
    read_plan,
    read_requests,
)
from dpassay.audit.assess import Assessment
from dpassay.audit.plan import KINDS
from dpassay.audit.reports import report, summary
from dpassay.audit.reports.files import check_folder
from dpassay.audit.sources import source_of
from dpassay.cli.audits_batches import batch_options, batches_kept, in_batches
from dpassay.cli.audits_exact import audit_claims_exactly, audit_exactly, check_options, exact_options
from dpassay.cli.claim_alone import asked_claims, audit_claims
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import parameter_option, split_parameter, user_errors
from dpassay.cli.progress import environment_progress, progress_bar, shifted
from dpassay.cli.verdicts import Output, listing, show_grid, show_power, show_reports, show_verdict
from dpassay.exact import require

F = TypeVar("F", bound=Callable[..., Any])

OUT = click.option("--out", default="audit-reports", show_default=True, metavar="FOLDER", help="Where the reports go.")
ENVIRONMENTS = click.option(
    "--environments",
    metavar="FOLDER",
    help="Where the environments of built-in targets are made.  [default: dpassay/environments in the cache folder]",
)
SAMPLES = click.option(
    "--samples", default=str(DEFAULT_SAMPLES), show_default=True, metavar="N", help="Outputs to draw on each input."
)
SEED = click.option(
    "--seed", default="0", show_default=True, metavar="N", help="Seeds the target's generator and the simulations."
)


@click.command()
@click.argument("target", required=False)
@click.option("--command", metavar="'PROGRAM ARGS'", help="In place of TARGET: a program; see docs/protocol.md.")
@click.option(
    "--samples-from",
    nargs=2,
    metavar="FIRST SECOND",
    help="In place of TARGET: recorded answers on either input (.npy, .csv, .parquet).",
)
@click.option("-m", "--mechanism", "mechanism_name", metavar="NAME", help="The mechanism that the target claims to be.")
@click.option("--epsilon", metavar="E", help="Without --mechanism: the epsilon that is claimed, and no law is known.")
@parameter_option
@click.option(
    "--data",
    multiple=True,
    metavar="X",
    help="The first input; scores by commas; of a claim alone, JSON or a file. Default: the worst pair.",
)
@click.option("--neighbor", multiple=True, metavar="X", help="The second input, a neighbor of the first.")
@click.option("--neighbors", metavar="FILE.py:NAME", help="With --epsilon: a function of pairs, or a strategy of them.")
@click.option("--pairs", default="10", show_default=True, metavar="N", help="How many of them are searched.")
@SAMPLES
@click.option(
    "--alpha", default=DEFAULT_ALPHA, show_default=True, help="The probability of flagging a correct implementation."
)
@click.option("--delta", help="With --epsilon: of the claim. For a concentrated guarantee: where it becomes a claim.")
@click.option(
    "--evidence", default=",".join(KINDS), show_default=True, help="Kinds to look for, where the answers can show them."
)
@click.option(
    "--sequential", is_flag=True, help="Stop as soon as the answers are enough against the law; --samples is the most."
)
@SEED
@click.option("--python", metavar="PATH", help="Run the target under this interpreter; it needs numpy.")
@click.option(
    "--time-limit", default=f"{DEFAULT_TIME_LIMIT:g}", show_default=True, metavar="S", help="Seconds for all draws."
)
@click.option(
    "--memory-limit", default=str(DEFAULT_MEBIBYTES), show_default=True, metavar="N", help="The target's, in MiB."
)
@batch_options
@exact_options
@ENVIRONMENTS
@OUT
@click.option(
    "--json", "as_json", is_flag=True, help="Print the JSON report on stdout, and nothing else; of a grid, a list."
)
@click.option("--quiet", is_flag=True, help="Print nothing but errors: the exit code is the verdict.")
@listing(
    "the built-in targets (name, mechanism, what an audit should find)",
    lambda: [(row.name, row.mechanism, row.expect) for row in load_targets().values()],
)
def audit(
    target: str | None,
    *,
    command: str | None,
    samples_from: tuple[str, str] | None,
    mechanism_name: str | None,
    epsilon: str | None,
    params: tuple[str, ...],
    data: tuple[str, ...],
    neighbor: tuple[str, ...],
    neighbors: str | None,
    pairs: str,
    environments: str | None,
    out: str,
    as_json: bool,  # as in click
    quiet: bool,  # as in click
    exact: bool,
    branches: str,
    leftover: str,
    tolerance: str,
    resume: bool,  # as in click
    **plan: Any,  # what `read_plan` takes, as texts
) -> None:
    """Audit TARGET against the exact law and the privacy guarantee of a mechanism, or against its claim alone.

    TARGET is path/to/file.py:function, package.module:function, or the name of a built-in target (--list). It is
    called as target(data, size=..., rng=..., **parameters) and returns an array or a list of that many outputs; one
    that takes no size is called once for each output. With --command the target is a program, in any language, that
    reads requests and writes answers as lines of JSON. With --samples-from nothing is run: two files hold the answers,
    and that they are independent draws on the two inputs is not checked.

    A parameter that is given more than once makes a grid: every combination of values is audited. So is, for each of
    them, every pair of inputs where --data and --neighbor are given more than once. All audits of a run share --alpha
    evenly.

    Exit code 0: consistent with the law and the claim (which is no proof of privacy). 1: a violation of either. 2:
    could not run. 3: inconclusive. Of a grid: the worst verdict, in the order 1, 2, 3, 0.

    With --epsilon (and --delta) in place of --mechanism no more is known of the target than this claim: a function of
    yours, on two neighboring inputs of yours, that answers with whatever it likes. --data and --neighbor are JSON, such
    as 3 or [1, null, "a"], or .json, .csv or .npy files; or --neighbors names a function without arguments that yields
    pairs, or a Hypothesis strategy of pairs, and the most telling of --pairs N is audited (its file is run in the
    process of the audit, which trusts it). -p gives the function its other arguments. Exit code 0 says
    that no violation was found.

    The mechanism is a name, or the path of a file that defines one of your own. The target has a process of its own;
    that file is run in the process of the audit, which trusts it.

    With --exact nothing is drawn: the target is run in every branch of its coins, and what is said is proved. Exit code
    0: the code meets the claim on these inputs. 1: it breaks it, or its law is another one. 2: could not run. 3: the
    branches that were run do not decide it. It goes with --epsilon, too: then the claim alone is proved or broken.
    """
    with user_errors():
        check_options(click.get_current_context(), exact=exact)
        limits = {"branches": branches, "leftover": leftover, "tolerance": tolerance}
        output, plan = Output(check_folder(out, "out"), as_json, quiet), in_batches(plan, resume=resume)
        source, grid, given = source_of(target, command, samples_from), read_grid(params), read_pairs(data, neighbor)
        if epsilon is not None:
            require(mechanism_name is None, "mechanism", str(mechanism_name), "nothing: --epsilon is the claim alone")
            require(not (exact and neighbors), "neighbors", str(neighbors), "nothing: with --exact nothing is searched")
            claims = partial(audit_claims_exactly, limits=limits) if exact else audit_claims
            claimed, inputs = (epsilon, plan["delta"]), [pair for pair in given if pair]
            asked = asked_claims(source, claimed, grid, inputs=inputs, neighbors=(neighbors, pairs), plan=plan)
            with ended_by_signals(), batches_kept(asked, output, resume=resume) as kept:
                code = claims(kept, output)
            raise SystemExit(code)
        require(neighbors is None, "neighbors", str(neighbors), "nothing without --epsilon")
        root = None if environments is None else check_folder(environments, "environments")
        common = read_plan(**plan)
        with environment_progress(quiet=quiet) as notify:
            requests = read_requests(source, mechanism_name, grid, given, common, environments=root, notify=notify)
        audits = audit_one if len(requests) == 1 else audit_grid
        if exact:
            audits = partial(audit_exactly, limits=limits)
        with ended_by_signals(), batches_kept(requests, output, resume=resume) as keeping:
            code = audits(keeping, output)
    raise SystemExit(code)


def read_grid(texts: Sequence[str]) -> dict[str, list[str]]:
    """Return the values of each parameter, from texts "name=value"."""
    grid: dict[str, list[str]] = {}
    for text in texts:
        name, value = split_parameter(text)
        grid.setdefault(name, []).append(value)
    return grid


def read_pairs(data: Sequence[str], neighbor: Sequence[str]) -> list[Pair | None]:
    """Return the pairs of inputs in their order; without any, the worst pair."""
    given = f"{len(data)} of them and {len(neighbor)} of --neighbor"
    require(len(data) == len(neighbor), "data", given, "as many first inputs as second ones")
    return list(zip(data, neighbor, strict=True)) or [None]


def audit_one(requests: Sequence[Request], output: Output) -> int:
    """Run one audit: its report is written before its verdict is printed."""
    (request,) = requests
    with progress_bar(request.subject.title, 2 * request.plan.samples, quiet=output.quiet) as progress:
        result = assessed(request, progress)
    content = report.to_json(result)
    paths = output.write(partial(report.write, result, output.folder, request.name, content))
    output.print_json([content])
    if output.speaks:
        show_verdict(result)
        show_reports(paths)
        show_power(result)
    return result.exit_code


def audit_grid(requests: Sequence[Request], output: Output) -> int:
    """Run several audits of one target; a report is written as soon as its audit is done."""
    results: list[Assessment] = []
    contents: list[dict[str, Any]] = []
    paths: list[Path] = []
    total = sum(2 * request.plan.samples for request in requests)
    with progress_bar(requests[0].subject.title, total, quiet=output.quiet) as progress:
        for place, request in enumerate(requests):
            result = attempted(request, shifted(progress, 2 * place * request.plan.samples, total))
            content = report.to_json(result)
            paths += output.write(partial(report.write, result, output.folder, request.name, content))
            contents += [content] if output.as_json else []
            results.append(result)
    output.print_json(contents)
    if output.speaks:
        show_grid(results)
        show_reports(paths)
    return summary.worst(result.exit_code for result in results)

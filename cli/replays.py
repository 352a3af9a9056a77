"""`dpassay replay TARGET`: record a pipeline on two neighbors, replay it, and hold its exact loss to the claim."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from dpassay.audit.answers.request import Json
from dpassay.audit.answers.runner import DEFAULT_TIME_LIMIT
from dpassay.audit.api_replay import read_replay_plan
from dpassay.audit.asked import DEFAULT_MEBIBYTES
from dpassay.audit.held_to.inputs import read_data_text
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import TOLERANCE, read_pipeline_claim
from dpassay.audit.pipelines.run import DEFAULT_DRAWN, DEFAULT_STEERED
from dpassay.audit.pipelines.search.searching import DEFAULT_EXAMPLES
from dpassay.audit.pipelines.timeline import timeline_lines
from dpassay.audit.reports.files import check_folder
from dpassay.audit.reports.replays import replay_json, write_replay
from dpassay.audit.reports.report import dumps
from dpassay.audit.reports.sentences import printable
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console, read_parameters, user_errors
from dpassay.cli.progress import progress_bar
from dpassay.cli.searches import read_search, searched
from dpassay.cli.verdicts import show_reports
from dpassay.exact import decimal_text, require

__all__ = ["replay"]


@click.command
@click.argument("target")
@click.option("--epsilon", metavar="E", help="What is claimed; exact decimals or fractions.")
@click.option("--delta", metavar="D", help="Of the claim, beside --epsilon; by default 0.")
@click.option("--rho", metavar="R", help="What is claimed in place of --epsilon: zero-concentrated privacy.")
@click.option(
    "--claim",
    metavar="MECHANISMS",
    help="In their place an accountant's statement: 'laplace(epsilon=1/2) x 2, gaussian(sigma=2, sensitivity=1)'.",
)
@click.option("--data", metavar="X", help="The first input: JSON, or a .json, .csv or .npy file.")
@click.option("--neighbor", metavar="X", help="The second input, a neighbor of the first.")
@click.option(
    "--schema", metavar="FILE", help="In their place: what tables are (.json, .toml); neighbors are searched for."
)
@click.option(
    "--examples", default=str(DEFAULT_EXAMPLES), show_default=True, metavar="N", help="Pairs that the search tries."
)
@click.option("-p", "--param", "params", multiple=True, metavar="NAME=VALUE", help="Another argument of the target.")
@click.option(
    "--primitive",
    "primitives",
    multiple=True,
    metavar="SPEC",
    help="A primitive of your own: 'package.module:function kind=laplace input=value scale=b'.",
)
@click.option(
    "--drawn", default=str(DEFAULT_DRAWN), show_default=True, metavar="N", help="Sequences of answers to draw."
)
@click.option(
    "--steered", default=str(DEFAULT_STEERED), show_default=True, metavar="N", help="How often to steer answers."
)
@click.option(
    "--tolerance",
    default=decimal_text(TOLERANCE),
    show_default=True,
    metavar="S",
    help="The share of the claim that rounding may add.",
)
@click.option("--seed", default="0", show_default=True, metavar="N", help="Of the generators of the target.")
@click.option("--python", metavar="PATH", help="Run the target under this interpreter; it needs numpy.")
@click.option(
    "--time-limit", default=f"{DEFAULT_TIME_LIMIT:g}", show_default=True, metavar="S", help="Seconds for all runs."
)
@click.option(
    "--memory-limit", default=str(DEFAULT_MEBIBYTES), show_default=True, metavar="N", help="The target's, in MiB."
)
@click.option("--out", default="audit-reports", show_default=True, metavar="DIR", help="Where reports are written.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON report on stdout, and nothing else.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors: the exit code is the verdict.")
def replay(
    target: str,
    *,
    data: str | None,
    neighbor: str | None,
    schema: str | None,
    examples: str,
    params: tuple[str, ...],
    primitives: tuple[str, ...],
    drawn: str,
    steered: str,
    out: str,
    as_json: bool,  # as in click
    quiet: bool,  # as in click
    **rest: Any,
) -> None:
    """Record the pipeline TARGET on two neighboring inputs and replay it with the same answers of its noise.

    TARGET is path/to/file.py:function or package.module:function. It is called as target(data, **parameters), with a
    generator rng where it takes one, and its sources stay as they are: what it draws from numpy, random, scipy and
    diffprivlib is recorded, with what it is added to.

    With the same answers both runs must ask for the same noise and release the same. The exact loss of each call on
    its two inputs is composed over the trace and held to the claim.

    With --claim the privacy profile of the trace is held to that of a composition of laplace and discrete_laplace
    (epsilon, or scale; sensitivity), gaussian and discrete_gaussian (sigma; sensitivity), randomized_response and pure
    (epsilon), approximate (epsilon, delta) and zcdp (rho); "x 3" after one says how often it is run.

    With --schema Hypothesis makes pairs of neighboring tables, and what breaks the claim shrinks to the smallest pair.

    Exit code 0: no violation was found (which is no proof of privacy). 1: a violation. 2: could not run. 3: undecided.
    """
    with user_errors():
        folder = check_folder(out, "out")
        require(":" in target, "target", repr(target), '"path/to/file.py:function" or "package.module:function"')
        said = {name: rest.pop(name) for name in ("epsilon", "delta", "rho", "claim", "tolerance")}
        if schema is not None:
            require(
                data is neighbor is None, "schema", repr(schema), "a schema, or --data and --neighbor, and not both"
            )
            plan = read_replay_plan(drawn, steered, primitives, **rest)
            asked = read_search(schema, examples, plan)
            raise SystemExit(searched(target, read_parameters(params), said, asked, folder, (as_json, quiet)))
        pair = _pair(data, neighbor)
        claim = read_pipeline_claim(target, read_parameters(params), pair, **said)
        plan = read_replay_plan(drawn, steered, primitives, **rest)
        with ended_by_signals(), progress_bar(target, plan.runs, quiet=quiet) as progress:
            found = assess_replay(claim, plan, progress)
    content = replay_json(found)
    paths = write(found, folder, content)
    if as_json:
        click.echo(dumps(content), nl=False)
    elif not quiet:
        show(found, content)
        show_reports(paths)
    raise SystemExit(found.exit_code)


def _pair(data: str | None, neighbor: str | None) -> tuple[Json, Json]:
    for name, text in (("--data", data), ("--neighbor", neighbor)):
        if text is None:
            raise click.UsageError(f"Missing option '{name}' (or --schema in place of --data and --neighbor).")
    return (
        read_data_text(str(data), "data", finite=False),
        read_data_text(str(neighbor), "neighbor", finite=False),
    )


def show(found: ReplayAssessment, content: dict[str, Any]) -> None:
    """Print the verdict, and the timeline of the replay that shows the worst."""
    out = console()

    def line(text: str) -> None:
        out.print(f"  {printable(text)}", markup=False)

    out.print(f"{found.verdict.upper()}: {printable(found.claim.target)}", markup=False)
    if found.verdict == "could not run":
        line(f"* {content['headline'].partition(': ')[2]}")
    for finding in found.findings:
        line(f"* {finding.words}")
    line(f"claim: {found.claim.words}")
    if content["cost"] is not None:
        line(f"cost: {content['cost']['words']}")
    if content["timeline"] is not None:
        chosen = content["timeline"]
        line(f"timeline: answers {chosen['answers']} on {chosen['recorded']}; inputs are data | neighbor")
        for text in timeline_lines(chosen):
            out.print(f"  {printable(text)}", markup=False, crop=False, soft_wrap=True)
    for text in content["trusted"]:
        line(text)


def write(found: ReplayAssessment, folder: Path, content: dict[str, Any]) -> Sequence[Path]:
    """Write the report and return its files; where that fails the verdict stands, and why is a line on stderr."""
    try:
        return write_replay(found, folder, content)
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)
        return ()

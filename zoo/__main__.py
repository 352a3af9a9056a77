"""The zoo's commands: `python -m zoo list`, `run`, `peers` and `truths`."""

from __future__ import annotations

import json
import shlex
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from zoo.auditor import Auditor
from zoo.cases import chosen
from zoo.programs import Program
from zoo.trials import FULL, QUICK, Effort, Results, Runner

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Faults of private mechanisms, with exact truths, for auditors of any kind."""


@main.command("list")
def list_faults() -> None:
    """Print the faults with what they claim and what is true."""
    from zoo.truths import FILE as TRUTHS

    for row in json.loads(TRUTHS.read_text(encoding="utf-8"))["faults"]:
        claim = f"epsilon {row['claim']['epsilon']['decimal']}, delta {row['claim']['delta']}"
        click.echo(f"{row['name']}: claims {claim}; epsilon is {row['fault']['epsilon']['decimal']}: {row['why']}")


@main.command()
def truths() -> None:
    """Compute all truths and write truths.json."""
    from zoo.truths import FILE as TRUTHS
    from zoo.truths import write

    write()
    click.echo(f"written to {TRUTHS}")


@main.command()
@click.option("--auditor", "names", multiple=True, help="One of ours (may be repeated); by default all of them.")
@click.option("--command", help="A program that speaks the protocol of README.md, with its arguments.")
@click.option("--name", help="What the program is called in the results; by default its command.")
@click.option("--cases", help="Names of faults, apart by commas; by default all.")
@click.option("--full", is_flag=True, help="Large sizes and many repetitions: hours.")
@click.option("--largest", type=click.IntRange(1), help="The largest size on either input.")
@click.option("--ratio", type=click.FloatRange(1.05, 10), help="Of a size to the one before; by default 2.")
@click.option("--alpha", type=click.FloatRange(0, 1, min_open=True, max_open=True), help="By default .05.")
@click.option("--time-limit", type=float, default=120.0, help="Seconds of a program for one audit.")
@click.option("--out", type=FILE, help="The file of results, a line of JSON a trial; one that is there goes on.")
def run(  # noqa: PLR0917  # click calls it by name
    names: tuple[str, ...],
    command: str | None,
    name: str | None,
    cases: str | None,
    full: bool,
    largest: int | None,
    ratio: float | None,
    alpha: float | None,
    time_limit: float,
    out: Path | None,
) -> None:
    """Try auditors on the faults and on their siblings, and print a line a case."""
    from zoo.ours import OURS

    for each in names:
        if each not in OURS:
            raise click.UsageError(f"auditor = {each!r}: expected one of {', '.join(OURS)}")
    try:
        effort = _changed(FULL if full else QUICK, largest=largest, ratio=ratio, alpha=alpha)
        wanted = chosen(cases)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    results = Results(out)
    with ExitStack() as stack:
        auditors: dict[str, Auditor] = {each: OURS[each] for each in names}
        if command is not None:
            auditors[name or command] = stack.enter_context(Program(shlex.split(command), time_limit))
        for label, auditor in (auditors or OURS).items():
            for case in wanted:
                Runner(label, auditor, effort, results).run(case, click.echo)


def _changed(effort: Effort, **given: float | None) -> Effort:
    """Return the effort with what was given in the place of its own."""
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    return replace(effort, **changes)


CASES = (
    "laplace-scale-20,response-biased-coin,response-last-label,discrete-laplace-zero-twice,discrete-gaussian-factor-two,"
    "lazy-no-fake-switches,release-budget-twice,rare-branch,form-nan,bits-negative-zero,bits-low,pad-short,calls-reseeded"
)
"""The cases of a small comparison."""

SMALL = Effort(largest=32_000, repetitions=2, siblings=4, seconds=20.0)


@main.command()
@click.option("--cases", default=CASES, help='Names of faults, apart by commas, or "all"; by default a few.')
@click.option("--full", is_flag=True, help="All cases, large sizes and many repetitions: many hours.")
@click.option("--repetitions", type=click.IntRange(1), help="Of a fault at each size.")
@click.option("--siblings", type=click.IntRange(1), help="Repetitions of each sibling.")
@click.option("--largest", type=click.IntRange(1), help="The largest size on either input; the smallest is 250.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="When an auditor has taken as long on a fault, nothing larger is tried.",
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="How often an auditor may flag a correct implementation; by default 0.05.",
)
@click.option("--checkout", multiple=True, metavar="NAME=FOLDER", help="A clone of an auditor that is in no registry.")
@click.option("--environments", type=FOLDER, default=Path(".venvs"), help="The folder of the environments.")
@click.option("--out", type=FILE, help="The file of results; one that is there goes on.")
@click.option("--write", type=FILE, help="Write the page there, too.")
def peers(  # noqa: PLR0917  # click calls it by name
    cases: str,
    full: bool,
    repetitions: int | None,
    siblings: int | None,
    largest: int | None,
    seconds: float | None,
    alpha: float | None,
    checkout: tuple[str, ...],
    environments: Path,
    out: Path | None,
    write: Path | None,
) -> None:
    """Run our audits and those of others side by side, and print the tables."""
    from zoo.comparison import compare

    places = dict(each.split("=", 1) for each in checkout if "=" in each)
    if len(places) != len(checkout):
        raise click.UsageError("checkout: expected NAME=FOLDER, each name once")
    try:
        effort = _changed(
            FULL if full else SMALL,
            repetitions=repetitions,
            siblings=siblings,
            largest=largest,
            seconds=seconds,
            alpha=alpha,
        )
        text = compare(
            chosen(None if full and cases == CASES else cases),
            effort,
            Results(out),
            environments.resolve(),
            {name: Path(place).resolve() for name, place in places.items()},
            lambda line: click.echo(line, err=True),
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(text)
    if write is not None:
        write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""`dpassay audit TARGET --epsilon E`: the audit of a claim alone, as the command runs and shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from dpassay.audit.alone import ClaimAudit, assess_claim, assess_searched, pair_words, read_claims
from dpassay.audit.asked import MOST_AUDITS, as_whole, read_plan
from dpassay.audit.held_to.alone import ClaimAlone, read_claim, read_data_text
from dpassay.audit.held_to.neighbors import generated_pairs
from dpassay.audit.plan import Plan
from dpassay.audit.reports import claims
from dpassay.audit.reports.report import dumps
from dpassay.audit.reports.sentences import printable
from dpassay.audit.reports.summary import worst
from dpassay.cli.endings import ended_by_signals
from dpassay.cli.options import console, read_parameters
from dpassay.cli.progress import progress_bar
from dpassay.exact import require

__all__ = ["audit_claim"]


def audit_claim(
    target: str,
    epsilon: str,
    params: tuple[str, ...],
    pairs: Sequence[tuple[object, object]],
    plan: dict[str, Any],
    *,
    made: tuple[str, str] | None = None,
    folder: Path,
    as_json: bool,
    quiet: bool,
) -> int:
    """Read what the user asks for, audit every pair of inputs, write the reports, and return the exit code.

    ``made``: in place of pairs, where they are generated, and how many.
    """
    claimed = read_claim(epsilon, plan.get("delta"))
    common = read_plan(**{**plan, "delta": None})
    if made is not None:
        where, count = made
        require(not pairs, "neighbors", where, "nothing beside --data and --neighbor")
        found = generated_pairs(where, as_whole(count, "pairs", 1, MOST_AUDITS), common.seed)
        several = read_claims(target, read_parameters(params), found, claimed, common)
        return searched([claim for claim, _ in several], common, folder, as_json=as_json, quiet=quiet)
    data = [(read_data_text(str(first), "data"), read_data_text(str(second), "neighbor")) for first, second in pairs]
    require(":" in target, "target", repr(target), '"path/to/file.py:function" or "package.module:function"')
    asked = read_claims(target, read_parameters(params), data, claimed, common)
    results: list[ClaimAudit] = []
    contents: list[dict[str, Any]] = []
    total = 2 * common.samples * len(asked)
    with ended_by_signals(), progress_bar(target, total, quiet=quiet) as progress:
        for place, (claim, of_one) in enumerate(asked):
            before = 2 * common.samples * place
            results.append(assess_claim(claim, of_one, shifted(progress, before, total)))
            contents.append(claims.claim_json(results[-1]))
            if not (as_json or quiet):
                show(results[-1])
            write(results[-1], folder, contents[-1], quiet=as_json or quiet)
    if as_json:
        click.echo(dumps(contents if len(contents) > 1 else contents[0]), nl=False)
    return worst(result.exit_code for result in results)


def searched(claims_: Sequence[ClaimAlone], plan: Plan, folder: Path, *, as_json: bool, quiet: bool) -> int:
    """Search the most telling of generated pairs and audit it."""
    total = 2 * plan.samples
    with ended_by_signals(), progress_bar(claims_[0].target, total, quiet=quiet) as progress:
        result = assess_searched(claims_, plan, progress)
        content = claims.claim_json(result)
        if as_json:
            click.echo(dumps(content), nl=False)
        elif not quiet:
            show(result)
        write(result, folder, content, quiet=as_json or quiet)
    return result.exit_code


def shifted(progress: Callable[[int, int], None], before: int, total: int) -> Callable[[int, int], None]:
    """Return the progress of one pair of inputs among several."""
    return lambda done, _of: progress(before + done, total)


def show(result: ClaimAudit) -> None:
    """Print the verdict and what led to it."""
    out = console()
    out.print(f"{result.verdict.upper()}: {printable(result.claim.target)}", markup=False)
    for finding in result.findings:
        out.print(f"  * {printable(finding)}", markup=False)
    out.print(f"  claim: {result.claim.words}", markup=False)
    out.print(f"  inputs: {printable(pair_words(result.claim))}", markup=False)
    if result.searched is not None:
        found = (
            f"the most telling of {result.searched.pairs} pairs, by {result.searched.samples:,} other answers on each"
        )
        out.print(f"  search: {found}", markup=False)
    for line in claims.claim_lines(result):
        out.print(f"  {printable(line)}", markup=False)
    if result.verdict == "inconclusive":
        out.print(f"  {claims.claim_headline(result)}", markup=False)
    if result.shortfall:
        out.print(f"  {result.shortfall}", markup=False)


def write(result: ClaimAudit, folder: Path, content: dict[str, Any], *, quiet: bool) -> None:
    """Write the report; where that fails the verdict stands, and why it failed is a line on stderr."""
    try:
        paths = claims.write_claim(result, folder, content)
    except ValueError as error:
        click.echo(f"Error: no report: {error}", err=True)
        return
    for path in paths if not quiet else ():
        console().print(f"  report: {path}", crop=False, soft_wrap=True, markup=False)

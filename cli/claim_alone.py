"""`dpassay audit --epsilon E`: the audit of a claim alone, as the command reads, runs and shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dpassay.audit.alone import ClaimAudit, pair_words
from dpassay.audit.asked import read_plan
from dpassay.audit.asked_claims import ClaimRequest, read_claims, read_pairs
from dpassay.audit.held_to.alone import read_claim
from dpassay.audit.held_to.inputs import read_data_text
from dpassay.audit.reports import claims
from dpassay.audit.reports.provenance import recorded_words
from dpassay.audit.reports.sentences import printable
from dpassay.audit.reports.summary import worst
from dpassay.audit.sources import Source
from dpassay.cli.options import console
from dpassay.cli.progress import progress_bar, shifted
from dpassay.cli.verdicts import Output
from dpassay.exact import require

__all__ = ["asked_claims", "audit_claims"]


def asked_claims(
    source: Source,
    claimed: tuple[str, str | None],
    grid: Mapping[str, Sequence[str]],
    *,
    inputs: Sequence[tuple[object, object]],
    neighbors: tuple[str | None, str],
    plan: Mapping[str, Any],
) -> list[ClaimRequest]:
    """Return the audits that the user asks for.

    Args:
        source: what gives the answers.
        claimed: epsilon and delta.
        grid: parameters of the target, with one value each.
        inputs: pairs of them, as texts.
        neighbors: where others are generated, and how many.
        plan: what `read_plan` takes, as texts.

    Raises:
        ValueError: an argument does not fit.
    """
    for name, values in grid.items():
        require(len(values) == 1, "param", f"{name}, {len(values)} times", "each name once beside --epsilon")
    common = read_plan(**{**plan, "delta": None})
    given = [(read_data_text(str(first), "data"), read_data_text(str(second), "neighbor")) for first, second in inputs]
    where, count = neighbors
    pairs = read_pairs(given, where, count, common.seed)
    parameters = {name: values[0] for name, values in grid.items()}
    return read_claims(source, parameters, pairs, read_claim(*claimed), common, searched=where is not None)


def audit_claims(requests: Sequence[ClaimRequest], output: Output) -> int:
    """Run the audits, one after the other: each report is written, and its verdict out, when its audit is done."""
    contents: list[dict[str, Any]] = []
    total, before = sum(request.draws for request in requests), 0
    title = str(requests[0].claims[0].target)
    with progress_bar(title, total, quiet=output.quiet) as progress:
        for request in requests:
            result = request.assessed(shifted(progress, before, total))
            before += request.draws
            contents.append(claims.claim_json(result))
            paths = output.write(partial(claims.write_claim, result, output.folder, contents[-1]))
            if output.speaks:
                show(result)
            output.tell(paths)
    output.print_json(contents)
    return worst(content["exit_code"] for content in contents)


def show(result: ClaimAudit) -> None:
    """Print the verdict and what led to it."""
    out = console()
    out.print(f"{result.verdict.upper()}: {printable(str(result.claim.target))}", markup=False)
    for finding in result.findings:
        out.print(f"  * {printable(finding)}", markup=False)
    for line in facts(result):
        out.print(f"  {printable(line)}", markup=False)


def facts(result: ClaimAudit) -> list[str]:
    """Return what was held to what, and what was seen, a line each."""
    claim, found = result.claim, result.searched
    inconclusive = claims.claim_headline(result) if result.verdict == "inconclusive" else ""
    lines = [
        f"claim: {claim.words}",
        f"inputs: {pair_words(claim)}" if claim.pair else "",
        found and f"search: the most telling of {found.pairs} pairs, by {found.samples:,} other answers on each",
        recorded_words(claim.target),
        *claims.claim_lines(result),
        inconclusive,
        result.shortfall,
    ]
    return [line for line in lines if line]

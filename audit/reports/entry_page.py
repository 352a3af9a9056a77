"""The page of replayed entry points: a table over all, and under it what each row was tried on, as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dpassay.audit.pipelines.entry_points import Meaning
from dpassay.audit.pipelines.entry_runs import EXAMPLES
from dpassay.audit.pipelines.tried import load_tried
from dpassay.exact.entrance import explain_failures

__all__ = ["MEANINGS", "claimed_text", "page"]

MEANINGS: Final[dict[Meaning, str]] = {
    "holds": "no pair that was tried costs more than the claim",
    "finding": "the release breaks the claim; derived from the source and confirmed by samples, on a page of its own",
    "known": "the release breaks the claim, and the library's own text or a public thread says so",
    "documented": "the library warns of it, or its documentation excludes it: what is broken is not what it claims",
    "trace": "all answers of the noise together tell more than the claim; that the release alone does is not shown",
    "adjacency": "the library does not say which inputs are neighbors; for these it costs more than its epsilon",
    "open": "a primitive has no law here, or answers that are not released may hide what they tell",
}

HEAD: Final = """# Entry points of libraries, replayed

`dpassay replay-all --search --write docs/pipelines.md` writes this page. Each row is a function of a library as users
call it, in an environment of its own, at the version in its name. It is recorded on one input and replayed on a
neighbor with the answers of its noise frozen; the exact cost of the worst trace of all pairs that were tried is held to
the claim. No violation found says nothing of other inputs. Trusted are the laws of the primitives, which
`dpassay audit` tests.

Pairs are of two kinds: some that the row names, and those that Hypothesis makes of what the row says of its tables
(`schema` in `audit/targets/pipelines.toml`; at most {examples} that differ, fewer where runs take long, as `examples`
says there; and the attempts to make one smaller). One that breaks the claim is shrunk; the fifth column shows what the
search ended with, audited again in a process of its own. An undecided row is searched for a violation, too: what stays
open on a pair is put to counts of the release, and "none" says that these show nothing. Many libraries draw from the
system's own randomness, which no seed fixes: how many pairs are made, and which one is found, may differ from run to
run.

A cost is "infinite" where an answer of the noise is possible on one input alone, or where runs with the same answers
part, and counts of the release show that it tells so; such counts alone make no cost infinite.

What the last column says:

"""

COLUMNS: Final = (
    "entry point",
    "claim",
    "neighbors",
    "worst trace costs",
    "shrunk counterexample",
    "verdict",
    "it means",
)


def page(reports: Sequence[Mapping[str, Any]]) -> str:
    """Return the page of reports, each as `dpassay.audit.reports.entry_report.entry_json` makes it."""
    words = "".join(f"* **{name}**: {text}.\n" for name, text in MEANINGS.items())
    rows = [(*_row(report),) for report in reports]
    lines = [f"| {' | '.join(cells)} |" for cells in (COLUMNS, ("---",) * len(COLUMNS), *rows)]
    details = "".join(map(_details, reports))
    table = "\n".join(lines)
    below = f"## What each was tried on\n{details}\n{_tried()}"
    return f"{HEAD.format(examples=EXAMPLES)}{words}\n{table}\n\n{below}"


def _tried() -> str:
    """Return what was tried beside the rows."""
    lines = [f"* **{each.library}**: {each.found}\n" for each in load_tried()]
    return f"## Tried, and no row\n\n{''.join(lines)}"


def claimed_text(said: Mapping[str, str]) -> str:
    """Return what is claimed, in a few characters."""
    return ", ".join(f"{name} = {text}" for name, text in said.items())


def _row(report: Mapping[str, Any]) -> Sequence[str]:
    name = f"[`{report['name']}`](#{_anchor(report['name'])})"
    claimed, cost = claimed_text(report["claimed"]), report["cost"] or "not computed"
    shrunk = _shrunk(report["search"])
    return name, claimed, report["adjacency"], cost, shrunk, report["verdict"], f"**{report['means']}**"


def _shrunk(search: Mapping[str, Any] | None) -> str:
    """Return the pair that the search ended with, in a cell of the table."""
    if search is None:
        return "not searched"
    if search["verdict"] != "violation":
        return f"none in {search['examples']:,} pairs"
    return " and ".join(map(_code, search["pair"]))


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`"


def _searched(search: Mapping[str, Any], seed: int) -> str:
    """Return in words what was searched, and when the first violation came."""
    made = f"The search made {search['examples']:,} pairs, seed {seed}: {search['tables']}."
    if search["verdict"] == "violation" and search["first"] is None:
        return f"{made} It left one of them open, and the audit of that one shows the violation."
    if search["verdict"] == "violation":
        return f"{made} Number {search['first']:,} was the first to break the claim; the last that did is shown."
    if search["failures"]:
        return f"{made} On {sum(search['failures'].values()):,} of them the library refused both tables."
    return made


def _anchor(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter in "-_")


def _details(report: Mapping[str, Any]) -> str:
    shown, search = report["shown"], report["search"]
    title = f"\n### {report['name']}\n"
    lines = [title, f"Released: {report['release']}. Claimed: {report['claim']}.", f"{report['why']}\n"]
    if shown is not None:
        broken = report["verdict"] == "violation"
        judged = len(report["pairs"]) + (search is not None and search["pair"] is not None)
        which = "Smallest pair that breaks it" if broken else "Pair that costs most"
        lines.append(f"{which}, of {judged} ({shown['what']}): `{shown['first']}` and `{shown['second']}`.")
        lines += [f"{words[:1].upper()}{words[1:]}." for words in shown["findings"][:1]]
    if search is not None:
        lines.append(_searched(search, report["plan"]["seed"]))
    return "\n".join(lines) + "\n"


explain_failures(__name__)

"""The table of a comparison, as Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import comb
from typing import Final

from zoo.cases import Case
from zoo.trials import Effort, Results, Summary, summary

HEAD: Final = (
    "# Auditors on the zoo\n\n"
    "Written by `make bench-peers`; do not edit. [`zoo/README.md`](../zoo/README.md) says what the zoo is, and how "
    "another auditor joins.\n\n"
    "{cases} faults with a sibling each. Columns are named in short; the last table has the whole names and "
    "versions, in the same order. `exact` enumerates the coins of the code, and needs no answers. Measured with "
    "{machine}.\n"
)

SIZES: Final = (
    "\n## Answers to detect\n\n"
    "Answers on each input with which {enough} of {repetitions} seeded repetitions flag the fault, on a grid of ratio "
    '{ratio:g} from {smallest:,} to {largest:,} (alpha = {alpha:g}); "> n": not with n answers, after which the grid '
    'ends, or the time for a case ({seconds:g} s of audits); "-": it takes no such answers, or knows no law of them.\n'
)

SECONDS: Final = (
    "\n## Seconds to detect\n\n"
    "Seconds of one audit with so many answers: the median of the repetitions that were made at that size. Drawing "
    "the answers is not counted, nor are smaller sizes. What an auditor prepares once and keeps, such as the cells of "
    "a law, is in the first repetition alone; the enumeration of `exact` is counted in each. "
    '"-": not found, or as above.\n'
)

ALARMS: Final = (
    "\n## False alarms and bounds on the siblings\n\n"
    "Each sibling keeps its claim, most of them exactly at the claimed epsilon. {siblings} repetitions of each with "
    "{size:,} answers on each input; an auditor that keeps its alpha flags at most {alpha:g} of them on average. "
    "Excess: the probability of so many flags at that rate, if they were independent. Above the truth: how many "
    "certified bounds are above the true epsilon of the sibling. `best-event` knows the law of the fault.\n"
)

SHORTEST: Final = 0.01
LONG: Final = 10.0
"""Seconds from which on no decimals are shown."""


def machine() -> str:
    """Return what a measurement depends on."""
    return f"{os.cpu_count()} cores and Python {platform.python_version()}"


def tail(count: int, of: int, rate: float) -> float:
    """Return the probability of at least ``count`` of ``of`` at a rate."""
    return sum(comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in range(count, of + 1))


def page(  # noqa: PLR0917  # all of them are named in its docstring
    cases: Sequence[Case],
    auditors: Sequence[str],
    results: Results,
    effort: Effort,
    missing: Mapping[str, str],
    truth_of: Mapping[str, float],
    heads: Mapping[str, str],
) -> str:
    """Return the page.

    Args:
        cases: the rows, in their order.
        auditors: the columns, by their whole names.
        results: of all trials.
        effort: that was made.
        missing: why an auditor was not run.
        truth_of: the true epsilon of each case's sibling.
        heads: what a column is called, by the whole name; by default the same.
    """
    trials = list(results.trials.values())
    found = {(name, case.name): summary(name, case.name, trials, effort) for name in auditors for case in cases}
    made = asdict(effort) | {"enough": effort.enough, "cases": len(cases), "machine": machine()}
    names = [heads.get(name, name) for name in auditors]
    text = HEAD.format(**made)
    sizes = [[case.name, case.kind, *(_size(found[name, case.name]) for name in auditors)] for case in cases]
    text += SIZES.format(**made) + "\n" + _table(["fault", "kind", *names], sizes)
    times = [[case.name, *(_seconds(found[name, case.name].usual) for name in auditors)] for case in cases]
    text += SECONDS + "\n" + _table(["fault", *names], times)
    text += ALARMS.format(siblings=effort.siblings, size=effort.sibling_size, alpha=effort.alpha)
    columns = ["auditor", "flagged", "excess", "bounds", "above the truth", "seconds an audit, at most"]
    text += "\n" + _table(columns, [_alarms(name, cases, found, effort, truth_of) for name in auditors])
    if missing:
        text += "\n" + "".join(f"* {name}: {why}.\n" for name, why in missing.items())
    return text + _silent(found)


def _size(found: Summary) -> str:
    if found.found is not None:
        return f"{found.found:,}"
    return "-" if found.why or not found.tried else f"> {found.tried:,}"


def _seconds(usual: float | None) -> str:
    if usual is None:
        return "-"
    return "< 0.01" if usual < SHORTEST else f"{usual:.2f}" if usual < LONG else f"{usual:.0f}"


def _alarms(
    name: str,
    cases: Sequence[Case],
    found: Mapping[tuple[str, str], Summary],
    effort: Effort,
    truth_of: Mapping[str, float],
) -> list[str]:
    mine = [found[name, case.name] for case in cases]
    flagged, of = sum(each.alarms for each in mine), sum(each.siblings for each in mine)
    bounds = [(bound, truth_of[each.case]) for each in mine for bound in each.bounds]
    above = sum(bound > truth + 1e-9 for bound, truth in bounds)
    excess = f"{tail(flagged, of, effort.alpha):.2g}" if of else ""
    slowest = max((each.seconds for each in mine), default=0.0)
    return [name, f"{flagged} of {of}", excess, str(len(bounds)), str(above), f"{slowest:.1f}"]


def _silent(found: Mapping[tuple[str, str], Summary]) -> str:
    """Say why auditors could not tell, each reason once."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for (name, case), each in found.items():
        if each.why:
            reasons.setdefault((name, each.why), []).append(case)
    lines = [f"* {name}, {', '.join(cases)}: {why}\n" for (name, why), cases in reasons.items()]
    return "\n## Where an auditor could not tell\n\n" + "".join(lines) if lines else ""


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---", *("---:" for _ in columns[1:])], *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)

"""What is said of accountants: a row for each answer, a line for each accountant, as CSV, JSON and a figure."""

from __future__ import annotations

import csv
import io
import json
import math
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from statistics import median
from typing import Any, Final

from dpassay.audit.answers.accountants import SCRIPT, TABLE, Accountant, Given, load_accountants
from dpassay.audit.answers.compositions import QUICK_ROUNDS, Composition
from dpassay.audit.answers.environments import load_requirements
from dpassay.audit.answers.outcome import Failure, Origin
from dpassay.audit.answers.worker_target import hashes
from dpassay.audit.evidence.accounting import Finding, Verdict
from dpassay.audit.held_to.second_opinion import delta_estimate
from dpassay.audit.reports import provenance
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.exact import decimal_bounds
from dpassay.exact.entrance import explain_failures

__all__ = [
    "EXIT_CODES",
    "FORMAT",
    "Asked",
    "Line",
    "accounting_command",
    "lines_of",
    "to_json",
    "truth_text",
    "violation_text",
    "write",
]

FORMAT: Final = "dpassay accountants 1"

EXIT_CODES: Final = {
    0: "every accountant was found as it is known",
    1: "one was found otherwise",
    2: "one could not be run, or not be installed",
    3: "of one no answer could be judged",
}

_DIGITS: Final = 15


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking an accountant about one composition; ``truth_seconds`` is what the truth took us."""

    accountant: Accountant
    composition: Composition
    result: Given | Failure
    findings: tuple[Finding, ...] = ()
    truth_seconds: float = 0.0

    def of(self, verdict: Verdict) -> list[Finding]:
        """Return the findings of one verdict."""
        return [finding for finding in self.findings if finding.verdict == verdict]

    @property
    def origin(self) -> Origin:
        """What it ran in."""
        return self.result.origin

    @property
    def seconds(self) -> float | None:
        """What composing and the longest answer took it."""
        if isinstance(self.result, Failure):
            return None
        return self.result.seconds + max((answer.seconds for answer in self.result.answers), default=0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """One accountant over all compositions that it was asked about.

    Attributes:
        accountant: which.
        asked: the compositions.
        counts: how many answers got each verdict.
        failures: compositions about which there was no answer at all.
        ratios: (least, median, largest) multiple of the truth among its epsilons.
        seconds: (median, largest) time that a composition took with its longest answer.
    """

    accountant: Accountant
    asked: tuple[Asked, ...]
    counts: Mapping[Verdict, int]
    failures: tuple[Asked, ...]
    ratios: tuple[float, float, float] | None
    seconds: tuple[float, float] | None

    @property
    def exit_code(self) -> int:
        """What this accountant alone makes of the run, as ``EXIT_CODES`` says."""
        if len(self.failures) == len(self.asked):
            return 2
        if (self.counts["violation"] > 0) != (self.accountant.expect == "flag"):
            return 1
        judged = sum(self.counts[verdict] for verdict in ("holds", "violation", "rounding", "estimate"))
        return 0 if judged else 3

    @property
    def violations(self) -> list[tuple[Asked, Finding]]:
        """All violations, the one with the largest share of the truth missing first."""
        found = [(asked, finding) for asked in self.asked for finding in asked.of("violation")]
        return sorted(found, key=lambda entry: -shortfall(entry[1]))


def shortfall(finding: Finding) -> float:
    """Return the distance of an answer from the truth as a share of it; as it is where the truth is 0 or infinite."""
    ratio, excess = finding.ratio, finding.excess
    if ratio is not None:
        return abs(1 - ratio)
    return math.inf if excess is None else abs(excess)


def lines_of(asked: Sequence[Asked]) -> list[Line]:
    """Return a line for each accountant, in the order in which they were asked."""
    names = dict.fromkeys(each.accountant.name for each in asked)
    return [_line([each for each in asked if each.accountant.name == name]) for name in names]


def _line(asked: list[Asked]) -> Line:
    findings = [finding for each in asked for finding in each.findings]
    epsilons = [finding for finding in findings if finding.answer.question.asks == "epsilon"]
    ratios = [ratio for finding in epsilons if (ratio := finding.ratio) is not None]
    seconds = [taken for each in asked if (taken := each.seconds) is not None]
    return Line(
        asked[0].accountant,
        tuple(asked),
        Counter(finding.verdict for finding in findings),
        tuple(each for each in asked if isinstance(each.result, Failure)),
        (min(ratios), median(ratios), max(ratios)) if ratios else None,
        (median(seconds), max(seconds)) if seconds else None,
    )


# Texts


def truth_text(low: Fraction | None, high: Fraction | None) -> tuple[str, str]:
    """Return certified bounds on the truth as decimals, rounded outward."""
    return (
        "inf" if low is None else decimal_bounds(low, _DIGITS)[0],
        "inf" if high is None else decimal_bounds(high, _DIGITS)[1],
    )


def violation_text(asked: Asked, finding: Finding) -> str:
    """Return a violation with its numbers, in one sentence."""
    low, high = truth_text(finding.low, finding.high)
    upper = asked.accountant.side == "upper"
    bound = f"at least {low}" if upper else f"at most {high}"
    share = f" ({shortfall(finding):.2g} of it {'missing' if upper else 'too much'})" if finding.ratio else ""
    question = f"{asked.composition.name}, {finding.answer.question.words}"
    return f"{question}: it says {finding.answer.value!r}, the truth is {bound}{share}; {_confirmed(asked, finding)}"


def _confirmed(asked: Asked, finding: Finding) -> str:
    """Say what a second computation of delta gives where the answer is; for an epsilon, at that one."""
    delta, epsilon = second_opinion(asked, finding)
    return f"computed another way, delta at epsilon = {epsilon:.10g} is {delta:.6g}"


def second_opinion(asked: Asked, finding: Finding) -> tuple[float, float]:
    """Return about what delta is, by another way, at the epsilon that was asked about or given (or 0), and that."""
    question, value = finding.answer.question, finding.answer.value or 0.0
    epsilon = float(question.at) if question.asks == "delta" or not math.isfinite(value) else max(value, 0.0)
    return delta_estimate(asked.composition, epsilon), epsilon


# Files


def row_of(asked: Asked, finding: Finding) -> dict[str, Any]:
    """Return one answer in plain JSON types."""
    low, high = truth_text(finding.low, finding.high)
    question, value = finding.answer.question, finding.answer.value
    return {
        "accountant": asked.accountant.name,
        "side": asked.accountant.side,
        "composition": asked.composition.family,
        "rounds": asked.composition.rounds,
        "asks": question.asks,
        "at": float(question.at),
        "answer": None if value is None else repr(value),
        "truth_low": low,
        "truth_high": high,
        "ratio": finding.ratio,
        "excess": finding.excess,
        "verdict": finding.verdict,
        "seconds": finding.answer.seconds,
        "seconds_composing": asked.result.seconds,
        "truth_seconds": asked.truth_seconds,
    }


def rows_of(asked: Iterable[Asked]) -> list[dict[str, Any]]:
    """Return all answers in plain JSON types."""
    return [row_of(each, finding) for each in asked for finding in each.findings]


def accounting_command(asked: Sequence[Asked]) -> str:
    """Return the shell command that asks the same accountants about the same compositions."""
    names = list(dict.fromkeys(each.accountant.name for each in asked))
    chosen = [] if names == list(load_accountants()) else [word for name in names for word in ("--only", name)]
    quick = all(each.composition.rounds == QUICK_ROUNDS for each in asked)
    return shlex.join(["dpassay", "accountants", *chosen, *(["--quick"] if quick else [])])


def _origin() -> Origin:
    """Return what every accountant is asked by: the table of lines, and the script that runs them."""
    places = (str(TABLE), SCRIPT.rpartition(":")[0])
    return Origin(sources=tuple((name, digest) for name, digest in hashes(places)))


def to_json(asked: Sequence[Asked], code: int, *, created: datetime | None = None) -> dict[str, Any]:
    """Return everything in plain JSON types; nothing is drawn, so that there is no seed.

    Args:
        asked: what came of asking.
        code: the exit code.
        created: the time to note; by default now.
    """
    return {
        "format": FORMAT,
        **provenance.of(SCRIPT, _origin(), accounting_command(asked), created),
        "exit_code": code,
        "exit_codes": {str(number): meaning for number, meaning in EXIT_CODES.items()},
        "accountants": [_summary(line) for line in lines_of(asked)],
        "answers": rows_of(asked),
    }


def _summary(line: Line) -> dict[str, Any]:
    accountant = line.accountant
    return {
        "name": accountant.name,
        "environment": accountant.environment,
        "requirements": list(load_requirements(TABLE).get(accountant.environment, ())),
        "versions": provenance.versions(line.asked[0].origin)["target"],
        "side": accountant.side,
        "claim": accountant.claim,
        "expected": accountant.expect,
        "why": accountant.why,
        "exit_code": line.exit_code,
        "compositions": len(line.asked),
        "verdicts": dict(line.counts),
        "failures": [
            {"composition": each.composition.name, "kind": each.result.kind, "message": each.result.message}
            for each in line.failures
            if isinstance(each.result, Failure)
        ],
        "epsilon_ratio": line.ratios and dict(zip(("least", "median", "largest"), line.ratios, strict=True)),
        "seconds": line.seconds and dict(zip(("median", "largest"), line.seconds, strict=True)),
        "violations": [
            {
                **row_of(asked, finding),
                "second_opinion": dict(zip(("delta", "epsilon"), second_opinion(asked, finding), strict=True)),
                "words": violation_text(asked, finding),
                "program": accountant.program(asked.composition, finding.answer.question),
            }
            for asked, finding in line.violations
        ],
    }


def write(asked: Sequence[Asked], folder: Path, code: int, figure: bytes) -> list[Path]:
    """Write accountants.json, accountants.csv and the figure, accountants.svg, into a folder; return their paths.

    Raises:
        ValueError: the folder or a file cannot be written.
    """
    make_folder(folder)
    text = json.dumps(to_json(asked, code), indent=1, allow_nan=False) + "\n"
    contents: dict[str, str | bytes] = {"json": text, "csv": _csv(rows_of(asked)), "svg": figure}
    paths = []
    for ending, content in contents.items():
        paths.append(folder / f"accountants.{ending}")
        write_whole(paths[-1], content)
    return paths


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


explain_failures(__name__)

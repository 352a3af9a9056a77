"""The table over many audits, one row a target: as JSON and as an HTML page that links to the reports."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

import dpassay
from dpassay.audit import words
from dpassay.audit.answers.environments import OWN, Environment, TargetSpec
from dpassay.audit.assess import Assessment
from dpassay.audit.reports import report
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.exact.entrance import explain_failures

__all__ = [
    "EXIT_CODES",
    "FORMAT",
    "Outcome",
    "Row",
    "audited",
    "caption",
    "not_installed",
    "summary_rows",
    "to_json",
    "worst",
    "write_summary",
]

FORMAT: Final = "dpassay audit summary 1"

RowVerdict = Literal["consistent", "violation", "inconclusive", "could not run", "not installed"]
Expected = Literal["flag", "pass"]

EXIT_CODES: Final = {
    0: "every audit found what is known of its target",
    1: "one found something else",
    2: "one could not be run, or not be installed",
    3: "one was inconclusive",
}
"""What an exit code of a run over many targets says; of several that apply the first in the order 1, 2, 3 is given."""

_WORST_FIRST: Final = (1, 2, 3, 0)
_AS_EXPECTED: Final = {("consistent", "pass"), ("violation", "flag")}
_NO_FINDING: Final[dict[str, int]] = {"could not run": 2, "not installed": 2, "inconclusive": 3}


@dataclass(frozen=True, slots=True)
class Row:
    """One target. What a target that was not audited has no value for is None.

    Attributes:
        target: its name.
        version: the distribution that holds it and its version; empty where that is not known.
        mechanism: what it claims to be.
        claimed_epsilon, claimed_delta: what it claims.
        certified_epsilon: what epsilon is at least, at the claimed delta.
        alpha: the probability that this bound is wrong.
        p_value: of "the answers follow the exact law on both inputs".
        verdict: that of the audit, or "not installed".
        expected: what is known of the target: "pass" or "flag" (a violation).
        why: how that is known.
        seconds: in the target's process, or what the attempt to install it took.
        note: one line: what was found, or why there was no audit.
        report: the file name of the HTML report, in the folder of the summary; None where it could not be written.
    """

    target: str
    version: str
    mechanism: str
    verdict: RowVerdict
    expected: Expected
    why: str
    seconds: float
    claimed_epsilon: float | None = None
    claimed_delta: float | None = None
    certified_epsilon: float | None = None
    alpha: float | None = None
    p_value: float | None = None
    note: str = ""
    report: str | None = None

    @property
    def exit_code(self) -> int:
        """What this row alone makes of the run, as ``EXIT_CODES`` says."""
        return _NO_FINDING.get(self.verdict, 0 if (self.verdict, self.expected) in _AS_EXPECTED else 1)

    @property
    def as_expected(self) -> bool:
        """Whether the audit found what is known of the target."""
        return self.exit_code == 0


def worst(codes: Iterable[int]) -> int:
    """Return the exit code of a run: a violation or a difference, then what could not run, then what says nothing."""
    return min(codes, key=_WORST_FIRST.index, default=0)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What became of a built-in target: an audit of it, or the environment that could not be made."""

    spec: TargetSpec
    result: Assessment | Environment


def summary_rows(outcomes: Iterable[Outcome]) -> list[Row]:
    """Return one row an outcome, in the order given."""
    return [_row(each.spec, each.result) for each in outcomes]


def _row(spec: TargetSpec, result: Assessment | Environment) -> Row:
    return audited(spec, result) if isinstance(result, Assessment) else not_installed(spec, result)


def not_installed(spec: TargetSpec, environment: Environment) -> Row:
    """Return the row of a target whose environment could not be made."""
    line = " ".join((environment.problem or "no interpreter").split())
    return Row(
        target=spec.name,
        version=_environment_name(spec),
        mechanism=spec.mechanism,
        verdict="not installed",
        expected=spec.expect,
        why=spec.why,
        seconds=environment.seconds,
        note=f"environment {spec.environment} could not be made: {line}",
    )


def audited(spec: TargetSpec, result: Assessment) -> Row:
    """Return the row of an audit whose report was written under the target's name."""
    origin, evidence = result.drawn.origin, result.evidence
    found = None if evidence is None else evidence.certificate
    return Row(
        target=spec.name,
        version=" ".join(filter(None, (origin.distribution, origin.version))) or _environment_name(spec),
        mechanism=spec.mechanism,
        verdict=result.verdict,
        expected=spec.expect,
        why=spec.why,
        seconds=result.drawn.seconds,
        claimed_epsilon=result.claim.epsilon,
        claimed_delta=result.claim.delta,
        certified_epsilon=None if found is None else found.epsilon_lower,
        alpha=None if evidence is None or found is None else evidence.certified_alpha,
        p_value=None if evidence is None else evidence.p_value,
        note=" | ".join(result.findings) or (result.could_have_found if result.verdict == "inconclusive" else ""),
        report=f"{spec.name}.html",
    )


def _environment_name(spec: TargetSpec) -> str:
    """Return the environment where it names a version; the one that everything shares names none."""
    return "" if spec.environment == OWN else spec.environment


def to_json(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the summary in plain JSON types."""
    return {
        "format": FORMAT,
        "dpassay": dpassay.__version__,
        "as_expected": all(row.as_expected for row in rows),
        "exit_code": worst(row.exit_code for row in rows),
        "counts": dict(Counter(row.verdict for row in rows)),
        "rows": [{**asdict(row), "as_expected": row.as_expected, "confidence": confidence(row)} for row in rows],
    }


def confidence(row: Row) -> str | None:
    """Return the confidence of the certified bound in words, where there is one."""
    return None if row.alpha is None else words.confidence(row.alpha)


def write_summary(rows: Sequence[Row], directory: Path | str) -> tuple[Path, Path]:
    """Write summary.json and summary.html into the directory, each whole or not at all, and return their paths.

    Raises:
        ValueError: the directory or a file cannot be written.
    """
    folder = Path(directory)
    content = to_json(rows)
    page = report.environment().get_template("summary.html").render(summary=content, headline=headline(rows))
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    make_folder(folder)
    paths = folder / "summary.json", folder / "summary.html"
    write_whole(paths[0], text)
    write_whole(paths[1], page)
    return paths


def headline(rows: Sequence[Row]) -> str:
    """Return in one sentence how the audits agree with what is known of the targets."""
    tested = [row for row in rows if row.verdict != "not installed"]
    known = sum(row.as_expected for row in rows)
    said = f"{len(tested)} of {len(rows)} targets audited; {known} as known beforehand"
    differing = [row.target for row in rows if row.exit_code == 1]
    said += f", {len(differing)} not: {', '.join(differing)}" if differing else ""
    for verdict, phrase in (
        ("inconclusive", "inconclusive"),
        ("could not run", "could not be run"),
        ("not installed", "could not be installed"),
    ):
        names = [row.target for row in rows if row.verdict == verdict]
        said += f"; {len(names)} {phrase}: {', '.join(names)}" if names else ""
    return f"{said}."


def caption(rows: Sequence[Row]) -> list[str]:
    """Return what stands below the table: the sum of it, what bounds and exit codes mean, why some have no bound."""
    levels = sorted({level for row in rows if (level := confidence(row)) is not None})
    lines = [headline(rows)]
    if levels:
        lines.append(f"certified: epsilon is at least this, with {' or '.join(levels)} confidence.")
    codes = "; ".join(f"{code}: {meaning}" for code, meaning in EXIT_CODES.items())
    lines.append(f"exit code {worst(row.exit_code for row in rows)} ({codes}).")
    return [*lines, *(f"{row.target}: {row.note}" for row in rows if row.verdict in _NO_FINDING)]


explain_failures(__name__)

"""The table over many audits, one row a target: as JSON, as an HTML page that links to the reports, for a terminal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

import dpassay
from dpassay.audit import plots, report
from dpassay.audit.assess import Assessment
from dpassay.audit.environments import OWN, Environment, TargetSpec
from dpassay.audit.files import make_folder, write_whole

__all__ = ["FORMAT", "Outcome", "Row", "audited", "not_installed", "summary_rows", "table", "to_json", "write_summary"]

FORMAT: Final = "dpassay audit summary 1"

RowVerdict = Literal["consistent", "violation", "inconclusive", "could not run", "not installed"]
Expected = Literal["flag", "pass"]

STYLES: Final[dict[RowVerdict, str]] = {
    "consistent": "green",
    "violation": "bold red",
    "inconclusive": "yellow",
    "could not run": "yellow",
    "not installed": "dim",
}
WIDE: Final = 112
"""A terminal of so many columns has room for the whole table."""

_AS_EXPECTED: Final = {("consistent", "pass"), ("violation", "flag")}


@dataclass(frozen=True, slots=True)
class Row:
    """One target. What a target that was not audited has no value for is None.

    Attributes:
        target: its name.
        version: the distribution that holds it and its version; empty where that is not known.
        mechanism: what it claims to be.
        claimed_epsilon, claimed_delta: what it claims.
        certified_epsilon: what epsilon is at least, at the claimed delta.
        confidence: of that bound.
        p_value: of "the answers follow the exact law on both inputs".
        verdict: that of the audit, or "not installed".
        expected: what is known of the target: "pass" or "flag" (a violation).
        why: how that is known.
        seconds: in the target's process, or what the attempt to install it took.
        note: one line: what was found, or why there was no audit.
        report: the file name of the HTML report, in the folder of the summary.
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
    confidence: float | None = None
    p_value: float | None = None
    note: str = ""
    report: str | None = None

    @property
    def as_expected(self) -> bool:
        """Whether the audit found what is known; a target that could not be installed contradicts nothing."""
        return self.verdict == "not installed" or (self.verdict, self.expected) in _AS_EXPECTED


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
        confidence=None if evidence is None or found is None else 1 - evidence.certified_alpha,
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
        "counts": dict(Counter(row.verdict for row in rows)),
        "rows": [{**asdict(row), "as_expected": row.as_expected} for row in rows],
    }


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
    missing = sum(row.verdict == "not installed" for row in rows)
    surprises = [row.target for row in rows if not row.as_expected]
    tested = len(rows) - missing
    words = f"{tested} of {len(rows)} targets audited; {tested - len(surprises)} as known beforehand"
    if surprises:
        words += f", {len(surprises)} not: {', '.join(surprises)}"
    return words + (f"; {missing} could not be installed." if missing else ".")


def table(rows: Sequence[Row], width: int | None = None) -> Table:
    """Return the table for a terminal; a narrow one has version and mechanism below the target's name.

    Args:
        rows: what `summary_rows` gives.
        width: the columns of the terminal; by default those of the one that this runs in.
    """
    wide = (Console().width if width is None else width) >= WIDE
    result = Table(title="Audits", caption=_caption(rows), box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in ("target", "version", "mechanism") if wide else ("target",):
        result.add_column(name, overflow="fold")
    for name in ("claimed", "certified", "law p"):
        result.add_column(name, justify="right", no_wrap=True)
    result.add_column("verdict", no_wrap=True)
    result.add_column("expected", no_wrap=True)
    result.add_column("s", justify="right", no_wrap=True)
    for row in rows:
        result.add_row(*_name_cells(row, wide), *_value_cells(row))
    return result


def _name_cells(row: Row, wide: bool) -> list[Text]:
    """Return the cells as texts, in which nothing is read as markup."""
    if wide:
        return [Text(row.target), Text(row.version or report.NONE), Text(row.mechanism)]
    below = ", ".join(words for words in (row.version, row.mechanism) if words)
    return [Text.assemble(row.target, "\n", (below, "dim"))]


def _value_cells(row: Row) -> list[Text]:
    certified = report.NONE if row.certified_epsilon is None else f"≥ {row.certified_epsilon:.3g}"
    claimed = report.NONE if row.claimed_epsilon is None else f"{row.claimed_epsilon:.3g}"
    expected = Text(row.expected) if row.as_expected else Text(f"{row.expected} (!)", style="bold red")
    numbers = [Text(words) for words in (claimed, certified, report.p_words(row.p_value, digits=2))]
    return [*numbers, Text(row.verdict, style=STYLES[row.verdict]), expected, Text(f"{row.seconds:.1f}")]


def _caption(rows: Sequence[Row]) -> Text:
    """Return what stands below the table: the sum of it, what the bounds are worth, and why some have none."""
    levels = sorted({plots.percent(row.confidence) for row in rows if row.confidence is not None})
    lines = [headline(rows)]
    if levels:
        lines.append(f"certified: epsilon is at least this, with {' or '.join(levels)} confidence.")
    lines += [f"{row.target}: {row.note}" for row in rows if row.verdict in {"could not run", "not installed"}]
    return Text("\n".join(lines), justify="left")

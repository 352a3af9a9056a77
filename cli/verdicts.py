"""What the commands that audit print: a verdict, tables of audits, the list of built-in targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dpassay.audit import words
from dpassay.audit.assess import Assessment
from dpassay.audit.reports import sentences, summary
from dpassay.audit.reports.provenance import recorded_words
from dpassay.audit.reports.report import dumps
from dpassay.cli.options import console
from dpassay.cli.tables import compact

if TYPE_CHECKING:
    from rich.console import RenderableType


F = TypeVar("F", bound=Callable[..., Any])

NONE: Final = "–"  # noqa: RUF001  # where there is no value
STYLES: Final[dict[summary.RowVerdict, str]] = {
    "consistent": "green",
    "violation": "bold red",
    "inconclusive": "yellow",
    "could not run": "yellow",
    "not installed": "dim",
}
NAMES: Final = ("target", "version", "mechanism", "claimed", "certified", "law p", "verdict", "expected", "s")
WIDE: Final = tuple((name,) for name in NAMES)
NARROW: Final = (("target", "version, mechanism"), NAMES[3:5], NAMES[5:6], NAMES[6:8], NAMES[8:])
LONGEST: Final = 40
"""What a line of its first column has room for."""

NUMBERS: Final = ("claimed", "certified", "law p", "s")


def show(*parts: RenderableType) -> None:
    """Print texts and tables, none of which is cut or broken at the edge of the terminal."""
    out = console()
    for part in parts:
        out.print(part, crop=False, soft_wrap=isinstance(part, str), markup=False)


def show_verdict(result: Assessment) -> None:
    """Print the verdict and what led to it."""
    subject, claim = result.subject, result.claim
    out = console()
    out.print(Text.assemble((result.verdict.upper(), "bold"), f": {title(result)}"))
    for finding in result.findings:
        out.print(f"  * {sentences.printable(finding)}", markup=False)
    out.print(f"  claim: {claim.words}", markup=False)
    if subject.data is not None or result.recorded:
        out.print(f"  inputs: {pair_words(result)}", markup=False)
    if result.recorded:
        out.print(f"  {sentences.printable(recorded_words(subject.target))}", markup=False)
    for line in sentences.evidence_lines(result):
        out.print(f"  {line}", markup=False)
    if result.shortfall:
        out.print(f"  {result.shortfall}", markup=False)


def title(result: Assessment) -> str:
    """Return what was audited, and as what."""
    return f"{sentences.printable(result.subject.title)} as {result.subject.mechanism_name}"


def pair_words(result: Assessment) -> str:
    """Return the two inputs as the user gave them, or as the mechanism has them."""
    return " and ".join(sentences.printable(text) for text in sentences.pair_texts(result))


def show_power(result: Assessment) -> None:
    """Say what the audit would have found, where it found nothing."""
    if result.could_have_found:
        console().print(f"  {result.could_have_found}", markup=False)


@dataclass(frozen=True, slots=True)
class Output:
    """What an audit leaves: where its reports go, and whether it prints the verdict, the JSON report or nothing."""

    folder: Path
    as_json: bool = False
    quiet: bool = False
    unwritten: list[str] = field(default_factory=list)
    """Why there are reports that could not be written."""

    @property
    def speaks(self) -> bool:
        """Whether the verdict is printed in words."""
        return not (self.as_json or self.quiet)

    def print_json(self, contents: Sequence[Mapping[str, Any]]) -> None:
        """Print the reports where that is asked for: one alone, several as a list."""
        if self.as_json:
            click.echo(dumps(contents if len(contents) > 1 else contents[0]), nl=False)

    def write(self, write: Callable[[], Sequence[Path]]) -> Sequence[Path]:
        """Write a report and return its files; why that failed is a line on stderr, and the verdict stands.

        It comes before anything is printed: who reads no further, as ``head -1``, has the report nevertheless.
        """
        try:
            paths = write()
        except ValueError as error:
            click.echo(f"Error: no report: {error}", err=True)
            self.unwritten.append(str(error))
            return ()
        return paths

    def tell(self, paths: Sequence[Path]) -> None:
        """Say where reports are."""
        if self.speaks:
            show_reports(paths)


def show_reports(paths: Sequence[Path]) -> None:
    """Say where the reports are."""
    show(*(f"  report: {path}" for path in paths))


# Grids


def show_grid(results: Sequence[Assessment]) -> None:
    """Print a row for each audit, the findings, and the worst verdict."""
    show(grid_table(results))
    for result in results:
        for finding in result.findings:
            show(f"  * {_place(result, _varied(results)) or result.verdict}: {sentences.printable(finding)}")
        if result.could_have_found:
            show(f"  {_place(result, _varied(results)) or result.verdict}: {result.could_have_found}")
    code = summary.worst(result.exit_code for result in results)
    worst = next(result for result in results if result.exit_code == code)
    count = sum(result.exit_code == code for result in results)
    show(Text.assemble((worst.verdict.upper(), "bold"), f": {count} of {len(results)} audits; exit code {code}"))


def grid_table(results: Sequence[Assessment]) -> Table:
    """Return a table with a row for each audit of one target; its first columns are what differs between them."""
    varied = _varied(results)
    columns = [(name,) for name in (*varied, *NUMBERS[:3], "verdict", "s")]
    rows = [{**{name: Text(_column(result)[name]) for name in varied}, **_found(result)} for result in results]
    return compact(title(results[0]), columns, rows, _confidence(results), right=NUMBERS, gap=1)


def _confidence(results: Sequence[Assessment]) -> Text:
    """Say what the certified bounds are worth."""
    levels = {
        words.confidence(found.certified_alpha) for each in results if (found := each.evidence) and found.certificates
    }
    bound = f"certified: epsilon is at least this, with {' or '.join(sorted(levels))} confidence for each audit."
    return Text(bound if levels else "", justify="left")


def _column(result: Assessment) -> Mapping[str, str]:
    """Return the texts of the parameters and of the inputs."""
    texts = {name: sentences.printable(text) for name, text in sentences.parameter_texts(result.subject).items()}
    return {**texts, "inputs": pair_words(result)}


def _varied(results: Sequence[Assessment]) -> list[str]:
    """Name the parameters that have several values in a grid, and the inputs where there are several pairs."""
    columns = [_column(result) for result in results]
    return [name for name in columns[0] if len({column[name] for column in columns}) > 1]


def _place(result: Assessment, varied: Sequence[str]) -> str:
    return ", ".join(f"{name} = {_column(result)[name]}" for name in varied)


def _found(result: Assessment) -> dict[str, Text]:
    evidence = result.evidence
    found = None if evidence is None else evidence.certificate
    bound, p = None if found is None else found.epsilon_lower, None if evidence is None else evidence.p_value
    return _cells(result.claim.epsilon_decimal, bound, p, result.verdict, result.drawn.seconds)


def _cells(
    claimed: str, certified: float | None, p: float | None, verdict: summary.RowVerdict, seconds: float
) -> dict[str, Text]:
    """Return what every table of audits has, by its columns."""
    return {
        "claimed": Text(claimed),
        "certified": Text(NONE if certified is None else f"≥ {words.number(certified)}"),
        "law p": Text(NONE if p is None else words.p_value(p)),
        "verdict": Text(verdict, style=STYLES[verdict]),
        "s": Text(f"{seconds:.1f}"),
    }


# Tables over many targets


def summary_table(rows: Sequence[summary.Row], width: int | None = None) -> Table:
    """Return the table for a terminal; a narrow one has two lines where a wide one has two columns.

    Args:
        rows: one a target.
        width: the columns of the terminal; by default those of the one that this runs in.
    """
    room = Console().width if width is None else width
    wide, narrow = (_summary_table(rows, columns) for columns in (WIDE, NARROW))
    return wide if wide.width is not None and wide.width <= room else narrow


def _summary_table(rows: Sequence[summary.Row], columns: Sequence[tuple[str, ...]]) -> Table:
    caption = Text("\n".join(summary.caption(rows)), justify="left")
    return compact("Audits", columns, [_of_target(row) for row in rows], caption, right=NUMBERS)


def _version_and_mechanism(row: summary.Row) -> str:
    """Return both in a line, or in two."""
    words = [word for word in (row.version, row.mechanism) if word]
    line = ", ".join(words)
    return line if len(line) <= LONGEST else ",\n".join(words)


def _of_target(row: summary.Row) -> dict[str, Text]:
    """Return the cells of a row as texts, in which nothing is read as markup."""
    claimed = NONE if row.claimed_epsilon is None else words.number(row.claimed_epsilon)
    differs = row.exit_code == 1
    return {
        "target": Text(row.target),
        "version": Text(row.version, style="dim"),
        "mechanism": Text(row.mechanism, style="dim"),
        "version, mechanism": Text(_version_and_mechanism(row), style="dim"),
        "expected": Text(f"{row.expected} (!)" if differs else row.expected, style="bold red" if differs else "dim"),
        **_cells(claimed, row.certified_epsilon, row.p_value, row.verdict, row.seconds),
    }


# What there is


def show_list(rows: Sequence[Sequence[str]]) -> None:
    """Print the rows of a table of ours, a line each, in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip())


def listing(what: str, rows: Callable[[], Sequence[Sequence[str]]]) -> Callable[[F], F]:
    """Return what adds the option --list to a command: it lists what there is, and nothing is run.

    Args:
        what: is listed, in words.
        rows: gives it, a line each.
    """

    def act(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # as in click
        if asked:
            show_list(rows())
            context.exit()

    words = f"List {what} and stop."
    return click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=act, help=words)

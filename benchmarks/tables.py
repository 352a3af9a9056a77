"""A table that is printed on the terminal and written as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a title.

    Attributes:
        title: what was measured.
        columns: one heading a column.
        rows: one text a column each.
        notes: sentences below the table: what the numbers mean, and how they were measured.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Refuse rows of another length than the headings."""
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"rows has {list(row)!r}: expected {len(self.columns)} entries, one a column")

    def show(self, console: Console) -> None:
        """Print it."""
        table = RichTable(title=self.title, title_justify="left", title_style="bold")
        for index, column in enumerate(self.columns):
            table.add_column(Text(column), justify="right" if index else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*(Text(entry) for entry in row))
        console.print(table)
        for note in self.notes:
            console.print(Text(f"* {note}"))
        console.print()

    def markdown(self) -> str:
        """Return it as a section of a Markdown document."""
        rule = ["---", *("---:" for _ in self.columns[1:])]
        lines = [_line(entries) for entries in (self.columns, rule, *self.rows)]
        notes = [f"* {note}" for note in self.notes]
        return "\n".join([f"### {self.title}", "", *lines, "", *notes, *([""] if notes else [])])


def _line(entries: Iterable[str]) -> str:
    return f"| {' | '.join(entry.replace('|', chr(92) + '|') for entry in entries)} |"

"""Tables that break no number and no name: where the terminal is too narrow for one, its rows are listed instead."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TypeAlias

from rich.console import Console
from rich.table import Table
from rich.text import Text

BESIDE_A_CELL = 3
"""Columns that a cell takes beside its text."""


Cells: TypeAlias = "tuple[Sequence[str], Sequence[Sequence[str]]]"
"""The headers and the rows of a table."""


def print_table(out: Console, title: str, *tables: Cells) -> None:
    """Print the first of some tables that fits, if need be with headers broken at blanks; else list the first's rows.

    Every one says the same, the later ones in fewer columns. A cell may have several lines.
    """
    for headers, rows in tables:
        for wrapped in (headers, _broken(headers, rows)):
            if _width(wrapped, rows) <= out.width:
                _print_grid(out, title, wrapped, rows)
                return
    _print_list(out, title, *tables[0])


def _print_list(out: Console, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    _print_line(out, title)
    wide = max(map(len, headers))
    for row in rows:
        _print_line(out, "")
        for header, cell in zip(headers, row, strict=True):
            if cell:
                _print_line(out, f"{header:{wide}}  {cell}")
    _print_line(out, "")


def _print_grid(out: Console, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    fits = len(title) <= _width(headers, rows)
    if not fits:
        _print_line(out, title)
    table = Table(title=Text(title) if fits else None)
    for header in headers:
        table.add_column(Text(header), no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    out.print(table)


def _print_line(out: Console, line: str) -> None:
    """Print a line as it is, however long."""
    out.print(Text(line), soft_wrap=True)


def _cells(column: int, rows: Sequence[Sequence[str]]) -> int:
    return max((len(line) for row in rows for line in row[column].split("\n")), default=0)


def _width(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    lines = [max(map(len, header.split("\n"))) for header in headers]
    return 1 + sum(max(line, _cells(column, rows)) + BESIDE_A_CELL for column, line in enumerate(lines))


def _broken(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Break headers at blanks, to lines that are no longer than their cells or their longest word."""
    widths = [max(_cells(column, rows), *map(len, header.split())) for column, header in enumerate(headers)]
    return [textwrap.fill(header, width) for header, width in zip(headers, widths, strict=True)]

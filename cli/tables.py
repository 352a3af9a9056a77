"""What is printed on the terminal: tables that break no number and no name, however narrow it is.

A table that is too wide is printed in parts (`print_grid`), with fewer columns or as a list (`print_table`), or it is
wider than the terminal (`compact`).
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rich import box
from rich.console import Console, JustifyMethod
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

Cells: TypeAlias = "tuple[Sequence[str], Sequence[Sequence[str]]]"
"""The headings and the rows of a table. A cell may have several lines."""

_PADDING: Final = 3
"""Of each column: a border, and a space on either side."""

_ANY_WIDTH: Final = 10_000


class Screen(Console):
    """A terminal, or what stands for one."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command line that nobody reads on: rich would exit with 1, which would be a verdict."""
        raise  # noqa: PLE0704  # it is called where the error is handled


def widened(screen: Console, width: int) -> Console:
    """Return the terminal; where there is none and no width is asked for, a page that is so wide."""
    if not screen.is_terminal and "COLUMNS" not in os.environ:
        screen.width = width
    return screen


def _widths(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the widths of the columns in characters, where headings are broken at blanks and nothing else is."""
    columns = [[row[column].split("\n") for row in rows] for column in range(len(headings))]
    return [
        max(len(line) for lines in (heading.split(), *cells) for line in (*lines, ""))
        for heading, cells in zip(headings, columns, strict=True)
    ]


def _total(widths: Iterable[int]) -> int:
    """The width of a table of such columns, borders included."""
    return sum(width + _PADDING for width in widths) + 1


# In parts


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts.

    Attributes:
        title: above it.
        headings: of the columns; they are broken between words only.
        rows: the entries, which are never broken.
        caption: below it.
        keys: so many columns, the first ones, say what a row is about.
        left: the columns of words, by their headings; the others are numbers, and stand on the right.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    keys: int = 1
    left: Collection[str] = ()


def print_grid(screen: Console, grid: Grid) -> None:
    """Print a table; where it is too wide, in parts that begin with the same columns."""
    widths = _widths(grid.headings, grid.rows)
    parts = list(_parts(widths, grid.keys, screen.width))
    for number, columns in enumerate(parts, start=1):
        title = f"{grid.title} ({number} of {len(parts)})" if len(parts) > 1 else grid.title
        screen.print(Text(title, style="italic"))
        screen.print(_part(grid, {column: widths[column] for column in columns}, screen.width))
    if grid.caption:
        screen.print(Text(textwrap.fill(grid.caption, screen.width, break_on_hyphens=False), style="dim italic"))


def _parts(widths: Sequence[int], keys: int, width: int) -> Iterator[list[int]]:
    """Divide the columns among tables that are not wider than asked for, as far as one more than the keys allows it."""
    first, rest = list(range(keys)), list(range(keys, len(widths)))
    while rest:
        totals = [_total(widths[column] for column in [*first, *rest[:count]]) for count in range(1, len(rest) + 1)]
        fitting = max(1, sum(total <= width for total in totals))
        yield [*first, *rest[:fitting]]
        rest = rest[fitting:]


def _part(grid: Grid, sizes: dict[int, int], width: int) -> Table:
    """Lay out some columns, with the headings on one line that fit; where not even one column fits, it is folded."""
    table, fits = Table(), _total(sizes.values()) <= width
    for column, size in sizes.items():
        room = width - _total(sizes.values()) + size
        if len(grid.headings[column]) <= room:
            sizes[column] = max(size, len(grid.headings[column]))
    for column, size in sizes.items():
        heading = grid.headings[column]
        justify: JustifyMethod = "left" if heading in grid.left else "right"
        table.add_column(heading, justify=justify, overflow="fold", width=size if fits else None)
    for row in grid.rows:
        table.add_row(*(Text(row[column]) for column in sizes))
    return table


# With fewer columns, or as a list


def print_table(out: Console, title: str, *tables: Cells) -> None:
    """Print the first of some tables that fits, if need be with headings broken at blanks; else list the first's rows.

    Every one says the same, the later ones in fewer columns.
    """
    for headings, rows in tables:
        least = _widths(headings, rows)
        whole = [max(width, *map(len, heading.split("\n"))) for width, heading in zip(least, headings, strict=True)]
        broken = [textwrap.fill(heading, width) for heading, width in zip(headings, least, strict=True)]
        for shown, widths in ((headings, whole), (broken, least)):
            if _total(widths) <= out.width:
                _print_whole(out, title, (shown, rows), _total(widths))
                return
    _print_list(out, title, *tables[0])


def _print_whole(out: Console, title: str, cells: Cells, width: int) -> None:
    fits = len(title) <= width
    if not fits:
        _print_line(out, title)
    table, (headings, rows) = Table(title=Text(title) if fits else None), cells
    for heading in headings:
        table.add_column(Text(heading), no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    out.print(table)


def _print_list(out: Console, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    _print_line(out, title)
    wide = max(map(len, headings))
    for row in rows:
        _print_line(out, "")
        for heading, cell in zip(headings, row, strict=True):
            if cell:
                _print_line(out, f"{heading:{wide}}  {cell}")
    _print_line(out, "")


def _print_line(out: Console, line: str) -> None:
    """Print a line as it is, however long."""
    out.print(Text(line), soft_wrap=True)


# Wider than the terminal


def compact(
    title: str,
    columns: Sequence[tuple[str, ...]],
    rows: Sequence[Mapping[str, Text]],
    caption: Text,
    *,
    right: Collection[str],
    gap: int = 0,
) -> Table:
    """Return a table without borders, as wide as it has to be for nothing in it to be cut or broken.

    Args:
        title: above it.
        columns: the names of the values that stand in each column, one below the other.
        rows: the values by their names.
        caption: below it.
        right: the columns that stand on the right, by their first names.
        gap: so many blanks more behind each column.
    """
    table = Table(title=title, caption=caption, box=box.SIMPLE_HEAD, padding=(0, gap, 0, 0), show_edge=False)
    for names in columns:
        justify: JustifyMethod = "right" if names[0] in right else "left"
        table.add_column(Text("\n".join(names)), justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(Text("\n").join(row[name] for name in names if row[name]) for names in columns))
    console = Console(width=_ANY_WIDTH)
    table.width = Measurement.get(console, console.options, table).maximum
    return table

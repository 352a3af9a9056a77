"""What is printed on the terminal: tables whose entries stay in one piece, however narrow it is."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

_PADDING: Final = 3
"""Of each column: a border, and a space on either side."""


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

    def widths(self) -> list[int]:
        """The columns' widths, in characters."""
        entries = zip(*self.rows, strict=True) if self.rows else ([""] for _ in self.headings)
        return [
            max(map(len, (*heading.split(), *column))) for heading, column in zip(self.headings, entries, strict=True)
        ]


def print_grid(screen: Console, grid: Grid) -> None:
    """Print a table; where it is too wide, in parts that begin with the same columns."""
    parts = list(_parts(grid.widths(), grid.keys, screen.width))
    for number, columns in enumerate(parts, start=1):
        title = f"{grid.title} ({number} of {len(parts)})" if len(parts) > 1 else grid.title
        screen.print(Text(title, style="italic"))
        screen.print(_table(grid, columns, screen.width))
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


def _table(grid: Grid, columns: Sequence[int], width: int) -> Table:
    """Lay out some columns, with the headings on one line that fit; where not even one column fits, it is folded."""
    table, sizes = Table(), {column: grid.widths()[column] for column in columns}
    fits = _total(sizes.values()) <= width
    for column in columns:
        room = width - _total(sizes.values()) + sizes[column]
        if len(grid.headings[column]) <= room:
            sizes[column] = max(sizes[column], len(grid.headings[column]))
    for column, size in sizes.items():
        heading = grid.headings[column]
        justify: JustifyMethod = "left" if heading in grid.left else "right"
        table.add_column(heading, justify=justify, overflow="fold", width=size if fits else None)
    for row in grid.rows:
        table.add_row(*(Text(row[column]) for column in columns))
    return table


def _total(widths: Iterable[int]) -> int:
    """The width of a table of such columns, borders included."""
    return sum(width + _PADDING for width in widths) + 1

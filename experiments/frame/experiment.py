"""How an experiment is declared, so that one frame runs, resumes, shows and draws any of them.

A file of an experiment ends with an `Experiment`. From it the command line makes the command, with an option for each
`Option`; its name is that of the command, of the file and of the tables and figures that are written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from matplotlib.figure import Figure

from dpassay.experiments.frame.runs import Row, Task


class Plan(Protocol):
    """What is measured."""

    def tasks(self) -> list[Task]:
        """All of it, in the order of the rows."""


P = TypeVar("P", bound=Plan)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """What a user can decide.

    Attributes:
        name: as it is typed, without the dashes.
        help: what it decides; that it can be repeated, and the default, are added.
        full: the default: a whole number, a number with a point, or a text; a tuple of some, if it can be repeated.
        quick: the default where small sizes are asked for; None: the same.
        exact: what stands for the value, if it is read as an exact number.
        choices: all that it can be, if it is one of these.
    """

    name: str
    help: str
    full: object
    quick: object = None
    exact: str | None = None
    choices: Sequence[str] = ()

    @property
    def field(self) -> str:
        """Its name as an argument."""
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Listing:
    """A table for the terminal.

    Attributes:
        title: above it.
        headings: of the columns.
        rows: the entries.
        caption: below it.
        keys: so many columns, the first ones, say what a row is about.
        words: the columns of words, by their headings; the others are numbers.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    keys: int
    words: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A second table, with a row for all runs of a setting: `NAME.csv`, next to the runs in `NAME-runs.csv`.

    Attributes:
        columns: its columns.
        rows: makes its rows from those of the runs.
    """

    columns: Sequence[str]
    rows: Callable[[Sequence[Row]], list[Row]]


@dataclass(frozen=True, slots=True)
class Known:
    """A table and a figure that need no measurement, and are written before any.

    Attributes:
        name: of the files.
        columns: of the table.
        rows: its rows.
        figure: the figure.
    """

    name: str
    columns: Sequence[str]
    rows: Callable[[], Iterable[Row]]
    figure: Callable[[], Figure]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment(Generic[P]):
    """An experiment.

    Attributes:
        name: of the command, and of all files but for their endings.
        help: what the command says of itself.
        options: all that can be decided, but for where the files go, and small sizes.
        plan: makes the plan, from whether small sizes are asked for, and the value of each option by its field.
        inputs: the columns that decide a row of the table.
        outputs: those that are measured.
        summary: how runs are summed up; None where a row is no run.
        known: what is written before anything is measured.
        report: what is shown of the plan and the rows: those of the summary, if there is one.
        figures: the figures of these, by the names of their files.
        failures: what contradicts a proved bound, in words; None where nothing does.
    """

    name: str
    help: str
    options: Sequence[Option]
    plan: Callable[..., P]
    inputs: Sequence[str]
    outputs: Sequence[str]
    summary: Summary | None = None
    known: Known | None = None
    report: Callable[[P, list[Row]], Iterable[Listing | str]] = lambda _plan, _rows: ()
    figures: Callable[[P, list[Row]], Mapping[str, Figure]] = lambda _plan, _rows: {}
    failures: Callable[[list[Row]], str | None] = lambda _rows: None

    @property
    def rows_name(self) -> str:
        """The file of the table of rows that are measured."""
        return f"{self.name}.csv" if self.summary is None else f"{self.name}-runs.csv"

    @property
    def has_quick_sizes(self) -> bool:
        """Whether small sizes can be asked for."""
        return any(option.quick is not None for option in self.options)

"""Seeded measurements that can be interrupted: the rows that are finished are kept in a table, and are not done again.

A row has inputs, which decide everything about it, seeds included, and outputs. It is finished if the table holds a row
with the same inputs, all of them: after a change of a parameter a row is measured anew, and rows of other settings stay
where they are.

Each row in the file ends with a digest of its entries, so that a row is taken for finished only as it was written. That
shows every accident, and whatever was edited by hand or by a spreadsheet. It does not show a row whose digest was
computed anew as well, and nothing tells which version of the code has measured a row.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Final

import numpy as np

Row = Mapping[str, str]
Write = Callable[[Path, str], None]
"""Writes a file, whole or not at all."""

DIGEST: Final = "digest"
"""The last column of a table's file."""
_DIGITS: Final = 16

SAVE_EVERY: Final = 1.0
"""Seconds between two writes of a table: what a power failure may cost. An interrupt or an error costs nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """One row to be measured.

    Attributes:
        inputs: what decides the row, by column.
        compute: measures its outputs, by column.
        following: what is measured next, given the finished row: None if nothing is.
    """

    inputs: Row
    compute: Callable[[], Row]
    following: Callable[[Row], Task | None] = lambda _row: None


class Table:
    """The rows that are finished, and the file that they are kept in.

    Args:
        path: the file; its rows are read if it is there. A last line without its end is torn: it is dropped, and its
            row is measured again.
        inputs: the columns that decide a row.
        outputs: the other columns.
        write: writes the file.

    Raises:
        ValueError: the file is there, but is not such a table, or a row is not as it was written; with file and line.
    """

    def __init__(self, path: Path, inputs: Sequence[str], outputs: Sequence[str], write: Write) -> None:
        self.path, self.inputs, self.columns, self.write = path, tuple(inputs), (*inputs, *outputs), write
        self._rows: dict[tuple[str, ...], Row] = self._read()
        self._unsaved, self._saved_at = False, time.monotonic()

    def __len__(self) -> int:
        return len(self._rows)

    def find(self, inputs: Row) -> Row | None:
        """The finished row with these inputs."""
        return self._rows.get(self._key(inputs))

    def add(self, row: Row) -> None:
        """Add a finished row, and now and then write the file."""
        if set(row) != set(self.columns):
            raise ValueError(f"row = {sorted(row)}: expected the columns {sorted(self.columns)}")
        if strange := [text for text in row.values() if _is_infinite(text)]:
            raise ValueError(f"row = {dict(row)}: expected finite numbers, not {strange[0]}")
        self._rows[self._key(row)] = row
        self._unsaved = True
        if time.monotonic() - self._saved_at > SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Write the file, if something is new."""
        if self._unsaved:
            rows = ({**row, DIGEST: _digest(self.columns, row)} for row in self._rows.values())
            self.write(self.path, csv_text((*self.columns, DIGEST), rows))
            self._unsaved, self._saved_at = False, time.monotonic()

    @contextmanager
    def saved(self) -> Iterator[Table]:
        """Whatever happens, in the end the file is written."""
        try:
            yield self
        finally:
            self.save()

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(row[column] for column in self.inputs)

    def _read(self) -> dict[tuple[str, ...], Row]:
        if not self.path.exists():
            return {}
        expected = f"a table of an earlier run, with the columns {', '.join((*self.columns, DIGEST))}"
        try:
            header, *lines = self.path.read_bytes().split(b"\n")[:-1] or [b""]
        except OSError:
            raise ValueError(f"path = {self.path}: expected {expected}") from None
        if _entries(header) != [*self.columns, DIGEST]:
            raise ValueError(f"path = {self.path}, line 1: expected {expected}")
        rows: dict[tuple[str, ...], Row] = {}
        for number, line in enumerate(lines, start=2):
            try:
                row = self._row(line)
                if (key := self._key(row)) in rows:
                    raise ValueError(f"each row once, but line {2 + list(rows).index(key)} has the same inputs")
            except ValueError as error:
                raise ValueError(f"path = {self.path}, line {number}: expected {error}") from None
            rows[key] = row
        return rows

    def _row(self, line: bytes) -> Row:
        """Read a row; ``ValueError`` says what is expected of it."""
        entries = _entries(line)
        if len(entries) != len(self.columns) + 1:
            raise ValueError(f"a row of a table of an earlier run, with {len(self.columns) + 1} entries")
        row = dict(zip(self.columns, entries, strict=False))
        if strange := [text for text in entries if _is_infinite(text)]:
            raise ValueError(f"finite numbers, not {strange[0]}")
        if entries[-1] != _digest(self.columns, row):
            raise ValueError("a row as it was written, but its digest is that of other entries")
        return row


def _entries(line: bytes) -> list[str]:
    """Split a line of CSV; nothing for what is none."""
    try:
        return next(csv.reader([line.decode()], strict=True), [])
    except (UnicodeDecodeError, csv.Error):
        return []


def _digest(columns: Iterable[str], row: Row) -> str:
    """Return the digest of a row and of the names of its columns."""
    return sha256(json.dumps([[column, row[column]] for column in columns]).encode()).hexdigest()[:_DIGITS]


def _is_infinite(text: str) -> bool:
    """Tell whether a text is read as a number that is none, or not a finite one."""
    try:
        return not isfinite(float(text))
    except ValueError:
        return False


def measure(tasks: Sequence[Task], table: Table, progress: Callable[[int, int], None]) -> list[Row]:
    """Measure what is not finished, and return the rows of all tasks and of what follows them, in their order.

    Args:
        tasks: what to measure.
        table: what is finished; it grows.
        progress: is told after each task, and what follows it, how many are done, and of how many.
    """
    rows = []
    with table.saved():
        progress(0, len(tasks))
        for done, first in enumerate(tasks, start=1):
            task: Task | None = first
            while task is not None:
                rows.append(_finished(task, table))
                task = task.following(rows[-1])
            progress(done, len(tasks))
    return rows


def _finished(task: Task, table: Table) -> Row:
    row = table.find(task.inputs)
    if row is None:
        row = {**task.inputs, **task.compute()}
        table.add(row)
    return row


def csv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """The text of a table, the names of the columns first."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def generator(*parts: int | str) -> np.random.Generator:
    """A generator for each list of words; those of different lists are independent. A number is a word of digits."""
    # Each part begins with its length, so that no list is another one read differently.
    coded = [part.encode() if isinstance(part, str) else str(part).encode() for part in parts]
    words = [number for code in coded for number in (len(code), int.from_bytes(code))]
    return np.random.default_rng(np.random.SeedSequence(words))

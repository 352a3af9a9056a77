"""Answers of any kind as numbers: a column for each thing that can be asked of one answer.

Numbers and rows of numbers are their own columns; rows have their sum, least and largest besides. Of other answers the
first column is the answer itself, by its number among all that came; the others are its length and the numbers in it.
What is looked at is decided by the training part alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.answers.outcome import Samples
from dpassay.exact.entrance import explain_failures

__all__ = ["Column", "Table", "numbers_in", "table_of"]

MOST_NUMBERS: Final = 8
"""Of the numbers in an answer that is no row, so many have a column each."""

MOST_COLUMNS: Final = 32
FEW_ROWS: Final = 2_000
"""Rows of whole numbers, if no more different ones came, are also looked at as a whole."""

Sort = Literal["number", "answer"]


@dataclass(frozen=True, slots=True)
class Column:
    """What one column holds.

    Attributes:
        label: what it is called.
        sort: a number, or the number of an answer.
        own: whether it is a number that the target returned, and not one computed from several.
    """

    label: str
    sort: Sort = "number"
    own: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The answers on both inputs.

    Attributes:
        columns: what stands in each; none where an answer is one number.
        arrays: shape (n,), or (n, k) for k columns.
        lines: the answers by their numbers, as JSON.
    """

    columns: tuple[Column, ...]
    arrays: tuple[NDArray[Any], NDArray[Any]]
    lines: tuple[str, ...] = ()


def table_of(drawn: Samples, training: Sequence[int]) -> Table | None:
    """Return the answers as a table; None where all training answers have one numeric form and others have not.

    What is looked for may depend on training answers only. So there is no falling back to another table because of the
    others: then nothing is looked for in the values, and that there are several forms is evidence of its own.

    Args:
        drawn: the answers.
        training: how many of them, on either input, are for choosing.
    """
    if drawn.arrays:
        first, second = drawn.arrays
        return Table((), (first, second)) if first.ndim == 1 else _of_rows(first, second, training)
    parsed = [json.loads(line) for line in drawn.lines]
    seen = np.unique(np.concatenate([each[:size] for each, size in zip(drawn.places, training, strict=True)]))
    shapes = {_shape_of(parsed[place]) for place in seen.tolist()}
    if len(shapes) == 1 and None not in shapes:
        return None
    return _of_lines(drawn.lines, parsed, drawn.places)


def _shape_of(value: Any) -> tuple[str, ...] | None:
    """Return the types of a number or of a row of numbers; None for what no array of numbers holds."""
    entries = value if isinstance(value, list) else [value]
    if not entries or not all(isinstance(entry, int | float) and np.isfinite(_double(entry)) for entry in entries):
        return None
    return (str(isinstance(value, list)), *(type(entry).__name__ for entry in entries))


def _double(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf


# Rows of numbers


def _of_rows(first: NDArray[Any], second: NDArray[Any], training: Sequence[int]) -> Table:
    """Return the columns of rows, and what is computed from all of them."""
    few = _few(first, second, training)
    width = min(first.shape[1], MOST_COLUMNS)
    columns = [Column(f"y_{place + 1}", own=True) for place in range(width)]
    columns += [Column("the sum"), Column("the least"), Column("the largest"), Column("the place of the largest")]
    parts = [_with_computed(rows, width) for rows in (first, second)]
    if few is None:
        return Table(tuple(columns), (parts[0], parts[1]))
    lines, numbers = few
    whole = [np.column_stack([number, part]) for number, part in zip(numbers, parts, strict=True)]
    return Table((Column("the answer", "answer"), *columns), (whole[0], whole[1]), lines)


def _with_computed(rows: NDArray[Any], width: int) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):
        place = np.argmax(rows, axis=1) + 1.0
        computed = (rows.sum(axis=1), rows.min(axis=1), rows.max(axis=1), place)
        return np.column_stack([rows[:, :width], *computed]).astype(np.float64)


def _few(
    first: NDArray[Any], second: NDArray[Any], training: Sequence[int]
) -> tuple[tuple[str, ...], list[NDArray[np.int64]]] | None:
    """Return the different rows and of each answer the number of its own, where they are whole and few in training."""
    if first.dtype.kind != "i" or second.dtype.kind != "i":
        return None
    if len(np.unique(np.concatenate([first[: training[0]], second[: training[1]]]), axis=0)) > FEW_ROWS:
        return None
    found, numbers = np.unique(np.concatenate([first, second]), axis=0, return_inverse=True)
    numbers = numbers.reshape(-1).astype(np.int64)
    return tuple(json.dumps(row) for row in found.tolist()), [numbers[: len(first)], numbers[len(first) :]]


# Answers of other kinds


def _of_lines(lines: tuple[str, ...], parsed: Sequence[Any], places: Sequence[NDArray[np.int64]]) -> Table:
    rows = np.array([_columns_of(value) for value in parsed])
    labels = ("the length", "how many numbers", "the sum", "the least", "the largest")
    columns = [Column("the answer", "answer"), *map(Column, labels)]
    columns += [Column(f"number {place + 1} in it", own=True) for place in range(MOST_NUMBERS)]
    first, second = (np.column_stack([each, rows[each]]) for each in places)
    return Table(tuple(columns), (first, second), lines)


def _columns_of(value: Any) -> list[float]:
    length = float(len(value)) if isinstance(value, list | str | dict) else np.nan
    numbers = numbers_in(value)
    some = numbers[:MOST_NUMBERS] + [np.nan] * (MOST_NUMBERS - len(numbers))
    if not numbers:
        return [length, 0.0, np.nan, np.nan, np.nan, *some]
    return [length, float(len(numbers)), float(sum(numbers)), min(numbers), max(numbers), *some]


def numbers_in(value: Any) -> list[float]:
    """Return the numbers in data of any kind, in their order, as doubles."""
    return [_double(entry) for entry in _entries(value)]


def _entries(value: Any) -> Iterator[float]:
    """Yield the numbers of an answer, in their order."""
    if isinstance(value, int | float):  # true and false too
        yield value
    elif isinstance(value, list | dict):
        for entry in value.values() if isinstance(value, dict) else value:
            yield from _entries(entry)


explain_failures(__name__)

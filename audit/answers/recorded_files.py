"""Files of recorded answers, read without any silent conversion: .npy, .csv and .parquet.

Of a file comes an array of shape (n,) or (n, k), int64 or float64. Whatever is no finite number is a ``ValueError`` of
one line that names the file, the row and the column, both counted from 1.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NoReturn
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.answers.worker_answers import EXACT
from dpassay.audit.answers.worker_program import HEXADECIMAL, double_of_hexadecimal
from dpassay.exact.entrance import explain_failures

__all__ = ["ENDINGS", "as_doubles", "checked_array", "checked_ending", "read_answers"]

Numbers = NDArray[Any]
"""Of int64 or float64."""

NAME: Final = re.compile(r"[^\W\d][\w .()\[\]-]*")
"""What a column may be called in the first line of a .csv file."""

WHOLE: Final = re.compile(r"[+-]?\d+", re.ASCII)
DECIMAL: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
LARGEST: Final = 2**63
DOUBLE: Final = "an integer that is a double, as others here are doubles"
_SHOWN: Final = 60


def refuse(place: str, expected: str) -> NoReturn:
    """Raise a ``ValueError`` about a place in a file."""
    raise ValueError(f"samples_from = {place}: expected {expected}")


def read_answers(name: str, content: bytes) -> Numbers:
    """Return the answers in a file, whose name says of what kind it is.

    Raises:
        ValueError: it is of no kind that is known, or holds something else than answers.
    """
    return ENDINGS[checked_ending(name)](name, content)


def checked_ending(name: str) -> str:
    """Return the ending of the name of a file, which has to be one of those that are known."""
    ending = name.lower().rpartition(".")[2] if "." in name else ""
    if ending not in ENDINGS:
        refuse(f"{name!r:.{_SHOWN}}", f"a file whose name ends in {', '.join(f'.{each}' for each in ENDINGS)}")
    return ending


# Arrays


def read_npy(name: str, content: bytes) -> Numbers:
    """Return the array of a .npy file."""
    try:
        array = np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError, OSError, MemoryError, BadZipFile) as error:
        refuse(name, f"an array of numbers, as numpy.save writes it ({' '.join(str(error).split())[:_SHOWN]})")
    if not isinstance(array, np.ndarray):
        array.close()
        refuse(name, "one array, as numpy.save writes it, and not several")
    return checked_array(name, array)


def checked_array(name: str, array: NDArray[Any]) -> Numbers:
    """Return an array of answers as int64 or float64."""
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        refuse(f"{name} of type {array.dtype}", "integers, or doubles")
    if array.ndim not in (1, 2) or 0 in array.shape:
        refuse(f"{name} of shape {array.shape}", "an answer a row, shape (n,) or (n, k)")
    if array.dtype.kind == "f":
        for row, *column in np.argwhere(~np.isfinite(array))[:1].tolist():
            refuse(f"{place(name, row, column)} = {array[(row, *column)]}", "a finite number")
        return array.astype(np.float64)
    if array.dtype == np.uint64 and int(array.max()) >= LARGEST:
        row, *column = np.argwhere(array >= np.uint64(LARGEST))[0].tolist()
        refuse(f"{place(name, row, column)} = {array[(row, *column)]}", "an integer below 2^63")
    return array.astype(np.int64)


def place(name: str, row: int, column: list[int]) -> str:
    """Return "file, row 3" or "file, row 3, column 2"; the places are counted from 0."""
    return ", ".join([f"{name}, row {row + 1}", *(f"column {each + 1}" for each in column)])


def as_doubles(name: str, array: Numbers) -> NDArray[np.float64]:
    """Return integers that stand beside doubles as doubles, where they are equal to ones."""
    large = [] if array.dtype.kind == "f" else np.argwhere((array > EXACT) | (array < -EXACT)).tolist()
    for row, *column in large:
        value = int(array[(row, *column)])
        if int(float(value)) != value:
            refuse(f"{place(name, row, column)} = {value}", DOUBLE)
    return array.astype(np.float64)


# Text


def read_csv(name: str, content: bytes) -> Numbers:
    """Return the answers of a .csv file, one a line; the first line may name the columns."""
    rows: list[list[int | float]] = []
    lines = []
    for line, fields in _lines(name, content):
        if not rows and all(map(_is_name, fields)):
            continue
        if rows and len(fields) != len(rows[0]):
            refuse(f"{name}, line {line}, of {_columns(len(fields))}", f"{_columns(len(rows[0]))}, as before")
        rows.append([_number(f"{name}, line {line}, column {number}", text) for number, text in enumerate(fields, 1)])
        lines.append(line)
    if not rows:
        refuse(name, "answers, one a line")
    whole = all(isinstance(value, int) for row in rows for value in row)
    for line, row in () if whole else zip(lines, rows, strict=True):
        for value in row:
            if value != float(value):
                refuse(f"{name}, line {line}: {value}", DOUBLE)
    array = np.array(rows, np.int64 if whole else np.float64)
    return array[:, 0] if array.shape[1] == 1 else array


def _lines(name: str, content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the fields of each line that is not empty."""
    try:
        reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        for fields in reader:
            if fields:
                yield reader.line_num, [field.strip() for field in fields]
    except UnicodeDecodeError as error:
        refuse(f"{name}, byte {error.start + 1}", "a text in UTF-8")
    except csv.Error as error:
        refuse(f"{name}, line {reader.line_num}", f"numbers with commas between them ({error})")


def _is_name(field: str) -> bool:
    return bool(NAME.fullmatch(field)) and field.lower() not in ("nan", "inf", "infinity")


def _columns(count: int) -> str:
    return f"{count} column{'' if count == 1 else 's'}"


def _number(where: str, text: str) -> int | float:
    """Return an integer, or the double nearest to a decimal, or the one that a hexadecimal text is."""
    if WHOLE.fullmatch(text) and len(text) < _SHOWN:
        if -LARGEST <= int(text) < LARGEST:
            return int(text) if text != "-0" else -0.0
        refuse(f"{where} = {text}", "an integer below 2^63")
    value = math.nan
    if HEXADECIMAL.fullmatch(text):
        value = double_of_hexadecimal(text)
    elif DECIMAL.fullmatch(text):
        value = float(text)
    if not math.isfinite(value):
        refuse(f"{where} = {text[:_SHOWN]!r}", "a finite number")
    return value


# Tables


def read_parquet(name: str, content: bytes) -> Numbers:
    """Return the answers of a .parquet file, a column for each of their coordinates."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        refuse(name, "pyarrow to read it: pip install 'dpassay[parquet]'")
    try:
        table = parquet.read_table(io.BytesIO(content))
    except (pa.ArrowException, OSError) as error:
        refuse(name, f"a table of numbers ({' '.join(str(error).split())[:_SHOWN]})")
    columns = [_column(name, title, table.column(title)) for title in table.column_names]
    if not columns or not len(columns[0]):
        refuse(name, "answers, one a row")
    if len({column.dtype for column in columns}) > 1:
        columns = [as_doubles(name, column) for column in columns]
    return columns[0] if len(columns) == 1 else np.stack(columns, axis=1)


def _column(name: str, title: str, column: Any) -> Numbers:
    """Return a column of a table."""
    where = f"{name}, column {title!r}"
    if column.null_count:
        row = column.is_null().to_pylist().index(True)
        refuse(f"{name}, row {row + 1}, column {title!r}, which is empty", "a number")
    values = column.to_numpy()
    return values.astype(np.int64) if not len(values) else checked_array(where, values)


ENDINGS: Final[Mapping[str, Callable[[str, bytes], Numbers]]] = {
    "npy": read_npy,
    "csv": read_csv,
    "parquet": read_parquet,
}
"""The kinds of files, by the endings of their names."""


explain_failures(__name__)

"""The inputs of a target without a mechanism: data of any kind that JSON has, however nested.

For a pipeline numbers that are not finite are data, too: what becomes of them is a part of what is audited.
"""

from __future__ import annotations

import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from dpassay.audit.answers.request import Json
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["read_data", "read_data_text"]

_ENDINGS: Final = (".json", ".csv", ".npy")


def read_data(value: object, name: str, *, finite: bool = True) -> Json:
    """Return an input that is given as an object of Python's.

    Args:
        value: the input.
        name: what messages call it.
        finite: refuse NaN and infinities, which JSON has not.

    Raises:
        ValueError: JSON has no such data.
    """
    try:
        return Json(json.dumps(value, allow_nan=not finite, default=_plain))
    except (TypeError, ValueError, RecursionError) as error:
        expected = "numbers, texts, None, and lists and dicts of them, as deep as you like"
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected} ({error})") from None


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def read_data_text(text: str, name: str, *, finite: bool = True) -> Json:
    """Return an input that is given as JSON, as numbers with commas between, or as the path of a file.

    A .json file holds JSON, a .npy file an array, and a .csv file rows: their cells are numbers or texts, and an empty
    one is nothing. Where numbers have to be finite, "nan" and "inf" are texts.

    Raises:
        ValueError: it is none of them, or the file cannot be read.
    """
    if text.endswith(_ENDINGS):
        return _from_file(Path(text), name, finite)
    for candidate in (text, f"[{text}]") if text.strip() else ():
        try:
            return read_data(_loaded(candidate, finite), name, finite=finite)
        except (ValueError, RecursionError):
            continue
    expected = f"JSON, such as 3, [1, null] or '\"a text\"', or a file ({', '.join(_ENDINGS)})"
    raise ValueError(f"{name} = {shortened(text, repr)}: expected {expected}")


def _loaded(text: str, finite: bool) -> Any:
    return json.loads(text, parse_constant=_refuse) if finite else json.loads(text)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant}: JSON has no such number")


def _from_file(path: Path, name: str, finite: bool) -> Json:
    try:
        return replace(read_data(_content(path, finite), name, finite=finite), place=str(path))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"{name} = {shortened(str(path))}: expected a file that can be read ({reason})") from None
    except (ValueError, EOFError, csv.Error, RecursionError) as error:
        line = str(error).splitlines()[0]
        raise ValueError(f"{name} = {shortened(str(path))}: expected {path.suffix[1:]} data ({line})") from None


def _content(path: Path, finite: bool) -> Any:
    if path.suffix == ".npy":
        return np.load(path, allow_pickle=False).tolist()
    if path.suffix == ".json":
        return _loaded(path.read_text(encoding="utf-8"), finite)
    with path.open(newline="", encoding="utf-8") as file:
        return [[_cell(entry, finite) for entry in row] for row in csv.reader(file)]


def _cell(text: str, finite: bool) -> int | float | str | None:
    """Return a cell of a table: a number where it is one."""
    for read in (int, float) if text else ():
        try:
            number = read(text)
        except ValueError:
            continue
        return text if finite and not math.isfinite(number) else number
    return text or None


explain_failures(__name__)

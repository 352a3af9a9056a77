"""The inputs of a pipeline: tables and all else that JSON has, and numbers that are not finite besides.

NaN and infinities are data here: what becomes of them is a part of what is audited.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from dpassay.audit.answers.request import Json
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["read_input", "read_input_text"]

_ENDINGS: Final = (".json", ".csv", ".npy")


def read_input(value: object, name: str) -> Json:
    """Return an input that is given as an object of Python's; ``ValueError`` where JSON has no such data."""
    try:
        return Json(json.dumps(value, default=_plain))
    except (TypeError, ValueError, RecursionError) as error:
        expected = "numbers, texts, None, and lists and dicts of them, as deep as you like"
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected} ({error})") from None


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def read_input_text(text: str, name: str) -> Json:
    """Return an input that is given as JSON, as numbers with commas between, or as the path of a file.

    A .json file holds JSON, a .npy file an array, and a .csv file rows: their cells are numbers, "nan" and "inf" among
    them, or texts, and an empty one is nothing.

    Raises:
        ValueError: it is none of them, or the file cannot be read.
    """
    if text.endswith(_ENDINGS):
        return _from_file(Path(text), name)
    for candidate in (text, f"[{text}]") if text.strip() else ():
        try:
            return read_input(json.loads(candidate), name)
        except (ValueError, RecursionError):
            continue
    expected = f"JSON, such as 3, [1, NaN] or '\"a text\"', or a file ({', '.join(_ENDINGS)})"
    raise ValueError(f"{name} = {shortened(text, repr)}: expected {expected}")


def _from_file(path: Path, name: str) -> Json:
    try:
        return read_input(_content(path), name)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"{name} = {shortened(str(path))}: expected a file that can be read ({reason})") from None
    except (ValueError, EOFError, csv.Error, RecursionError) as error:
        line = str(error).splitlines()[0]
        raise ValueError(f"{name} = {shortened(str(path))}: expected {path.suffix[1:]} data ({line})") from None


def _content(path: Path) -> Any:
    if path.suffix == ".npy":
        return np.load(path, allow_pickle=False).tolist()
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    with path.open(newline="", encoding="utf-8") as file:
        return [[_cell(entry) for entry in row] for row in csv.reader(file)]


def _cell(text: str) -> int | float | str | None:
    """Return a cell of a table: a number where it is one."""
    for read in (int, float) if text else ():
        try:
            return read(text)
        except ValueError:
            continue
    return text or None


explain_failures(__name__)

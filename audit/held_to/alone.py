"""A claim alone: of the target no more is known than the (epsilon, delta) it promises on two inputs of the user's.

Inputs are data of any kind that JSON has: numbers, texts, nothing, lists and objects of them, however nested.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NoReturn

import numpy as np

from dpassay.audit import words
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording
from dpassay.audit.answers.request import Json
from dpassay.exact import as_fraction, decimal_text, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["ClaimAlone", "read_claim", "read_data", "read_data_text"]

_SHOWN: Final = 60
_ENDINGS: Final = (".json", ".csv", ".npy")
LARGEST_EPSILON: Final = 700
"""Beyond it e^epsilon is no double."""


@dataclass(frozen=True, slots=True)
class ClaimAlone:
    """What is audited and what it claims.

    Attributes:
        target: "path/to/file.py:function" or "package.module:function"; or a program, or a recording.
        parameters: what the target is called with besides the data.
        pair: the two inputs, which are neighbors because the user says so; None where answers were recorded on inputs
            that the user did not tell.
        epsilon: what is claimed, at least 0.
        delta: the same, at least 0 and below 1.
    """

    target: str | Program | Recording
    parameters: Mapping[str, object]
    pair: tuple[Json, Json] | None
    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        """Refuse two inputs that are one, and none where something is run."""
        if self.pair is None:
            recorded = isinstance(self.target, Recording)
            require(recorded, "data", "nothing", "two neighboring inputs (--data and --neighbor)")
            return
        first, second = (shown(each) for each in self.pair)
        expected = "two inputs that differ: on equal ones nothing can leak"
        require(self.pair[0] != self.pair[1], "data", f"{first}, neighbor = {second}", expected)

    @property
    def delta_above(self) -> float:
        """Delta as a double that is not below it."""
        near = float(self.delta)
        return near if Fraction(near) >= self.delta else math.nextafter(near, 1.0)

    @property
    def exp_eps_above(self) -> float:
        """e^epsilon as a double that is not below it."""
        above = math.nextafter(float(self.epsilon), math.inf)
        return math.nextafter(math.exp(above) * (1 + 1e-15), math.inf)

    @property
    def words(self) -> str:
        """The claim as reports say it."""
        return f"(epsilon = {self.epsilon_text}, delta = {decimal_text(self.delta, words.DIGITS)})-differential privacy"

    @property
    def epsilon_text(self) -> str:
        """The claimed epsilon as a decimal."""
        return decimal_text(self.epsilon, words.DIGITS)


def read_claim(epsilon: object, delta: object = None) -> tuple[Fraction, Fraction]:
    """Return what is claimed, exactly; a float is read as it is printed.

    Raises:
        ValueError: it is no claim.
    """
    most = LARGEST_EPSILON
    return (
        _number(epsilon, "epsilon", lambda number: 0 <= number <= most, f"a number from 0 to {most}"),
        _number(0 if delta is None else delta, "delta", lambda number: 0 <= number < 1, "a number in [0, 1)"),
    )


def _number(value: object, name: str, fits: Any, expected: str) -> Fraction:
    try:
        number = as_fraction(str(value) if isinstance(value, float) else value, name)
    except ValueError:
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected}") from None
    require(fits(number), name, shortened(value, str), expected)
    return number


# Inputs


def shown(data: Json) -> str:
    """Return an input on one line, its beginning where it is long."""
    return data.text if len(data.text) <= _SHOWN else f"{data.text[: _SHOWN - 3]}..."


def read_data(value: object, name: str) -> Json:
    """Return an input that is given as an object of Python's; ``ValueError`` where JSON has no such data."""
    try:
        return Json(json.dumps(value, allow_nan=False, default=_plain))
    except (TypeError, ValueError, RecursionError) as error:
        expected = "numbers, texts, None, and lists of them, as deep as you like"
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected} ({error})") from None


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def read_data_text(text: str, name: str) -> Json:
    """Return an input that is given as JSON, as numbers with commas between, or as the path of a file.

    A .json file holds JSON, a .npy file an array, and a .csv file rows: their cells are numbers or texts, an empty one
    is nothing.

    Raises:
        ValueError: it is none of them, or the file cannot be read.
    """
    if text.endswith(_ENDINGS):
        return _from_file(Path(text), name)
    for candidate in (text, f"[{text}]") if text.strip() else ():
        try:
            return read_data(json.loads(candidate, parse_constant=_refuse), name)
        except (ValueError, RecursionError):
            continue
    expected = f"JSON, such as 3, [1, null] or '\"a text\"', or a file ({', '.join(_ENDINGS)})"
    raise ValueError(f"{name} = {shortened(text, repr)}: expected {expected}")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant}: JSON has no such number")


def _from_file(path: Path, name: str) -> Json:
    try:
        if path.suffix == ".npy":
            content = np.load(path, allow_pickle=False).tolist()
        elif path.suffix == ".csv":
            with path.open(newline="", encoding="utf-8") as file:
                content = [[_cell(entry) for entry in row] for row in csv.reader(file)]
        else:
            content = json.loads(path.read_text(encoding="utf-8"), parse_constant=_refuse)
        return replace(read_data(content, name), place=str(path))
    except OSError as error:
        raise ValueError(
            f"{name} = {shortened(str(path))}: expected a file that can be read ({error.strerror})"
        ) from None
    except (ValueError, EOFError, csv.Error, RecursionError) as error:
        line = str(error).splitlines()[0]
        raise ValueError(f"{name} = {shortened(str(path))}: expected {path.suffix[1:]} data ({line})") from None


def _cell(text: str) -> int | float | str | None:
    """Return a cell of a table: a number where it is one."""
    if not text:
        return None
    for read in (int, float):
        try:
            number = read(text)
        except ValueError:
            continue
        return number if math.isfinite(number) else text
    return text


explain_failures(__name__)

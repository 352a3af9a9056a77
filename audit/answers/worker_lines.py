"""Answers of any kind, as lines of JSON: texts, categories, nothing, lists of varying length.

A line is a function of the answer alone, never of where it lies in memory: an object of another kind is its type. Equal
answers have equal lines, and doubles keep every bit.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .worker_answers import LONGEST_FORM, MOST_FORMS, OTHER, Answers, array_answers, form_of, single_answers
from .worker_faults import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LONGEST_LINE = 2_000
"""Of a longer one the beginning is kept, with a digest of the whole."""


class Lines(NamedTuple):
    """Answers of one chunk: ``values`` is empty; ``lines``: the different ones; ``places``: of each answer its line."""

    values: NDArray[Any]
    names: list[str]
    codes: NDArray[np.int16]
    lines: list[str]
    places: NDArray[np.int64]


def array_of_any(result: object, size: int) -> Answers | Lines:
    """Return the answers of a call for ``size`` of them: numbers where all are, else lines."""
    answers = series(result)
    fits = answers is not None and len(answers) == size
    try:
        found = array_answers(result, size)
        if len(found.values) or not fits:
            return found
    except Fault as fault:
        if fault.kind != "output" or not fits:
            raise
    return singles_of_any(answers or [])


def series(result: object) -> Sequence[object] | None:
    """Return the answers of a result that holds one after the other; else None."""
    if isinstance(result, np.ndarray):
        return list(result) if result.ndim else None
    return list(result) if isinstance(result, (list, tuple)) else None


def singles_of_any(results: Sequence[object]) -> Answers | Lines:
    """Return answers that came one by one: numbers where all have one numeric form, else lines."""
    try:
        found = single_answers(results)
        if len(found.values):
            return found
    except Fault as fault:
        if fault.kind != "output":
            raise
    forms = [name_of(result) for result in results]
    places = {name: min(place, MOST_FORMS) for place, name in enumerate(dict.fromkeys(forms))}
    names = list(places) if len(places) <= MOST_FORMS else [*list(places)[:MOST_FORMS], OTHER]
    lines = [line_of(result) for result in results]
    known = {line: place for place, line in enumerate(dict.fromkeys(lines))}
    codes = np.array([places[name] for name in forms], np.int16)
    return Lines(np.empty(0), names, codes, list(known), np.array([known[line] for line in lines], np.int64))


def name_of(result: object) -> str:
    """Return the form of one answer, also of one that holds no number."""
    try:
        return form_of(result).name
    except Fault:
        return ("empty or masked " + type(result).__name__)[:LONGEST_FORM]


def line_of(result: object) -> str:
    """Return an answer as one line of JSON, in which NaN and infinities have their names."""
    try:
        line = json.dumps(result, default=plain, ensure_ascii=True)
    except (ValueError, TypeError, RecursionError):  # keys that are no texts; an object in itself
        line = json.dumps({"type": type(result).__name__})
    if len(line) <= LONGEST_LINE:
        return line
    return json.dumps({"beginning": line[:LONGEST_LINE], "sha256": sha256(line.encode()).hexdigest()})


def plain(value: object) -> object:
    """Return what JSON knows for a value of another type."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (bytes, bytearray)):
        return {"bytes": bytes(value).hex()}
    if isinstance(value, (set, frozenset)):
        return {"set": sorted(map(line_of, value))}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return {"type": type(value).__name__}

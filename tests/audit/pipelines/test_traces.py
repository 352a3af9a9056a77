"""Reading what a worker wrote down."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.pipelines.traces import asked_words, number_of, read_replay

EVENT = {
    "kind": "laplace",
    "parameters": {"draw": "0"},
    "site": ["/folder/file.py", 7, "target"],
    "sampling": False,
    "scale": "0x1.0p-1",
    "count": 3,
    "bare": False,
    "different": 1,
    "differ": [[2, "0x1.0p-1", "0x1.8p+1", "1/3", "nan"]],
    "sample": [],
}
REPLAY: dict[str, Any] = {
    "answers": "drawn",
    "recorded": 1,
    "events": [EVENT],
    "parted": None,
    "release": None,
    "raised": ["", ""],
    "shown": ["1"],
}


def event(**changed: Any) -> dict[str, Any]:
    return {**EVENT, **changed}


def test_numbers_are_exact() -> None:
    assert number_of("0x1.999999999999ap-4") == Fraction(0.1)
    assert number_of(["1/3", "-2"]) == (Fraction(1, 3), -2)
    assert number_of("True") is True
    assert number_of("-inf") == -math.inf
    assert math.isnan(number_of("nan"))
    assert number_of("a word") == "a word"
    assert number_of(None) is None


def test_a_replay_is_read() -> None:
    found = read_replay(REPLAY)
    (call,) = found.calls
    (row,) = call.rows
    assert (row.cell, row.unit, row.first, row.second) == (2, Fraction(1, 2), 3, Fraction(1, 3))
    assert str(call.asked.site) == "file.py:7 in target"
    assert asked_words(call.asked) == "use of laplace noise (of 3 numbers)"
    assert found.parting is None
    assert row.turned().turned() == row


def test_where_runs_part_is_read() -> None:
    parted = {"at": 1, "respect": "end", "first": EVENT, "second": None}
    found = read_replay({**REPLAY, "parted": parted}).parting
    assert found is not None
    assert (found.at, found.respect, found.second) == (1, "end", "the end")
    released = {"path": "[0]", "first": "0x1.0p-1", "second": "nothing"}
    found = read_replay({**REPLAY, "release": released}).parting
    assert found is not None
    assert (found.at, found.respect, found.first, found.second) == (None, "[0]", "0.5", "nothing")


def test_a_comparison_counts_for_nothing_once_the_number_is_seen() -> None:
    """The cell that is seen later is dropped, and the one that is not stays."""
    rows = [[2, "1", "3", "4", "True"], [1, "1", "3", "4", "False"]]
    comparison = event(kind="comparison of laplace", differ=rows, different=2)
    seen = event(parameters={"draw": "0", "compared": "before"})
    found = read_replay({**REPLAY, "events": [comparison, seen]})
    assert [[row.cell for row in call.rows] for call in found.calls] == [[1], [2]]
    other = event(parameters={"draw": "1", "compared": "before"})
    found = read_replay({**REPLAY, "events": [comparison, other]})
    assert [[row.cell for row in call.rows] for call in found.calls] == [[2, 1], [2]]


@pytest.mark.parametrize("changed", [{"recorded": 2}, {"events": [event(differ=[[1]])]}])
def test_what_is_no_replay_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_replay({**REPLAY, **changed})

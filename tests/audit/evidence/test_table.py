"""Answers of any kind become columns; what is looked at depends on training answers alone."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.evidence.table import Table, numbers_in, table_of


def numeric(first: Any, second: Any) -> Samples:
    return Samples((np.array(first), np.array(second)), 0, 0.0, Origin())


def lined(first: list[Any], second: list[Any]) -> Samples:
    every = [json.dumps(value) for value in (*first, *second)]
    lines = tuple(dict.fromkeys(every))
    places = np.array([lines.index(line) for line in every])
    return Samples((), 0, 0.0, Origin(), lines=lines, places=(places[: len(first)], places[len(first) :]))


def table(samples: Samples, training: int = 2) -> Table:
    found = table_of(samples, (training, training))
    assert found is not None
    return found


def column(found: Table, label: str) -> list[float]:
    place = [column.label for column in found.columns].index(label)
    return [float(value) for value in found.arrays[0][:, place]]


def test_numbers_are_their_own_table() -> None:
    found = table(numeric([1.5, 2.5], [3.5, 4.5]))
    assert (found.columns, found.arrays[1].tolist()) == ((), [3.5, 4.5])


def test_rows_have_their_sum_least_and_largest() -> None:
    found = table(numeric([[1.0, 5.0], [2.0, -3.0]], [[0.0, 0.0], [1.0, 1.0]]))
    assert column(found, "y_2") == [5, -3]
    assert column(found, "the sum") == [6, -1]
    assert column(found, "the least") == [1, -3]
    assert column(found, "the largest") == [5, 2]
    assert column(found, "the place of the largest") == [2, 1]


def test_whole_rows_are_answers_where_few_differ() -> None:
    found = table(numeric([[1, 0], [0, 1]], [[0, 1], [1, 1]]))
    assert found.columns[0].sort == "answer"
    assert [found.lines[int(number)] for number in found.arrays[1][:, 0]] == ["[0, 1]", "[1, 1]"]
    many = np.arange(8_000).reshape(-1, 2)
    assert table(numeric(many, many), 3_000).columns[0].sort == "number"


def test_answers_of_any_kind() -> None:
    found = table(lined(["ab", None, [1, [2.5, True]], {"k": 4}], ["ab", "c", [], 7]))
    assert found.columns[0].sort == "answer"
    assert found.arrays[0][0, 0] == found.arrays[1][0, 0]
    assert column(found, "the length") == pytest.approx([2, np.nan, 2, 1], nan_ok=True)
    assert column(found, "how many numbers") == [0, 0, 3, 1]
    assert column(found, "the sum") == pytest.approx([np.nan, np.nan, 4.5, 4], nan_ok=True)
    assert column(found, "number 2 in it") == pytest.approx([np.nan, np.nan, 2.5, np.nan], nan_ok=True)


def test_a_stray_answer_of_the_rest_does_not_change_what_is_looked_at() -> None:
    """All training answers are numbers and a later one is none: the table of numbers is not replaced by another."""
    assert table_of(lined([1.5, 2.5, None], [1.5, 2.5, 3.5]), (2, 2)) is None
    assert table_of(lined([[1, 2], [2, 2], "x"], [[1, 1], [1, 2], [3, 4]]), (2, 2)) is None
    assert table_of(lined([1.5, None, 2.5], [1.5, 2.5, 3.5]), (2, 2)) is not None
    assert table_of(lined([1.5, float("nan"), 2.5], [1.5, 2.5, 3.5]), (2, 2)) is not None


def test_numbers_in_data() -> None:
    assert numbers_in([1, "2", None, {"a": [3.5, True]}, 10**400]) == [1, 3.5, 1, float("inf")]

"""Answers of any kind come as lines that are equal for equal answers, and numbers stay numbers."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_answers import Answers
from dpassay.audit.answers.worker_faults import Fault
from dpassay.audit.answers.worker_lines import LONGEST_LINE, Lines, array_of_any, line_of, singles_of_any


def lines(results: list[Any]) -> list[Any]:
    found = singles_of_any(results)
    assert isinstance(found, Lines)
    assert len(set(found.lines)) == len(found.lines)
    return [json.loads(found.lines[place]) for place in found.places]


@pytest.mark.parametrize("results", [[1, 2], [0.5, 1.5], [(1, 2), [3, 4]], [np.float32(1), np.float32(2)]])
def test_numbers_of_one_form_stay_numbers(results: list[Any]) -> None:
    assert isinstance(singles_of_any(results), Answers)
    assert isinstance(array_of_any(results, 2), Answers)


def test_answers_of_any_kind_are_lines() -> None:
    results = ["a", None, 1, 1.5, [], [1, [2, "b"]], {"k": np.int64(3)}, True, b"\x01", {3, 1}, np.array(["x"])]
    assert lines(results) == [
        *["a", None, 1, 1.5, [], [1, [2, "b"]], {"k": 3}, True, {"bytes": "01"}, {"set": ["1", "3"]}, ["x"]]
    ]


def test_what_is_not_finite_is_an_answer_too() -> None:
    first, second, third = lines([0.5, math.nan, -math.inf])
    assert (first, math.isnan(second), third) == (0.5, True, -math.inf)
    assert isinstance(array_of_any(np.array([0.5, np.nan]), 2), Lines)


@pytest.mark.parametrize("results", [["yes", "no"], ("yes", "no"), np.array(["yes", "no"])])
def test_texts_of_one_call_are_lines(results: Any) -> None:
    found = array_of_any(results, 2)
    assert isinstance(found, Lines)
    assert [json.loads(found.lines[place]) for place in found.places] == ["yes", "no"]


def test_lines_keep_every_bit_of_a_double() -> None:
    assert lines([0.1, "x", math.nextafter(0.1, 1)]) == [0.1, "x", math.nextafter(0.1, 1)]


def test_where_an_object_lies_in_memory_is_not_told() -> None:
    assert line_of(object()) == line_of(object()) == '{"type": "object"}'
    assert line_of({(1, 2): 3}) == '{"type": "dict"}'
    loop: list[Any] = []
    loop.append(loop)
    assert line_of(loop) == '{"type": "list"}'


def test_a_long_answer_is_told_from_others_by_its_digest() -> None:
    first, second = line_of("a" * 10_000), line_of("a" * 9_999 + "b")
    assert first != second
    assert max(len(first), len(second)) < LONGEST_LINE + 200


def test_forms_are_named() -> None:
    found = singles_of_any(["a", None, [], 1, "b"])
    assert isinstance(found, Lines)
    assert [found.names[code] for code in found.codes] == [
        *["str", "NoneType", "empty or masked list", "int64 of shape ()", "str"]
    ]


@pytest.mark.parametrize(("result", "size"), [(np.zeros(3), 2), ("abc", 3), (5, 1), (["a"], 2), (np.array("a"), 1)])
def test_a_wrong_number_of_answers_is_refused(result: Any, size: int) -> None:
    with pytest.raises(Fault, match="expected"):
        array_of_any(result, size)

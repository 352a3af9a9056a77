"""What a target may answer, and what the worker makes of it."""

import math
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_answers import MOST_FORMS, OTHER, Answers, array_answers, single_answers
from dpassay.audit.answers.worker_faults import Fault


def refused(result: object, size: int, message: str) -> None:
    with pytest.raises(Fault, match=message) as caught:
        array_answers(result, size)
    assert caught.value.kind == "output"


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int32", "uint64", "int64", "float16", "float32", "float64"]
)
def test_numbers_of_any_width_are_samples(dtype: str) -> None:
    answers = array_answers(np.ones(3, dtype), 3)
    assert answers.values.dtype == (np.float64 if "float" in dtype else np.int64)
    assert answers.values.tolist() == [1, 1, 1]
    assert answers.names == [f"{dtype} of shape ()"]


NO_NUMBERS = [np.longdouble, np.complex64, object, "U1", "S1", "M8[s]", "m8[s]", "V4"]


@pytest.mark.parametrize("dtype", NO_NUMBERS, ids=str)
def test_arrays_of_anything_else_are_not_converted(dtype: Any) -> None:
    refused(np.ones(3, dtype) if dtype not in ("M8[s]", "m8[s]", "V4") else np.zeros(3, dtype), 3, "expected integers")


def test_masked_and_matrix_arrays_are_plain_arrays_afterwards() -> None:
    answers = array_answers(np.ma.masked_array([1, 2], [False, False]), 2)
    assert type(answers.values) is np.ndarray


@pytest.mark.parametrize("mask", [[True, True], [False, True]])
def test_masked_entries_are_no_answers(mask: list[bool]) -> None:
    refused(np.ma.masked_array([1.0, 2.0], mask), 2, f"returned {sum(mask)} masked of 2 values")
    refused([np.ma.masked, 1.0], 2, "masked")
    refused([np.ma.masked_array([1.0, 2.0], mask)] * 3, 3, "masked")


@pytest.mark.parametrize("empty", [[], (), np.empty(0), np.empty((0, 3))])
def test_empty_answers_are_refused(empty: object) -> None:
    refused([empty, empty], 2, "returned an empty")
    refused(empty, 2, "expected a numpy array")


# Answers that are objects, one by one

SINGLE = [
    ([1, 2, np.int64(3)], "int64", [1, 2, 3], ["int64 of shape ()"]),
    ([0.5, np.float64(2)], "float64", [0.5, 2], ["float64 of shape ()"]),
    ([True, False], "int64", [1, 0], ["bool of shape ()"]),
    ([np.float32(0.5)], "float64", [0.5], ["float32 of shape ()"]),
    ([np.array(3)], "int64", [3], ["int64 of shape ()"]),
    ([[1, 2], (3, 4), np.array([5, 6])], "int64", [[1, 2], [3, 4], [5, 6]], ["int64 of shape (2,)"]),
    ([(1, 0.5), (2**53 - 1, 1.5)], "float64", [[1, 0.5], [2**53 - 1, 1.5]], ["(int64, float64)"]),
]


@pytest.mark.parametrize(("results", "dtype", "values", "names"), SINGLE)
def test_single_answers_of_one_form_are_samples(
    results: list[object], dtype: str, values: list[object], names: list[str]
) -> None:
    answers = single_answers(results)
    assert answers.values.dtype == dtype
    assert answers.values.tolist() == values
    assert answers.names == names
    assert answers.codes.tolist() == [0] * len(results)


MIXED = [
    ([1, 0.5, 2], ["int64 of shape ()", "float64 of shape ()"], [0, 1, 0]),
    ([True, 1], ["bool of shape ()", "int64 of shape ()"], [0, 1]),
    ([None, 1.0, "no"], ["NoneType", "float64 of shape ()", "str"], [0, 1, 2]),
    ([[1, 2], [1, 2, 3]], ["int64 of shape (2,)", "int64 of shape (3,)"], [0, 1]),
    ([[1, 0.5], [0.5, 1]], ["(int64, float64)", "(float64, int64)"], [0, 1]),
    ([1.0, np.zeros((2, 2))], ["float64 of shape ()", "float64 of shape (2, 2)"], [0, 1]),
    ([1.0, np.longdouble(1), 1j], ["float64 of shape ()", "longdouble", "complex"], [0, 1, 2]),
    ([[1, None], [[1]]], ["list"], [0, 0]),
]


@pytest.mark.parametrize(("results", "names", "codes"), MIXED)
def test_answers_of_several_forms_are_told_apart(results: list[object], names: list[str], codes: list[int]) -> None:
    answers = single_answers(results)
    assert not answers.values.size
    assert answers.names == names
    assert answers.codes.tolist() == codes


def test_the_forms_are_bounded_in_number_and_length() -> None:
    answers: Answers = single_answers([np.zeros(k + 1) for k in range(MOST_FORMS + 5)])
    assert len(answers.names) == MOST_FORMS + 1
    assert answers.names[-1] == OTHER
    assert answers.codes.tolist() == [*range(MOST_FORMS), *[MOST_FORMS] * 5]
    assert len(single_answers([[1, 0.5] * 100]).names[0]) <= 100
    assert len(single_answers([type("x" * 1000, (), {})()]).names[0]) <= 100


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([math.nan], "1 non-finite of 1"),
        ([1, math.inf], "non-finite"),
        ([None, [0.5, math.nan]], "non-finite"),
        ([2**63], "expected one below 2.63"),
        ([2**63, -1], "expected one below 2.63"),
        ([np.uint64(2**63)], "expected integers below 2.63"),
        ([(2**53 + 1, 0.5)], "of 2.53 or more"),
    ],
)
def test_what_no_double_or_word_holds_is_refused(results: list[object], message: str) -> None:
    with pytest.raises(Fault, match=message):
        single_answers(results)

"""The worker's parts, and that the file stands alone. What it does as a process is in `test_runner.py`."""

import ast
import math
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit import request, watching, worker_drawing, worker_faults, worker_target
from dpassay.audit.worker_answers import MOST_FORMS, OTHER, Answers, array_answers, single_answers
from dpassay.audit.worker_faults import Fault
from dpassay.reference import EXPONENTIALS

FILES = sorted(Path(worker_faults.__file__).parent.glob("worker*.py"))
EVERYTHING = {"epsilon": 1.0, "exp_eps": Fraction(3), "sensitivity": 1}


# The file


def test_the_files_stand_alone() -> None:
    imported = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            if isinstance(node, ast.ImportFrom):
                imported.add(f"{'.' * node.level}{node.module}".partition("worker_" if node.level else ".")[0])
    assert imported - sys.stdlib_module_names == {"numpy", "."}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_files_are_python_3_9(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 9))
    assert "from __future__ import annotations" in path.read_text()


def test_both_sides_agree_on_the_exit_code_of_a_closed_channel() -> None:
    assert worker_faults.CHANNEL_CLOSED == watching.CHANNEL_CLOSED


def test_both_sides_agree_on_which_arguments_are_e_to_another() -> None:
    assert worker_target.EXPONENTIALS == EXPONENTIALS


# Chunks and seeds


@given(st.integers(1, 10**7))
def test_chunks_add_up_start_at_one_and_are_few(samples: int) -> None:
    sizes = list(worker_drawing.chunk_sizes(samples))
    assert sum(sizes) == samples
    assert sizes[0] == 1
    assert max(sizes) <= -(-samples // worker_drawing.CHUNKS)
    assert len(sizes) <= worker_drawing.CHUNKS + 24
    assert all(size > 0 for size in sizes)


def test_each_chunk_of_each_dataset_has_its_own_generator() -> None:
    state = random.getstate()
    seen = {
        (float(worker_drawing.generator(seed, dataset, chunk).random()), random.random(), float(np.random.random()))  # noqa: NPY002
        for seed in (0, 1, 2**80)
        for dataset in range(3)
        for chunk in range(3)
    }
    random.setstate(state)
    assert [len(set(column)) for column in zip(*seen, strict=True)] == [27, 27, 27]


def test_a_chunk_can_be_drawn_again_from_its_recorded_seed() -> None:
    first = worker_drawing.generator(5, 1, 2).random(4)
    again = np.random.Generator(np.random.PCG64(np.random.SeedSequence((5, 1, 2)))).random(4)
    assert np.array_equal(first, again)


# Arguments


@given(st.fractions())
def test_numbers_arrive_as_the_nearest_float(value: Fraction) -> None:
    assert worker_target.decoded(request.encoded_data(value)) == float(value)


def test_rows_arrive_as_lists_in_which_integers_stay() -> None:
    got = worker_target.decoded(request.encoded_data([(0, 1), (Fraction(1, 2), 1)]))
    assert got == [[0, 1], [0.5, 1]]
    assert [[type(entry) for entry in row] for row in got] == [[int, int], [float, int]]
    assert worker_target.decoded(request.encoded_parameter("tables", ((0, 1),))) == [[0, 1]]


def test_a_rate_is_offered_in_both_forms() -> None:
    offered = worker_target.offered(
        request.encoded_parameters({"exp_learning_rate": "3/2", "rounds": "2", "form": "gain"})
    )
    assert offered == {"exp_learning_rate": Fraction(3, 2), "learning_rate": math.log(1.5), "rounds": 2, "form": "gain"}
    assert type(worker_target.offered({"learning_rate": ["integer", "1"]})["learning_rate"]) is float

    def takes_rate(
        data: object, *, size: int, learning_rate: object = None, exp_learning_rate: object = None
    ) -> None: ...

    assert worker_target.accepted(takes_rate, offered) == {"size", "exp_learning_rate"}
    with pytest.raises(ValueError, match="exactly one of learning_rate and exp_learning_rate"):
        request.encoded_parameters({"exp_learning_rate": "3/2", "learning_rate": "1"})


@given(st.integers())
def test_integers_arrive_as_they_are(value: int) -> None:
    got = worker_target.decoded(request.encoded_data(value))
    assert (got, type(got)) == (value, int)


def takes_some(data: object, *, size: int, epsilon: float) -> None: ...


def takes_positional(data: object, size: int, rng: object, epsilon: float, sensitivity: float) -> None: ...


def takes_exp_eps(data: object, *, size: int, epsilon: object = None, exp_eps: object = None) -> None: ...


def takes_exp_eps_and_all(data: object, *, size: int, exp_eps: object, **others: object) -> None: ...


def takes_all(data: object, **others: object) -> None: ...


def takes_anything(*positional: object, **others: object) -> None: ...


def takes_optional(data: object, *, size: int, temperature: float = 1.0) -> None: ...


def gives_one_answer(data: object, epsilon: float, rng: object) -> None: ...


def without_signature() -> None: ...


without_signature.__signature__ = "as some built-in functions"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (takes_some, {"size", "epsilon"}),
        (takes_positional, {"size", "rng", "epsilon", "sensitivity"}),
        (takes_exp_eps, {"size", "exp_eps"}),
        (takes_exp_eps_and_all, {"size", "rng", "exp_eps", "sensitivity"}),
        (takes_all, {"size", "rng", "epsilon", "sensitivity"}),
        (takes_anything, {"size", "rng", "epsilon", "sensitivity"}),
        (takes_optional, {"size"}),
        (gives_one_answer, {"epsilon", "rng"}),
        (without_signature, {"size", "rng", "epsilon", "sensitivity"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_target_gets_what_it_takes(function: Any, names: set[str]) -> None:
    assert worker_target.accepted(function, EVERYTHING) == names


def test_data_may_have_any_name_but_a_name_on_offer_is_not_given_twice() -> None:
    def target(epsilon: object, *, size: int) -> None: ...

    assert worker_target.accepted(target, EVERYTHING) == {"size"}


def needs_temperature(data: object, *, size: int, temperature: float) -> None: ...


def has_no_data(*, size: int) -> None: ...


def gives_size_first(size: int) -> None: ...


@pytest.mark.parametrize("function", [needs_temperature, has_no_data, gives_size_first])
def test_a_target_that_cannot_be_called_is_a_fault(function: Any) -> None:
    with pytest.raises(Fault, match="target") as caught:
        worker_target.accepted(function, EVERYTHING)
    assert caught.value.kind == "signature"


def test_epsilon_is_always_a_float_and_exp_eps_a_fraction() -> None:
    encoded = request.encoded_parameters({"exp_eps": "3", "sensitivity": "2", "note": "text"})
    values = worker_target.offered(encoded)
    assert values == {"epsilon": math.log(3), "exp_eps": Fraction(3), "sensitivity": 2, "note": "text"}
    assert {name: type(value) for name, value in values.items()} == {
        "epsilon": float,
        "exp_eps": Fraction,
        "sensitivity": int,
        "note": str,
    }


# Results


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


# Messages


@given(st.text())
def test_messages_are_one_line_of_bounded_length(text: str) -> None:
    line = worker_faults.one_line(text * 50)
    assert len(line) <= worker_faults.LONGEST_MESSAGE
    assert len(line.splitlines()) <= 1


def test_an_exception_is_described_by_type_and_message() -> None:
    assert worker_faults.described(ValueError("no")) == "ValueError: no"
    assert worker_faults.described(MemoryError()) == "MemoryError"

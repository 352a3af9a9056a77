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

from dpassay.audit import runner, worker
from dpassay.audit.worker import Fault
from dpassay.reference import EXPONENTIALS

SOURCE = Path(worker.__file__).read_text()
EVERYTHING = {"epsilon": 1.0, "exp_eps": Fraction(3), "sensitivity": 1}


# The file


def test_the_file_stands_alone() -> None:
    imported = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            imported.add(str(node.module).partition(".")[0])
    assert imported - sys.stdlib_module_names == {"numpy"}


def test_the_file_is_python_3_9() -> None:
    ast.parse(SOURCE, feature_version=(3, 9))
    assert "from __future__ import annotations" in SOURCE


def test_both_sides_agree_on_the_exit_code_of_a_closed_channel() -> None:
    assert worker.CHANNEL_CLOSED == runner.CHANNEL_CLOSED


def test_both_sides_agree_on_which_arguments_are_e_to_another() -> None:
    assert worker.EXPONENTIALS == EXPONENTIALS


# Chunks and seeds


@given(st.integers(1, 10**7))
def test_chunks_add_up_start_at_one_and_are_few(samples: int) -> None:
    sizes = list(worker.chunk_sizes(samples))
    assert sum(sizes) == samples
    assert sizes[0] == 1
    assert max(sizes) <= -(-samples // worker.CHUNKS)
    assert len(sizes) <= worker.CHUNKS + 24
    assert all(size > 0 for size in sizes)


def test_each_chunk_of_each_dataset_has_its_own_generator() -> None:
    state = random.getstate()
    seen = {
        (float(worker.generator(seed, dataset, chunk).random()), random.random(), float(np.random.random()))  # noqa: NPY002
        for seed in (0, 1, 2**80)
        for dataset in range(3)
        for chunk in range(3)
    }
    random.setstate(state)
    assert [len(set(column)) for column in zip(*seen, strict=True)] == [27, 27, 27]


def test_a_chunk_can_be_drawn_again_from_its_recorded_seed() -> None:
    first = worker.generator(5, 1, 2).random(4)
    again = np.random.Generator(np.random.PCG64(np.random.SeedSequence((5, 1, 2)))).random(4)
    assert np.array_equal(first, again)


# Arguments


@given(st.fractions())
def test_numbers_arrive_as_the_nearest_float(value: Fraction) -> None:
    assert worker.decoded(runner._encoded_data(value)) == float(value)


def test_rows_arrive_as_lists_in_which_integers_stay() -> None:
    got = worker.decoded(runner._encoded_data([(0, 1), (Fraction(1, 2), 1)]))
    assert got == [[0, 1], [0.5, 1]]
    assert [[type(entry) for entry in row] for row in got] == [[int, int], [float, int]]
    assert worker.decoded(runner._encoded_parameter("tables", ((0, 1),))) == [[0, 1]]


def test_a_rate_is_offered_in_both_forms() -> None:
    offered = worker.offered(runner._encoded_parameters({"exp_learning_rate": "3/2", "rounds": "2", "form": "gain"}))
    assert offered == {"exp_learning_rate": Fraction(3, 2), "learning_rate": math.log(1.5), "rounds": 2, "form": "gain"}
    assert type(worker.offered({"learning_rate": ["integer", "1"]})["learning_rate"]) is float

    def takes_rate(
        data: object, *, size: int, learning_rate: object = None, exp_learning_rate: object = None
    ) -> None: ...

    assert worker.accepted(takes_rate, offered) == {"size", "exp_learning_rate"}
    with pytest.raises(ValueError, match="exactly one of learning_rate and exp_learning_rate"):
        runner._encoded_parameters({"exp_learning_rate": "3/2", "learning_rate": "1"})


@given(st.integers())
def test_integers_arrive_as_they_are(value: int) -> None:
    got = worker.decoded(runner._encoded_data(value))
    assert (got, type(got)) == (value, int)


def takes_some(data: object, *, size: int, epsilon: float) -> None: ...


def takes_positional(data: object, size: int, rng: object, epsilon: float, sensitivity: float) -> None: ...


def takes_exp_eps(data: object, *, size: int, epsilon: object = None, exp_eps: object = None) -> None: ...


def takes_exp_eps_and_all(data: object, *, size: int, exp_eps: object, **others: object) -> None: ...


def takes_all(data: object, **others: object) -> None: ...


def takes_anything(*positional: object, **others: object) -> None: ...


def takes_optional(data: object, *, size: int, temperature: float = 1.0) -> None: ...


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
        (without_signature, {"size", "rng", "epsilon", "sensitivity"}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_target_gets_what_it_takes(function: Any, names: set[str]) -> None:
    assert worker.accepted(function, EVERYTHING) == names


def test_data_may_have_any_name_but_a_name_on_offer_is_not_given_twice() -> None:
    def target(epsilon: object, *, size: int) -> None: ...

    assert worker.accepted(target, EVERYTHING) == {"size"}


def needs_temperature(data: object, *, size: int, temperature: float) -> None: ...


def has_no_size(data: object, epsilon: float) -> None: ...


def has_no_data(*, size: int) -> None: ...


def gives_size_first(size: int) -> None: ...


@pytest.mark.parametrize("function", [needs_temperature, has_no_size, has_no_data, gives_size_first])
def test_a_target_that_cannot_be_called_is_a_fault(function: Any) -> None:
    with pytest.raises(Fault, match="target") as caught:
        worker.accepted(function, EVERYTHING)
    assert caught.value.kind == "signature"


def test_epsilon_is_always_a_float_and_exp_eps_a_fraction() -> None:
    encoded = runner._encoded_parameters({"exp_eps": "3", "sensitivity": "2", "note": "text"})
    values = worker.offered(encoded)
    assert values == {"epsilon": math.log(3), "exp_eps": Fraction(3), "sensitivity": 2, "note": "text"}
    assert {name: type(value) for name, value in values.items()} == {
        "epsilon": float,
        "exp_eps": Fraction,
        "sensitivity": int,
        "note": str,
    }


# Results


@pytest.mark.parametrize(
    "dtype", ["bool", "int8", "uint8", "int32", "uint64", "int64", "float16", "float32", "float64"]
)
def test_numbers_of_any_width_are_samples(dtype: str) -> None:
    checked = worker.checked(np.ones(3, dtype), 3)
    assert checked.dtype == (np.float64 if "float" in dtype else np.int64)
    assert checked.tolist() == [1, 1, 1]


def test_long_doubles_are_not_cut_short() -> None:
    with pytest.raises(Fault, match="expected integers or float64"):
        worker.checked(np.ones(3, np.longdouble), 3)


def test_masked_and_matrix_arrays_are_plain_arrays_afterwards() -> None:
    checked = worker.checked(np.ma.masked_array([1, 2], [False, False]), 2)
    assert type(checked) is np.ndarray


# Messages


@given(st.text())
def test_messages_are_one_line_of_bounded_length(text: str) -> None:
    line = worker.one_line(text * 50)
    assert len(line) <= worker.LONGEST_MESSAGE
    assert len(line.splitlines()) <= 1


def test_an_exception_is_described_by_type_and_message() -> None:
    assert worker.described(ValueError("no")) == "ValueError: no"
    assert worker.described(MemoryError()) == "MemoryError"

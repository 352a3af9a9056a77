"""What the worker hands to a target."""

import math
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers import request, worker_target
from dpassay.audit.answers.worker_faults import Fault

EVERYTHING = {"epsilon": 1.0, "exp_eps": Fraction(3), "sensitivity": 1}


@given(st.fractions())
def test_numbers_arrive_as_the_nearest_float(value: Fraction) -> None:
    assert worker_target.decoded(request.encoded_data(value)) == float(value)


def test_rows_arrive_as_lists_in_which_integers_stay() -> None:
    got = worker_target.decoded(request.encoded_data([(0, 1), (Fraction(1, 2), 1)]))
    assert got == [[0, 1], [0.5, 1]]
    assert [[type(entry) for entry in row] for row in got] == [[int, int], [float, int]]
    assert worker_target.decoded(request.encoded_parameter("tables", ((0, 1),))) == [[0, 1]]


def test_integers_stay_in_a_row_of_their_own_and_scores_are_floats() -> None:
    points = worker_target.decoded(request.encoded_data((0, 2, 1)))
    assert [(x, type(x)) for x in points] == [(0, int), (2, int), (1, int)]
    scores = worker_target.decoded(request.encoded_data((Fraction(0), Fraction(2))))
    assert [(x, type(x)) for x in scores] == [(0.0, float), (2.0, float)]


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


def test_files_are_named_with_their_hashes_and_what_is_no_file_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "noise.py").write_bytes(b"x" * (1 << 21))
    digest = sha256(b"x" * (1 << 21)).hexdigest()
    places = [str(tmp_path / "noise.py"), str(tmp_path), "--fast", "", "a\0b", "x" * 5000]
    assert worker_target.hashes(places) == [["noise.py", digest]]

"""The runner: what a target answers is samples, and what it is given is what was asked for."""

import math
import sys
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version

import numpy as np
import pytest

from dpassay.audit.answers import worker_drawing
from dpassay.audit.answers.outcome import Samples
from dpassay.audit.answers.runner import draw
from tests.audit.running import RIGHT, row, samples, target

# Samples


def test_draws_on_every_dataset_with_recorded_seed_and_versions() -> None:
    data = [Fraction(0), Fraction(100)]
    result = draw(target("laplace"), data, {"epsilon": "1", "sensitivity": "1"}, samples=5000, seed=3)
    assert isinstance(result, Samples)
    assert [array.shape for array in result.arrays] == [(5000,), (5000,)]
    assert [array.dtype for array in result.arrays] == [np.float64] * 2
    assert [round(array.mean()) for array in result.arrays] == [0, 100]
    assert result.seed == 3
    assert result.seconds > 0
    assert result.origin.seeded
    assert result.origin.sources == ((RIGHT.name, sha256(RIGHT.read_bytes()).hexdigest()),)
    assert (result.origin.python, result.origin.numpy) == (sys.version.split()[0], np.__version__)


def test_the_same_seed_gives_the_same_samples_and_another_seed_others() -> None:
    parameters: dict[str, object] = {"epsilon": "1", "sensitivity": "1"}
    first, again, other = (samples("laplace", 0, parameters, seed=seed).arrays[0] for seed in (7, 7, 8))
    assert np.array_equal(first, again)
    assert not np.any(first == other)


def test_draws_on_equal_datasets_differ() -> None:
    result = draw(target("pairs"), [0, 0], {}, samples=1000, seed=1)
    assert isinstance(result, Samples)
    assert len(np.unique(np.concatenate(result.arrays))) == 4000


def test_a_target_that_uses_the_global_generator_is_seeded_too() -> None:
    first, again = (samples("global_generator", 0).arrays[0] for _ in range(2))
    assert np.array_equal(first, again)
    assert len(np.unique(first)) == 100


def test_a_wide_output_keeps_its_width() -> None:
    assert samples("pairs").arrays[0].shape == (100, 2)


def test_booleans_and_narrow_floats_are_widened() -> None:
    assert samples("booleans", 0, samples=1).arrays[0].tolist() == [1]
    assert samples("booleans", 0).arrays[0].dtype == np.int64
    assert samples("narrow", Fraction(1, 2)).arrays[0].tolist() == [0.5] * 100


def test_a_target_may_be_an_attribute_of_a_class() -> None:
    assert not samples("Mechanism.zeros").arrays[0].any()


def test_a_target_cannot_change_the_data_of_later_calls() -> None:
    assert samples("sorts_its_data", [7, 8]).arrays[0].tolist() == [7.0] * 100


def test_fast_mechanisms_are_targets() -> None:
    parameters = {"exp_eps": "3/2", "sensitivity": "1"}
    result = draw("dpassay.fast.discrete_laplace:discrete_laplace", [5], parameters, samples=500, seed=1)
    assert isinstance(result, Samples), result
    assert result.arrays[0].dtype == np.int64
    assert (result.origin.distribution, result.origin.version) == ("dpassay", version("dpassay"))


def test_progress_rises_to_the_total() -> None:
    seen: list[tuple[int, int]] = []
    samples("laplace", 0, {"epsilon": "1", "sensitivity": "1"}, progress=lambda *now: seen.append(now))
    drawn = [now for now, _ in seen]
    assert drawn == sorted(drawn)
    assert seen[-1] == (100, 100)


# Answers one by one, and in lists


def test_a_target_without_size_gives_one_answer_a_call() -> None:
    parameters: dict[str, object] = {"epsilon": "1", "sensitivity": "1"}
    result, again, other = (samples("one_laplace", 100, parameters, seed=seed) for seed in (1, 1, 2))
    assert result.arrays[0].shape == (100,)
    assert len(np.unique(result.arrays[0])) == 100
    assert round(float(np.median(result.arrays[0]))) == 100
    assert np.array_equal(result.arrays[0], again.arrays[0])
    assert not np.any(result.arrays[0] == other.arrays[0])
    assert result.origin.seeded
    assert result.form_names == ("float64 of shape ()",)
    assert [codes.tolist() for codes in result.form_codes] == [[0] * 100]


def test_a_target_that_returns_one_answer_cannot_change_the_data_of_later_calls() -> None:
    assert samples("one_of_its_data", [7, 8]).arrays[0].tolist() == [7.0] * 100


def test_lists_and_tuples_are_answers_as_arrays_are() -> None:
    assert samples("returns_list").arrays[0].tolist() == [0] * 100
    assert samples("returns_rows", [0]).arrays[0].tolist() == [[0, 0.5]] * 100


def test_answers_of_several_forms_come_without_numbers() -> None:
    result = draw(target("answers_of_many_forms"), [0, 1], {}, samples=50, seed=3)
    assert isinstance(result, Samples), result
    assert result.arrays == ()
    names = [[result.form_names[code] for code in codes] for codes in result.form_codes]
    assert [len(row) for row in names] == [50, 50]
    assert set(names[0]) == {"int64 of shape ()", "NoneType"}
    assert set(names[1]) == {"float64 of shape ()"}


def test_an_array_has_one_form_and_a_form_for_each_input_is_told() -> None:
    result = draw(target("depends_on_type"), [1, Fraction(1)], {}, samples=1000, seed=3)
    assert isinstance(result, Samples), result
    assert result.arrays == ()
    assert result.form_names == ("int64 of shape ()", "float64 of shape ()")
    calls = len(list(worker_drawing.chunk_sizes(1000)))
    assert [codes.tolist() for codes in result.form_codes] == [[0] * calls, [1] * calls]


# What the target is given


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (5, [0, 5]),
        (-(2**40), [0, -(2**40)]),
        (Fraction(5), [1, 5]),
        (Fraction(1, 3), [1, 1 / 3]),
        (0.1, [1, 0.1]),
        ([1, Fraction(1, 2), 0.1], [2, 0, 1, 1, 1, 0.5, 0.1]),
        ((3, Fraction(3), -(2**40)), [2, 0, 1, 0, 3, 3, -(2**40)]),
        ((), [2]),
    ],
)
def test_data_keep_their_kind(data: object, seen: list[float]) -> None:
    """What is an int stays one, alone and in a list; every other number is a float."""
    assert row("sees_data", data) == seen


@pytest.mark.parametrize(
    ("epsilon", "sensitivity", "seen"),
    [
        ("1", "2", [1, 1, 2]),
        (1, 2, [1, 1, 2]),
        ("0.1", "5/2", [0.1, 0, 2.5]),
        (Fraction(1, 3), "1e-5", [1 / 3, 0, 1e-5]),
        (0.1, 2.5, [0.1, 0, 2.5]),
    ],
)
def test_parameters_become_the_nearest_numbers(epsilon: object, sensitivity: object, seen: list[float]) -> None:
    assert row("sees_epsilon", 0, {"epsilon": epsilon, "sensitivity": sensitivity}) == seen


def test_a_table_keeps_what_no_double_equals() -> None:
    table = ((Fraction(1, 3), Fraction(2, 3), Fraction(0)), (Fraction(1, 2), Fraction(1, 2), 0))
    assert row("sees_a_table", 0, {"hypotheses": table}) == [3, 3, 1, 1, 1, 0, 1, 1]


def test_exp_eps_reaches_a_target_that_names_it_and_epsilon_any_other() -> None:
    assert row("sees_exp_eps", 0, {"exp_eps": "3/2"}) == [3, 2]
    assert row("sees_exp_eps", 0, {"exp_eps": "3"}) == [3, 1]
    assert row("sees_exp_eps", 0, {"epsilon": "1"}) == [0, 0]
    assert row("sees_epsilon", 0, {"exp_eps": "3/2", "sensitivity": "1"})[0] == pytest.approx(math.log(1.5))


def test_a_target_with_any_keywords_gets_all_but_exp_eps() -> None:
    parameters: dict[str, object] = {"exp_eps": "2", "delta": "0.1", "calibration": "printed"}
    assert samples("sees_everything", 0, parameters).arrays[0][0] == math.log(2)

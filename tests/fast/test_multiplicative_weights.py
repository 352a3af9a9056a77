"""The fast multiplicative weights: the law of the transcripts."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast.multiplicative_weights import multiplicative_weights, probabilities
from tests.fast.helpers import COMMON, NOT_INTEGER, Case, counts_p_value, expect_error, generator
from tests.fast.weights_cases import (
    ALPHA,
    BAD_MATRICES,
    BAD_RATES,
    FORMS,
    MATRIX,
    VALID,
    law,
    random_matrix,
    sample,
    streamed,
    transcript_p_value,
)

BAD: list[Case] = [
    *[("data", {"data": data}) for data in [*BAD_MATRICES, MATRIX[:3], np.ones((3, 3)), [], np.ones((0, 3))]],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("experts", {"experts": experts}) for experts in (0, -1, *NOT_INTEGER)],
    ("data", {"rounds": 5}),
    ("data", {"experts": 2}),
]


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_RATES + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(multiplicative_weights, VALID | changes, name)


def test_shapes() -> None:
    for size in (0, 1, 7, 20_000):
        first = sample(size=size, rng=generator(1))
        assert first.shape == (size, 4)
        assert first.dtype == np.int64
        assert np.array_equal(first, sample(size=np.int64(size), rng=generator(1)))  # type: ignore[arg-type]
    assert not np.array_equal(first, sample(size=20_000, rng=generator(2)))
    assert not np.array_equal(first[:1000], first[10_000:11_000])
    assert sample([[0.5]], size=3).tolist() == [[0]] * 3


@pytest.mark.parametrize("form", FORMS)
def test_what_counts_as_a_matrix(form: str) -> None:
    """Lists, arrays of any number type and layout, fractions: the same draws."""
    exact = [[Fraction(entry) for entry in row] for row in MATRIX]
    array = np.array(MATRIX)
    expected = sample(form=form, size=100)
    for data in (exact, array, np.asfortranarray(array), array.astype(np.float32), array.astype(np.longdouble)):
        assert np.array_equal(sample(data, form=form, size=100), expected)
        assert np.array_equal(streamed(data, form=form)[0].expected, streamed(MATRIX, form=form)[0].expected)
    zeros = -np.zeros((4, 3))  # negative zeros are zeros
    assert np.array_equal(sample(zeros.astype(np.int8), size=100), sample(zeros, size=100))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [1e-9, 0.5, 3.0, 40.0])
def test_probabilities(form: str, rate: float) -> None:
    for matrix in (np.array(MATRIX), random_matrix(60, 7)):
        expected = law(matrix, rate, form)
        np.testing.assert_allclose(
            probabilities(matrix, learning_rate=rate, form=form), expected, rtol=1e-12, atol=1e-300
        )


@given(
    rows=st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=20),
    rate=st.floats(1e-6, 1e6),
    form=st.sampled_from(FORMS),
)
def test_probabilities_of_any_matrix(rows: list[list[float]], rate: float, form: str) -> None:
    computed = probabilities(np.array(rows), learning_rate=rate, form=form)
    np.testing.assert_allclose(computed, law(rows, rate, form), rtol=1e-12, atol=1e-300)


def test_first_choice_is_uniform_and_the_last_row_is_not_used() -> None:
    assert np.array_equal(probabilities(np.array(MATRIX), learning_rate=9.0)[0], np.full(3, 1 / 3))
    other = [*MATRIX[:-1], [0.0, 0.0, 1.0]]
    assert np.array_equal(sample(size=1000), sample(other, size=1000))


def test_sums_are_as_if_exact() -> None:
    """0.1 ten times is not 1 in doubles; exact ties stay ties, and a last bit decides at a huge learning rate."""
    tie = np.array([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1], [0.5, 0.5]])
    assert probabilities(tie, learning_rate=1e300)[3].tolist() == [0.5, 0.5]
    assert streamed(tie, learning_rate=1e300)[0].probabilities.tolist() == [0.5, 0.5]
    ahead = np.array([[0.1, 0.1 + 2**-56], [0.9, 0.9], [0.5, 0.5]])
    assert np.array_equal(probabilities(ahead, learning_rate=1e300)[2], [0, 1])
    assert np.array_equal(probabilities(ahead, learning_rate=1e300, form="loss")[2], [1, 0])
    assert streamed(ahead, learning_rate=1e300)[0].probabilities.tolist() == [0, 1]


@pytest.mark.statistical
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [{"learning_rate": 0.01}, {"learning_rate": 1.5}, {"exp_learning_rate": "4"}])
def test_law(form: str, rate: dict[str, Any]) -> None:
    """alpha = 1e-6, for all 81 transcripts."""
    samples = sample(form=form, **{"learning_rate": None} | rate)
    assert transcript_p_value(samples, law(MATRIX, rate.get("learning_rate", math.log(4)), form)) > ALPHA


@pytest.mark.statistical
def test_dependent_rounds_are_rejected() -> None:
    """The right law of each choice, but the same draw for all rounds."""
    samples = sample()
    for column in range(4):
        samples[:, column].sort()
        assert counts_p_value(samples[:, column], law(MATRIX, 0.5)[column]) > ALPHA
    assert transcript_p_value(samples, law(MATRIX, 0.5)) < ALPHA

"""The fast MWEM: the law of whole transcripts, what it refuses, and wrong laws that samples tell from the right one."""

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.fast.mwem import mwem
from tests.fast.helpers import expect_error, generator
from tests.fast.mwem_cases import ALPHA, BAD, QUERIES, SIGNED, VALID, Box, N, faulty, law, transcript_p_value

RIGHT = Box()
WRONG = {
    "another epsilon": replace(RIGHT, choice=8.4 / 8, noise=8.4 / 4),
    "a choice that takes each error for half as large": replace(RIGHT, choice=8.0 / 16),
    "a choice at the budget of the measurement": replace(RIGHT, choice=8.0 / 4),
    "noise at the whole budget of a round": replace(RIGHT, noise=8.0 / 2),
    "noise without the grain": replace(RIGHT, noise=8.0 / 4 * 2),
    "errors with their sign": faulty(RIGHT, "signed"),
    "no update": faulty(RIGHT, "kept"),
    "no normalization": faulty(RIGHT, "not normalized"),
    "another margin": replace(RIGHT, ends=(-2, 8)),
    "steps of twice the size": replace(RIGHT, step=1.0),
    "steps the other way": replace(RIGHT, step=-0.5),
    "another point": replace(RIGHT, data=(0, 1, 1, 1, 1, 2)),
}


def sample(**changes: Any) -> Any:
    return mwem(**VALID | {"size": N, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(mwem, VALID | changes, name)


def test_shapes() -> None:
    for size in (0, 1, 7, 200_000):
        first = sample(size=size, rng=generator(1))
        assert first.shape == (size, 4)
        assert first.dtype == np.int64
        assert np.array_equal(first, sample(size=np.int64(size), rng=generator(1)))
    assert not np.array_equal(first, sample(size=200_000, rng=generator(2)))
    assert not np.array_equal(first[:1000], first[180_000:181_000])


def test_what_counts_as_the_same_queries_and_points() -> None:
    expected = sample(size=100)
    same: list[dict[str, Any]] = [
        {"queries": "0,1,0; 1,1,0;1/2,0,1"},
        {"queries": ["0,1,0", (1.0, Fraction(1), 0), np.array([0.5, 0, 1])]},
        {"queries": np.array(QUERIES)},
        {"queries": np.array(QUERIES, np.float32)},
        {"query_range": "0,1"},
        {"query_range": [0.0, Fraction(1)]},
        {"data": [0, 1, 1, 1, 1, 1]},
        {"data": np.array([1, 0, 1, 1, 1, 1], np.uint8)},
        {"calibration": "corrected"},
        {"epsilon": None, "exp_eps": Fraction(math.exp(8.0))},
    ]
    for changes in same:
        assert np.array_equal(sample(size=100, **changes), expected)


def test_doubles_stand_for_small_fractions() -> None:
    given = {"size": 100, "epsilon": 1e6, "rounds": 1}
    assert sample(queries=((1 / 3, 0.1, 1.0),), **given).tolist() == [[0, 10 + 5 * 3]] * 100  # the grain is 30
    assert sample(queries="1/3,1/10,1", **given).tolist() == [[0, 25]] * 100


@pytest.mark.statistical
def test_law() -> None:
    """alpha = 1e-6, for all 2601 transcripts; they add up to 1."""
    expected = law(RIGHT)
    assert len(expected) == (3 * 17) ** 2
    assert math.isclose(math.fsum(expected.values()), 1, rel_tol=1e-12)
    assert transcript_p_value(sample(), expected) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("fault", WRONG)
def test_wrong_laws_are_rejected(fault: str) -> None:
    assert transcript_p_value(sample(), law(WRONG[fault])) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
def test_calibrations_at_a_range_of_width_two(calibration: str) -> None:
    """alpha = 1e-6: the printed one takes no notice of the width, and so spends twice the budget."""
    boxes = {
        word: Box(queries=SIGNED, grain=1, offered=(0, 1), ends=(-6, 6), choice=1.0 / width, noise=2.0 / width)
        for word, width in (("corrected", 2), ("printed", 1))
    }
    samples = sample(queries=SIGNED, query_range=(-1, 1), margin=0, calibration=calibration)
    for word, box in boxes.items():
        assert (transcript_p_value(samples, law(box)) > ALPHA) is (word == calibration)


@pytest.mark.statistical
def test_one_round_at_a_small_epsilon_and_at_a_large_one() -> None:
    """alpha = 1e-6."""
    for epsilon in (0.01, 30.0):
        box = replace(RIGHT, rounds=1, choice=epsilon / 4, noise=epsilon / 2)
        assert transcript_p_value(sample(epsilon=epsilon, rounds=1), law(box)) > ALPHA


def test_extremes() -> None:
    """A huge budget chooses the worst query and measures it exactly; a tiny one clamps all that it measures."""
    sure = sample(size=50, epsilon=1e6)
    assert sure[:, :2].tolist() == [[0, 10]] * 50  # 2 is said, 5 is true; the others are off by 2 and 5/2
    assert set(sample(size=50, epsilon=1e-9)[:, 1].tolist()) <= {-2, 14}
    assert sample(size=3, queries=((1, 0),), data=(0,), margin=0, epsilon=1e6).tolist() == [[0, 1, 0, 1]] * 3

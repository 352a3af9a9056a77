"""The fast smooth MWEM: its cover, and the law of whole transcripts."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from dpassay.fast.smooth_mwem import cover, smooth_mwem
from tests.fast.helpers import expect_error, generator
from tests.fast.mwem_cases import ALPHA, BAD, BAD_SMOOTH, SMOOTH, Box, N, law, transcript_p_value

NEAR = ((0, 1, 0), (0, 1, 0.5), (1, 0, 0), (1, 0, 0.5))
"""Pairs at a distance of 1/6."""
RIGHT = Box(queries=NEAR, offered=(0, 2))


def sample(**changes: Any) -> Any:
    return smooth_mwem(**SMOOTH | {"queries": NEAR, "size": N, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), BAD + BAD_SMOOTH)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(smooth_mwem, SMOOTH | changes, name)


@given(
    rows=arrays.arrays(np.int64, st.tuples(st.integers(1, 9), st.integers(1, 4)), elements=st.integers(-3, 3)),
    reach=st.integers(0, 8),
)
def test_cover(rows: Any, reach: int) -> None:
    """Every query is near one that is kept before it, or is kept; those that are kept are far from each other."""
    radius = Fraction(reach, 5 * rows.shape[1])
    kept = cover(rows, 5, radius).tolist()

    def apart(i: int, j: int) -> Fraction:
        return Fraction(sum(abs(int(a) - int(b)) for a, b in zip(rows[i], rows[j], strict=True)), 5 * rows.shape[1])

    assert kept == sorted(set(kept))
    assert all(apart(i, j) > radius for i in kept for j in kept if i != j)
    for j in set(range(len(rows))) - set(kept):
        assert any(apart(i, j) <= radius for i in kept if i < j)


def test_radius_of_exactly_a_distance() -> None:
    """A radius is rounded to a double: 1/6 from below, and from above."""
    rows = np.array([[0, 2, 0], [0, 2, 1], [2, 0, 0]])
    for radius in (Fraction(1, 6), Fraction(1 / 6), Fraction(1, 6) - Fraction(1, 2**50)):
        assert cover(rows, 2, radius).tolist() == [0, 2]
    assert cover(rows, 2, Fraction(1, 6) - Fraction(1, 10**4)).tolist() == [0, 1, 2]
    assert cover(np.array([[1], [1], [1]]), 1, Fraction(0)).tolist() == [0]


def test_indices_are_those_of_all_queries() -> None:
    """The default radius is sigma / (4 n): 1/6 for sigma = 1 and n = 1 (as 1/4 is more), 1/24 for n = 6."""
    assert set(sample(size=200, radius=1 / 6)[:, ::2].ravel()) == {0, 2}
    assert set(sample(size=200, data=(1,), sigma=1)[:, ::2].ravel()) == {0, 2}
    assert set(sample(size=200, sigma=1)[:, ::2].ravel()) == {0, 1, 2, 3}
    assert set(sample(size=200, radius=8)[:, ::2].ravel()) == {0}
    assert sample(size=0, radius=8).shape == (0, 4)


@pytest.mark.statistical
def test_law() -> None:
    """alpha = 1e-6."""
    samples = sample(radius=0.2)
    assert transcript_p_value(samples, law(RIGHT)) > ALPHA
    assert transcript_p_value(samples, law(replace(RIGHT, choice=8.5 / 8))) < ALPHA
    assert transcript_p_value(samples, law(replace(RIGHT, offered=(0, 1, 2, 3)))) < ALPHA
    assert transcript_p_value(samples, law(replace(RIGHT, offered=(1, 3)))) < ALPHA
    assert transcript_p_value(sample(), law(replace(RIGHT, offered=(0, 1, 2, 3)))) > ALPHA

"""The fast projected smooth MWEM: the law of whole transcripts."""

from dataclasses import replace
from typing import Any

import pytest

from dpassay.fast.projected_smooth_mwem import projected_smooth_mwem
from tests.fast.helpers import expect_error, generator
from tests.fast.mwem_cases import ALPHA, BAD, BAD_SMOOTH, SMOOTH, Box, N, faulty, law, transcript_p_value

SPREAD = ((0, 0, 1), (0, 1, 1))
"""The first point has less mass than it could after an update: with a cap of 0.35 both others are at it."""
BUDGET = 12.0
RIGHT = Box(
    queries=SPREAD, grain=1, offered=(0, 1), data=(2, 2, 2), ends=(0, 3), choice=BUDGET / 8, noise=BUDGET / 4, cap=0.35
)
SIGMA = 1 / (3 * 0.35)


def sample(**changes: Any) -> Any:
    given = {"queries": SPREAD, "data": (2, 2, 2), "margin": 0, "sigma": SIGMA, "epsilon": BUDGET}
    return projected_smooth_mwem(**SMOOTH | given | {"size": N, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), BAD + BAD_SMOOTH)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(projected_smooth_mwem, SMOOTH | changes, name)


def test_shapes() -> None:
    for size in (0, 1, 7):
        assert sample(size=size).shape == (size, 4)


@pytest.mark.statistical
def test_law() -> None:
    """alpha = 1e-6; MWEM itself, another cap, and masses cut and normalized are told from it."""
    samples = sample()
    assert transcript_p_value(samples, law(RIGHT)) > ALPHA
    assert transcript_p_value(samples, law(replace(RIGHT, cap=1.0))) < ALPHA
    assert transcript_p_value(samples, law(replace(RIGHT, cap=0.4))) < ALPHA
    assert transcript_p_value(samples, law(faulty(RIGHT, "clipped"))) < ALPHA


@pytest.mark.statistical
def test_law_without_a_cap_and_with_all_at_it() -> None:
    """alpha = 1e-6: for sigma N below 1 it is smooth MWEM; for sigma = 1 the distribution stays uniform."""
    free = sample(sigma=0.3, radius=0)
    assert transcript_p_value(free, law(replace(RIGHT, cap=1.0))) > ALPHA
    uniform = sample(sigma=1, radius=0)
    assert transcript_p_value(uniform, law(faulty(RIGHT, "kept"))) > ALPHA
    assert transcript_p_value(uniform, law(RIGHT)) < ALPHA


def test_queries_outside_of_the_cover_are_never_chosen() -> None:
    assert set(sample(size=300, radius=1 / 3)[:, ::2].ravel()) == {0}
    assert set(sample(size=300, radius=0.33)[:, ::2].ravel()) == {0, 1}

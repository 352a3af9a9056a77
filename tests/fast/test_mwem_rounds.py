"""The rounds of MWEM, taken singly."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpassay.fast.mwem_rounds import MOST_ENTRIES, Round, next_logs, normalized, rounds_of, transcripts
from dpassay.fast.mwem_setting import Setting, setting_of
from tests.fast.helpers import counts_p_value, generator

ALPHA = 1e-6


def setting(**changes: object) -> Setting:
    given = {"rounds": 3, "queries": "0,1,1;1/2,0,1", "query_range": "0,1", "margin": 0, "calibration": "corrected"}
    return setting_of((0, 1, 1, 2), epsilon=2.0, **given | changes)


def test_update_by_hand() -> None:
    """The first query is 2/3 of the uniform distribution, 3/4 of the data: a step of 1/24 for its elements."""
    now = Round(np.array([0, 1]), np.array([6, 8]))
    logs = next_logs(setting(), np.zeros((2, 3)), now)
    np.testing.assert_allclose(logs, [[0, 1 / 24, 1 / 24], [1 / 8, 0, 1 / 4]], rtol=1e-14)
    capped = next_logs(replace(setting(), capacity=Fraction(3)), np.zeros((2, 3)), now)
    np.testing.assert_allclose(normalized(capped), np.full((2, 3), 1 / 3), rtol=1e-14)
    assert not np.allclose(normalized(logs), 1 / 3)


def test_normalized_does_not_overflow() -> None:
    np.testing.assert_allclose(normalized(np.array([[800.0, 800, -2000], [-1e5, -1e5, -1e5]]))[:, 0], [0.5, 1 / 3])


@pytest.mark.statistical
def test_first_choice() -> None:
    """alpha = 1e-6: scores 4 |2/3 - 3/4| = 1/3 and 4 |1/2 - 3/8| = 1/2, at a rate of 1/6 and, wrongly, of 1."""
    for rate, passes in ((1 / 6, True), (1.0, False)):
        weights = np.exp(rate * np.array([1 / 3, 1 / 2]))
        first = next(rounds_of(setting(), 300_000, generator(1)))
        assert (counts_p_value(first.chosen, weights / weights.sum()) > ALPHA) is passes


def test_blocks() -> None:
    """More runs than a block has: each block its own draws."""
    runs = MOST_ENTRIES // 3 + 5
    drawn = transcripts(setting(), runs, generator(2))
    assert drawn.shape == (runs, 6)
    assert not np.array_equal(drawn[:5], drawn[-5:])
    assert {tuple(pair) for pair in drawn[:, :2].tolist()} == {(j, k) for j in (0, 1) for k in range(9)}

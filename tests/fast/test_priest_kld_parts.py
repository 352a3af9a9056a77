"""The parts of the fast PRIEST-KLD: counts of sampled clients, letters, sensitivities, against plain enumeration."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from dpassay.fast import priest_kld_parts as parts
from dpassay.fast.gaussian import calibrate
from tests.fast.helpers import N, counts_p_value, generator

ALPHA = 1e-6
TABLE = [[0, 1], [1, 1], [0, 0], [0, 2], [1, 2]]


def setting(**changes: Any) -> parts.Setting:
    given: dict[str, Any] = {"budget": 1.0, "delta": 0.01, "reference": [0.5, 0.25, 0.25]}
    counts = changes.pop("counts", (5, 3, 2, 1))
    words = (changes.pop("trust", "trusted"), changes.pop("calibration", "corrected"))
    return parts.setting_of(**{**given, "lam": 1, "floor": 0.1, **changes}, counts=counts, words=words)


def test_what_is_held_is_counted() -> None:
    held = parts.holdings(TABLE, setting())
    assert held.counts.tolist() == [4, 4, 2]
    assert held.holders.tolist() == [[2, 2, 2], [1, 1, 0]]
    one = parts.holdings([[0], [2], [2]], setting(counts=(3, 2, 1, 1)))
    assert one.holders.tolist() == [[1, 0, 2]]


@pytest.mark.parametrize("letter", [0, 1, 2])
def test_counts_of_sampled_clients_have_the_law_of_all_sets(letter: int) -> None:
    s = setting()
    sets = list(combinations(TABLE, 3))
    expected = np.bincount([sum(row.count(letter) for row in chosen) for chosen in sets], minlength=7) / len(sets)
    letters = np.full((N, 1), letter)
    drawn = parts.counts_of(letters, parts.holdings(TABLE, s), s, generator()).ravel()
    assert counts_p_value(drawn, expected) > ALPHA
    assert set(drawn.tolist()) == set(np.flatnonzero(expected).tolist())


def test_all_clients_are_counted_exactly() -> None:
    s = setting(counts=(5, None, 2, 1))
    letters = np.array([[0, 1], [2, 2]])
    assert parts.counts_of(letters, parts.holdings(TABLE, s), s, generator()).tolist() == [[4, 4], [2, 2]]


@pytest.mark.parametrize("most", [1, N])
def test_letters_have_their_probabilities(most: int) -> None:
    """By inversion, and by an alias table."""
    pi = np.array([0.5, 0.2, 0.05, 0.25])
    drawn = parts.letters_of(pi, most)((N // 4, 4), generator())
    assert drawn.shape == (N // 4, 4)
    assert counts_p_value(drawn.ravel(), pi) > ALPHA
    assert counts_p_value(drawn.ravel(), pi[::-1]) < ALPHA


def test_the_two_commonest_letters_are_counted() -> None:
    rows = np.array([[0, 1, 2, 0], [3, 3, 3, 3], [5, 1, 5, 1], [0, 1, 2, 3]])
    assert parts.commonest_two(rows).tolist() == [3, 4, 4, 2]
    assert parts.commonest_two(np.array([[7]])).tolist() == [1]
    assert parts.commonest_two(np.zeros((0, 3), np.int64)).tolist() == []


@pytest.mark.parametrize(
    ("changes", "least", "most"),
    [
        ({}, 0, 6),
        ({"counts": (5, None, 2, 3), "floor": 0.25, "lam": 4}, 0, 10),
        ({"counts": (5, None, 2, 2), "floor": None, "lam": 0}, 2, 6),
        ({"counts": (5, None, 2, 2), "floor": None, "lam": 7}, 2, 6),
    ],
)
def test_sensitivities_are_the_largest_of_all_counts(changes: dict[str, Any], least: int, most: int) -> None:
    s = setting(**changes)
    values = s.shares(np.arange(least, most + 1))[:, None] / s.reference
    linear, logs = s.lam * np.diff(values, axis=0), np.diff(np.log(values), axis=0)
    assert parts.estimate_reach(s) == pytest.approx(np.abs(linear - logs).max())
    assert parts.sums_reach(s) == pytest.approx(s.rounds * np.hypot(linear, logs).max())
    assert parts.reports_reach(9.0, s) == pytest.approx(3 / s.counted)


def test_noise() -> None:
    assert parts.deviation(2.0, setting()) == pytest.approx(2 * calibrate(1.0, 0.01))
    printed = 2 * np.log(125)
    for trust, share in {"trusted": 0.7, "tagg": 0.7 * 3 / np.sqrt(2), "dist": np.sqrt(2) / 3}.items():
        s = setting(trust=trust, calibration="printed", counts=(5, None, 2, 3))
        assert parts.deviation(2.0, s) == pytest.approx(np.sqrt(printed * share))


def test_references_are_read() -> None:
    assert parts.reference_of("1/4,3/4").tolist() == [0.25, 0.75]
    assert parts.reference_of(np.array([0.5, 0.5])).tolist() == [0.5, 0.5]
    for bad in ("1", "x,1", "1/0,1", "1/2,1/3", [0.5], [1.5, -0.5], np.ones((2, 2)), np.array([1, 0]), 0.5, None):
        with pytest.raises(ValueError, match=r"^reference=.*: expected probabilities above 0"):
            parts.reference_of(bad)

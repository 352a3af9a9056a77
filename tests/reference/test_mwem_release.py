"""Averages of iterates, distances of queries, and the closest one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.reference.mwem_release import as_transcript, average, closest, mean_distance, normalized
from dpassay.reference.mwem_rounds import iterates, unprojected
from dpassay.reference.mwem_setting import Parameters

F = Fraction
P = Parameters.read(epsilon=1, rounds=2, queries="1,0,0,1;1,1,0,1;0,0,1,0")


def test_the_two_averages_differ_in_their_ends() -> None:
    row = (0, 1, 2, 2)
    states = [normalized(weights) for weights in iterates(row, 2, P, unprojected)]
    after, before = (average(row, 2, P, unprojected, which) for which in ("after", "before"))
    for x in range(4):
        assert 2 * (after[x] - before[x]) == states[2][x] - states[0][x]
    assert after != before
    assert sum(after) == 1


def test_probabilities() -> None:
    assert normalized((F(1), F(3))) == (F(1, 4), F(3, 4))


def test_distances_are_means_over_the_universe() -> None:
    assert mean_distance(P.queries[0], P.queries[1]) == F(1, 4)
    assert mean_distance((F(-1), F(1)), (F(1), F(1, 2))) == F(5, 4)


def test_the_closest_of_some() -> None:
    assert closest(P.queries[0], P, (1, 2)) == 1
    assert closest(P.queries[0], P, (2, 0, 1)) == 0
    assert closest((F(1), F(1, 2), F(0), F(1)), P, (0, 1)) == 0  # as far from both: the first


def test_transcripts_are_whole_numbers() -> None:
    assert as_transcript(["0", 1, 2, 2], 2, P) == (0, 1, 2, 2)
    with pytest.raises(ValueError, match=r"transcript\[1\] = 0.5: expected"):
        as_transcript([0, 0.5, 0, 0], 2, P)
    with pytest.raises(ValueError, match="records = 0: expected"):
        as_transcript([0, 0, 0, 0], 0, P)

"""The guided search finds what is bad, and climbs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from dpassay.experiments.lazy_excess import (
    GOALS,
)
from dpassay.experiments.measures.excess import costs, value
from dpassay.experiments.measures.excess_search import Place, guided
from dpassay.experiments.measures.sequences import SEQUENCES

PLACE = Place(10, 64, 8, Fraction(1, 100), 0, 30)


def test_the_search_finds_the_alternating_batches_or_worse() -> None:
    for goal in GOALS:
        tried, name, sequence = guided(PLACE, goal)
        assert tried == len(SEQUENCES) + 30
        best = value(goal, costs(sequence, 0.01, 8), 0.01, 8, 64)
        every = [make(64, 8, 10, np.random.default_rng(0)) for make in SEQUENCES.values()]
        assert best >= max(value(goal, costs(one, 0.01, 8), 0.01, 8, 64) for one in every) * 0.9
        assert name.split(",")[0] in SEQUENCES
        assert guided(PLACE, goal)[2].text == sequence.text


def test_a_climb_goes_up() -> None:
    """With a large rate alternating halves are not the worst."""
    place = replace(PLACE, learning_rate=Fraction(1), steps=200)
    _, name, sequence = guided(place, "excess")
    _, _, start = guided(replace(place, steps=0), "excess")
    assert name.endswith("climbed")
    assert costs(sequence, 1.0, 8).excess > 1.02 * costs(start, 1.0, 8).excess

"""Looking at answers while they are drawn: when it looks, when it stops, and what it then says."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from dpassay.audit.evidence.watch import FIRST_LOOK, Watch, looks
from dpassay.properties.cells import Cells
from dpassay.properties.e_values import MixtureRatio
from dpassay.properties.joint_statistics import Direction
from dpassay.properties.joint_test import Laws

FIRST, SECOND = np.array([0.75, 0.25]), np.array([0.25, 0.75])
SCORES = (np.array([1.0, -3.0]), np.array([-3.0, 1.0]))
LAWS = Laws((FIRST, SECOND), (Direction("loss", SCORES),))
CELLS = tuple(Cells("finite", np.array([0, 1]), law) for law in (FIRST, SECOND))


def answers(truth: float, size: int, seed: int = 1) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [np.where(rng.random(size) < truth, place, 1 - place) for place in (0, 1)]


def test_it_looks_ever_more_rarely_and_at_the_end() -> None:
    assert looks(0, 10) == [10]
    found = looks(0, 5_000)
    assert (found[0], found[-1]) == (FIRST_LOOK, 5_000)
    assert all(1 < after / before <= 1.13 for before, after in itertools.pairwise(found))
    assert looks(1_000, 5_000) == [n for n in found if n > 1_000]


def test_what_is_seen_in_parts_is_what_is_seen_at_once() -> None:
    arrays = answers(0.8, 4_000)
    whole, parts = Watch(LAWS, CELLS, 0.01), Watch(LAWS, CELLS, 0.01)
    assert whole.see(arrays)
    cuts = [0, 130, 1_000, 2_000, 4_000]
    for a, b in itertools.pairwise(cuts):
        if parts.see([array[a:b] for array in arrays]):
            break
    assert parts.stopped is not None
    assert whole.stopped is not None
    assert whole.stopped / 1.11 <= parts.stopped <= whole.stopped
    assert whole.test().samples == (whole.stopped, whole.stopped)


def test_it_stops_where_the_mixture_is_enough_and_says_how_much_it_was() -> None:
    arrays, level = answers(0.8, 4_000), 0.01
    watch = Watch(LAWS, CELLS, level)
    assert watch.see(arrays)
    mixture = MixtureRatio(LAWS)

    def value(n: int) -> float:
        counts = [np.bincount(array[:n], minlength=2)[None] for array in arrays]
        return float(mixture.log_values(counts)[0])

    every = looks(0, 4_000)
    assert watch.stopped == next(n for n in every if value(n) >= math.log(1 / level))
    found = watch.test()
    assert (found.method, found.statistic, found.rejected) == ("sequential", "common", True)
    assert found.p_value == pytest.approx(math.exp(-value(watch.stopped)), rel=1e-4)


def test_correct_answers_are_looked_at_to_the_end() -> None:
    watch = Watch(LAWS, CELLS, 0.01)
    assert not watch.see(answers(0.75, 3_000))
    found = watch.test()
    assert (watch.stopped, found.rejected, found.samples) == (None, False, (3_000, 3_000))
    assert found.p_value > 0.01


@pytest.mark.statistical
def test_correct_answers_are_rarely_enough() -> None:
    """200 watches of 20 looks each at level .1; more than 37 stop once in 1e4 runs."""
    stopped = 0
    for seed in range(200):
        stopped += Watch(LAWS, CELLS, 0.1).see(answers(0.75, 330, seed))
    assert 0 < stopped <= 37


def test_evidence_that_was_there_stays() -> None:
    """The p-value is of the largest evidence so far: answers that fit again do not take it back."""
    watch = Watch(LAWS, CELLS, 1e-30)
    watch.see(answers(0.85, 1_000))
    before = watch.test().p_value
    watch.see(answers(0.65, 1_000, seed=2))
    assert watch.test().p_value == before


def test_an_answer_that_the_law_cannot_give_is_enough() -> None:
    watch = Watch(LAWS, CELLS, 1e-9)
    arrays = answers(0.75, 200)
    arrays[1][120] = 7
    assert watch.see(arrays)
    found = watch.test()
    assert watch.stopped == next(n for n in looks(0, 200) if n > 120)
    assert (found.method, found.p_value, found.worst_input, found.worst[1].cell) == ("support", 1e-300, 1, -1)

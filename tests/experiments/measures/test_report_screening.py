"""The screening of classes: all of them, candidates, climbs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np

from dpassay.exact import Budget
from dpassay.experiments.measures.report_loss import (
    Setting,
)
from dpassay.experiments.measures.report_screening import (
    PROPOSALS,
    all_classes,
    candidates,
    climb,
    losses,
    moved,
    starts,
)

F = Fraction
ONE = Budget(F(1))


def test_all_classes_are_tried() -> None:
    every = {tuple(row) for row in product(range(5), repeat=3) if sum(row) == 4}
    assert {tuple(table[0].tolist()) for table in all_classes(1, 3, 4)} == every
    pairs = {frozenset([a, b]) for a in every for b in every}
    assert {frozenset(map(tuple, table.tolist())) for table in all_classes(2, 3, 4)} == pairs
    assert len(all_classes(2, 3, 4)) == len(pairs)


def test_a_climb_keeps_masses_and_does_not_lose() -> None:
    noise = Setting("printed", 2, 6, 20, ONE).noise()
    rng = np.random.default_rng(3)
    first = starts(2, 6, 1000, rng)
    assert (first.sum(axis=2) == 6000).all()
    assert (first >= 0).all()
    best, tried = climb(first, lambda tables: losses(tables, noise), 20, rng)
    assert len(first) + 20 * PROPOSALS >= tried > len(first) + 10 * PROPOSALS
    assert (best >= 0).all()
    assert (best.sum(axis=1) == 6000).all()
    assert losses(best[None], noise)[0] >= losses(first, noise).max() > losses(first, noise).min()
    proposed = moved(np.repeat(best[None], 100, axis=0), rng)
    assert (proposed >= 0).all()
    assert (proposed.sum(axis=2) == 6000).all()
    assert (proposed != best).any()


def test_candidates_are_the_largest() -> None:
    assert candidates(np.array([1.0, 2.0, 2.0 - 1e-12, -np.inf])) == [1, 2]

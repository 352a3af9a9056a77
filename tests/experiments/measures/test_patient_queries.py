"""Thresholds and ranges over a table of patients: cells, rectangles, truths and covers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpassay.experiments.measures.patient_queries import (
    RADIUS_END,
    RECTANGLES,
    SIDE,
    TEXTURE_END,
    THRESHOLDS,
    WORKLOADS,
    cells,
    covering,
    load_patients,
    rectangles,
    workload,
)


def test_cells() -> None:
    assert cells(np.array([0.0, 0.99, 1.0, 3.99, 4.0, 9.0, -1.0]), 4.0, 4).tolist() == [0, 0, 1, 3, 3, 3, 0]
    assert cells(np.array([0.5, 31.9]), 32.0, 64).tolist() == [1, 63]


def test_public_ranges_hold_all_patients() -> None:
    table = load_patients()
    assert table.shape == (569, 2)
    assert (table > 0).all()
    assert (table < [RADIUS_END, TEXTURE_END]).all()


def test_truths_are_shares_of_patients() -> None:
    """Counted patient by patient."""
    table = load_patients()
    radius = table[:, 0] / RADIUS_END
    below = workload("thresholds", 0).truths
    for j in (100, 5000, 7777, 12_000):
        assert below[j] == pytest.approx(np.mean(radius < (j + 1) / THRESHOLDS))
    one, queries = workload("ranges", 3), rectangles(3)
    row, column = np.floor(radius * SIDE), np.floor(table[:, 1] / TEXTURE_END * SIDE)
    for j in range(0, RECTANGLES, 97):
        inside = np.argwhere(queries.rows[j].reshape(SIDE, SIDE))
        (top, left), (bottom, right) = inside.min(axis=0), inside.max(axis=0)
        assert len(inside) == (bottom - top + 1) * (right - left + 1)
        held = (top <= row) & (row <= bottom) & (left <= column) & (column <= right)
        assert one.truths[j] == pytest.approx(held.mean())


def test_a_seed_decides_the_rectangles() -> None:
    assert np.array_equal(rectangles(1).rows, rectangles(1).rows)
    assert not np.array_equal(rectangles(1).rows, rectangles(2).rows)
    assert np.array_equal(workload("thresholds", 1).truths, workload("thresholds", 2).truths)


def test_own_sigma() -> None:
    """No mass of the data is above 1 / (sigma N), and one is at it."""
    for kind in WORKLOADS:
        one = workload(kind, 0)
        masses = np.bincount(one.points, minlength=one.queries.domain) / 569
        assert masses.max() == pytest.approx(1 / (one.own_sigma * one.queries.domain))


def test_covers_of_thresholds() -> None:
    """gamma N = 2^14 sigma / (4 * 569) is 7.198 sigma: at sigma = 1 thresholds 8 cells apart are kept, at 0.13 all."""
    kept, nearest = covering("thresholds", 0, Fraction(1))
    assert kept.tolist() == list(range(0, THRESHOLDS, 8))
    assert np.abs(kept[nearest] - np.arange(THRESHOLDS)).max() <= 7
    assert kept[nearest][:10].tolist() == [0, 0, 0, 0, 0, 8, 8, 8, 8, 8]
    every, same = covering("thresholds", 0, Fraction(13, 100))
    assert every.tolist() == same.tolist() == list(range(THRESHOLDS))


def test_covers_of_ranges_leave_out_what_is_twice_there() -> None:
    kept, nearest = covering("ranges", 0, Fraction(1))
    rows = workload("ranges", 0).queries
    assert len(kept) == len(np.unique(rectangles(0).rows, axis=0)) < RECTANGLES
    for j in set(range(RECTANGLES)) - set(kept.tolist()):
        assert np.array_equal(rows.row(j), rows.row(int(kept[nearest[j]])))

"""Intervals and tables of queries: what they answer, entry by entry, and how far they are from each other."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.fast.query_tables import BLOCK_ENTRIES, Intervals, QueryClass, Table, cover
from tests.fast.helpers import expect_error, generator


def as_table(intervals: Intervals) -> Table:
    """The same queries, value by value."""
    ends = zip(intervals.starts, intervals.stops, strict=True)
    return Table(np.array([[start <= x < stop for x in range(intervals.domain)] for start, stop in ends], np.uint8))


@st.composite
def some_intervals(draw: st.DrawFn) -> Intervals:
    domain = draw(st.integers(2, 12))
    ends = draw(st.lists(st.tuples(st.integers(0, domain), st.integers(0, domain)), min_size=1, max_size=8))
    pairs = np.sort(np.array(ends), axis=1)
    return Intervals(pairs[:, 0], pairs[:, 1], domain)


def check_answers(queries: QueryClass, values: Any) -> None:
    """Against sums over the domain, of values times g that are given entry by entry."""
    size, kept = values.shape[1], np.arange(0, len(values), 2)
    histogram = generator(1).integers(0, 50, size)
    masses = generator(2).dirichlet(np.ones(size))
    assert (queries.count, queries.domain) == values.shape
    sums = [sum(int(v) * int(h) for v, h in zip(row, histogram, strict=True)) for row in values]
    assert queries.sums(histogram).tolist() == sums
    expected = [sum(float(v) * m for v, m in zip(row, masses, strict=True)) / queries.grain for row in values]
    np.testing.assert_allclose(queries.answers(masses), expected, rtol=1e-12, atol=1e-13)
    for j in range(queries.count):
        assert (queries.row(j) * queries.grain).tolist() == values[j].tolist()
        assert queries.distances(j, kept).tolist() == [
            sum(abs(int(a) - int(b)) for a, b in zip(values[j], values[k], strict=True)) for k in kept
        ]
    some = queries.only(kept)
    assert [some.row(k).tolist() for k in range(some.count)] == [queries.row(j).tolist() for j in kept]


@given(some_intervals())
def test_intervals(intervals: Intervals) -> None:
    check_answers(intervals, as_table(intervals).rows.astype(int))
    assert (intervals.grain, intervals.ends) == (1, (0, 1))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16])
def test_tables(dtype: type) -> None:
    """Also differences that 8 bits do not hold, and rows in several blocks."""
    low = 0 if np.dtype(dtype).kind == "u" else -100
    rows: Any = generator(3).integers(low, 101, (9, 40)).astype(dtype)
    check_answers(Table(rows, 20, (-100, 100)), rows.astype(int))
    wide = generator(4).integers(0, 2, (5, BLOCK_ENTRIES // 2 + 1)).astype(np.uint8)
    masses = generator(5).dirichlet(np.ones(wide.shape[1]))
    np.testing.assert_allclose(Table(wide).answers(masses), wide.astype(float) @ masses, rtol=1e-12)
    assert Table(wide).distances(1, np.arange(5)).tolist() == np.abs(wide.astype(int) - wide[1]).sum(axis=1).tolist()


@given(some_intervals(), st.integers(0, 6))
def test_covers(intervals: Intervals, reach: int) -> None:
    """Those of a table and of the same intervals agree; each query is near one that is kept before it, or is kept."""
    kept = cover(intervals, reach)
    assert kept.tolist() == cover(as_table(intervals), reach).tolist()
    for j in range(intervals.count):
        near = intervals.distances(j, kept[kept < j]) <= reach
        assert near.any() != (j in kept)


def test_thresholds_are_thinned_out() -> None:
    thresholds = Intervals(np.zeros(101, int), np.arange(101), 100)
    assert cover(thresholds, 4.5).tolist() == list(range(0, 101, 5))
    assert cover(thresholds, 0.5).tolist() == list(range(101))


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[
            ("starts", {"starts": ends})
            for ends in ([0, 1], np.zeros(2), np.zeros((2, 1), int), np.zeros(0, int), None)
        ],
        *[("stops", {"stops": ends}) for ends in ([1, 1], np.array([1]), np.array([5, 4]), np.array([0, 0]), None)],
        ("stops", {"starts": np.array([-1, 1])}),
        *[("domain", {"domain": size}) for size in (0, 4.0, True, None, 2**40)],
    ],
)
def test_bad_intervals(name: str, changes: dict[str, Any]) -> None:
    expect_error(Intervals, {"starts": np.array([0, 1]), "stops": np.array([2, 4]), "domain": 4} | changes, name)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[
            ("rows", {"rows": rows})
            for rows in (
                [[0, 1]],
                np.eye(2),
                np.eye(2, dtype=int),
                np.zeros((0, 2), np.int8),
                np.ones(2, np.int8),
                None,
            )
        ],
        *[("grain", {"grain": grain}) for grain in (0, 1.0, True, None)],
        *[("ends", {"ends": ends}) for ends in ((0, 0), (1, 2), (0.0, 1), (-1, 0))],
    ],
)
def test_bad_tables(name: str, changes: dict[str, Any]) -> None:
    expect_error(Table, {"rows": np.eye(2, dtype=np.int8), "grain": 1, "ends": (0, 1)} | changes, name)


def test_sums_stay_exact() -> None:
    with pytest.raises(ValueError, match="number of points"):
        Table(np.ones((1, 2), np.uint8)).sums(np.array([2**40, 0]))

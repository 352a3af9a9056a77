"""The benchmark of MWEM: its tables can be built, and what it measures against computes the same."""

import pytest

from benchmarks import mwem as benchmark
from dpassay.reference import mwem
from tests.benchmarks.helpers import pool


def test_tables() -> None:
    projections, runs, laws = benchmark.tables(pool(), quick=True)
    assert [row[0] for row in projections.rows] == ["1,024"] * 4 + ["4,096"] * 4
    assert all(float(entry) > 0 for row in projections.rows for entry in row[2:])
    assert [row[:2] for row in runs.rows] == [("intervals", ""), ("intervals", "1/10"), ("bytes", "")]
    assert [row[:3] for row in laws.rows] == [("1", "1", "6"), ("1", "3", "12")]


def test_the_law_round_by_round_anew_is_the_law() -> None:
    parameters = benchmark.setting(2)
    naive = {transcript: float(mass) for transcript, mass in benchmark.naive_law((0,), parameters).items()}
    right, wrong = ({t: float(mass) for t, mass in mwem.law((x,), parameters).items()} for x in (0, 1))
    assert naive == pytest.approx(right, rel=1e-12)
    assert naive != pytest.approx(wrong, rel=1e-3)


def test_the_classes_have_the_size_that_is_asked_for() -> None:
    for _, queries, _ in benchmark.classes(64, 7):
        assert (queries.domain, queries.count) == (64, 7)
        assert 0 < queries.sums(queries.row(3).astype(int) * 0 + 1).sum() < 64 * 7

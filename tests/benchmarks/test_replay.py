"""The table of searches has a row for each planted fault, and each is found."""

from __future__ import annotations

import pytest

from benchmarks import replay
from tests.benchmarks.helpers import pool


def test_the_quick_table_has_its_rows() -> None:
    (table,) = replay.tables(pool(), quick=True)
    assert [list(row[:2]) for row in table.rows] == [[name, "violation"] for name in replay.QUICK]
    assert all(float(row[6]) > 1 for row in table.rows)
    assert [row[7] for row in table.rows] == ["1", "0"]


@pytest.mark.parametrize(("text", "number"), [("1/4", 0.25), (1, 1.0)])
def test_a_claim_may_be_a_fraction(text: object, number: float) -> None:
    assert replay.eval_fraction(text) == number

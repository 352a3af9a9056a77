"""A row can be turned around."""

from __future__ import annotations

from dpassay.audit.pipelines.rows import Row


def test_a_turned_row_has_its_inputs_exchanged() -> None:
    row = Row(3, 2, 0, 1, 5)
    assert row.turned() == Row(3, 2, 1, 0, 5)
    assert row.turned().turned() == row

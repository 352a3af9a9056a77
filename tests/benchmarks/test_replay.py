"""The table of searches has a row for each planted fault, and each is found."""

from __future__ import annotations

import tomllib

import pytest

from benchmarks import replay
from tests.benchmarks.helpers import pool
from tests.mutants import planted


def test_the_quick_table_has_its_rows() -> None:
    (table,) = replay.tables(pool(), quick=True)
    assert [list(row[:2]) for row in table.rows] == [[name, "violation"] for name in replay.QUICK]
    assert all(float(row[6]) > 1 for row in table.rows)
    assert [row[7:] for row in table.rows] == [["7", "5"], ["7", "5"]]


def test_places_that_draw_are_counted_in_helpers_and_one_that_does_not_is_none() -> None:
    counted = {"total_of_some": 1, "two_answers": 2, "response": 1, "mean_of_noisy_count": 2}
    assert {name: replay.places_that_draw(getattr(planted, name)) for name in counted} == counted
    assert replay.places_that_draw(replay.eval_fraction) == 0


def test_lines_of_a_schema_are_those_of_its_file() -> None:
    text = """
        form = "list"
        rows = [0, 4]
        [columns.x]
        kind = "real"
        low = 0
        [calls.sum.epsilon]
        kind = "category"
    """
    assert replay.schema_lines(tomllib.loads(text)) == len(text.split("\n")) - 2


@pytest.mark.parametrize(("text", "number"), [("1/4", 0.25), (1, 1.0)])
def test_a_claim_may_be_a_fraction(text: object, number: float) -> None:
    assert replay.eval_fraction(text) == number


def test_a_pipeline_gets_of_its_claim_what_it_takes() -> None:
    """This one claims a delta, of which it knows nothing."""
    assert replay.overhead("sum_of_range_found", [1.0, 2.0], {"epsilon": 1, "delta": "1/1000"}, 1) > 0


def test_an_empty_table_has_no_row_to_repeat() -> None:
    assert replay.overhead("sum_not_clipped", [], {"epsilon": 1}, 1) > 0

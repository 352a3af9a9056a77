"""A quantile of diffprivlib's is one call: a place among cells between the sorted data, whichever cell was drawn."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.cells import CELLS
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Call, Replays
from tests.audit.answers import quantiles

FILE = Path(quantiles.__file__)
F = Fraction


def calls(function: str, first: str, second: str) -> tuple[Call, ...]:
    found = replay_target(f"{FILE}:{function}", (Json(first), Json(second)), {}, ReplayPlan(drawn=2, steered=1))
    assert isinstance(found, Replays), found
    assert found.itself.parting is None
    assert all(pair.parting is None for pair in found.pairs)
    return found.pairs[0].calls


def test_cell_and_place_are_one_call_with_the_ends_and_the_scores() -> None:
    (call,) = calls("median", "[0.25, 7]", "[0.25, 0.5]")
    (row,) = call.rows
    assert (call.asked.kind, row.unit) == (CELLS, F(4))
    assert row.first == ((F(0), F(1, 4), F(1), F(1)), (F(-1), F(0), F(-1)))
    assert row.second == ((F(0), F(1, 4), F(1, 2), F(1)), (F(-1), F(0), F(-1)))
    assert 0 <= row.answer <= 1


def test_several_quantiles_are_several_calls() -> None:
    found = calls("quartiles", "[0.25, 0.5]", "[0.25, 1]")
    assert [call.asked.kind for call in found] == [CELLS, CELLS]
    assert [call.rows[0].unit for call in found] == [F(4), F(4)]


def test_what_is_no_number_is_recorded_as_it_comes() -> None:
    target = f"{FILE}:median"
    assert replay(target, [0.25, 0.5], [0.25, float("nan")], epsilon=1).verdict == "violation"


def test_a_measure_that_is_not_the_widths_has_no_law() -> None:
    (call,) = calls("median", "[0.25, 0.5, 0.5]", "[0.25, 0.5, 1]")
    assert call.asked.kind == "diffprivlib quantile"


def test_the_claim_is_held_to_the_densities() -> None:
    """Half of the data moves: the scores of a place differ by 1, and the unit is 4."""
    target = f"{FILE}:median"
    assert replay(target, [0.25, 0.5], [0.25, 1], epsilon="1/2").verdict == "no violation found"
    assert replay(target, [0.25, 0.5], [0.25, 1], epsilon="1/100").verdict == "violation"

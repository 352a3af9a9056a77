"""OpenDP's chains are taken apart: each measurement is one call, with what the transformations make of the data."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Call, Replays

F = Fraction
FLIPPED = "dpassay permute_and_flip"
FILE = Path(__file__).with_name("native.py")


@cache
def calls(function: str) -> tuple[Call, ...]:
    """Return the calls of a replay of [1, 2] on [1]."""
    target = f"{FILE}:{function}"
    found = replay_target(target, (Json("[1, 2]"), Json("[1]")), {}, ReplayPlan(drawn=1, steered=1))
    assert isinstance(found, Replays), found
    assert found.itself.parting is None
    assert all(pair.parting is None for pair in found.pairs)
    return found.pairs[0].calls


@pytest.mark.parametrize(
    ("function", "kind", "unit", "inputs"),
    [
        ("opendp_sum", "laplace", F(2), (F(3), F(1))),
        ("opendp_count", "discrete laplace", F(3), (F(2), F(1))),
        ("opendp_choice", "exponential choice", F(2), ((F(-2), F(0)), (F(-1), F(0)))),
        ("opendp_largest", FLIPPED, ("epsilon", 1, "sensitivity", 1), ((F(2), F(0)), (F(1), F(0)))),
    ],
)
def test_a_chain_is_the_call_of_its_measurement(function: str, kind: str, unit: object, inputs: object) -> None:
    (call,) = calls(function)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, (row.first, row.second)) == (kind, unit, inputs)
    assert call.asked.site.function == function


def test_what_is_not_known_is_recorded_without_a_law() -> None:
    (call,) = calls("opendp_unknown")
    assert call.asked.kind == "OpenDP alp queryable"
    assert call.different == 1


def test_a_transformation_that_draws_is_recorded_without_a_law_where_it_does() -> None:
    """Dropping records keeps what the chain claims: what was dropped on either input is no violation."""
    (call,) = calls("opendp_resized")
    assert (call.asked.kind, call.rows[0].first, call.rows[0].second) == ("laplace", F(3), F(1))
    verdicts = {
        replay(f"{FILE}:opendp_resized", first, second, epsilon=2).verdict
        for first, second in (([0.0, 0.0, 2.0], [0.0, 0.0, 2.0, 0.0]), ([0.0, 0.0, 0.0], [0.0, 0.0]))
    }
    assert verdicts == {"undecided"}


def test_a_list_whose_length_differs_parts_and_a_composition_has_a_call_for_each_part() -> None:
    target = f"{FILE}:opendp_both"
    same = replay_target(target, (Json("[1, 2]"), Json("[1, 3]")), {}, ReplayPlan(drawn=1, steered=1))
    assert isinstance(same, Replays)
    noisy, bit = same.pairs[0].calls
    assert (noisy.asked.kind, noisy.asked.count, noisy.different) == ("normal", 2, 1)
    assert (bit.asked.kind, bit.different, bit.sample[0].first) == ("coin", 0, F(3, 4))
    parted = replay_target(target, (Json("[1, 2]"), Json("[1]")), {}, ReplayPlan(drawn=1, steered=1))
    assert isinstance(parted, Replays)
    assert parted.pairs[0].parting is not None

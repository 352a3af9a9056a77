"""Choosing events of a release: the fewest runs first, none that tell nothing, and counting them in fresh runs."""

from __future__ import annotations

import math
from typing import Any

import pytest

from dpassay.audit.answers import worker_telling as telling
from dpassay.audit.answers.request import Json
from dpassay.audit.answers.worker_pairs import Ran
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.told import Fresh
from dpassay.audit.pipelines.traces import Replays
from tests.mutants import planted, planted_chance

PLAN = Fresh(math.e).asked


def ran(*values: str) -> list[Ran]:
    return [Ran([], {"": value}) for value in values]


def test_a_part_that_is_another_text_is_the_first_choice() -> None:
    (first, second, *_) = telling.chosen([ran(*"33333333"), ran(*"22222222")], PLAN)
    assert {(event["text"], event["side"]) for event in (first, second)} == {("3", 0), ("2", 1)}
    assert first["runs"] == telling.runs_for(1.0, 0.0, PLAN)


def test_a_number_is_told_by_a_limit_and_equal_laws_by_nothing() -> None:
    low, high = [float(x).hex() for x in range(8)], [float(x).hex() for x in range(20, 28)]
    event = telling.chosen([ran(*low), ran(*high)], PLAN)[0]
    assert (event["limit"], event["above"]) in {((7.0).hex(), False), ((7.0).hex(), True)}
    assert telling.chosen([ran(*low), ran(*low)], PLAN) == []
    assert telling.chosen([ran(*"1112"), ran(*"1122")], PLAN) == []


def test_a_part_that_is_not_there_is_a_text_of_its_own() -> None:
    events = telling.chosen([[Ran([], {"a": "1"})] * 4, [Ran([], {})] * 4], PLAN)
    assert {(event["path"], event["text"]) for event in events} == {("a", "1"), ("a", None)}


@pytest.mark.parametrize(("share", "other"), [(0.5, 0.5), (0.73, 0.27), (0.1, 0.04)])
def test_what_the_claim_allows_needs_runs_without_end(share: float, other: float) -> None:
    assert telling.runs_for(share, other, PLAN) == math.inf


def test_fewer_runs_tell_what_tells_more() -> None:
    counts = [telling.runs_for(share, 0.0, PLAN) for share in (0.1, 0.4, 1.0)]
    assert counts == sorted(counts, reverse=True)
    assert telling.runs_for(1.0, 0.0, {**PLAN, "odds": 20.0}) > counts[-1]
    assert telling.runs_for(1.0, 0.0, {**PLAN, "room": 2 * PLAN["room"]}) > counts[-1]


@pytest.mark.parametrize("text", ["nothing", None, "0x"])
def test_what_is_no_number_has_no_limit(text: Any) -> None:
    assert telling.number_of(text) is None


def test_inputs_have_their_turn_without_a_period() -> None:
    orders = [telling.order(number) for number in range(64)]
    assert 16 < orders.count((0, 1)) < 48
    assert all(orders != [*orders[period:], *orders[:period]] for period in (2, 4, 8))


def replayed(module: Any, name: str, first: str, second: str) -> Replays:
    pair = (Json(first), Json(second))
    found = replay_target(f"{module.__file__}:{name}", pair, {"epsilon": 1}, ReplayPlan(drawn=2, fresh=Fresh(math.e)))
    assert isinstance(found, Replays)
    return found


def test_events_are_counted_in_runs_of_their_own() -> None:
    (first, *_) = replayed(planted, "mean_of_true_count", "[1, 0]", "[1]").told
    assert sorted(first.counts) == [0, first.runs]
    assert first.runs > 50
    assert "['count'] of the release" in first.words


def test_answers_that_the_release_shows_tell_what_is_made_of_them() -> None:
    fault = replayed(planted, "sums_with_one_noise", "[[0, 0.5]]", "[[0, 0.5], [1, 0]]")
    certain = [told for told in fault.told if sorted(told.counts) == [0, told.runs]]
    assert all(told.runs > 50 for told in certain)
    assert any("the answers that it shows" in told.words for told in certain)


def test_what_one_noise_in_two_numbers_cannot_hide_is_told_by_their_difference() -> None:
    fault = replayed(planted, "sums_with_one_noise", "[[0, 0.5]]", "[[0, 0.5], [1, 0]]")
    assert any("[0] - [1] of the release" in told.words and max(told.counts) == told.runs for told in fault.told)
    assert telling.with_differences({"a": "3", "b": "1", "c": "text", "d": "inf"})["a - b"] == (2.0).hex()
    many = {str(place): "1" for place in range(telling.MOST_NUMBERS + 1)}
    assert telling.with_differences(many) == many


def test_nothing_is_counted_where_nothing_is_open() -> None:
    assert replayed(planted, "sums_with_own_noise", "[[0, 0.5]]", "[[0, 0.5], [1, 0]]").told == ()
    assert all(told.runs for told in replayed(planted_chance, "response_by_branch", "[5]", "[1]").told)

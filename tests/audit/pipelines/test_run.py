"""Runs of pipelines whose traces are known: what each kind of draw is recorded as, on both inputs."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import replay
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Call, Replays
from tests.audit.pipelines import recorded

FILE = Path(recorded.__file__)
F = Fraction
PLAN = ReplayPlan(drawn=2, steered=1)


@cache
def found(function: str, first: str = "1.0", second: str = "2.0") -> Replays | Failure:
    return replay_target(f"{FILE}:{function}", (Json(first), Json(second)), {}, PLAN)


def looks(function: str) -> list[Call]:
    """Return the calls with inputs that differ of the first replay, which agrees to its end."""
    replays = found(function)
    assert isinstance(replays, Replays)
    assert replays.itself.parting is None
    assert replays.pairs[0].parting is None
    return [call for call in replays.pairs[0].calls if call.rows]


@pytest.mark.parametrize(
    ("function", "kind", "unit", "inputs"),
    [
        ("added", "laplace", F(6), (F(3), F(5))),
        ("subtracted", "normal", F(1, 2), (F(1), F(2))),
        ("located", "normal", F(2), (F(1), F(2))),
        ("legacy", "laplace", F(2), (F(1), F(2))),
        ("modern", "normal", F(2), (F(1), F(2))),
        ("plain", "normal", F(2), (F(1), F(2))),
        ("coin", "coin", None, (F(1, 4), F(1, 2))),
        ("coins", "coin", None, (F(1, 4), F(1, 2))),
        ("exponentials", "laplace", F(2), (F(1), F(2))),
        ("geometrics", "two-sided geometric", F(3, 4), (F(1), F(2))),
        ("normals", "normal sum", F(2), (F(2), F(5, 2))),
        ("laplaces", "sum of noise", F(1), (F(1), F(2))),
        ("doubled", "two-sided geometric after a choice", ("multiplied", F(2)), (F(2), F(4))),
        ("normalized", "laplace", F(1), (F(1), F(2))),
        ("largest", "exponential choice", F(2), ((F(1), F(0)), (F(2), F(0)))),
        ("weighted", "choice", None, ((F(1, 4), F(3, 4)), (F(1, 2), F(1, 2)))),
        ("successes", "binomial", F(3), (F(1, 4), F(1, 2))),
        ("placed", "choice", None, ((F(1, 4), F(1, 2), F(1, 4)), (F(1, 2), F(1, 4), F(1, 4)))),
        ("placed_from_above", "choice", None, ((F(1, 4), F(1, 2), F(1, 4)), (F(1, 4), F(1, 4), F(1, 2)))),
        ("digits", "choice", None, ((F(1, 4), F(1, 2), F(1, 4)), (F(1, 2), F(1, 4), F(1, 4)))),
        ("among", "choice", None, ((F(1, 4), F(1, 2), F(1, 4)), (F(1, 2), F(1, 4), F(1, 4)))),
        ("scaled", "normal at two scales", None, ((F(3), F(2)), (F(3), F(4)))),
    ],
)
def test_the_input_of_a_draw_is_what_its_law_depends_on(function: str, kind: str, unit: Any, inputs: Any) -> None:
    (call,) = looks(function)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, (row.first, row.second)) == (kind, unit, inputs)
    assert call.asked.site.file == str(FILE)
    assert call.asked.site.function == function


def test_a_sum_is_one_answer_and_its_terms_are_none() -> None:
    replays = found("normals")
    assert isinstance(replays, Replays)
    assert [call.asked.kind for call in replays.pairs[0].calls] == ["draw of normal", "normal sum"]


def test_each_number_of_an_array_has_its_input() -> None:
    (call,) = looks("inside")
    assert [(row.cell, row.first, row.second) for row in call.rows] == [(cell, F(1), F(2)) for cell in range(3)]


def test_a_draw_that_is_compared_twice_has_a_conditional_law() -> None:
    """u < 1/4 and else u < 3/4: the second has probability (3/4 - 1/4)/(3/4) after a no; on the other input 1/2."""
    replays = found("searched")
    assert isinstance(replays, Replays)
    traces = [[(row.first, row.second) for call in pair.calls for row in call.rows] for pair in replays.turned(0)]
    assert all(trace[0] == (F(1, 4), F(1, 2)) for trace in traces)
    assert {trace[1] for trace in traces if len(trace) > 1} <= {(F(2, 3), F(1, 2))}
    assert max(map(len, traces)) == 2


def test_each_number_that_is_held_against_many_is_one_choice() -> None:
    (call,) = looks("among_many")
    assert [row.cell for row in call.rows] == [0, 1]
    assert {row.first for row in call.rows} == {(F(1, 4), F(1, 2), F(1, 4))}


def test_a_place_leaves_an_interval() -> None:
    """Below 1/2 the share below 1/8 is 1/4."""
    replays = found("placed_then_compared")
    assert isinstance(replays, Replays)
    coins = [row for pair in replays.turned(0) for call in pair.calls for row in call.rows]
    assert {(row.first, row.second) for row in coins} == {(F(1, 4), F(1, 2))}


def test_limits_without_an_order_show_the_number() -> None:
    assert not any(call.asked.kind == "choice" for call in looks("placed_without_order"))


def test_what_was_compared_before_data_were_added_may_be_contradicted() -> None:
    """Noise above 0 is an answer above 1 or above 2: those between are steered to, where the run is that of 1."""
    replays = found("compared_before")
    assert isinstance(replays, Replays)
    excluded = {(pair.recorded, call.excluded) for pair in replays.pairs for call in pair.calls}
    assert (0, True) in excluded
    assert (1, True) not in excluded
    other = found("compared_after")
    assert isinstance(other, Replays)
    assert not any(call.excluded for pair in other.pairs for call in pair.calls)


def test_what_is_drawn_for_the_release_alone_is_told_from_what_is_used() -> None:
    replays = found("released_only")
    assert isinstance(replays, Replays)
    calls = {call.asked.kind: call for call in replays.pairs[0].calls}
    assert (calls["uniform"].bare, calls["uniform"].last) == (True, True)
    bare = found("bare")
    assert isinstance(bare, Replays)
    assert [call.last for call in bare.pairs[0].calls if call.bare] == [False]


def test_a_loop_that_steered_answers_keep_going_is_ended() -> None:
    replays = found("without_end")
    assert isinstance(replays, Replays)
    assert replays.endless is not None
    assert replays.endless.function == "without_end"
    assert {pair.answers for pair in replays.pairs} == {"drawn", "steered", "down"}
    other = found("coin")
    assert isinstance(other, Replays)
    assert other.endless is None


def test_a_bare_draw_has_no_input_and_the_release_differs() -> None:
    replays = found("bare")
    assert isinstance(replays, Replays)
    (first, *_) = replays.pairs
    assert [call.bare for call in first.calls] == [False, True]
    assert first.parting is not None
    assert first.parting.at is None


def test_a_comparison_that_is_followed_by_the_number_counts_once() -> None:
    replays = found("compared")
    assert isinstance(replays, Replays)
    for pair in replays.pairs:
        kinds = [call.asked.kind for call in pair.calls if call.rows]
        assert kinds in (["comparison of laplace"], ["laplace"])


def test_an_order_is_an_answer() -> None:
    replays = found("shuffled", "[1, 2, 3]", "[1, 2, 4]")
    assert isinstance(replays, Replays)
    assert [call.asked.sampling for call in replays.pairs[0].calls] == [True]
    other = found("shuffled", "[1, 2, 3]", "[1, 2]")
    assert isinstance(other, Replays)
    assert other.pairs[0].parting is not None
    assert other.pairs[0].parting.respect == "count"


def test_a_state_is_seen() -> None:
    replays = found("with_state")
    assert isinstance(replays, Replays)
    assert replays.itself.parting is not None


def test_chance_that_is_not_recorded_is_no_difference_of_the_inputs() -> None:
    target = f"{FILE}:drawn_unseen"
    result = replay(target, [0.0, 1.0, 4.0], [0.0, 1.0, 4.0, 0.0], epsilon="1/2")
    assert result.verdict == "undecided"
    assert result.findings[0].kind == "state"


def test_what_raises_has_no_replays_and_on_one_input_parts() -> None:
    failure = found("raising")
    assert isinstance(failure, Failure)
    assert failure.kind == "raised"
    assert "KeyError" in failure.message
    replays = found("raising_on_one")
    assert isinstance(replays, Replays)
    assert any("ZeroDivisionError" in text for text in replays.pairs[0].raised)
    assert replays.pairs[0].parting is not None


def test_a_parting_is_not_caught_by_the_pipeline() -> None:
    replays = found("catching")
    assert isinstance(replays, Replays)
    assert replays.pairs[0].parting is not None
    assert replays.pairs[0].parting.respect == "shape"


def test_runs_can_be_repeated() -> None:
    one, other = (
        replay_target(f"{FILE}:modern", (Json("1"), Json("2")), {}, ReplayPlan(drawn=1, steered=0)) for _ in range(2)
    )
    assert isinstance(one, Replays)
    assert isinstance(other, Replays)
    assert one.pairs == other.pairs


def test_steered_answers_tell_most() -> None:
    """Of noise around 3 and 5 they lie below 3, or above 5 where 5 was recorded."""
    replays = found("added")
    assert isinstance(replays, Replays)
    for pair in replays.pairs:
        if pair.answers == "steered":
            (row,) = (row for call in pair.calls for row in call.rows)
            assert (row.answer <= 3) if pair.recorded == 0 else (row.answer >= 5)


@pytest.mark.parametrize(("name", "value"), [("drawn", 0), ("drawn", True), ("steered", -1)])
def test_a_plan_that_makes_no_sense_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name} = .*expected a whole number"):
        ReplayPlan(**{name: value})


def test_two_inputs_are_asked_for() -> None:
    with pytest.raises(ValueError, match=r"^pair = 1: expected two inputs"):
        replay_target(f"{FILE}:added", (Json(json.dumps(1)),), {}, PLAN)

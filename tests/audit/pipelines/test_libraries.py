"""Mechanisms of libraries and primitives of one's own are one call each, with the input that their law depends on."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit import primitive, replay
from dpassay.audit.answers.outcome import Failure
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Call, Replays
from tests.audit.pipelines import libraries

FILE = Path(libraries.__file__)
F = Fraction
FLIPPED = "dpassay permute_and_flip"
OWN = f"{FILE}:add_noise kind=laplace input=value scale=b"


@cache
def found(function: str, *primitives: str, second: str = "2.0") -> Replays | Failure:
    plan = ReplayPlan(drawn=1, steered=1, primitives=primitives)
    return replay_target(f"{FILE}:{function}", (Json("1.0"), Json(second)), {}, plan)


def only(function: str, *primitives: str, second: str = "2.0") -> Call:
    replays = found(function, *primitives, second=second)
    assert isinstance(replays, Replays), replays
    assert replays.itself.parting is None
    (call,) = replays.pairs[0].calls
    assert all(pair.parting is None for pair in replays.pairs)
    return call


@pytest.mark.parametrize(
    ("function", "kind", "unit", "inputs"),
    [
        ("laplace", "laplace", F(4), (F(1), F(2))),
        ("truncated", "laplace", F(4), (F(1), F(2))),
        ("gaussian", "normal", F(3), (F(1), F(2))),
        ("geometric", "discrete laplace", F(2), (F(1), F(2))),
        ("folded", "folded laplace", (F(4), F(0), float("inf")), (F(1), F(2))),
        ("folded_count", "folded discrete laplace", (F(2), F(1, 2), float("inf")), (F(1), F(2))),
        ("bounded", "bounded laplace", (F(3), F(0), F(4)), (F(1), F(2))),
        ("exponential", "exponential choice", F(4), ((F(1), F(0)), (F(2), F(0)))),
        ("flipped", FLIPPED, ("epsilon", 1, "sensitivity", 1), ((F(1), F(0)), (F(2), F(0)))),
    ],
)
def test_a_mechanism_is_one_call(function: str, kind: str, unit: Any, inputs: Any) -> None:
    call = only(function)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, (row.first, row.second)) == (kind, unit, inputs)
    assert call.asked.site.function == function


def test_randomized_response_is_a_coin() -> None:
    (row,) = only("binary").rows
    assert row.first + row.second == pytest.approx(1)
    assert float(row.second) == pytest.approx(0.7310585786300049)


def test_truncation_counts_where_an_input_is_out_of_bounds() -> None:
    call = only("truncated", second="9.0")
    assert call.asked.kind == "truncated laplace"
    assert all(0 <= row.answer <= 4 for row in call.rows)


def test_whole_answers_that_are_folded_stay_above_a_half() -> None:
    replays = found("folded_count", second="5.0")
    assert isinstance(replays, Replays)
    answers = {(pair.answers, row.answer) for pair in replays.pairs for call in pair.calls for row in call.rows}
    assert {"down", "steered"} <= {how for how, _ in answers}
    assert min(answer for _, answer in answers) == 1


def test_what_is_folded_at_both_bounds_has_no_law() -> None:
    assert only("folded_twice").asked.kind == "diffprivlib LaplaceFolded"


def test_an_answer_that_is_an_array_is_frozen_as_it_was() -> None:
    assert only("direction").asked.kind == "diffprivlib Bingham"


def test_a_mechanism_without_a_law_leaves_the_verdict_open() -> None:
    assert only("staircase").asked.kind == "diffprivlib Staircase"
    result = replay(f"{FILE}:staircase", 1.0, 2.0, epsilon=1, drawn=1)
    assert (result.verdict, result.findings[0].kind) == ("undecided", "law")


def test_a_primitive_that_is_named_is_one_call() -> None:
    call = only("by_inversion", OWN)
    (row,) = call.rows
    assert (call.asked.kind, row.unit, row.first, row.second) == ("laplace", F(2), F(1), F(2))
    assert "rounds" in call.asked.parameters
    assert replay(f"{FILE}:by_inversion", 1.0, 2.0, epsilon=1, drawn=1).verdict == "undecided"
    assert replay(f"{FILE}:by_inversion", 1.0, 2.0, epsilon="1/4", primitives=[OWN], drawn=1).verdict == "violation"


def test_a_primitive_that_is_marked_is_one_call() -> None:
    (row,) = only("marked").rows
    assert (row.unit, row.first, row.second) == (F(2), F(1), F(2))


def test_the_decorator_marks_and_changes_nothing_else() -> None:
    @primitive("discrete laplace", input="value", scale="b")
    def add(value: int, b: float) -> int:
        return value

    assert add(3, 1.0) == 3
    assert add.dpassay_primitive == {"kind": "discrete laplace", "input": "value", "scale": "b"}  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match=r"^kind = 'lapalce': expected"):
        primitive("lapalce", input="value")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{FILE}:lost kind=laplace input=value", "no primitive 'lost'"),
        (f"{FILE}:add_noise kind=laplace input=other", "has no argument 'other'"),
        ("missing_module:add kind=laplace input=value", "cannot import missing_module"),
        ("elsewhere.py:add kind=laplace input=value", "no module of the file"),
    ],
)
def test_a_primitive_that_is_not_there_is_named(text: str, message: str) -> None:
    failure = found("by_inversion", text)
    assert isinstance(failure, Failure)
    assert message in failure.message


NAN = float("nan")
ROWS: dict[str, tuple[Any, Any, str, dict[str, Any]]] = {
    "means_of_classes": ([[0, 0], [1, 1]], [[0, 0], [1, 2], [1, 1]], "violation", {}),
    "median_or_nan": ([0, 1], [0, NAN], "violation", {}),
    "sum_or_error": ([1], [], "violation", {}),
    "mean_of_bounds_found": ([0, 1], [0, 9], "violation", {}),
    "centers": ([0.1, 0.1, 0.9], [0.1, 0.1, 0.1], "undecided", {}),
    "partitions": (["a", "b", "b"], ["b", "b"], "undecided", {"delta": "1/1000"}),
}


@pytest.mark.parametrize("name", ROWS)
def test_what_differs_with_certainty_is_a_violation_and_what_may_not_show_is_open(name: str) -> None:
    first, second, verdict, more = ROWS[name]
    found = replay(f"{FILE}:{name}", first, second, epsilon=1, **more)
    assert found.verdict == verdict, [finding.words for finding in found.findings]

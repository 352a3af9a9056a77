"""A logistic regression of diffprivlib's is one call: signed records, budget, penalty and norm, and the minimum."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.perturbed import MINIMUM
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Replays

FILE = Path(__file__).with_name("minima.py")  # which no process but that of a target may load
F = Fraction
ONE, OTHER = "[[2, 0], [0.5, 1]]", "[[2, 0], [0.25, 1]]"


def found(function: str, first: str = ONE, second: str = OTHER) -> Replays:
    replays = replay_target(f"{FILE}:{function}", (Json(first), Json(second)), {}, ReplayPlan(drawn=2, steered=1))
    assert isinstance(replays, Replays), replays
    return replays


def test_records_are_signed_and_end_with_the_intercept() -> None:
    replays = found("regression")
    assert all(pair.parting is None for pair in (replays.itself, *replays.pairs))
    (call,) = replays.pairs[0].calls
    (row,) = call.rows
    assert call.asked.kind == MINIMUM
    assert call.asked.site.function == "path"
    assert row.first == ((F(-2), F(-1)), (F(1, 2), F(1)))
    assert row.second == ((F(-2), F(-1)), (F(1, 4), F(1)))
    said = dict(zip(row.unit[::2], row.unit[1::2], strict=True))
    expected = {"epsilon": 1.0, "penalty": 2.0, "curvature": 0.25, "norm": 10.0**0.5, "intercept": 1.0}
    assert {name: float(value) for name, value in said.items()} == expected
    assert all(2 < number < 4 for number in row.answer)


def test_without_an_intercept_and_with_another_class_it_is_the_features_alone() -> None:
    (call,) = found("without_intercept").pairs[0].calls
    (row,) = call.rows
    assert row.first == ((F(2),), (F(-1, 2),))
    assert dict(zip(row.unit[::2], row.unit[1::2], strict=True))["norm"] == 3


def test_several_penalties_are_recorded_as_they_come() -> None:
    replays = found("several_penalties")
    kinds = {call.asked.kind for pair in replays.pairs for call in pair.calls}
    assert MINIMUM not in kinds


def test_the_claim_is_held_to_the_law() -> None:
    target = f"{FILE}:regression"
    assert replay(target, [[2, 0], [0.5, 1]], [[2, 0], [0.25, 1]], epsilon=1).verdict == "no violation found"
    assert replay(target, [[2, 0], [0.5, 1]], [[2, 0], [0.25, 1]], epsilon="1/100").verdict == "violation"


def test_the_name_of_a_pool_is_no_draw() -> None:
    """Where the inputs do not differ, a draw of the target's own may be what tells them apart, and is named."""
    pair = [[2, 0], [0.5, 1]], [[2, 0], [0.5, 2]]  # either label is not the class that was asked for
    verdicts = [replay(f"{FILE}:{name}", *pair, epsilon=1).verdict for name in ("in_a_pool", "named_by_chance")]
    assert verdicts == ["no violation found", "undecided"]

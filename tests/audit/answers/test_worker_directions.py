"""A direction of diffprivlib's `Bingham` is one call: the matrix is its input, and the vector its answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dpassay.audit import replay
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.directions import DIRECTION
from dpassay.audit.pipelines.run import ReplayPlan, replay_target
from dpassay.audit.pipelines.traces import Call, Replays
from tests.audit.answers import directions

FILE = Path(directions.__file__)
F = Fraction
ONE, OTHER = "[[201, 0], [0, 200]]", "[[200, 0], [0, 201]]"


def calls(function: str, first: str, second: str, **parameters: float) -> tuple[Call, ...]:
    pair, plan = (Json(first), Json(second)), ReplayPlan(drawn=2, steered=1)
    found = replay_target(f"{FILE}:{function}", pair, parameters, plan)
    assert isinstance(found, Replays), found
    assert found.itself.parting is None
    assert all(pair.parting is None for pair in found.pairs)
    return found.pairs[0].calls


def test_the_matrix_is_the_input_and_the_unit_holds_epsilon_and_sensitivity() -> None:
    (call,) = calls("direction", ONE, OTHER, sensitivity=2)
    (row,) = call.rows
    assert (call.asked.kind, row.unit) == (DIRECTION, F(1, 16))
    assert (row.first, row.second) == (((F(201), F(0)), (F(0), F(200))), ((F(200), F(0)), (F(0), F(201))))
    assert sum(float(x) ** 2 for x in row.answer) == pytest.approx(1)


@pytest.mark.parametrize(
    ("first", "second", "sensitivity"),
    [
        ("[[1, 0.5], [0, 1]]", "[[1, 0.5], [0, 2]]", 1),
        ("[[1]]", "[[2]]", 1),
        ("[[1, 0], [0, 1]]", "[[1, 0], [0, 2]]", 0),
    ],
)
def test_what_is_not_symmetric_and_what_has_no_noise_is_recorded_as_it_comes(
    first: str, second: str, sensitivity: float
) -> None:
    (call,) = calls("direction", first, second, sensitivity=sensitivity)
    assert call.asked.kind == "diffprivlib Bingham"


def test_what_would_take_too_long_is_without_a_law() -> None:
    (call,) = calls("direction", "[[1e9, 0], [0, 1]]", "[[1e9, 0], [0, 2]]")
    assert call.asked.kind == f"{DIRECTION} without a law"


def test_the_claim_is_held_to_the_densities() -> None:
    """With b = 1.883 the first axis costs 1/8 + 2 log(1 + 1 / (4b)) = 0.374; by the law of Bingham 1/8."""
    target = f"{FILE}:direction"
    first, second = [[201, 0], [0, 200]], [[200, 0], [0, 201]]
    assert replay(target, first, second, epsilon="2/5").verdict == "no violation found"
    assert replay(target, first, second, epsilon="1/3").verdict == "violation"

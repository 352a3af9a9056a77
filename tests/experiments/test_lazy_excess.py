"""The experiment on what batches cost at worst: its rows, its plan, its figure."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

import dpassay.experiments.lazy_excess as module
from dpassay.experiments.lazy_excess import (
    GOALS,
    INPUTS,
    OUTPUTS,
    Plan,
    measured_at_print,
    measured_by_search,
    measured_exhaustively,
)
from dpassay.experiments.measures.excess_at_print import Print, closed_form
from dpassay.experiments.measures.excess_games import Game
from dpassay.experiments.measures.excess_search import Place

GAME = Game(2, 4, 2, Fraction(3, 2))
PLACE = Place(10, 64, 8, Fraction(1, 100), 0, 30)
PLAN = Plan((GAME,), (2,), (64,), (2, 8), (Fraction(1, 10),), (12,), 5, 0)


@pytest.mark.parametrize("goal", GOALS)
def test_a_row_of_the_exhaustive_search(goal: str) -> None:
    row = measured_exhaustively(GAME, goal)
    assert set(row) == set(OUTPUTS)
    assert (row["tried"], row["excess_over_batches"], row["corrected_hold"]) == ("81", "0", "yes")
    assert row["over_asi_33"] == ""


def test_a_row_of_the_guided_search_shows_the_refuted_bound_exceeded() -> None:
    row = measured_by_search(replace(PLACE, batch=2), "excess")
    assert set(row) == set(OUTPUTS)
    assert float(row["over_asi_11"]) == pytest.approx(1 / (32 * 0.01), rel=1e-3)
    assert 0.99 < float(row["over_linear"]) < 1
    assert row["corrected_hold"] == "yes"


@pytest.mark.parametrize("rate", ["statement", "proof"])
@pytest.mark.parametrize("experts", [2, 12**4])
def test_printed_parameters_are_played(rate: str, experts: int) -> None:
    row = measured_at_print(Print(12, experts, rate))
    assert (row["sequence"], row["corrected_hold"]) == ("alternating", "yes")


def test_a_wrong_closed_form_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    right = closed_form(Print(12, 2, "statement"))
    monkeypatch.setattr(module, "closed_form", lambda _: replace(right, regret=right.regret * arb("1.001")))
    with pytest.raises(ArithmeticError, match="the closed form is not what is played"):
        measured_at_print(Print(12, 2, "statement"))


def test_the_printed_rate_falls_behind_and_the_corrected_one_does_not() -> None:
    rows = [measured_at_print(Print(k, 2, "statement")) for k in (100, 1000, 10_000)]
    over = [float(row["over_asi_33"]) for row in rows]
    assert over[1] > 5 * over[0]
    assert over[2] > 5 * over[1] > 5
    assert all(0.8 < float(row["over_asi_33_corrected"]) <= 1 for row in rows)


def test_tasks_have_all_columns_and_are_different() -> None:
    tasks = PLAN.tasks()
    assert len(tasks) == 3 + 4 + 2 * 3
    assert all(tuple(task.inputs) == INPUTS for task in tasks)
    assert len({tuple(task.inputs.values()) for task in tasks}) == len(tasks)
    assert all(set(task.compute()) == set(OUTPUTS) for task in tasks)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"experts": (1,)}, "experts = 1"),
        ({"rounds": (1,)}, "rounds = 1"),
        ({"rounds": (63,)}, "rounds = 63: expected a multiple of twice"),
        ({"batches": (1,)}, "batch = 1"),
        ({"learning_rates": (Fraction(0),)}, "learning_rate = 0"),
        ({"learning_rates": (Fraction(11),)}, "learning_rate = 11"),
        ({"sides": (13,)}, "k = 13"),
        ({"sides": (10,)}, "k = 10"),
        ({"steps": -1}, "steps = -1"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_cannot_be_searched_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **change)

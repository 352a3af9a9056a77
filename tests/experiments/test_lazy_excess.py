"""The worst excess of the regret: exact small games, doubles and balls that agree, and bounds that can fail."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb

import dpassay.experiments.lazy_excess as module
from dpassay.exact import as_real, log
from dpassay.exact.real import working_precision
from dpassay.experiments.lazy_excess import (
    BOUNDS,
    GOALS,
    INPUTS,
    OUTPUTS,
    Exact,
    Game,
    Measured,
    Place,
    Plan,
    Print,
    all_sequences,
    check_by_reference,
    closed_form,
    costs,
    enclosed,
    excess_over_batches,
    failures,
    guided,
    measured_at_print,
    measured_by_search,
    measured_exhaustively,
    played_laws,
    value,
    worst_sequences,
)
from dpassay.experiments.measures.sequences import SEQUENCES, Sequence
from dpassay.reference import lazy_to_private

GAME = Game(2, 4, 2, Fraction(3, 2))
PLACE = Place(10, 64, 8, Fraction(1, 100), 0, 30)
PLAN = Plan((GAME,), (2,), (64,), (2, 8), (Fraction(1, 10),), (12,), 5, 0)


def slow_costs(losses: list[list[int]], eta: float, batch: int) -> tuple[float, float]:
    """Regret with and without batches, expert by expert and round by round."""

    def loss(starts: list[int]) -> float:
        total = 0.0
        for t, row in enumerate(losses):
            weights = [math.exp(-eta * sum(past[x] for past in losses[: starts[t]])) for x in range(len(row))]
            total += sum(w * one for w, one in zip(weights, row, strict=True)) / sum(weights)
        return total

    best = min(map(sum, zip(*losses, strict=True)))
    rounds = range(len(losses))
    return loss([t // batch * batch for t in rounds]) - best, loss(list(rounds)) - best


def spread(sequence: Sequence) -> list[list[int]]:
    """The losses of all experts."""
    return [list(row) for row in sequence.losses.repeat(sequence.copies, axis=1).tolist()]


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize(("experts", "batch", "eta"), [(2, 2, 0.3), (7, 4, 0.05), (5, 8, 2.0)])
def test_costs_are_those_of_the_definition(name: str, experts: int, batch: int, eta: float) -> None:
    sequence = SEQUENCES[name](16, batch, experts, np.random.default_rng(1))
    found, (regret, input_regret) = costs(sequence, eta, batch), slow_costs(spread(sequence), eta, batch)
    assert found.regret == pytest.approx(regret, rel=1e-9, abs=1e-12)
    assert found.input_regret == pytest.approx(input_regret, rel=1e-9, abs=1e-12)
    assert found.excess == pytest.approx(regret - input_regret, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", SEQUENCES)
def test_balls_hold_what_doubles_say(name: str) -> None:
    sequence = SEQUENCES[name](64, 8, 9, np.random.default_rng(2))
    found = costs(sequence, 0.125, 8)
    with working_precision(128):
        one = enclosed(sequence, as_real(Fraction(1, 8)), 8)
        for quantity in ("excess", "worst_batch", "regret", "input_regret"):
            ball = getattr(one, quantity)
            assert float(ball.rad()) < 1e-25
            assert float(ball.mid()) == pytest.approx(getattr(found, quantity), rel=1e-9, abs=1e-11)


def test_marginals_of_algorithm_1_are_those_of_the_reference() -> None:
    """The joint laws of the two models, in doubles, against the exact chain; and both against normalized weights."""
    losses = np.random.default_rng(5).integers(2, size=(12, 3), dtype=np.uint8)
    sequence, eta = Sequence(losses, np.ones(3, np.int64)), Fraction(1, 5)
    parameters = lazy_to_private.Parameters.read(
        learning_rate=eta, batch=2, fake_switch=Fraction(1, 2), rounds=12, experts=3
    )
    data = tuple(tuple(map(Fraction, row)) for row in losses.tolist())
    exact = [[float(as_real(law.pmf(x))) for x in range(3)] for law in lazy_to_private.marginals(data, parameters)]
    assert np.abs(played_laws(sequence, 0.2, 2) - exact).max() < 1e-14
    assert abs(excess_over_batches(sequence, 0.2, 2)) < 1e-13
    assert np.abs(played_laws(sequence, 0.21, 2) - exact).max() > 1e-4


def test_an_algorithm_that_plays_another_law_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a model is kept less often beside a partner like it, x_s no longer follows nu_s."""
    sequence = SEQUENCES["alternating"](64, 8, 2, np.random.default_rng(0))
    right = np.exp
    shifted = {"calls": 0}

    def wrong(exponent: Any) -> Any:
        shifted["calls"] += 1
        return right(exponent - 0.1 * np.eye(2)) if np.shape(exponent) == (2, 2) else right(exponent)

    monkeypatch.setattr(np, "exp", wrong)
    assert abs(excess_over_batches(sequence, 0.2, 8)) > 1e-3
    assert shifted["calls"] > 2


# Small games


@pytest.mark.parametrize("game", [GAME, Game(2, 3, 3, Fraction(4)), Game(3, 2, 2, Fraction(101, 100))])
def test_all_sequences_have_the_losses_of_the_reference(game: Game) -> None:
    found = list(all_sequences(game))
    assert len(found) == (2**game.experts - 1) ** game.rounds
    for one in found:
        check_by_reference(one, game)


def test_the_worst_of_all_sequences_by_listing() -> None:
    """Rows of ones, which are not tried, cost nothing more."""
    game = Game(2, 4, 2, Fraction(3, 2))
    tried, worst = worst_sequences(game)
    assert tried == 81
    every = [
        slow_costs([list(row) for row in rows], math.log(1.5), 2)
        for rows in product(product((0, 1), repeat=2), repeat=4)
    ]
    assert float(worst["excess"].excess) == pytest.approx(max(a - b for a, b in every), rel=1e-12)
    assert float(worst["regret"].regret) == pytest.approx(max(a for a, _ in every), rel=1e-12)
    added = 4 * 4 * math.log(1.5) ** 2
    best = worst["quotient"]
    assert float(best.regret) / (float(best.input_regret) + added) == pytest.approx(
        max(a / (b + added) for a, b in every)
    )


def test_another_loss_than_the_reference_has_is_an_error() -> None:
    one = next(one for one in all_sequences(GAME) if one.excess)
    with pytest.raises(ArithmeticError, match="the reference has other regrets"):
        check_by_reference(replace(one, by_batches=one.by_batches + Fraction(1, 10**9)), GAME)


@pytest.mark.parametrize("goal", GOALS)
def test_a_row_of_the_exhaustive_search(goal: str) -> None:
    row = measured_exhaustively(GAME, goal)
    assert set(row) == set(OUTPUTS)
    assert (row["tried"], row["excess_over_batches"], row["corrected_hold"]) == ("81", "0", "yes")
    assert row["over_asi_33"] == ""


# Bounds


def measured(**change: Any) -> Measured:
    sequence = SEQUENCES["alternating"](400, 10, 2, np.random.default_rng(0))
    return replace(enclosed(sequence, as_real(Fraction(1, 100)), 10, Fraction(1, 10)), **change)


def test_bounds_by_their_formulas() -> None:
    one, rounds, batch, eta, nats = measured(), 400, 10, 0.01, math.log(2)
    squares, third = rounds * (batch * eta) ** 2, rounds ** (1 / 3) * nats * 10 ** (2 / 3)
    free = math.sqrt(rounds * nats)
    expected = {
        "asi_11": squares,
        "asi_11b": float(one.input_regret.mid()) + squares,
        "asi_12": batch**3 * eta**2,
        "asi_33": free + third * math.log(rounds**3),
        "asi_34": eta * rounds + nats / eta + squares,
        "asi_35": free,
        "corrected": rounds * (batch - 1) / 2 * math.tanh(eta / 2),
        "sharp": rounds / batch * sum(math.tanh(j * eta / 4) for j in range(batch)),
        "linear": eta * rounds * (batch - 1) / 8,
        "batch_corrected": batch * (batch - 1) * eta,
        "total": nats / eta + eta * batch * rounds / 8,
        "asi_33_corrected": free + third + min(free * 10, rounds ** (2 / 3) * 10 ** (1 / 3)) / 8,
    }
    assert set(expected) == set(BOUNDS)
    for name, bound in BOUNDS.items():
        assert float(bound.value(one).mid()) == pytest.approx(expected[name], rel=1e-12)


def test_a_bound_of_theorem_3_10_needs_an_epsilon() -> None:
    with pytest.raises(ValueError, match="epsilon = None"):
        BOUNDS["asi_33"].value(measured(epsilon=None))


@pytest.mark.parametrize(("excess", "held"), [(0.1, "yes"), (4.6, "no")])
def test_a_corrected_bound_can_fail(excess: float, held: str) -> None:
    """The sum of tanh is 400/10 * 45 * 0.01/4 = 4.5, nearly."""
    row = module._compared(measured(excess=arb(excess)))
    assert row["corrected_hold"] == held
    assert failures([row]) == (held != "yes")


def test_what_is_not_decided_is_open() -> None:
    row = module._compared(measured(excess=arb(4.5, 1)))
    assert row["corrected_hold"] == "open"
    assert failures([row]) == 1


@pytest.mark.parametrize(("eta", "batch", "applies"), [("0.1", 10, "yes"), ("0.11", 10, "no"), ("0.1", 20, "no")])
def test_where_theorem_3_2_applies(eta: str, batch: int, applies: str) -> None:
    row = module._compared(measured(eta=arb(eta), batch=batch))
    assert row["theorem_3_2_applies"] == applies


# Guided search and printed parameters


def test_the_search_finds_the_alternating_batches_or_worse() -> None:
    for goal in GOALS:
        tried, name, sequence = guided(PLACE, goal)
        assert tried == len(SEQUENCES) + 30
        best = value(goal, costs(sequence, 0.01, 8), 0.01, 8, 64)
        every = [make(64, 8, 10, np.random.default_rng(0)) for make in SEQUENCES.values()]
        assert best >= max(value(goal, costs(one, 0.01, 8), 0.01, 8, 64) for one in every) * 0.9
        assert name.split(",")[0] in SEQUENCES
        assert guided(PLACE, goal)[2].text == sequence.text


def test_a_climb_goes_up() -> None:
    """With a large rate alternating halves are not the worst."""
    place = replace(PLACE, learning_rate=Fraction(1), steps=200)
    _, name, sequence = guided(place, "excess")
    _, _, start = guided(replace(place, steps=0), "excess")
    assert name.endswith("climbed")
    assert costs(sequence, 1.0, 8).excess > 1.02 * costs(start, 1.0, 8).excess


def test_a_row_of_the_guided_search_shows_the_refuted_bound_exceeded() -> None:
    row = measured_by_search(replace(PLACE, batch=2), "excess")
    assert set(row) == set(OUTPUTS)
    assert float(row["over_asi_11"]) == pytest.approx(1 / (32 * 0.01), rel=1e-3)
    assert 0.99 < float(row["over_linear"]) < 1
    assert row["corrected_hold"] == "yes"


@pytest.mark.parametrize("rate", ["statement", "proof"])
@pytest.mark.parametrize("experts", [2, 12**4])
def test_printed_parameters(rate: str, experts: int) -> None:
    game, nats = Print(12, experts, rate), math.log(experts)
    eta = min(nats ** (3 / 4) / 12, 1 / 12) ** (2 / 3) / 12 ** (4 / 3)
    eta /= 1 if rate == "statement" else 12 * math.log(12)
    with working_precision(128):
        assert float(game.learning_rate.evaluate().mid()) == pytest.approx(eta, rel=1e-12)
        assert float(closed_form(game).regret.mid()) == pytest.approx(12**4 / 4 * math.tanh(6 * eta), rel=1e-9)
    row = measured_at_print(game)
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


# Plans


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


def test_exact_regrets_are_differences() -> None:
    one = Exact(((1, 0), (1, 0)), Fraction(3, 2), Fraction(5, 4))
    assert (one.excess, one.regret, one.input_regret) == (Fraction(1, 4), Fraction(3, 2), Fraction(5, 4))


def test_log_of_the_rate_is_the_rate() -> None:
    """The exhaustive search is given e^eta; its balls are those of the same game."""
    sequence = SEQUENCES["alternating"](4, 2, 2, np.random.default_rng(0))
    with working_precision(128):
        one = enclosed(sequence, as_real(log(Fraction(3, 2))), 2)
        assert one.excess.overlaps(arb(1) * 5 / 26)
        assert not one.excess.overlaps(arb(1) * 6 / 26)

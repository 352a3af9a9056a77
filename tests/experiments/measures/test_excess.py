"""What a sequence of losses costs: against the definition, in doubles and in balls, and against the reference."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.exact import as_real
from dpassay.exact.real import working_precision
from dpassay.experiments.measures.excess import costs, enclosed, excess_over_batches, played_laws
from dpassay.experiments.measures.sequences import SEQUENCES, Sequence
from dpassay.reference import lazy_to_private
from tests.experiments.oracles import slow_costs


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

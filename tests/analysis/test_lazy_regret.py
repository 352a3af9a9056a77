"""What L2P loses and how often it switches, against sums over all of its coins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dpassay.analysis.lazy_regret import best_loss, expected_loss, expected_regret, expected_switches, input_regret
from dpassay.reference import multiplicative_weights
from dpassay.reference.lazy_to_private import Parameters
from dpassay.reference.multiplicative_weights import Matrix
from tests.reference.lazy_cases import BAD_DATA, GOOD, SHAPES, case, masses

# What it loses


@pytest.mark.parametrize(("rounds", "experts", "batch", "parts"), SHAPES)
def test_regret_and_switches_by_all_coins(rounds: int, experts: int, batch: int, parts: int) -> None:
    p, rows, factor, _ = case(rounds, experts, batch, parts)
    models = masses(rows, p, factor, "models")
    loss = sum(mass * sum(rows[t][x[t // batch]] for t in range(rounds)) for x, mass in models.items())
    best = min(sum(row[i] for row in rows) for i in range(experts))
    assert expected_loss(rows, p) == loss
    assert best_loss(rows, p) == best
    assert expected_regret(rows, p) == loss - best
    switches = expected_switches(rows, p)
    assert switches.changed == sum(mass * sum(a != b for a, b in pairwise(x)) for x, mass in models.items())
    assert switches.drawn == drawn_by_hand(rows, p, factor)


def drawn_by_hand(rows: Matrix, p: Parameters, factor: Any) -> Any:
    """A draw happens unless both coins are 1: the probability of zeta = 0 is that of keeping x, times 1 - p for y."""
    kept: Any = 0
    for (_, _, zeta), mass in masses(rows, p, factor, "state").items():
        kept += mass * sum(1 - bit for bit in zeta) / (1 - p.fake_switch)
    return p.batches - 1 - kept


def test_the_input_algorithm() -> None:
    p, rows, _, _ = case(4, 2, 1, 2)
    raw = {"rounds": 4, "experts": 2, "form": "loss"}
    input_parameters = multiplicative_weights.Parameters.read(raw, exp_learning_rate=Fraction(9, 4))
    assert input_regret(rows, p) == multiplicative_weights.regret(rows, input_parameters)
    assert input_regret(rows, p) == expected_regret(rows, p)  # batches of one round: the marginals are the same
    slow = Parameters.read({**p.given(), "batch": 2})
    assert input_regret(rows, slow) == input_regret(rows, p) != expected_regret(rows, slow)


@pytest.mark.parametrize(("bad", "message"), BAD_DATA)
@pytest.mark.parametrize("function", [expected_regret, expected_switches, input_regret])
def test_bad_data(function: Callable[[Any, Parameters], object], bad: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        function(bad, Parameters.read(GOOD))

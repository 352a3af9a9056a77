"""The closed form at the parameters of theorem 3.10, by the formulas."""

from __future__ import annotations

import math

import pytest

from dpassay.exact.real import working_precision
from dpassay.experiments.measures.excess_at_print import Print, closed_form


@pytest.mark.parametrize("rate", ["statement", "proof"])
@pytest.mark.parametrize("experts", [2, 12**4])
def test_printed_parameters(rate: str, experts: int) -> None:
    game, nats = Print(12, experts, rate), math.log(experts)
    eta = min(nats ** (3 / 4) / 12, 1 / 12) ** (2 / 3) / 12 ** (4 / 3)
    eta /= 1 if rate == "statement" else 12 * math.log(12)
    with working_precision(128):
        assert float(game.learning_rate.evaluate().mid()) == pytest.approx(eta, rel=1e-12)
        assert float(closed_form(game).regret.mid()) == pytest.approx(12**4 / 4 * math.tanh(6 * eta), rel=1e-9)

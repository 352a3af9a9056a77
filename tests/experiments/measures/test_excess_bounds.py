"""The bounds on the excess and the regret: by their formulas, and each can fail."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb

from dpassay.exact import as_real
from dpassay.experiments.lazy_excess import (
    failures,
)
from dpassay.experiments.measures.excess import enclosed
from dpassay.experiments.measures.excess_bounds import BOUNDS, Measured, corrected_hold
from dpassay.experiments.measures.sequences import SEQUENCES


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
    assert corrected_hold(measured(excess=arb(excess))) == held
    assert failures([{"corrected_hold": held}]) == (held != "yes")


def test_what_is_not_decided_is_open() -> None:
    assert corrected_hold(measured(excess=arb(4.5, 1))) == "open"
    assert failures([{"corrected_hold": "open"}]) == 1


@pytest.mark.parametrize(("eta", "batch", "applies"), [("0.1", 10, "yes"), ("0.11", 10, "no"), ("0.1", 20, "no")])
def test_where_theorem_3_2_applies(eta: str, batch: int, applies: str) -> None:
    assert measured(eta=arb(eta), batch=batch).theorem_3_2_applies == (applies == "yes")

"""Exponential weights of groups of experts, against the regret of single experts in floating point."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.exponential_weights import Losses, group_weights, paid, rate, rows, settings
from dpassay.reference import multiplicative_weights


def by_hand(at: Losses) -> float:
    """What the weights pay, one expert after the other."""
    table = [[at.loss(t, i) for i in range(1, at.experts + 1)] for t in range(1, len(at.rows) + 1)]
    eta = math.sqrt(float(at.factor) * math.log(at.experts) / len(table))
    total = 0.0
    for before, row in zip(multiplicative_weights.sums_before(table), table, strict=True):
        weights = [math.exp(-eta * float(loss)) for loss in before]
        total += sum(w * float(v) for w, v in zip(weights, row, strict=True)) / sum(weights)
    return total


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_what_is_paid(at: Losses) -> None:
    assert float(paid(at)) == pytest.approx(by_hand(at), rel=1e-12)
    assert float(rate(at)) == pytest.approx(math.sqrt(float(at.factor) * math.log(at.experts) / len(at.rows)))


def test_halves_that_pay_by_turns() -> None:
    """In a pair of rounds the regret is (1/2) tanh(eta/2)."""
    at = Losses(rows((0, 1), (1, 0)) * 3, (3, 3), Fraction(5))
    assert float(paid(at)) - 3 == pytest.approx(3 * math.tanh(float(rate(at)) / 2) / 2, rel=1e-12)
    assert [float(weight) for weight in group_weights(at, 3)] == pytest.approx([1 / 6] * 2)


@pytest.mark.parametrize(
    ("losses", "sizes", "factor"),
    [(((0, 2),), (1, 1), 1), (((0, 1),), (1,), 1), (((0, 1),), (1, 0), 1), (((0, 1),), (1, 1), 0), ((), (1,), 1)],
)
def test_what_are_no_losses_is_refused(
    losses: tuple[tuple[int, ...], ...], sizes: tuple[int, ...], factor: int
) -> None:
    with pytest.raises(ValueError, match="expected"):
        Losses(rows(*losses), sizes, Fraction(factor))

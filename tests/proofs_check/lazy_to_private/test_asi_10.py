"""The sum of the deltas."""

from __future__ import annotations

from fractions import Fraction

from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


def test_the_sum_of_the_deltas() -> None:
    instance = {"rounds": 7, "delta_x": "1/9", "delta_1": "1/50", "fake_switch": "1/2", "exp_learning_rate": "101/100"}
    assert numbers_of("asi10", instance) == {
        "the sum": Fraction(1, 9) + Fraction(16, 50),
        "2 T delta_1": Fraction(14, 50),
    }

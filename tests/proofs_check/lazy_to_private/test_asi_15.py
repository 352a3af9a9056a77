"""The least failure of a coupling."""

from __future__ import annotations

from fractions import Fraction

from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


def test_the_least_failure_of_a_coupling() -> None:
    instance = {"mass": "3/10", "odds": "11/10", "eta": "1/10", "delta_0": "1/20", "batch": 3}
    masses = [Fraction(3) * Fraction(11, 10) ** i / (Fraction(3) * Fraction(11, 10) ** i + 7) for i in range(3)]
    assert numbers_of("asi15", instance)["the probability of failure"] == max(masses) - Fraction(3, 10)

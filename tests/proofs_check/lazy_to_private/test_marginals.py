"""The marginal of x_s, coin by coin, where the minimum of line 6 may bind."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from tests.proofs_check.lazy_to_private.every_coin import (
    courses,
    marginal,
)
from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


@pytest.mark.parametrize("batch", [1, 4, 60])
def test_the_distance_after_a_drop(batch: int) -> None:
    """The measures of the instance, from their description, and Algorithm 1 coin by coin for two batches."""
    growth, delta, p = Fraction(11, 10), Fraction(1, 10**6), Fraction(1, 10)
    masses = [Fraction(1, 10**12)]
    for _ in range(batch):
        masses.insert(0, growth * masses[0] + delta)
    odds = [growth ** (batch // 2 - i) for i in range(batch + 1)]
    laws = [[q, (1 - q) * o / (1 + o), (1 - q) / (1 + o)] for q, o in zip(masses, odds, strict=True)]
    law = marginal(courses([laws[0], laws[-1]], growth ** (2 * batch), p), lambda course: course.x[1])
    distance = sum((abs(law.get(x, Fraction(0)) - laws[-1][x]) for x in range(3)), Fraction(0)) / 2
    found = numbers_of(
        "asi16", {"exp_eta": "11/10", "batch": batch, "delta_0": str(delta), "fake_switch": "1/10", "delta_1": "99/100"}
    )
    bound = 3 * (2 * float(mpmath.e) + float(mpmath.log(100) - mpmath.log(99)) / 0.1) * batch * 1e-6
    assert found["the distance at s = 2"] == distance
    assert float(found["its bound"]) == pytest.approx(bound, rel=1e-10)

"""The distance of x_s from its measure where losses are counted, coin by coin."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest

from tests.proofs_check.lazy_to_private.every_coin import (
    courses,
    marginal,
    normalized,
)
from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


def test_the_distance_where_all_losses_count() -> None:
    instance: dict[str, Any] = {
        "exp_eta": "11/10",
        "start": [0, -4, -9],
        "step": [0, 1, 2],
        "delta_0": "1/100",
        "fake_switch": "1/5",
        "delta_1": "3/4",
        "rounds": 10,
        "s": 4,
    }
    growth, p = Fraction(11, 10), Fraction(1, 5)
    laws = [
        normalized([growth ** (a + t * b) for a, b in zip(instance["start"], instance["step"], strict=True)])
        for t in range(4)
    ]
    law = marginal(courses(laws, growth**2, p), lambda course: course.x[-1])
    distance = sum((abs(law[x] - laws[-1][x]) for x in range(3)), Fraction(0)) / 2
    found = numbers_of("asi16c", instance)
    large = float(mpmath.log(4) - mpmath.log(3))
    assert float(found["the distance"]) == pytest.approx(float(distance), rel=1e-12)
    assert float(found["its bound"]) == pytest.approx(3 * 3 * (2 * float(mpmath.e) + large / 0.2) / 100, rel=1e-12)

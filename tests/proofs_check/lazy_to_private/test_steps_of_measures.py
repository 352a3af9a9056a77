"""One step of a measure, computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from tests.proofs_check.lazy_to_private.every_coin import (
    normalized,
)
from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of

STEP: dict[str, Any] = {
    "before": ["10", "9", "1"],
    "now": ["9", "10", "2"],
    "exp_eta": "21/20",
    "delta_0": "1/3",
    "fake_switch": "3/4",
    "delta_1": "1/100",
}


@pytest.mark.parametrize(("name", "power"), [("asi18", 2), ("asi18-wide", 4), ("asi19", 2), ("asi19-corrected", 4)])
def test_the_mass_of_quotients_that_are_far_off(name: str, power: int) -> None:
    before, now, growth = normalized(STEP["before"]), normalized(STEP["now"]), Fraction(21, 20)
    far = Fraction(0)
    for x, y in product(range(3), repeat=2):
        quotient = now[x] * before[y] / (before[x] * now[y])
        far += before[x] * before[y] * (max(quotient, 1 / quotient) > growth**power)
    eta, delta, large = float(mpmath.log(1.05)), 1 / 3, float(mpmath.log(100))
    bound = {
        "asi18": (2 / eta + large / 0.75) * float(mpmath.e) * delta + 0.01,
        "asi19": 6 * 1.05 * delta / eta,
        "asi19-corrected": 4 * 1.05 * delta / eta,
    }
    found = numbers_of(name, STEP)
    assert 0 < found["probability"] == far
    assert float(found["its bound"]) == pytest.approx(bound.get(name, bound["asi18"]), rel=1e-12)


@pytest.mark.parametrize(("name", "power", "bound"), [("asi20", 1, 2 * float(mpmath.e)), ("asi20-corrected", 2, 2.1)])
def test_the_mass_of_models_that_are_far_off(name: str, power: int, bound: float) -> None:
    before, now = normalized(STEP["before"]), normalized(STEP["now"])
    far = [b for b, n in zip(before, now, strict=True) if max(b / n, n / b) > Fraction(21, 20) ** power]
    found = numbers_of(name, STEP)
    assert found["probability"] == sum(far)
    assert float(found["its bound"]) == pytest.approx(bound / 3 / float(mpmath.log(1.05)), rel=1e-12)

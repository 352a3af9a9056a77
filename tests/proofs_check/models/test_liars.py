"""The class of liars: its risk and the chance of (10) are enclosed; the floor of the risk is tested with the claims."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.liars import Constants, Liars, chance, risk, winning

MANY = Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3))


def test_where_the_printed_rate_fails_10_holds_hardly_ever() -> None:
    assert float(chance(MANY).evaluate().upper()) == pytest.approx(1 - math.exp(-math.exp(-3)), rel=1e-6)
    slower = Liars(4000, 10**9, Fraction(10) ** 26, gamma=Fraction(3), printed=False)
    assert float(chance(slower).evaluate().upper()) >= 1


def test_constants_from_their_formulas() -> None:
    at = Constants(Liars(10, 19, Fraction(1)))
    total = math.log(190)
    scale = (2 * math.sqrt(38 * math.log(10)) + math.sqrt(19)) * total
    assert float(at.noise) == pytest.approx(scale * (math.log(10) + total))
    assert float(at.normalization) == pytest.approx(1 / (total + 2 * float(at.noise)))
    assert float(at.small) == pytest.approx((1 - 0.1 / 190) ** 190)


def test_the_risk_is_between_the_floor_and_its_largest_value() -> None:
    enclosed = risk(winning(6)).evaluate()
    low, high = float(enclosed.lower()), float(enclosed.upper())
    assert 0.9 * float(Constants(winning(6)).least_risk) < low < high
    assert high == pytest.approx(10**6 * math.log(2 * 10**6), rel=1e-6)


@pytest.mark.parametrize(("rounds", "experts", "epsilon"), [(2, 9, 1), (10, 18, 1), (10, 19, 0)])
def test_what_is_not_legal(rounds: int, experts: int, epsilon: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Liars(rounds, experts, Fraction(epsilon))

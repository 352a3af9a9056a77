"""The round in which y was drawn, by all coins."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.instances_of_games import ball, numbers_of


@pytest.mark.parametrize("coins", [[], [1], [0], [1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 0]])
def test_the_round_in_which_y_was_drawn(coins: list[int]) -> None:
    drawn = [1, *[s for s, coin in enumerate(coins, start=2) if coin == 0]][-1]
    found = numbers_of("asi21", {"l2p-coins": coins})
    assert found["drawn in round"] == drawn
    assert found["t_0"] == [1, *[s for s, coin in enumerate(coins, start=2) if coin == 1]][-1]


@pytest.mark.parametrize(
    ("t", "p", "delta"), [(6, "1/4", "1/3"), (9, "1/2", "1/10"), (3, "1/20", "1/1000"), (8, "2/3", "1/2")]
)
@pytest.mark.parametrize(("name", "share"), [("asi21-age", 1.0), ("asi21-age-half", 0.5)])
def test_the_age_of_y_by_all_coins(t: int, p: str, delta: str, name: str, share: float) -> None:
    older, limit = Fraction(0), share * float(mpmath.log(1 / ball(delta)) / ball(p))
    for coins in product((0, 1), repeat=t - 1):
        drawn = [1, *[s for s, coin in enumerate(coins, start=2) if coin == 0]][-1]
        if t - drawn > limit:
            older += Fraction(p) ** coins.count(0) * (1 - Fraction(p)) ** coins.count(1)
    assert PROPERTIES[name].holds({"t": t, "fake_switch": p, "delta_1": delta}) is (older <= Fraction(delta))

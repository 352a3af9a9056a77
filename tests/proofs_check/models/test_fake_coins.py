"""The coins of the other model, all of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.fake_coins import COINS, Rounds, drawn, last, law
from dpassay.proofs_check.proof import facts

FIVE = Rounds(5, Fraction(1, 4), Fraction(1, 3))


def test_the_facts_hold() -> None:
    assert set(facts.tested(COINS)) == set(COINS.facts)


def test_the_age_is_geometric() -> None:
    kept = Fraction(3, 4)
    for k in range(5):
        older = sum((mass for coins, mass in law(FIVE).items() if 5 - drawn(FIVE, 5, coins) >= k), Fraction(0))
        assert older == kept**k
    assert sum(law(FIVE).values()) == 1


def test_a_model_is_drawn_where_the_coin_is_0() -> None:
    coins = (1, 0, 1, 1)
    assert [drawn(FIVE, t, coins) for t in range(1, 6)] == [1, 1, 3, 3, 3]
    assert [last(t, coins, 0) for t in range(1, 6)] == [1, 1, 3, 3, 3]
    assert [last(t, coins, 1) for t in range(1, 6)] == [1, 2, 2, 4, 5]


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"fake_switch": Fraction(0)}, {"delta_1": Fraction(1)}])
def test_what_are_no_rounds_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(FIVE, **wrong)


@pytest.mark.parametrize("wrong", ["A(u + 1)**2 = 1", "drawn(u + 1) = A(u + 1)*(u + 1) + (1 - A(u + 1))*drawn(u)"])
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(COINS, facts={"wrong": wrong}))

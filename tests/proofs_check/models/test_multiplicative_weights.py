"""The model of two games: its facts, the least delta computed another way, and what is no legal setting."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.multiplicative_weights import GAMES, Games, Rows, least_delta, round_laws
from dpassay.proofs_check.proof import facts

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
FIRST = ((ONE, ZERO), (HALF, ONE))
SECOND = ((ZERO, HALF), (HALF, ONE))


def test_the_facts_hold() -> None:
    assert set(facts.tested(GAMES)) == set(GAMES.facts)


def test_another_delta_is_refused() -> None:
    """The mass of the outcomes whose loss is above x bounds delta, and is not it."""
    more = replace(GAMES, facts={"delta": "delta(x) = Pr(sum(L(t), t, 1, T) > x)"})
    with pytest.raises(Rejected, match="'delta' is false"):
        facts.tested(more)


def test_the_least_delta_at_1_is_the_total_variation() -> None:
    games = Games(FIRST, SECOND, Fraction(9))
    laws = [[round_laws(games, which)[1].pmf(i) for i in (0, 1)] for which in (0, 1)]
    variation = abs(as_real(laws[0][0] - laws[1][0]).evaluate())
    assert (least_delta(games, ZERO).evaluate() - variation).contains(0)


@pytest.mark.parametrize(
    ("first", "second", "growth", "message"),
    [
        ((), (), 2, "first = "),
        (((),), ((),), 2, "first = "),
        (FIRST, SECOND[:1], 2, "second = "),
        (FIRST, ((ZERO, Fraction(3, 2)), FIRST[1]), 2, "second = "),
        (((ONE, ZERO), (ONE,)), SECOND, 2, "first = "),
        (FIRST, (SECOND[0], (ONE, ONE)), 2, r"differ in rounds \[1, 2\]"),
        (FIRST, SECOND, 1, "growth = 1"),
    ],
)
def test_illegal_settings_are_refused(first: Rows, second: Rows, growth: int, message: str) -> None:
    Games(FIRST, SECOND, Fraction(2))
    with pytest.raises(ValueError, match=message):
        Games(first, second, Fraction(growth))

"""States: loops are added up exactly, and no program that hides how often it was there is taken for another."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.audit.answers.hiding import LIMIT, PROGRAMS
from tests.audit.enumerating import Coins, Program, enumeration, law

F = Fraction
NINE = F(1, 2) ** LIMIT


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.__name__ for program in PROGRAMS])
def test_what_hides_a_number_is_not_taken_for_the_same(program: Program) -> None:
    assert law(program, states=True) == {0: 1 - NINE, 9: NINE}


def test_the_same_loops_without_a_number_are_taken_for_the_same() -> None:
    def loop(coins: Coins) -> int:
        while coins.whole(2):
            pass
        return 0

    found = enumeration(loop, 50, states=True)
    assert [found.left, found.search.joins, found.branches] == [0, 1, 2]  # the code has two places where the loop asks

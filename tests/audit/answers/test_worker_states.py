"""States: loops are added up exactly, and no program that hides how often it was there is taken for another."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers import worker_states
from tests.audit.answers import hiding_beneath, hiding_in_types  # noqa: F401  # add programs
from tests.audit.answers.hiding import LIMIT, PROGRAMS
from tests.audit.enumerating import Coins, Program, enumeration, law

F = Fraction
NINE = F(1, 2) ** LIMIT


@pytest.mark.parametrize("program", PROGRAMS, ids=[program.__name__ for program in PROGRAMS])
def test_what_hides_a_number_is_not_taken_for_the_same(program: Program) -> None:
    assert law(program, states=True) == {0: 1 - NINE, 9: NINE}


class Endless:
    """An iterator whose next one is found by a function that may be called with all that it found."""

    coins: Any = None

    def perhaps(*others: object) -> int:  # type: ignore[misc]
        del others
        if Endless.coins.whole(2):
            raise StopIteration
        return 0

    def __iter__(self) -> Any:
        return self

    __next__ = perhaps


def test_arguments_that_are_being_counted_are_no_state() -> None:
    def program(coins: Coins) -> int:
        Endless.coins = coins
        try:
            return Endless.perhaps(*Endless())
        except StopIteration:
            return 9

    found = enumeration(program, 50, states=True)
    assert found.search.joins == 0
    assert found.left > 0


NAMED = {"name": 1}


@pytest.mark.parametrize("arguments", [(), (1, 2)])
def test_loops_in_functions_of_any_arguments_are_read(arguments: tuple[int, ...]) -> None:
    def loop(coins: Coins, *_others: int, **_named: int) -> int:
        while coins.whole(2):
            pass
        return 0

    assert law(lambda coins: loop(coins, *arguments), states=True) == {0: 1}
    assert law(lambda coins: loop(*(coins, *arguments)), states=True) == {0: 1}
    assert law(lambda coins: loop(coins, *arguments, **NAMED), states=True) == {0: 1}


def test_arguments_that_may_be_a_list_are_not_read() -> None:
    """The list is gone while the function runs; where it may be one, nothing is read."""

    def loop(*coins: Any) -> int:
        while coins[0].whole(2):
            pass
        return 0

    def program(coins: Coins) -> int:
        return loop(*([coins] if NAMED else (coins,)))

    assert enumeration(program, 50, states=True).search.joins == 0


def test_the_same_loops_without_a_number_are_taken_for_the_same() -> None:
    def loop(coins: Coins) -> int:
        while coins.whole(2):
            pass
        return 0

    found = enumeration(loop, 50, states=True)
    assert [found.left, found.search.joins, found.branches] == [0, 1, 2]  # the code has two places where the loop asks


def counting(coins: Coins) -> int:
    """Noise without an end, and at last a loop."""
    count = 0
    while coins.whole(2):
        count += 1
    while coins.whole(2):
        pass
    return count


def test_patience_ends_where_no_two_states_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert enumeration(counting, 30, states=True).search.joins > 0
    monkeypatch.setattr(worker_states, "PATIENCE", 1)
    assert enumeration(counting, 30, states=True).search.joins == 0


def test_what_is_drawn_lazily_is_part_of_a_state() -> None:
    """A loop that draws again what is above 1/2, and then compares the number with 1/4."""

    def loop(coins: Coins) -> int:
        while (number := coins.real()) > 0.5:
            pass
        return 1 if number < 0.25 else 2

    first = F(2**51, 2**52 + 1)  # of the 2^53 numbers 2^52 + 1 are at most 1/2
    assert law(loop, states=True) == {1: first, 2: 1 - first}


def test_classes_arrays_and_closures_are_read() -> None:
    class Box:
        size = 2

        def __init__(self) -> None:
            self.entries: list[Any] = [np.zeros(2), (1, 2.5, "a"), {"b": None}]

        def draw(self, coins: Coins) -> Any:
            return coins.whole(self.size)

    def loop(coins: Coins) -> int:
        box = Box()

        def draw() -> Any:
            return box.draw(coins)

        while draw():
            box.entries[0][1] = 1  # once, and then no more
        return int(box.entries[0][1])

    found = enumeration(loop, 50, states=True)
    assert found.left == 0
    assert dict(found.weights) == {'["int", "0"]': F(1, 2), '["int", "1"]': F(1, 2)}

"""The smallest set cover, against trying all subfamilies."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from dpassay.analysis.set_cover import greedy, least_set_cover, maximal

Family = list[int]


def families(count: int, size: int) -> list[Family]:
    rng = random.Random(7)
    made = [
        [rng.randrange(1, 1 << size) & rng.randrange(1 << size) for _ in range(rng.randint(3, 9))] for _ in range(count)
    ]
    return [[*family, (1 << size) - 1 & ~union(family)] for family in made]


def union(sets: Family) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def fewest(size: int, sets: Family) -> int:
    whole = (1 << size) - 1
    return next(k for k in range(1, len(sets) + 1) if any(union([*some]) == whole for some in combinations(sets, k)))


@pytest.mark.parametrize("size", [4, 7, 10])
def test_no_smaller_family_covers(size: int) -> None:
    several = set()
    for sets in families(60, size):
        found = least_set_cover(size, sets)
        assert union([*found]) == (1 << size) - 1
        assert all(one in sets for one in found)
        assert len(found) == fewest(size, sets)
        several.add(len(found))
    assert len(several) > 2


def test_the_greedy_cover_is_not_the_answer() -> None:
    """The largest set first leaves a point of each half."""
    assert len(least_set_cover(6, [0b011110, 0b000111, 0b111000])) == 2


def test_a_branch_is_needed() -> None:
    """Three sets of two on a triangle: prices show more than 1, and no cover has 2 without a choice."""
    assert len(least_set_cover(3, [0b011, 0b110, 0b101])) == 2
    fano = [sum(1 << (i + step) % 7 for step in (0, 1, 3)) for i in range(7)]
    assert len(least_set_cover(7, fano)) == 3 == fewest(7, fano)


def test_greedy_covers_leave_nothing_out_and_hold_nothing_needless() -> None:
    for sets in families(60, 7):
        for prices in ((), (0,) * 7, (5, 1, 1, 1, 1, 1, 9)):
            found = greedy(sets, prices)
            assert union([*found]) == 127
            assert all(union([other for other in found if other != one]) != 127 for one in found)
    assert greedy([0b0111, 0b1001, 0b1010], (1, 9, 1, 9))[0] == 0b1010


def test_maximal_sets() -> None:
    assert maximal([0b001, 0b011, 0b011, 0b100, 0b010]) == (0b011, 0b100)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="sets = without element 1"):
        least_set_cover(2, [1])
    with pytest.raises(ValueError, match=r"prices = .*: expected 2 of them"):
        greedy([3], [1])
    with pytest.raises(ValueError, match=r"prices = .*at least 0"):
        greedy([3], [1, -1])
    with pytest.raises(ValueError, match="set = 4"):
        least_set_cover(2, [3, 4])

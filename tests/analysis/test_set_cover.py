"""The smallest set cover, against trying all subfamilies, and the packings that bound it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from dpassay.analysis.set_cover import is_packing, least_set_cover, maximal, packing

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
        shares = packing(size, sets)
        assert is_packing(shares, sets)
        assert sum(shares) <= len(found)
        several.add(len(found))
    assert len(several) > 2


def test_the_greedy_cover_is_not_the_answer() -> None:
    """The largest set first leaves a point of each half."""
    assert len(least_set_cover(6, [0b011110, 0b000111, 0b111000])) == 2


def test_a_packing_of_too_much_is_none() -> None:
    sets = [0b011, 0b110, 0b101]
    half = Fraction(1, 2)
    assert is_packing([half] * 3, sets)
    assert packing(3, sets) == (half,) * 3
    assert not is_packing([half, half, Fraction(2, 3)], sets)
    assert not is_packing([half, -half, half], sets)
    assert len(least_set_cover(3, sets)) == 2


def test_maximal_sets() -> None:
    assert maximal([0b001, 0b011, 0b011, 0b100, 0b010]) == (0b011, 0b100)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="sets = without element 1"):
        least_set_cover(2, [1])
    with pytest.raises(ValueError, match="set = 4"):
        least_set_cover(2, [3, 4])
    with pytest.raises(ValueError, match="set = 4"):
        is_packing([1, 0], [4])

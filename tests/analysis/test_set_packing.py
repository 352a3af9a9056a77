"""Prices and packings: what they bound is not below them, on families whose smallest cover is known."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from dpassay.analysis.set_packing import ONE, Prices, is_packing, packing

HALF = Fraction(1, 2)
TRIANGLE = [0b011, 0b110, 0b101]
FANO = [sum(1 << (i + step) % 7 for step in (0, 1, 3)) for i in range(7)]


def listed(sets: list[int], size: int) -> list[list[int]]:
    return [[e for e in range(size) if one >> e & 1] for one in sets]


def fewest(size: int, sets: list[int]) -> int:
    chosen = (k for k in range(1, len(sets) + 1) for some in combinations(listed(sets, size), k) if covers(some, size))
    return next(chosen)


def covers(some: tuple[list[int], ...], size: int) -> bool:
    return {e for one in some for e in one} == set(range(size))


def test_packings() -> None:
    assert packing(3, TRIANGLE) == (HALF,) * 3
    assert is_packing([HALF] * 3, TRIANGLE)
    assert not is_packing([HALF, HALF, Fraction(2, 3)], TRIANGLE)
    assert not is_packing([HALF, -HALF, HALF], TRIANGLE)
    assert is_packing([1, 0, 0], TRIANGLE)


def test_a_packing_is_near_the_linear_bound() -> None:
    """On the Fano plane it is 7/3: each of seven points 1/3, and each of seven lines 1/3."""
    shares = packing(7, FANO)
    assert is_packing(shares, FANO)
    assert Fraction(7, 3) - Fraction(1, 10**6) < sum(shares) <= Fraction(7, 3)
    assert not is_packing([share + Fraction(1, 10**6) for share in shares], FANO)


@pytest.mark.parametrize("size", [5, 8])
def test_no_bound_is_above_the_smallest_cover(size: int) -> None:
    rng, close = random.Random(1), 0
    for _ in range(60):
        sets = [rng.randrange(1, 1 << size) for _ in range(6)] + [1 << e for e in range(size)]
        number = fewest(size, sets)
        prices = Prices.spread(size, listed(sets, size))
        before = prices.bound
        prices.ascend(number + 3, 200)
        assert before <= prices.bound <= number * ONE
        shares = packing(size, sets)
        assert is_packing(shares, sets)
        assert sum(shares) <= number
        close += number - 1 < sum(shares)
    assert close > 40


def test_any_prices_are_a_bound_and_excess_is_taken_off() -> None:
    prices = Prices([ONE, ONE, ONE], listed(TRIANGLE, 3))
    assert prices.excess() == [ONE] * 3
    assert prices.bound == 0  # 3 less 3, and not 3
    assert Prices([ONE // 2] * 3, listed(TRIANGLE, 3)).bound == 3 * ONE // 2
    assert Prices([ONE // 2, ONE // 2 + 1], [[0, 1]]).bound == ONE
    assert Prices([0, 0, 0], listed(TRIANGLE, 3)).excess() == [-ONE] * 3


def test_prices_are_packed() -> None:
    packed = Prices([5 * ONE, ONE, 0], listed(TRIANGLE, 3)).packed()
    assert is_packing([Fraction(price, ONE) for price in packed], TRIANGLE)
    assert sum(packed) > ONE // 2


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: packing(3, [0b011]), "each of 3 elements in a set"),
        (lambda: packing(2, [0b111]), "set = 7"),
        (lambda: is_packing([1, 0], [4]), "set = 4"),
        (lambda: Prices([-1], [[0]]), r"prices = \[-1\]"),
        (lambda: Prices([1], [[1]]), r"elements in 0\.\.0"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

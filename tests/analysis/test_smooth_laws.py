"""Smooth laws: membership, extreme points, and the best law for given values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.smooth_laws import (
    MOST_POINTS,
    SmoothLaws,
    capped_best,
    capped_extreme_points,
    expectation,
    smoothness,
)
from tests.analysis.smooth_cases import HALF, SIGMAS, by_floor_and_rest

THIRD = Fraction(1, 3)
SIZES = (1, 2, 3, 5)


@pytest.mark.parametrize(("size", "sigma"), list(product(SIZES, SIGMAS)))
def test_extreme_points_are_those_of_the_docstring(size: int, sigma: Fraction) -> None:
    laws = SmoothLaws(size, sigma)
    listed = list(laws.extreme_points())
    assert len(listed) == len(set(listed)) == laws.count_extreme_points()
    assert set(listed) == by_floor_and_rest(size, sigma) == set(capped_extreme_points([laws.cap] * size))
    assert all(laws.contains(law) for law in listed)


def test_extreme_points_by_hand() -> None:
    assert set(SmoothLaws(3, HALF).extreme_points()) == {
        law
        for law in product((Fraction(0), THIRD, 2 * THIRD), repeat=3)
        if sum(law) == 1 and sorted(law) == [0, THIRD, 2 * THIRD]
    }
    assert list(SmoothLaws(2, Fraction(1)).extreme_points()) == [(HALF, HALF)]
    assert set(SmoothLaws(2, Fraction(1, 100)).extreme_points()) == {
        (Fraction(1), Fraction(0)),
        (Fraction(0), Fraction(1)),
    }


def test_a_law_between_two_others_is_no_extreme_point() -> None:
    middle = (HALF, Fraction(1, 4), Fraction(1, 4))
    assert SmoothLaws(3, HALF).contains(middle)
    assert middle not in set(SmoothLaws(3, HALF).extreme_points())


@given(st.lists(st.fractions(-3, 3, max_denominator=9), min_size=1, max_size=5), st.sampled_from(SIGMAS))
def test_no_extreme_point_is_better_than_the_best(values: list[Fraction], sigma: Fraction) -> None:
    laws = SmoothLaws(len(values), sigma)
    every = [sum(p * v for p, v in zip(law, values, strict=True)) for law in by_floor_and_rest(len(values), sigma)]
    assert laws.largest(values) == max(every)
    assert laws.best(values) in by_floor_and_rest(len(values), sigma)


def test_membership_at_the_border() -> None:
    laws = SmoothLaws(4, HALF)
    assert laws.contains((HALF, HALF, 0, 0))
    assert not laws.contains((Fraction(501, 1000), Fraction(499, 1000), 0, 0))
    assert not laws.contains((HALF, HALF, Fraction(1, 9), Fraction(-1, 9)))
    assert not laws.contains((HALF, Fraction(1, 4), 0, 0))
    assert not laws.contains((HALF, HALF))
    assert smoothness((HALF, Fraction(1, 4), Fraction(1, 4), 0)) == HALF


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any))
def test_a_law_is_as_smooth_as_it_says_and_no_smoother(weights: list[int]) -> None:
    law = [Fraction(w, sum(weights)) for w in weights]
    sigma = smoothness(law)
    assert SmoothLaws(len(law), sigma).contains(law)
    assert sigma == 1 or not SmoothLaws(len(law), min(Fraction(1), sigma + Fraction(1, 100))).contains(law)


def test_the_largest_domain() -> None:
    assert SmoothLaws(MOST_POINTS, Fraction(1)).cap == Fraction(1, MOST_POINTS)


def test_what_is_mended_is_smooth_and_what_is_smooth_stays() -> None:
    laws, zero = SmoothLaws(3, HALF), Fraction(0)
    assert laws.mended((HALF, HALF, 0)) == (HALF, HALF, zero)
    assert laws.mended((1, -1, 0)) == (2 * THIRD, THIRD, zero)
    assert laws.mended((HALF, HALF, HALF)) == (THIRD, THIRD, THIRD)
    assert laws.contains(laws.mended((Fraction(99, 100), Fraction(1, 300), 0)))
    with pytest.raises(ValueError, match="p = 2: expected 3 numbers, one a point"):
        laws.mended((1, 0))


def test_an_interval_has_at_most_its_length_over_sigma() -> None:
    laws, length = SmoothLaws(10, Fraction(2, 5)), 3
    assert laws.largest([1] * length + [0] * 7) == Fraction(length, 10) / Fraction(2, 5)


def test_cells_of_different_size() -> None:
    caps = (Fraction(3, 4), HALF, Fraction(1, 4))
    listed = list(capped_extreme_points(caps))
    assert len(listed) == len(set(listed))
    fourths = [Fraction(k, 4) for k in range(4)]
    inside = [
        p for p in product(fourths, repeat=3) if sum(p) == 1 and all(a <= b for a, b in zip(p, caps, strict=True))
    ]
    assert set(listed) == {p for p in inside if sum(0 < entry < cap for entry, cap in zip(p, caps, strict=True)) <= 1}
    values = (Fraction(1), Fraction(3), Fraction(2))
    assert expectation(capped_best(values, caps), values) == max(expectation(p, values) for p in inside)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SmoothLaws(0, HALF), "size = 0: expected a whole number of at least 1"),
        (lambda: SmoothLaws(2, Fraction(0)), "sigma = 0: expected a number above 0 and at most 1"),
        (lambda: SmoothLaws(2, Fraction(9, 8)), "sigma = 9/8: expected a number above 0 and at most 1"),
        (lambda: SmoothLaws(2, HALF).best([1]), "values = 1: expected 2 of them, one a point"),
        (lambda: SmoothLaws(3, HALF).check([1, 0, 0]), r"p = 1, 0, 0: expected a law on 3 points, .* = 2/3"),
        (lambda: smoothness([HALF]), "p = 1/2: expected probabilities that sum to 1"),
        (lambda: SmoothLaws(MOST_POINTS + 1, HALF), "size = 1048577: expected at most 1048576"),
        (lambda: list(capped_extreme_points([HALF])), "caps = 1/2: expected numbers of at least 0 that sum to 1 or"),
        (
            lambda: capped_best([HALF, HALF], [Fraction(2), Fraction(-1)]),
            "caps = 2, -1: expected numbers of at least 0",
        ),
        (lambda: smoothness([Fraction(3, 2), -HALF]), "p = 3/2, -1/2: expected probabilities that sum to 1"),
        (lambda: capped_best([HALF], [HALF]), "caps = 1/2: expected numbers of at least 0 that sum to 1 or more"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]

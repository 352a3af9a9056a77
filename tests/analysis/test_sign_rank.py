"""Bounds on the sign rank: factors are checked entry by entry, and ranks 1 and 2 against what they mean."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from dpassay.analysis.classes import (
    HypothesisClass,
    all_functions,
    complements,
    from_labels,
    intervals,
    singletons,
    thresholds,
    unions,
)
from dpassay.analysis.halfspaces import separate
from dpassay.analysis.sign_rank import Factors, curve_factors, flipped, sign_rank, transposed, trivial_factors
from tests.analysis.bracketing_cases import classes_on

HADAMARD = HypothesisClass(4, (0b1111, 0b0101, 0b0011, 0b1001))


def product_has_signs(factors: Factors, functions: HypothesisClass) -> bool:
    columns = list(zip(functions.signs(), factors.right, strict=True))
    return all(
        signs[x] * sum(a * b for a, b in zip(row, column, strict=True)) > 0
        for signs, column in columns
        for x, row in enumerate(factors.left)
    )


@pytest.mark.parametrize(
    ("functions", "least", "most"),
    [
        (HypothesisClass(4, (0b0011, 0b1100)), 1, 1),
        (thresholds(5), 2, 2),
        (unions([thresholds(4), complements(thresholds(4))]), 3, 3),
        (singletons(5), 3, 3),
        (intervals(5), 3, 3),
        (all_functions(4), 4, 4),
        (HADAMARD, 3, 3),
    ],
)
def test_known_sign_ranks(functions: HypothesisClass, least: int, most: int) -> None:
    found = sign_rank(functions)
    assert (found.least, found.most) == (least, most)
    assert found.factors.has_signs_of(functions)
    assert product_has_signs(found.factors, functions)


def vectors_of_the_plane() -> list[tuple[int, int]]:
    return [(x, y) for x, y in product(range(-2, 3), repeat=2) if (x, y) != (0, 0)]


def in_the_plane(functions: HypothesisClass) -> bool:
    """Whether three of a few vectors have all members as halfspaces through the origin."""
    return any(
        all(separate(places, member, through_origin=True).vector is not None for member in functions.members)
        for places in product(((1, 0), (1, 1), (0, 1), (-1, 1)), repeat=functions.points)
    )


def test_all_classes_on_three_points() -> None:
    for rows in classes_on(3):
        functions = from_labels(rows)
        found = sign_rank(functions)
        assert found.least == found.most  # at most 3, where they agree
        assert product_has_signs(found.factors, functions)
        opposite = len(rows) == 1 or (len(rows) == 2 and functions.members[0] ^ functions.members[1] == 7)
        assert (found.most == 1) == opposite


def test_rank_two_is_what_vectors_of_the_plane_show() -> None:
    """On three points four directions are enough: a line of order, with a sign each."""
    counts = {True: 0, False: 0}
    for rows in list(classes_on(3))[::5]:
        functions = from_labels(rows)
        shown = any(in_the_plane(flipped(functions, mask)) for mask in range(4))
        assert shown == (sign_rank(functions).most <= 2)
        counts[shown] += 1
    assert min(counts.values()) > 5


def test_wrong_factors_are_none() -> None:
    functions = intervals(4)
    factors = sign_rank(functions).factors
    assert factors.has_signs_of(functions)
    assert not factors.has_signs_of(flipped(functions, 1))
    assert not factors.has_signs_of(intervals(5))
    assert not replace(factors, left=factors.left[::-1]).has_signs_of(thresholds(4))
    assert Factors((("1/2",),), (("1/3",),)).has_signs_of(HypothesisClass(1, (1,)))
    zero = Factors(((0,),), ((1,),))
    assert not zero.has_signs_of(HypothesisClass(1, (0,)))
    assert not zero.has_signs_of(HypothesisClass(1, (1,)))


def test_parts() -> None:
    assert transposed(from_labels([(0, 1, 1), (0, 0, 1)])) == from_labels([(0, 0), (0, 1), (1, 1)])
    assert flipped(thresholds(3), 0b101).members == (0b001, 0b010, 0b011, 0b101)
    for functions in (intervals(3), HypothesisClass(5, (1, 9))):
        factors = trivial_factors(functions)
        assert factors.rank == min(functions.points, len(functions))
        assert product_has_signs(factors, functions)
    assert product_has_signs(curve_factors(intervals(4), 0b0110), intervals(4))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: sign_rank(thresholds(8)), "points = 8: expected at most 7"),
        (lambda: Factors(((1, 2),), ((1,),)), "rows of 2 numbers"),
        (lambda: flipped(thresholds(3), 8), "mask = 8"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

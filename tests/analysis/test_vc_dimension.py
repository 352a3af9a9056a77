"""The VC dimension of all classes on three points and of classes with known ones."""

from __future__ import annotations

from math import comb

import pytest

from dpassay.analysis.classes import (
    HypothesisClass,
    all_functions,
    from_labels,
    intervals,
    singletons,
    thresholds,
    unions,
)
from dpassay.analysis.vc_dimension import growth, is_shattered, sauer_bound, shattered_sets, vc_dimension
from tests.analysis import bracketing_cases


def test_all_classes_on_three_points() -> None:
    for rows in bracketing_cases.classes_on(3):
        functions = from_labels(rows)
        dimension = vc_dimension(functions)
        assert dimension == bracketing_cases.vc_dimension(rows)
        assert len(functions) <= sauer_bound(3, dimension)
        assert len(shattered_sets(functions)) >= len(functions)  # Pajor
        for size in range(4):
            assert (growth(functions, size) == 2**size) == (size <= dimension)


@pytest.mark.parametrize(
    ("functions", "dimension"),
    [
        (thresholds(7), 1),
        (singletons(7), 1),
        (intervals(7), 2),
        (unions([intervals(7)] * 2), 4),
        (all_functions(5), 5),
        (HypothesisClass(3, (5,)), 0),
    ],
)
def test_known_dimensions(functions: HypothesisClass, dimension: int) -> None:
    assert vc_dimension(functions) == dimension
    assert len(functions) <= sauer_bound(functions.points, dimension)


def test_the_bound_is_reached_and_one_less_is_not_a_bound() -> None:
    assert len(unions([intervals(7)] * 2)) == sauer_bound(7, 4) == sum(comb(7, i) for i in range(5))
    assert len(intervals(7)) > sauer_bound(7, 1)


def test_shattered_points() -> None:
    assert is_shattered(intervals(4), 0b1010)
    assert not is_shattered(intervals(4), 0b1011)
    assert shattered_sets(thresholds(3)) == (0, 1, 2, 4)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="mask = 8"):
        is_shattered(thresholds(3), 8)
    with pytest.raises(ValueError, match="size = 4"):
        growth(thresholds(3), 4)
    with pytest.raises(ValueError, match="dimension = 4"):
        sauer_bound(3, 4)

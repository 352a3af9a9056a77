"""Classes of functions and the operations on them, against rows of values."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from dpassay.analysis.classes import (
    HypothesisClass,
    all_functions,
    complements,
    composed,
    from_labels,
    from_signs,
    intersections,
    intervals,
    places,
    restricted,
    singletons,
    symmetric_differences,
    thresholds,
    unions,
)
from tests.analysis.bracketing_cases import Row, cube

ROWS: tuple[Row, ...] = ((0, 1, 1, 0), (1, 1, 0, 0), (0, 0, 0, 1))
OTHERS: tuple[Row, ...] = ((1, 1, 1, 0), (0, 1, 0, 1))


def rows(functions: HypothesisClass) -> set[Row]:
    return set(functions.labels())


def test_members_are_rows_in_either_form() -> None:
    functions = from_labels(ROWS)
    assert functions == from_signs([[2 * value - 1 for value in row] for row in ROWS])
    assert functions.members == (3, 6, 8)
    assert rows(functions) == set(ROWS)
    assert set(functions.signs()) == {tuple(2 * value - 1 for value in row) for row in ROWS}
    assert HypothesisClass(4, (8, 3, 6, 3)) == functions != from_labels(OTHERS)
    assert functions.everywhere == 15
    assert list(places(0b10110)) == [1, 2, 4]


def test_examples() -> None:
    assert rows(thresholds(3)) == {(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)}
    assert rows(all_functions(3)) == set(cube(3))
    assert rows(singletons(3)) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    together = {row for row in cube(5) if "0" not in "".join(map(str, row)).strip("0")}
    assert rows(intervals(5)) == together
    assert len(intervals(6)) == 1 + 6 * 7 // 2


def test_operations_on_rows() -> None:
    first, second = from_labels(ROWS), from_labels(OTHERS)
    pairs = list(product(ROWS, OTHERS))
    assert rows(intersections([first, second])) == {tuple(map(min, f, g)) for f, g in pairs}
    assert rows(unions([first, second])) == {tuple(map(max, f, g)) for f, g in pairs}
    assert rows(unions([first, second])) != rows(intersections([first, second]))
    assert rows(complements(first)) == {tuple(1 - x for x in f) for f in ROWS}
    squares = {tuple(abs(x - y) for x, y in zip(f, g, strict=True)) for f, g in product(ROWS, ROWS)}
    assert rows(symmetric_differences(first)) == squares


def test_three_classes_are_two_and_one() -> None:
    one, two, three = from_labels(ROWS), from_labels(OTHERS), thresholds(4)
    assert intersections([one, two, three]) == intersections([intersections([one, two]), three])
    assert unions([one, two, three]) == unions([one, unions([two, three])])
    assert unions([one]) == one
    assert complements(unions([one, two])) == intersections([complements(one), complements(two)])


def test_composition_and_restriction() -> None:
    functions = from_labels(ROWS)
    assert rows(composed(functions, [3, 0, 0])) == {(f[3], f[0], f[0]) for f in ROWS}
    assert rows(restricted(functions, 0b1010)) == {(f[1], f[3]) for f in ROWS}


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: HypothesisClass(2, (4,)), r"member = 4: expected in 0\.\.2\^2 - 1"),
        (lambda: HypothesisClass(2, (-1,)), "member = -1"),
        (lambda: HypothesisClass(2, ()), "at least one function"),
        (lambda: HypothesisClass(0, (0,)), "points = 0"),
        (lambda: from_labels([[0, 1], [1]]), "all of one length"),
        (lambda: from_labels([[0, 2]]), "the values 0 and 1"),
        (lambda: from_signs([[0, 1]]), "the values -1 and 1"),
        (lambda: all_functions(21), "points = 21: expected at most 20"),
        (lambda: intersections([]), "at least one class"),
        (lambda: unions([thresholds(2), thresholds(3)]), "all on the same points"),
        (lambda: composed(thresholds(2), [0, 2]), r"image = 2: expected a point in 0\.\.1"),
        (lambda: restricted(thresholds(2), 4), "mask = 4"),
        (lambda: list(places(-1)), "mask = -1"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

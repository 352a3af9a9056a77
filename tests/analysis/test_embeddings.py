"""Embeddings as halfspaces: each is checked entry by entry, wrong ones are refused, and orders are the best of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from dpassay.analysis.classes import (
    HypothesisClass,
    all_functions,
    from_labels,
    intervals,
    singletons,
    symmetric_differences,
    thresholds,
)
from dpassay.analysis.embeddings import Embedding, best_order, changes, embedded, most_changes, on_moment_curve
from dpassay.analysis.halfspaces import Halfspace
from tests.analysis.bracketing_cases import classes_on

CLASSES = (thresholds(5), intervals(5), singletons(4), all_functions(4), HypothesisClass(3, (7,)))


def is_embedded(functions: HypothesisClass, made: Embedding) -> bool:
    """With nothing but rows of numbers."""
    for row, halfspace in zip(functions.signs(), made.halfspaces, strict=True):
        for sign, image in zip(row, made.images, strict=True):
            if sign * (sum(w * z for w, z in zip(halfspace.normal, image, strict=True)) + halfspace.offset) <= 0:
                return False
    return True


@pytest.mark.parametrize("functions", CLASSES)
def test_a_class_on_the_moment_curve(functions: HypothesisClass) -> None:
    order = best_order(functions)
    made = on_moment_curve(functions, order)
    assert made.dimension == max(1, most_changes(functions, order))
    assert made.embeds(functions)
    assert is_embedded(functions, made)
    again = embedded(functions, made.images)
    assert again is not None
    assert is_embedded(functions, again)


def test_all_classes_on_three_points() -> None:
    for rows in classes_on(3):
        functions = from_labels(rows)
        order = best_order(functions)
        fewest = min(most_changes(functions, other) for other in permutations(range(3)))
        assert most_changes(functions, order) == fewest
        made = on_moment_curve(functions, order)
        assert made.embeds(functions)
        assert is_embedded(functions, made)


def test_changes_along_an_order() -> None:
    assert changes(0b0110, (0, 1, 2, 3)) == (1, 3)
    assert changes(0b0110, (1, 2, 0, 3)) == (2,)
    shuffled = HypothesisClass(6, tuple(sum(1 << x for x in run) for run in ((3,), (3, 0), (3, 0, 5), (0, 5, 1))))
    assert most_changes(shuffled, range(6)) > 2
    assert most_changes(shuffled, best_order(shuffled)) == 2
    assert best_order(thresholds(10)) == tuple(range(10))  # the most points that it takes


def test_a_wrong_embedding_is_none() -> None:
    functions = intervals(4)
    made = on_moment_curve(functions, range(4))
    first, *rest = made.halfspaces
    assert made.embeds(functions)
    assert not replace(made, halfspaces=(Halfspace(first.normal, first.offset * -1), *rest)).embeds(functions)
    assert not replace(made, images=made.images[::-1]).embeds(thresholds(4))
    second, third, *others = made.images
    assert not replace(made, images=(third, second, *others)).embeds(functions)
    assert not made.embeds(thresholds(4))
    assert not made.embeds(intervals(5))
    boundary = Embedding(((Fraction(0),),), (Halfspace((Fraction(1),), Fraction(0)),))
    assert not boundary.embeds(HypothesisClass(1, (0,)))
    assert not boundary.embeds(HypothesisClass(1, (1,)))


def test_images_that_do_not_serve() -> None:
    assert embedded(intervals(3), [(0,), (1,), (2,)]) is None
    assert embedded(symmetric_differences(thresholds(3)), [(0, 0), (1, 1), (2, 4)]) is not None


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: embedded(thresholds(3), [(0,), (1,)]), "3 rows"),
        (lambda: changes(1, (0, 0)), r"order = \(0, 0\)"),
        (lambda: on_moment_curve(thresholds(3), (0, 1)), "order"),
        (lambda: Embedding(((1,),), (Halfspace((1, 2), 0),)), "halfspaces in 1 dimensions"),
        (lambda: best_order(thresholds(11)), "points = 11"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

"""Small classes under a uniform law, written as instances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Final

from dpassay.analysis.bracketing_numbers import bracketing_number
from dpassay.analysis.classes import HypothesisClass, intervals, singletons, thresholds
from dpassay.exact import Dist
from dpassay.proofs_check.instances import entries, family, rational, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance

IS_FOLD: Final = entries(points=whole(1, 6), classes=row_of(row_of(whole(0, 63))), radius=rational("[0, oo)")).where(
    lambda instance: all(max(row) < 2 ** instance["points"] for row in instance["classes"])
)


def classes_of(instance: Instance) -> list[HypothesisClass]:
    """The classes."""
    return [HypothesisClass(instance["points"], tuple(row)) for row in instance["classes"]]


def number_at(functions: HypothesisClass, radius: Fraction) -> int:
    """The bracketing number under the uniform law."""
    return bracketing_number(functions, Dist.uniform(range(functions.points)), radius)


def radius_of(instance: Instance) -> Fraction:
    """The radius."""
    return Fraction(instance["radius"])


@family("hrs-folds", "two or three of thresholds, singletons and intervals on 2 to 4 points, eps in {0, 1/4, 1}")
def folds() -> Iterator[Instance]:
    """All pairs, and three times the same."""
    makers = (thresholds, singletons, intervals)
    for points in (2, 3, 4):
        chosen = (*product(makers, repeat=2), *((make,) * 3 for make in makers))
        for radius, makes in product(("0", "1/4", "1"), chosen):
            yield {"points": points, "classes": [list(make(points).members) for make in makes], "radius": radius}


@family("hrs-small", "all classes on 1 and 2 points, and those of 3 or 4 members on 3 points, eps in {0, 1/3, 1/2}")
def small() -> Iterator[Instance]:
    """One class each."""
    sizes = {1: (1, 2), 2: (1, 2, 3, 4), 3: (3, 4)}
    for points, least in sizes.items():
        for size in least:
            for members, radius in product(combinations(range(2**points), size), ("0", "1/3", "1/2")):
                yield {"points": points, "classes": [list(members)], "radius": radius}

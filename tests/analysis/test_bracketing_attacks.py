"""Attacks on bracketing numbers: wrong ones are seen by the definitions, and what must not change a number does not.

Brute force is over all classes on three points, and over some on four.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from dpassay.analysis.bracketing import differenced, differenced_in_pairs, intersected, is_bracketing, united
from dpassay.analysis.bracketing_numbers import (
    bracketing_number,
    bracketing_packing,
    brackets_of,
    covering_number,
    held,
    least_bracketing,
)
from dpassay.analysis.classes import (
    HypothesisClass,
    complements,
    composed,
    from_labels,
    intersections,
    symmetric_differences,
    unions,
)
from dpassay.analysis.set_cover import greedy
from dpassay.exact import Dist
from tests.analysis import bracketing_cases
from tests.analysis.bracketing_cases import Row, classes_on, cube

SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
UNEVEN = Dist(dict(enumerate(SHARES)))
UNIFORM = Dist.uniform(range(3))
HALF = Fraction(1, 2)


@cache
def classes() -> list[HypothesisClass]:
    return [from_labels(rows) for rows in classes_on(3)]


@cache
def numbers() -> list[int]:
    """The bracketing numbers at radius 1/2 under the uneven law, by the definition."""
    return [bracketing_cases.bracketing_number(f.labels(), cube(3), SHARES, HALF) for f in classes()]


def by_hulls_in_turn(functions: HypothesisClass) -> int:
    """Members in order, each in the bracket of those before it as long as that stays narrow."""
    count, low, up = 0, 0, 0
    for member in functions.members:
        lower, upper = low & member, up | member
        region = [x for x in range(3) if (lower ^ upper) >> x & 1]
        if count and sum(SHARES[x] for x in region) <= HALF:
            low, up = lower, upper
        else:
            count, low, up = count + 1, member, member
    return count


WRONG: dict[str, Callable[[HypothesisClass], int]] = {
    "the radius is not reached": lambda f: bracketing_number(f, UNEVEN, HALF - Fraction(1, 1000)),
    "the next larger width": lambda f: bracketing_number(f, UNEVEN, Fraction(2, 3)),
    "the uniform law": lambda f: bracketing_number(f, UNIFORM, HALF),
    "ends that are members": lambda f: bracketing_number(f, UNEVEN, HALF, inside=True),
    "a cover of members": lambda f: covering_number(f, UNEVEN, HALF),
    "a cover of any functions": lambda f: covering_number(f, UNEVEN, HALF, inside=False),
    "members in their order": by_hulls_in_turn,
    "all members": len,
}


def test_the_number() -> None:
    assert [bracketing_number(f, UNEVEN, HALF) for f in classes()] == numbers()


@pytest.mark.parametrize("name", WRONG)
def test_another_number_is_seen(name: str) -> None:
    found = [WRONG[name](functions) for functions in classes()]
    assert any(one != number for one, number in zip(found, numbers(), strict=True))


def test_the_largest_bracket_first_is_seen() -> None:
    """Greedily a class on four points gets more brackets than it needs."""
    law, rng, more = Dist.uniform(range(4)), random.Random(5), 0
    for _ in range(60):
        functions = HypothesisClass(4, tuple(rng.sample(range(16), 9)))
        sets = [held(bracket, functions) for bracket in brackets_of(functions, law, HALF)]
        number = bracketing_number(functions, law, HALF)
        assert len(greedy(sets)) >= number
        more += len(greedy(sets)) > number
    assert more > 0


@pytest.mark.parametrize("radius", [Fraction(1, 4), HALF])
def test_classes_on_four_points(radius: Fraction) -> None:
    law, rng = (Fraction(1, 4),) * 4, random.Random(2)
    for size in (3, 5, 7):
        for _ in range(15):
            rows: list[Row] = rng.sample(cube(4), size)
            number = bracketing_number(from_labels(rows), Dist.uniform(range(4)), radius)
            assert number == bracketing_cases.bracketing_number(rows, cube(4), law, radius)


# What does not change a number


def test_exchanged_values_and_renamed_points() -> None:
    for functions, number in zip(classes(), numbers(), strict=True):
        assert bracketing_number(complements(functions), UNEVEN, HALF) == number
        for mask in range(8):
            exchanged = HypothesisClass(3, tuple(member ^ mask for member in functions.members))
            assert bracketing_number(exchanged, UNEVEN, HALF) == number
    for order, (functions, number) in product(
        permutations(range(3)), list(zip(classes(), numbers(), strict=True))[::7]
    ):
        renamed = Dist({i: SHARES[x] for i, x in enumerate(order)})
        assert bracketing_number(composed(functions, order), renamed, HALF) == number


def test_a_point_that_is_met_twice() -> None:
    """The law of psi is what counts, as long as psi leaves no point out, or none that has a probability."""
    images, parts = [0, 0, 1, 2, 2], ("1/4", "1/4", "1/3", "1/12", "1/12")
    law, halves = Dist(dict(enumerate(parts))), Dist({0: "1/2", 1: "1/2"})
    for functions, number in zip(classes(), numbers(), strict=True):
        assert bracketing_number(composed(functions, images), law, HALF) == number
        alone = composed(functions, [0, 1])
        assert bracketing_number(alone, halves, HALF) == bracketing_number(functions, halves, HALF)


def test_order_of_numbers() -> None:
    radii = [Fraction(k, 6) for k in range(7)]
    for functions in classes():
        row = [bracketing_number(functions, UNEVEN, radius) for radius in radii]
        assert row == sorted(row, reverse=True)
        assert row[0] == len(functions)
        assert row[-1] == 1
        smaller = HypothesisClass(3, functions.members[: max(1, len(functions) // 2)])
        assert bracketing_number(smaller, UNEVEN, HALF) <= row[3]
        assert covering_number(functions, UNEVEN, HALF) <= row[3]
        assert sum(bracketing_packing(functions, UNEVEN, HALF)) <= row[3]


# What is made of classes


@pytest.mark.parametrize(("law", "least"), [(UNEVEN, HALF), (UNIFORM, Fraction(2, 3))])
def test_symmetric_differences_of_all_classes(law: Dist[int], least: Fraction) -> None:
    """Twice the radius and pairs of brackets are enough; less than what two regions have together is not."""
    radius, narrower = Fraction(1, 3), 0
    for functions in classes():
        brackets = least_bracketing(functions, law, radius)
        differences = symmetric_differences(functions)
        assert is_bracketing(differenced(brackets, 3), differences, law, 4 * radius)
        pairs = differenced_in_pairs(brackets)
        assert len(pairs) <= len(brackets) * (len(brackets) + 1) // 2
        assert is_bracketing(pairs, differences, law, 2 * radius)
        narrower += not is_bracketing(pairs, differences, law, least - Fraction(1, 1000))
    assert narrower > 0


def test_intersections_and_unions_of_all_pairs() -> None:
    law, radius = Dist({0: "2/5", 1: "3/5"}), Fraction(2, 5)
    all_pairs = list(product(map(from_labels, classes_on(2)), repeat=2))
    assert len(all_pairs) == 15**2
    needed = {"both": 0, "either": 0}
    for first, second in all_pairs:
        families = [least_bracketing(one, law, radius) for one in (first, second)]
        both, either = intersections([first, second]), unions([first, second])
        assert is_bracketing(intersected(families), both, law, 2 * radius)
        assert is_bracketing(united(families), either, law, 2 * radius)
        most = len(families[0]) * len(families[1])
        assert bracketing_number(both, law, 2 * radius) <= most
        needed["both"] += not is_bracketing(intersected(families), either, law, 2 * radius)
        needed["either"] += not is_bracketing(united(families), both, law, 2 * radius)
    assert min(needed.values()) > 0

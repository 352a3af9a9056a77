"""Bracketing and covering numbers: all classes on three points by the definitions, and classes with known ones."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import pytest

from dpassay.analysis.bracketing import Bracket, is_bracketing, is_cover
from dpassay.analysis.bracketing_numbers import (
    bracketing_number,
    bracketing_packing,
    brackets_of,
    covering_number,
    held,
    least_bracketing,
    least_cover,
)
from dpassay.analysis.classes import HypothesisClass, all_functions, from_labels, intervals, singletons, thresholds
from dpassay.analysis.set_packing import is_packing
from dpassay.exact import Dist
from tests.analysis import bracketing_cases
from tests.analysis.bracketing_cases import classes_on, cube

LAWS = {
    "uniform": (Fraction(1, 3),) * 3,
    "uneven": (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)),
    "with a point of none": (Fraction(2, 5), Fraction(0), Fraction(3, 5)),
}
RADII = ("0", "1/6", "1/3", "2/5", "1/2", "2/3", "1")


def dist(law: tuple[Fraction, ...]) -> Dist[int]:
    return Dist(dict(enumerate(law)))


@pytest.mark.parametrize("radius", RADII)
@pytest.mark.parametrize("name", LAWS)
def test_all_classes_on_three_points(name: str, radius: str) -> None:
    law, epsilon = LAWS[name], Fraction(radius)
    for rows in classes_on(3):
        functions = from_labels(rows)
        brackets, cover = least_bracketing(functions, dist(law), radius), least_cover(functions, dist(law), radius)
        assert is_bracketing(brackets, functions, dist(law), radius)
        assert is_cover(cover, functions, dist(law), radius)
        assert len(brackets) == bracketing_cases.bracketing_number(rows, cube(3), law, epsilon)
        assert len(cover) == bracketing_cases.covering_number(rows, rows, law, epsilon)
        assert set(cover) <= set(functions.members)


@pytest.mark.parametrize("radius", ["1/3", "1/2", "2/3"])
@pytest.mark.parametrize("name", LAWS)
def test_ends_inside_and_covers_outside(name: str, radius: str) -> None:
    law, epsilon = LAWS[name], Fraction(radius)
    for rows in classes_on(3):
        functions = from_labels(rows)
        inside = least_bracketing(functions, dist(law), radius, inside=True)
        assert is_bracketing(inside, functions, dist(law), radius)
        assert {end for one in inside for end in (one.lower, one.upper)} <= set(functions.members)
        assert len(inside) == bracketing_cases.bracketing_number(rows, rows, law, epsilon)
        outside = least_cover(functions, dist(law), radius, inside=False)
        assert is_cover(outside, functions, dist(law), radius)
        assert len(outside) == bracketing_cases.covering_number(rows, cube(3), law, epsilon)


def test_functions_outside_the_class_matter() -> None:
    law = dist(LAWS["uniform"])
    assert bracketing_number(singletons(3), law, "2/3") == 2 < bracketing_number(singletons(3), law, "2/3", inside=True)
    assert covering_number(singletons(3), law, "1/3") == 3 > covering_number(singletons(3), law, "1/3", inside=False)


@pytest.mark.parametrize("points", [5, 12, 40])
@pytest.mark.parametrize("width", [0, 1, 4])
def test_thresholds_are_cut_in_runs(points: int, width: int) -> None:
    """A bracket of w points holds w + 1 thresholds in a row; a ball of that radius 2w + 1."""
    law, radius = Dist.uniform(range(points)), Fraction(width, points)
    assert bracketing_number(thresholds(points), law, radius) == ceil(Fraction(points + 1, width + 1))
    assert covering_number(thresholds(points), law, radius) == ceil(Fraction(points + 1, 2 * width + 1))


def test_singletons_need_a_point_each() -> None:
    """A bracket of w >= 2 points holds w of them, with w = 1 only one; a cover of radius 2/n is one function."""
    law = Dist.uniform(range(7))
    assert [bracketing_number(singletons(7), law, Fraction(w, 7)) for w in range(8)] == [7, 7, 4, 3, 2, 2, 2, 1]
    assert covering_number(singletons(7), law, Fraction(2, 7)) == 1
    assert covering_number(singletons(7), law, Fraction(1, 7)) == 7
    assert covering_number(singletons(7), law, Fraction(1, 7), inside=False) == 1


def test_all_functions_are_cut_in_subcubes() -> None:
    for w in range(6):
        assert bracketing_number(all_functions(5), Dist.uniform(range(5)), Fraction(w, 5)) == 2 ** (5 - w)
    assert covering_number(all_functions(4), Dist.uniform(range(4)), "1/4") == 4


@pytest.mark.parametrize("radius", ["1/8", "1/4", "1/2"])
def test_packings_bound_the_number_from_below(radius: str) -> None:
    functions, law = intervals(8), Dist.uniform(range(8))
    shares = bracketing_packing(functions, law, radius)
    sets = [held(bracket, functions) for bracket in brackets_of(functions, law, radius)]
    assert is_packing(shares, sets)
    assert 1 < sum(shares) <= bracketing_number(functions, law, radius)
    assert not is_packing([2 * share for share in shares], sets)


def test_members_held_are_told_by_their_places() -> None:
    functions = HypothesisClass(3, (0b001, 0b011, 0b110))
    assert held(Bracket(0b000, 0b011), functions) == 0b011
    assert held(Bracket(0b010, 0b111), functions) == 0b110


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="points = 21"):
        covering_number(thresholds(21), Dist.uniform(range(21)), "1/3", inside=False)
    with pytest.raises(ValueError, match=r"radius = 0\.5"):
        bracketing_number(thresholds(3), Dist.uniform(range(3)), 0.5)

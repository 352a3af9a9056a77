"""Brackets, covers and the constructions of the source, on rows of values, with what each of them refuses to be."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dpassay.analysis.bracketing import (
    Bracket,
    Weights,
    close_differences,
    complemented,
    cover_of_brackets,
    differenced,
    disagreement,
    hull,
    intersected,
    is_bracketing,
    is_cover,
    pulled_back,
    united,
    weights,
    width,
)
from dpassay.analysis.bracketing_numbers import least_bracketing
from dpassay.analysis.classes import (
    HypothesisClass,
    complements,
    composed,
    intersections,
    intervals,
    symmetric_differences,
    thresholds,
    unions,
)
from dpassay.exact import Dist, exp

UNEVEN = Dist({0: "1/2", 1: "1/3", 2: "1/6"})
FIFTHS = Dist.uniform(range(5))
CASES = [(thresholds(5), intervals(5), Fraction(1, 5)), (intervals(5), intervals(5), Fraction(2, 5))]


def test_a_bracket_holds_what_is_between_its_ends() -> None:
    bracket = Bracket(0b0010, 0b1011)
    assert [f for f in range(16) if bracket.holds(f)] == [0b0010, 0b0011, 0b1010, 0b1011]
    assert bracket.region == 0b1001
    assert Bracket(Fraction(2), "11") == Bracket(2, 11)  # type: ignore[arg-type]  # whole numbers of any kind


def test_widths_are_probabilities() -> None:
    assert width(Bracket(0b010, 0b111), UNEVEN) == Fraction(2, 3)
    assert disagreement(0b011, 0b110, UNEVEN) == Fraction(1, 2) + Fraction(1, 6)
    assert disagreement(0b1000, 0, UNEVEN) == 0
    exact = weights(UNEVEN, 4)
    assert exact == Weights((3, 2, 1, 0), 6)
    assert [exact.share(region) for region in (0, 0b101, 0b111)] == [0, 4, 6]
    assert [exact.most(radius) for radius in (0, "1/2", "7/12", 1)] == [0, 3, 3, 6]


def test_a_bracketing_is_narrow_and_leaves_none_out() -> None:
    pairs = [Bracket(0b10000, 0b11000), Bracket(0b11100, 0b11110), Bracket(0, 0), Bracket(0b11111, 0b11111)]
    assert is_bracketing(pairs, thresholds(5), FIFTHS, "1/5")
    assert not is_bracketing(pairs, thresholds(5), FIFTHS, "1/6")
    assert not is_bracketing(pairs[1:], thresholds(5), FIFTHS, "1/5")
    assert not is_bracketing(pairs, intervals(5), FIFTHS, "1/5")


def test_a_cover_is_near_to_all() -> None:
    assert is_cover([0b10000, 0b11110], thresholds(5), FIFTHS, "1/5")
    assert not is_cover([0b10000, 0b11110], thresholds(5), FIFTHS, "1/6")
    assert not is_cover([0b10000, 0b11111], thresholds(5), FIFTHS, "1/5")
    assert is_cover([0b01111, 0b11100], thresholds(5), FIFTHS, "3/5")
    assert not is_cover([], thresholds(5), FIFTHS, 1)


def test_the_hull_is_the_narrowest() -> None:
    some = [0b0110, 0b1110, 0b0101]
    found = hull(some)
    assert all(found.holds(f) for f in some)
    others = [Bracket(low, up) for low in range(16) for up in range(16) if low & ~up == 0]
    holding = [other for other in others if all(other.holds(f) for f in some)]
    assert all(found.region & ~other.region == 0 for other in holding)
    assert len(holding) > 1


@pytest.mark.parametrize(("first", "second", "radius"), CASES)
def test_constructions_are_bracketings_of_what_is_constructed(
    first: HypothesisClass, second: HypothesisClass, radius: Fraction
) -> None:
    families = [least_bracketing(one, FIFTHS, radius) for one in (first, second)]
    pairs: list[tuple[Callable[..., tuple[Bracket, ...]], Callable[..., HypothesisClass]]] = [
        (intersected, intersections),
        (united, unions),
    ]
    for combine, operation in pairs:
        made = combine(families)
        assert len(made) <= len(families[0]) * len(families[1])
        assert is_bracketing(made, operation([first, second]), FIFTHS, 2 * radius)
    assert is_bracketing(complemented(families[0], 5), complements(first), FIFTHS, radius)
    differences = differenced(families[0], 5)
    assert len(differences) <= len(families[0]) ** 4
    assert is_bracketing(differences, symmetric_differences(first), FIFTHS, 4 * radius)
    assert not is_bracketing(intersected(families), unions([first, second]), FIFTHS, 2 * radius)
    assert not is_bracketing(families[1][1:], second, FIFTHS, radius)


def test_brackets_are_pulled_back_with_the_law() -> None:
    images = [4, 0, 0, 2, 3, 3]
    law = Dist.uniform(range(6))
    brackets = least_bracketing(intervals(5), law.map(lambda x: images[x]), "1/3")
    made = pulled_back(brackets, images)
    assert is_bracketing(made, composed(intervals(5), images), law, "1/3")
    assert not is_bracketing(brackets, intervals(5), FIFTHS, "1/3")
    assert intersected([brackets]) == united([brackets]) == brackets


@pytest.mark.parametrize("radius", ["0", "1/5", "2/5", "1"])
def test_brackets_yield_a_cover_of_members(radius: str) -> None:
    brackets = least_bracketing(intervals(5), FIFTHS, radius)
    cover = cover_of_brackets(brackets, intervals(5))
    assert set(cover) <= set(intervals(5).members)
    assert is_cover(cover, intervals(5), FIFTHS, radius)
    assert cover_of_brackets([Bracket(0b101, 0b101)], thresholds(3)) == ()


def test_close_differences() -> None:
    found = close_differences(thresholds(3), [0b100], Dist.uniform(range(3)), "1/3")
    assert found.members == (0, 0b010, 0b100)
    assert found != symmetric_differences(thresholds(3))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Bracket(1, 2), "upper = 2: expected a function above 1"),
        (lambda: Bracket(-1, 2), "lower = -1"),
        (lambda: Bracket(0, Fraction(1, 2)), "upper = .*: expected a whole number"),  # type: ignore[arg-type]
        (lambda: Bracket(0, -2), "upper = -2"),
        (lambda: weights(FIFTHS, 4), r"the outcome 4: expected points in 0\.\.3"),
        (lambda: weights(Dist({0: 1 / exp(1), 1: 1 - 1 / exp(1)}), 2), "rational weights"),
        (lambda: least_bracketing(thresholds(5), FIFTHS, -1), "radius = -1"),
        (lambda: disagreement(1, 0, Dist.point("x")), "the outcome 'x': expected points"),
        (lambda: hull([]), "at least one function"),
        (lambda: united([]), "at least one family"),
        (lambda: close_differences(thresholds(3), [8], FIFTHS, 1), "cover = 8"),
        (lambda: close_differences(thresholds(3), [], FIFTHS, 1), "at least one function"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

"""The quantities of a class of functions, counted again and by another implementation."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.analysis.classes import all_functions, intervals, thresholds
from dpassay.analysis.vc_dimension import vc_dimension
from dpassay.proofs_check.proof.classes import CHOICES, COVER, DIMENSION, LABELINGS, dimension, least_cover
from dpassay.proofs_check.proof.names import Named
from tests.proofs_check.proof.drawn_settings import Drawn, drawn_classes

MOST = 5
"""Members of a family that is tried."""


def value(known: Named, *arguments: Any) -> Any:
    assert known.of is not None
    return known.of(*arguments)


def differ(at: Drawn, f: int, g: int) -> Fraction:
    return sum((Fraction(str(weight)) for x, weight in at.law.items() if (f ^ g) >> x & 1), Fraction(0))


@pytest.mark.parametrize("at", drawn_classes()[::4], ids=str)
def test_by_trying_all_families(at: Drawn) -> None:
    """Of members, points and patterns; a largest family of members that differ is a cover, and so no smaller."""
    members, points = at.functions.members, range(at.functions.points)
    sets = [chosen for size in range(len(points) + 1) for chosen in combinations(points, size)]
    patterns = {chosen: {tuple(f >> x & 1 for x in chosen) for f in members} for chosen in sets}
    shattered = [chosen for chosen in sets if len(patterns[chosen]) == 2 ** len(chosen)]
    assert value(DIMENSION, at) == max(map(len, shattered))
    for j in range(6):
        assert value(LABELINGS, at, j) == len(patterns[tuple(points)[:j]])
        assert [value(CHOICES, at, j, i) for i in range(6)] == [len(list(combinations(range(j), i))) for i in range(6)]
    families = [family for size in range(1, min(len(members), MOST) + 1) for family in combinations(members, size)]
    for radius in (Fraction(1, 10), Fraction(2, 5), Fraction(1)):
        near = {f: {g for g in members if differ(at, f, g) <= radius} for f in members}
        covers = [one for one in families if set(members) == set().union(*(near[f] for f in one))]
        apart = [one for one in families if all(near[f] & set(one) == {f} for f in one)]
        size = value(COVER, at, radius)
        assert size == min(map(len, covers)) if covers else size > MOST
        assert size <= max(map(len, apart)) or size > MOST


@pytest.mark.parametrize("at", drawn_classes(), ids=str)
def test_by_another_implementation(at: Drawn) -> None:
    assert value(DIMENSION, at) == vc_dimension(at.functions)
    for radius in (Fraction(1, 10), Fraction(2, 5), Fraction(1), Fraction(3)):
        assert value(COVER, at, radius) == covering_number(at.functions, at.law, radius)


def test_dimensions_of_known_classes() -> None:
    known = [(thresholds(4), 1), (intervals(4), 2), (all_functions(4), 4)]
    assert [dimension(functions.members, functions.points) for functions, _ in known] == [d for _, d in known]
    assert dimension((5,), 3) == 0


def test_nothing_is_within_a_negative_radius() -> None:
    with pytest.raises(ValueError, match="radius = -1/2: expected"):
        value(COVER, drawn_classes()[0], Fraction(-1, 2))


def test_covers_of_things_in_a_row() -> None:
    """Of seven in a row, each near the next, three cover all; of seven that are near nothing, seven."""
    row = tuple(frozenset({place - 1, place, place + 1} & set(range(7))) for place in range(7))
    assert least_cover(row) == 3
    assert least_cover(tuple(frozenset({place}) for place in range(7))) == len(range(7))

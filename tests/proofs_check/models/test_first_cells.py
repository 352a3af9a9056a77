"""The coupling by first cells: its laws, and how often two variables differ, in closed form."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.first_cells import FIRST_CELLS, Family, cells, first, law, settings, variation
from dpassay.proofs_check.proof import facts


def test_the_facts_hold() -> None:
    assert set(facts.tested(FIRST_CELLS)) == set(FIRST_CELLS.facts)


def point(family: Family, i: int, order: tuple[int, ...]) -> int:
    return cells(family)[first(family, i, i, order) - 1].point


@pytest.mark.parametrize("family", list(settings()))
def test_the_laws_are_those_of_the_family(family: Family) -> None:
    for i, masses in enumerate(family.laws, 1):
        for y, mass in enumerate(masses, 1):
            assert sum(w for order, w in law(family).items() if point(family, i, order) == y) == mass


@pytest.mark.parametrize("family", list(settings()))
def test_how_often_two_variables_differ(family: Family) -> None:
    """The first of all cells under both is under one of them alone; the other one is then independent of it."""
    for i, p in enumerate(family.laws, 1):
        for j, q in enumerate(family.laws, 1):
            union = sum(map(max, p, q))
            one_way = sum((max(Fraction(0), a - b) * (1 - b) for a, b in zip(p, q, strict=True)), Fraction(0))
            other_way = sum((max(Fraction(0), b - a) * (1 - a) for a, b in zip(p, q, strict=True)), Fraction(0))
            differ = sum(w for order, w in law(family).items() if point(family, i, order) != point(family, j, order))
            assert differ == (one_way + other_way) / union
            tv = sum((abs(a - b) for a, b in zip(p, q, strict=True)), Fraction(0)) / 2
            assert variation(family, i, j) == tv
            assert differ <= 2 * tv / (1 + tv)


@pytest.mark.parametrize("laws", [(), ((1, 0), (1,)), ((1, 1),), ((2, -1),)])
def test_what_is_no_setting(laws: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Family(tuple(tuple(map(Fraction, masses)) for masses in laws))

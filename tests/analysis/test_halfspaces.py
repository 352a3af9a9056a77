"""Dichotomies by halfspaces, polynomials and polytopes: known numbers, all evidence, and evidence that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import comb

import pytest

from dpassay.analysis.classes import complements, thresholds, unions
from dpassay.analysis.halfspaces import (
    Dichotomies,
    Halfspace,
    cover_count,
    exponents,
    halfspaces,
    monomials,
    polynomial_thresholds,
    polytopes,
    separate,
    signed,
)
from dpassay.analysis.vc_dimension import vc_dimension

LINE = [(i,) for i in range(5)]
SQUARE = list(product(range(2), repeat=2))
GRID = list(product(range(3), repeat=2))
CUBE = list(product(range(2), repeat=3))
PARABOLA = [(i, i * i) for i in range(6)]


@cache
def grid() -> Dichotomies:
    return halfspaces(GRID)


@pytest.mark.parametrize(
    ("places", "count"),
    [
        (LINE, 10),
        (SQUARE, 14),
        (CUBE, 104),  # threshold functions of 3 bits: OEIS A000609
        (PARABOLA, cover_count(6, 2)),
        ([(0, 0), (1, 1), (2, 2)], 6),
        ([(0, 0), (0, 0), (1, 0)], 4),
    ],
)
def test_known_numbers(places: list[tuple[int, ...]], count: int) -> None:
    found = halfspaces(places)
    assert len(found.halfspaces) == count
    assert found.is_complete()


def test_the_grid_of_nine() -> None:
    """OEIS A114146."""
    assert len(grid().halfspaces) == 58
    assert grid().is_complete()
    assert vc_dimension(grid().as_class()) == 3


def test_halfspaces_have_their_dichotomies() -> None:
    for function, halfspace in grid().halfspaces.items():
        for i, (x, y) in enumerate(GRID):
            value = halfspace.normal[0] * x + halfspace.normal[1] * y + halfspace.offset
            assert value == halfspace.value((x, y)) != 0
            assert (value > 0) == bool(function >> i & 1)


def test_on_a_line_they_are_thresholds_in_both_directions() -> None:
    up = thresholds(5)
    assert halfspaces(LINE).as_class() == type(up)(5, (*up.members, *complements(up).members))


def test_evidence_that_is_wrong() -> None:
    found = grid()
    function, halfspace = next(iter(found.halfspaces.items()))
    (key, weights), *others = found.refusals.items()
    fewer = {f: one for f, one in found.halfspaces.items() if f != function}
    moved = Halfspace(halfspace.normal, -halfspace.offset - sum(halfspace.normal) * 5)
    assert not replace(found, halfspaces=fewer).is_complete()
    assert not replace(found, halfspaces={**found.halfspaces, function: moved}).is_complete()
    assert not replace(found, refusals=dict(others)).is_complete()
    assert not replace(found, refusals={**found.refusals, key: (*weights[:-1], weights[-1] + 1)}).is_complete()
    assert not replace(found, places=GRID[::-1]).is_complete()


def test_functions_must_not_be_counted_twice() -> None:
    """One left out and one refused twice, once with what it continues: the numbers add up all the same."""
    found = halfspaces([(0, 0), (1, 1), (2, 2), (0, 1)])
    quarter = Fraction(1, 4)
    assert found.is_complete()
    assert found.refusals[3, 0b010] == (quarter, 2 * quarter, quarter)
    refused = {**found.refusals, (4, 0b0010): (quarter, 2 * quarter, quarter, Fraction(0))}
    fewer = dict(list(found.halfspaces.items())[1:])
    assert len(fewer) + sum(1 << 4 - k for k, _ in refused) == 16
    assert not replace(found, halfspaces=fewer, refusals=refused).is_complete()
    assert not replace(found, refusals={**found.refusals, (3, 0b010): (quarter,) * 4}).is_complete()


def test_weights_are_those_of_a_common_mean() -> None:
    answer = separate(SQUARE, 0b0110)
    assert answer.weights == (Fraction(1, 4),) * 4
    assert separate(SQUARE, 0b0111).weights is None


def test_through_the_origin() -> None:
    assert [*map(int, signed([(2, 3)], 0, through_origin=True)[0])] == [-2, -3]
    assert [*map(int, signed([(2, 3)], 1)[0])] == [2, 3, 1]
    assert separate([(1,), (2,)], 0b01).vector is not None
    assert separate([(1,), (2,)], 0b01, through_origin=True).vector is None


# Polynomials and polytopes


def test_monomials() -> None:
    assert [*map(int, monomials((2, 3), 2))] == [2, 3, 4, 6, 9]
    for n, d in product(range(1, 4), repeat=2):
        assert len(exponents(n, d)) == len(set(exponents(n, d))) == comb(n + d, d) - 1
        assert all(1 <= sum(row) <= d for row in exponents(n, d))


def test_quadratic_thresholds_are_all_but_the_two_parities() -> None:
    found = polynomial_thresholds(CUBE, 2)
    parity = sum(1 << i for i, place in enumerate(CUBE) if sum(place) % 2)
    assert set(range(256)) - set(found.halfspaces) == {parity, 255 ^ parity}
    assert found.is_complete()
    assert len(polynomial_thresholds(SQUARE, 2).halfspaces) == 16
    assert polynomial_thresholds(CUBE, 1).as_class() == halfspaces(CUBE).as_class()


def test_cubics_on_a_line_change_three_times() -> None:
    places = [(i,) for i in range(7)]
    expected = {f for f in range(128) if sum((f >> i ^ f >> i + 1) & 1 for i in range(6)) <= 3}
    assert set(polynomial_thresholds(places, 3).halfspaces) == expected


def runs_of_zeros(function: int, points: int) -> int:
    """Along a circle."""
    values = [function >> i & 1 for i in range(points)]
    runs = [value for value, _ in groupby(values)]
    return max(1, runs.count(0) - (len(runs) > 1 and values[0] == values[-1] == 0)) if 0 in values else 0


@pytest.mark.parametrize("facets", [1, 2, 3])
def test_polytopes_on_a_curve_leave_out_runs(facets: int) -> None:
    """On a parabola each halfspace leaves out points in a row of the circle that they form."""
    expected = {f for f in range(64) if runs_of_zeros(f, 6) <= facets}
    assert set(polytopes(PARABOLA, facets).members) == expected
    assert len(expected) == {1: 32, 2: 62, 3: 64}[facets]


def test_polytopes_become_all_convex_sets() -> None:
    convex = polytopes(GRID, 9)
    assert polytopes(GRID, 10**9) == convex == polytopes(GRID, 4)
    assert len(polytopes(GRID, 2)) < len(polytopes(GRID, 3)) < len(convex)
    assert unions([convex, convex]) != convex


@pytest.mark.parametrize(("n", "d", "count"), [(1, 0, 2), (4, 1, 8), (4, 2, 14), (6, 2, 32), (3, 5, 8)])
def test_counting(n: int, d: int, count: int) -> None:
    assert cover_count(n, d) == count == 2 * sum(comb(n - 1, i) for i in range(d + 1))


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: halfspaces([]), "places = "),
        (lambda: halfspaces([(1,), (1, 2)]), "all of one length"),
        (lambda: halfspaces([(0.5,)]), r"places = 0\.5"),
        (lambda: separate(SQUARE, 16), "function = 16"),
        (lambda: Halfspace((1, 2), 3).value((1,)), "2 coordinates"),
        (lambda: polytopes(SQUARE, 0), "facets = 0"),
        (lambda: exponents(2, 0), "degree = 0"),
        (lambda: cover_count(2, -1), "dimension = -1"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

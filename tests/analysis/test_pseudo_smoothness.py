"""Pseudo-smoothness: known values, certificates, tampered ones, and bounds from inexact answers."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.analysis.pseudo_smoothness import (
    Certificate,
    Seen,
    chi_bounds,
    empirical_law,
    is_possible,
    largest_sigma,
    least_chi,
    shows_largest_sigma,
    shows_least_chi,
)
from dpassay.analysis.smooth_laws import smoothness
from tests.analysis.smooth_cases import HALF, by_floor_and_rest

QUARTER = Fraction(1, 4)
POINT = Seen((Fraction(1), Fraction(0), Fraction(0), Fraction(0)), ((1, 0, 0, 0), (1, 1, 0, 0)))
"""All records at one of four points, which one query sees alone, and one with a neighbor."""
MIXED = Seen(empirical_law([0, 0, 0, 1, 2, 2, 4], 5), ((1, 1, 0, 0, 0), (0, 1, 1, 1, 0), (1, 0, 1, 0, 1)))
ZERO_ONE = st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=1, max_size=3)


@cache
def the_least_chi() -> Certificate:
    return least_chi(MIXED, Fraction(9, 10))


@cache
def the_largest_sigma() -> Certificate:
    return largest_sigma(MIXED, Fraction(1, 50))


def test_one_point_by_hand() -> None:
    """Under sigma the query sees at most 1/(4 sigma) there: it is off by the rest."""
    for sigma in (QUARTER, Fraction(2, 5), HALF, Fraction(1)):
        found = least_chi(POINT, sigma)
        assert found.chi == 1 - 1 / (4 * sigma)
        assert shows_least_chi(POINT, found)
    for chi in (Fraction(0), QUARTER, HALF, Fraction(2, 3)):
        best = largest_sigma(POINT, chi)
        assert best.sigma == 1 / (4 * (1 - chi))
        assert shows_largest_sigma(POINT, best)
    assert largest_sigma(POINT, Fraction(4, 5)).sigma == 1


def test_queries_that_see_nothing() -> None:
    """A constant query cannot tell a point from the uniform law."""
    blind = replace(POINT, queries=((HALF,) * 4,))
    assert least_chi(blind, 1).chi == 0
    assert largest_sigma(blind, 0).sigma == 1
    assert shows_least_chi(blind, least_chi(blind, 1))
    assert shows_largest_sigma(blind, largest_sigma(blind, 0))


def test_queries_that_see_every_point() -> None:
    law = empirical_law([0, 0, 1, 2], 4)
    points = tuple(tuple(int(i == j) for i in range(4)) for j in range(4))
    assert largest_sigma(Seen(law, points), 0).sigma == smoothness(law) == HALF
    assert least_chi(Seen(law, points), HALF).chi == 0
    assert least_chi(Seen(law, points), Fraction(3, 4)).chi == HALF - Fraction(1, 3)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=6), ZERO_ONE, st.sampled_from((Fraction(2, 5), HALF, Fraction(1)))
)
def test_least_chi_is_proved(points: list[int], queries: list[list[int]], sigma: Fraction) -> None:
    """And no extreme point, nor the middle of two, is better."""
    seen = Seen(empirical_law(points, 4), tuple(map(tuple, queries)))
    found = least_chi(seen, sigma)
    assert shows_least_chi(seen, found)
    corners = list(by_floor_and_rest(4, sigma))
    for p in corners:
        assert seen.error(p) >= found.chi
        assert seen.error(tuple((a + b) / 2 for a, b in zip(p, corners[0], strict=True))) >= found.chi
    assert chi_bounds(seen, sigma, found.law, found.weights) == (found.chi, found.chi)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=6), ZERO_ONE, st.sampled_from((Fraction(0), Fraction(1, 10), HALF))
)
def test_largest_sigma_is_proved(points: list[int], queries: list[list[int]], chi: Fraction) -> None:
    """And going back from it to the least chi gives no more than was allowed."""
    seen = Seen(empirical_law(points, 4), tuple(map(tuple, queries)))
    found = largest_sigma(seen, chi)
    assert shows_largest_sigma(seen, found)
    assert least_chi(seen, found.sigma).chi <= chi
    if found.sigma < 1:
        assert least_chi(seen, min(Fraction(1), found.sigma + Fraction(1, 1000))).chi > chi


def test_queries_of_other_ranges() -> None:
    """With values -1 and 1 for 0 and 1 every error is twice as large."""
    signed = replace(MIXED, queries=tuple(tuple(2 * value - 1 for value in row) for row in MIXED.queries))
    assert least_chi(signed, Fraction(9, 10)).chi == 2 * the_least_chi().chi
    assert largest_sigma(signed, Fraction(1, 25)).sigma == the_largest_sigma().sigma


# Tampered certificates


def moved(law: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The same law with a little mass from its largest point to its smallest."""
    listed = list(law)
    listed[law.index(max(law))] -= Fraction(1, 100)
    listed[law.index(min(law))] += Fraction(1, 100)
    return tuple(listed)


def test_certificates_as_they_are() -> None:
    assert 0 < the_least_chi().chi < 1
    assert 0 < the_largest_sigma().sigma < 1
    assert shows_least_chi(MIXED, the_least_chi())
    assert shows_largest_sigma(MIXED, the_largest_sigma())


@pytest.mark.parametrize("find", [the_least_chi, the_largest_sigma])
@pytest.mark.parametrize(
    "tamper",
    [
        lambda c: replace(c, chi=c.chi - Fraction(1, 1000)),
        lambda c: replace(c, chi=c.chi + Fraction(1, 1000)),
        lambda c: replace(c, sigma=c.sigma * Fraction(1001, 1000)),
        lambda c: replace(c, sigma=c.sigma * Fraction(999, 1000)),
        lambda c: replace(c, sigma=Fraction(0)),
        lambda c: replace(c, law=(*c.law[:-1], c.law[-1] + Fraction(1, 100))),
        lambda c: replace(c, law=c.law[:-1]),
        lambda c: replace(c, law=(Fraction(1, 5),) * 5),
        lambda c: replace(c, weights=tuple(2 * w for w in c.weights)),
        lambda c: replace(c, weights=tuple(w / 2 for w in c.weights)),
        lambda c: replace(c, weights=tuple(-w for w in c.weights)),
        lambda c: replace(c, weights=c.weights[:-1]),
        lambda c: replace(c, level=c.level + Fraction(1, 10)),
        lambda c: replace(c, level=c.level - Fraction(1, 2)),
    ],
)
def test_tampered_certificates_are_rejected(find: object, tamper: object) -> None:
    certificate = tamper(find())  # type: ignore[operator]
    shows = shows_least_chi if find is the_least_chi else shows_largest_sigma
    assert not shows(MIXED, certificate)


def test_a_certificate_for_other_data_is_rejected() -> None:
    other = replace(MIXED, law=moved(MIXED.law))
    assert not shows_least_chi(other, the_least_chi())
    assert not shows_largest_sigma(other, the_largest_sigma())
    assert not is_possible(MIXED, replace(the_least_chi(), chi=Fraction(0)))


# Bounds from what is not exact


def test_bounds_hold_for_any_law_and_weights() -> None:
    rng, least = random.Random(3), the_least_chi()
    for _ in range(50):
        law = [p + Fraction(rng.randrange(-99, 99), 1000) for p in least.law]
        weights = [w + Fraction(rng.randrange(-99, 99), 1000) for w in least.weights]
        low, high = chi_bounds(MIXED, least.sigma, law, weights)
        assert 0 <= low <= least.chi <= high
    low, high = chi_bounds(MIXED, least.sigma, [0] * 5, [0] * 3)
    assert low == 0 < high


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Seen((HALF,), ((1,),)), "law = 1/2: expected probabilities that sum to 1"),
        (lambda: Seen((HALF, HALF), ((1, 1), (1,))), r"queries = \[2, 1\]: expected rows of 2 numbers, one or more"),
        (lambda: Seen((HALF, HALF), ()), r"queries = \[\]: expected rows of 2 numbers, one or more"),
        (lambda: empirical_law([], 2), r"points = \[\]: expected points from 0 to 1, one or more"),
        (lambda: empirical_law([2], 2), r"points = \[2\]: expected points from 0 to 1, one or more"),
        (lambda: least_chi(POINT, 0), "sigma = 0: expected a number above 0 and at most 1"),
        (lambda: largest_sigma(POINT, -1), "chi = -1: expected a number of at least 0"),
        (lambda: chi_bounds(POINT, 1, [1], [1, 1]), "p = 1: expected 4 numbers, one a point"),
        (lambda: chi_bounds(POINT, 1, [1, 0, 0, 0], [1]), "weights = 1: expected 2 of them, one a query"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]

"""The parameters of Smooth MWEM, and the cover."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.reference.mwem_release import mean_distance
from dpassay.reference.smooth_mwem_setting import Parameters, candidates, cover, radius_of

F = Fraction
GOOD = {"epsilon": "1", "rounds": "2", "queries": "1,0,0,0;1,1,0,0;0,0,0,1;1,1,1,1", "sigma": "1/2"}
QUERIES = Parameters.read(GOOD).queries


def test_the_radius_is_that_of_the_proof_unless_given() -> None:
    p = Parameters.read(GOOD)
    assert radius_of(3, p) == F(1, 24)
    assert radius_of(3, Parameters.read(GOOD, radius="1/4")) == F(1, 4)
    assert radius_of(3, Parameters.read(GOOD, radius=0)) == 0


@pytest.mark.parametrize(
    ("radius", "kept"),
    [(F(0), (0, 1, 2, 3)), (F(1, 5), (0, 1, 2, 3)), (F(1, 4), (0, 2, 3)), (F(1, 2), (0, 3)), (F(3, 4), (0,))],
)
def test_queries_within_the_radius_of_a_kept_one_are_left_out(radius: Fraction, kept: tuple[int, ...]) -> None:
    assert cover(QUERIES, radius) == kept


def test_the_order_of_the_queries_matters() -> None:
    assert cover(QUERIES[::-1], F(1, 2)) == (0, 1)  # of which the second was left out


ROWS = st.lists(st.tuples(*[st.sampled_from((F(0), F(1, 2), F(1)))] * 3), min_size=1, max_size=7).map(tuple)


@given(ROWS, st.fractions(0, 1))
def test_a_cover_covers_and_its_queries_are_apart(queries: tuple[tuple[Fraction, ...], ...], radius: Fraction) -> None:
    kept = cover(queries, radius)
    assert kept[0] == 0
    assert all(min(mean_distance(q, queries[k]) for k in kept) <= radius for q in queries)
    assert all(mean_distance(queries[j], queries[k]) > radius for j in kept for k in kept if j != k)


def test_more_records_keep_more_queries() -> None:
    p = Parameters.read(GOOD, sigma=1)
    assert candidates(1, p) == (0, 2, 3)
    assert candidates(2, p) == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sigma": None}, "sigma = nothing: expected"),
        ({"sigma": 0}, "sigma = 0: expected a number above 0 and at most 1"),
        ({"sigma": "3/2"}, "sigma = '?3/2'?: expected a number above 0 and at most 1"),
        ({"radius": "-1/2"}, "radius = '?-1/2'?: expected a number of at least 0"),
        ({"queries": "1,2"}, r"queries\[0\]\[1\] = 2: expected a value in the query range"),
        ({"margin": 65}, "margin = 65: expected"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    given_values = {name: value for name, value in {**GOOD, **change}.items() if value is not None}
    with pytest.raises(ValueError, match=message) as caught:
        Parameters.read(given_values)
    assert "\n" not in str(caught.value)

"""MWEM: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import NAN, default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, positive_integers
from dpassay.reference.mwem import NAME
from dpassay.reference.mwem_setting import Parameters, Points, Queries, Setting, universe

__all__ = [
    "BAD",
    "CASES",
    "CONTRACT",
    "MOST_POINTS",
    "MOST_QUERIES",
    "NARROW",
    "data",
    "neighbors",
    "parameters",
    "queries",
]

MOST_POINTS: Final = 3
MOST_QUERIES: Final = 2
MOST_RECORDS: Final = 2

BAD: Final[dict[str, tuple[object, ...]]] = {
    "queries": ([], [[1.0]], [[1, 0], [1]], [[1, 9]], [[1, -2]], [[NAN, 0]], [[1 / 1013, 0]], 0.5),
    "query_range": ([0], [1, 0], [0, 9], [NAN, 1], 0.5),
    "margin": (-1, 65, NAN),
    "calibration": ("", "correct", "Printed"),
}
"""Queries: none, on one point, of different lengths, out of the range and of any, no numbers, too fine, no rows."""


def queries(most: int = MOST_QUERIES) -> SearchStrategy[Queries]:
    """Rows of 2 or 3 values in 0, 1/2 and 1; shrinks toward one row of zeros."""
    values = st.sampled_from((Fraction(0), Fraction(1), Fraction(1, 2)))

    def rows(size: int) -> SearchStrategy[Queries]:
        row = st.lists(values, min_size=size, max_size=size).map(tuple)
        return st.lists(row, min_size=1, max_size=most).map(tuple)

    return st.integers(2, MOST_POINTS).flatmap(rows)


def parameters() -> SearchStrategy[Parameters]:
    """At most 2 rounds, 2 queries and 3 points; shrinks toward epsilon = 1, one round and a query of zeros."""
    return st.builds(
        Parameters,
        budgets(),
        rounds=positive_integers(2),
        queries=queries(),
        margin=st.integers(0, 1),
        calibration=st.sampled_from(("corrected", "printed")),
    )


def data(parameters: Setting) -> SearchStrategy[Points]:
    """One or two points; shrinks toward one, the first."""
    return st.lists(st.integers(0, universe(parameters) - 1), min_size=1, max_size=MOST_RECORDS).map(tuple)


def neighbors(parameters: Setting) -> SearchStrategy[tuple[Points, Points]]:
    """Points, and the same with one replaced; shrinks toward one point that is replaced by itself."""
    point = st.integers(0, universe(parameters) - 1)
    return st.builds(_replaced, data(parameters), st.integers(0, MOST_RECORDS - 1), point)


def _replaced(points: Points, place: int, point: int) -> tuple[Points, Points]:
    index = place % len(points)
    return points, (*points[:index], point, *points[index + 1 :])


_SIGNS: Final = {"queries": "1,-1/2,-1;-1,1,1/2", "query_range": "-1,1"}
NARROW: Final = {"queries": "1/2,0;0,1/4", "query_range": "0,1/2"}
"""So narrow a range that the guarantee holds as printed."""

CASES: Final = (
    Case({"epsilon": "6", "rounds": 2, **_SIGNS}, (0, 1)),
    Case({"epsilon": "3", "rounds": 2, **_SIGNS}, (0, 2, 2)),
    Case({"epsilon": "12", "rounds": 2, "queries": "2,3/2,-2;-2,3/2,2", "query_range": "-2,2"}, (0, 1)),
    Case({"epsilon": "12", "rounds": 3, "queries": "2,1,1,-1;1,2,0,2", "query_range": "-2,2"}, (0,)),
    Case({"epsilon": "6", "rounds": 1, **NARROW, "calibration": "printed"}, (1, 1)),
    Case({"exp_eps": "4", "rounds": 3, "queries": "1,0,0;0,1,1"}, (0, 1)),
    Case({"epsilon": "2", "rounds": 2, "queries": "1,0,1/3;0,1,1", "margin": 1}, (2,)),
    Case({"epsilon": "30", "rounds": 1, "queries": "1,0,0;0,1,0;0,0,1"}, (0, 0, 1, 2)),
    Case({"epsilon": "1", "rounds": 2, "queries": "8,-8;-8,8", "query_range": "-8,8"}, (1,)),
)
"""Also with thirds and a margin, with one round, with weights that go up and down by e^64, and as printed."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=BAD)


explain_failures(__name__)

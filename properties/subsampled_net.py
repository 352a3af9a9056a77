"""Subsampled net: strategies for its inputs, and its contract."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import mwem
from dpassay.properties.defaults import NAN, default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_integers
from dpassay.reference.mwem_setting import Points
from dpassay.reference.subsampled_net import NAME, Parameters

__all__ = ["BAD", "CASES", "CONTRACT", "data", "neighbors", "parameters"]

MOST_RECORDS: Final = 3
BAD: Final[dict[str, tuple[object, ...]]] = {
    "queries": ([], [[1.0]], [[1, 0], [1]], [[1, 9]], [[1, -2]], [[NAN, 0]], [[1 / 1013, 0]], 0.5),
    "query_range": ([0], [1, 0], [0, 9], [NAN, 1], 0.5),
    "calibration": ("", "correct", "Printed"),
}


def parameters() -> SearchStrategy[Parameters]:
    """At most 2 queries on 3 points, of which at most 3 are drawn; shrinks toward epsilon = 1 and a query of zeros."""
    return st.builds(
        Parameters,
        budgets(),
        queries=mwem.queries(),
        drawn=positive_integers(3),
        points=positive_integers(2),
        calibration=st.sampled_from(("corrected", "printed")),
    )


def data(parameters: Parameters) -> SearchStrategy[Points]:
    """At most 3 points; shrinks toward one, the first."""
    last = checked(parameters, Parameters).universe - 1
    return st.lists(st.integers(0, last), min_size=1, max_size=MOST_RECORDS).map(tuple)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Points, Points]]:
    """Points, and the same with the first replaced; shrinks toward one point that is replaced by itself."""
    last = checked(parameters, Parameters).universe - 1
    pairs = st.tuples(data(parameters), st.integers(0, last))
    return pairs.map(lambda drawn: (drawn[0], (drawn[1], *drawn[0][1:])))


_SIGNS: Final = {"queries": "1,-1,-1/2;-1,1,1", "query_range": "-1,1"}
CASES: Final = (
    Case({"epsilon": "3", **_SIGNS, "drawn": 3, "points": 2}, (0, 0, 2)),
    Case({"epsilon": "2", "queries": "1,0,0,1;0,1,0,1", "drawn": 2, "points": 3}, (0, 1, 1, 3)),
    Case({"exp_eps": "9", "queries": "1,0,1/3", "drawn": 5, "points": 2}, (1,)),
    Case({"epsilon": "4", "queries": "0,1,1;1,1,0", "drawn": 1, "points": 1}, (2, 2)),
    Case({"epsilon": "6", **mwem.NARROW, "drawn": 2, "points": 2, "calibration": "printed"}, (1, 1, 1)),
)
"""Also with one point drawn, with more than there are, with other sizes of B' than of B, and as printed."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=BAD)


explain_failures(__name__)

"""Smooth MWEM: strategies for its inputs, and its contract."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import mwem
from dpassay.properties.defaults import NAN, default_contract
from dpassay.properties.mwem import data, neighbors
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, positive_integers, rationals
from dpassay.reference.smooth_mwem import NAME
from dpassay.reference.smooth_mwem_setting import Parameters

__all__ = ["BAD", "CASES", "CONTRACT", "data", "neighbors", "parameters"]

BAD: Final[dict[str, tuple[object, ...]]] = {
    **mwem.BAD,
    "sigma": (0.0, -0.5, 1.5, NAN),
    "radius": (-0.5, NAN),
}


def parameters() -> SearchStrategy[Parameters]:
    """At most 2 rounds, 3 queries and 3 points; shrinks toward epsilon = 1, one round, a query of zeros, sigma = 1."""
    return st.builds(
        Parameters,
        budgets(),
        rounds=positive_integers(2),
        queries=mwem.queries(3),
        sigma=st.just(1) | rationals("1/4", 1, largest_denominator=6),
        radius=st.none() | rationals(0, 1, largest_denominator=6),
        calibration=st.sampled_from(("corrected", "printed")),
    )


_SIGNS: Final = {"queries": "1,-1/2,-1;1,-1/2,-1/2;-1,1,1/2;-1,1/2,1", "query_range": "-1,1"}
CASES: Final = (
    Case({"epsilon": "6", "rounds": 2, **_SIGNS, "sigma": "1/2", "radius": "1/3"}, (0, 1)),
    Case({"epsilon": "6", "rounds": 2, **_SIGNS, "sigma": "1/2", "radius": "1/4"}, (2,)),
    Case({"epsilon": "12", "rounds": 2, "queries": "2,1,-1;2,1,0;-1,2,2", "query_range": "-1,2", "sigma": "1/2"}, (1,)),
    Case({"exp_eps": "4", "rounds": 2, "queries": "1,0,0;0,1,1;0,1,0", "sigma": "1", "radius": "1/3"}, (0, 1, 1)),
    Case({"epsilon": "4", "rounds": 1, "queries": "1,0,1/3;0,1,1;1/3,1,1", "sigma": "1", "margin": 1}, (2,)),
    Case({"epsilon": "6", "rounds": 1, **mwem.NARROW, "sigma": "1/2", "calibration": "printed"}, (1, 1)),
)
"""With radii at which a distance is just the radius, with that of the proof, and as printed."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=BAD)


explain_failures(__name__)

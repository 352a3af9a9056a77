"""Projected Smooth MWEM: its contract; strategies for its inputs are those of Smooth MWEM."""

from __future__ import annotations

from typing import Final

from dpassay.exact.entrance import explain_failures
from dpassay.properties import mwem
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.smooth_mwem import BAD, data, neighbors, parameters
from dpassay.reference.projected_smooth_mwem import NAME

__all__ = ["CASES", "CONTRACT", "data", "neighbors", "parameters"]

_WIDE: Final = {"queries": "2,-1,-2;-2,-1,2", "query_range": "-2,2"}
_WIDEST: Final = {"queries": "8,4,-8,-8;0,8,-8,8", "query_range": "-8,8"}
CASES: Final = (
    Case({"epsilon": "24", "rounds": 2, **_WIDE, "sigma": "4/5"}, (0, 1)),
    Case({"epsilon": "12", "rounds": 2, **_WIDE, "sigma": "1/2"}, (2,)),
    Case({"epsilon": "24", "rounds": 3, "queries": "2,1,1,-1;1,2,0,2", "query_range": "-2,2", "sigma": "3/5"}, (0,)),
    Case({"epsilon": "60", "rounds": 2, **_WIDEST, "sigma": "1/2"}, (0,)),
    Case({"exp_eps": "4", "rounds": 2, "queries": "1,0,0;0,1,1;0,1,0", "sigma": "9/10", "radius": "1/3"}, (0, 1)),
    Case({"epsilon": "6", "rounds": 2, "queries": "1,1/2,0,0", "sigma": "1", "margin": 1}, (0,)),
    Case({"epsilon": "6", "rounds": 2, **mwem.NARROW, "sigma": "9/10", "calibration": "printed"}, (1, 1)),
    Case({"epsilon": "6", "rounds": 2, **_WIDE, "sigma": "1/4"}, (0, 2)),
)
"""Also with a cap of 1/N, under which all laws are uniform, with one above 1, and as printed."""

_BAD_QUERIES: Final[tuple[object, ...]] = ([], [[1.0]], [[1, 0], [1]], [[1, 9]], [[1, -3]], 0.5)

CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=CASES,
    bad={**BAD, "queries": _BAD_QUERIES},
)


explain_failures(__name__)

"""Discrete Gaussian mechanism: strategies for its inputs, and its contract."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import checked, integers, positive_integers, positive_rationals, shifted_integers
from dpassay.reference.discrete_gaussian import NAME, Parameters

__all__ = ["CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters with sigma^2 at most 30 and sensitivity at most 6; shrinks toward 1 and 1."""
    return st.builds(Parameters, sigma_squared=positive_rationals(30), sensitivity=positive_integers())


def data(parameters: Parameters) -> SearchStrategy[int]:
    """True values; shrinks toward 0."""
    checked(parameters, Parameters)
    return integers()


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """True values at most one sensitivity apart; shrinks toward (0, 0)."""
    return shifted_integers(checked(parameters, Parameters).sensitivity)


CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=(
        Case({"sigma_squared": "9/2", "sensitivity": 2}, 7),
        Case({"sigma_squared": 1, "sensitivity": 1}, 0),
        Case({"sigma_squared": "1/4", "sensitivity": 1}, -3),
        Case({"sigma_squared": 400, "sensitivity": 3}, 1000),
    ),
)


explain_failures(__name__)

"""k-ary randomized response: strategies for its inputs, and its contract."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked
from dpassay.reference.randomized_response import NAME, Parameters

__all__ = ["CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters with 2 to 8 labels; shrinks toward epsilon = 1 and two labels."""
    return st.builds(Parameters, budgets(), categories=st.integers(2, 8))


def data(parameters: Parameters) -> SearchStrategy[int]:
    """Labels; shrinks toward 0."""
    return st.integers(0, checked(parameters, Parameters).categories - 1)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """Any two labels, equal ones too; shrinks toward (0, 0)."""
    return st.tuples(data(parameters), data(parameters))


CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=(
        Case({"epsilon": "1", "categories": 5}, 3),
        Case({"epsilon": "1", "categories": 2}, 0),
        Case({"exp_eps": "3/2", "categories": 3}, 1),
        Case({"epsilon": "4", "categories": 10}, 9),
    ),
)


explain_failures(__name__)

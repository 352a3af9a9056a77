"""Laplace mechanism: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_rationals, reals, shifted_reals
from dpassay.reference.laplace import NAME, Parameters

__all__ = ["CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters of sensitivity at most 6; shrinks toward epsilon = 1 and sensitivity 1."""
    return st.builds(Parameters, budgets(), sensitivity=positive_rationals())


def data(parameters: Parameters) -> SearchStrategy[Fraction]:
    """True values; shrinks toward whole numbers near 0."""
    checked(parameters, Parameters)
    return reals()


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Fraction, Fraction]]:
    """True values at most one sensitivity apart; shrinks toward (0, 0)."""
    return shifted_reals(checked(parameters, Parameters).sensitivity)


CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=(
        Case({"epsilon": "1", "sensitivity": 2}, "7/3"),
        Case({"exp_eps": "3/2", "sensitivity": 1}, 0),
        Case({"epsilon": "4", "sensitivity": "5/2"}, -100),
        Case({"epsilon": "1/5", "sensitivity": "1/100"}, "1/3"),
    ),
)


explain_failures(__name__)

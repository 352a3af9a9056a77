"""Exponential mechanism: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_rationals, score_vectors, shifted_scores
from dpassay.reference.exponential import NAME, Parameters

__all__ = ["CASES", "CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters of sensitivity at most 6; shrinks toward epsilon = 1 and sensitivity 1."""
    return st.builds(Parameters, budgets(), sensitivity=positive_rationals())


def data(parameters: Parameters) -> SearchStrategy[tuple[Fraction, ...]]:
    """Scores of at most 5 candidates; shrinks toward few candidates of score 0."""
    return score_vectors(checked(parameters, Parameters).sensitivity)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Scores that each move by at most one sensitivity; shrinks toward few candidates that do not move."""
    return shifted_scores(checked(parameters, Parameters).sensitivity)


CASES = (
    Case({"epsilon": "1", "sensitivity": 2}, (3, 0, "-5/2", 1, "7/2")),
    Case({"exp_eps": "3/2", "sensitivity": 1}, (0, 1)),
    Case({"epsilon": "2", "sensitivity": "1/2"}, (1000, 1001, 999, "2001/2", -1000)),
    Case({"epsilon": "1", "sensitivity": 1}, (4, 4, 4)),
    Case({"epsilon": "1", "sensitivity": 1}, (5,)),
)
"""Also with scores whose exponentials overflow, with ties, and with one candidate."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES)


explain_failures(__name__)

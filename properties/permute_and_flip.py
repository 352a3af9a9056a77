"""Permute-and-flip: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import exponential
from dpassay.properties.defaults import default_contract
from dpassay.properties.strategies import budgets, checked, positive_rationals, score_vectors, shifted_scores
from dpassay.reference.permute_and_flip import NAME, Parameters

__all__ = ["CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters of sensitivity at most 6; shrinks toward epsilon = 1 and sensitivity 1."""
    return st.builds(Parameters, budgets(), sensitivity=positive_rationals())


def data(parameters: Parameters) -> SearchStrategy[tuple[Fraction, ...]]:
    """Scores of at most 5 candidates; shrinks toward few candidates of score 0."""
    return score_vectors(checked(parameters, Parameters).sensitivity)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Scores that each move by at most one sensitivity; shrinks toward few candidates that do not move."""
    return shifted_scores(checked(parameters, Parameters).sensitivity)


CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=exponential.CASES)


explain_failures(__name__)

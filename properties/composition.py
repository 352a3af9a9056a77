"""k-fold composition: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import LARGEST_DENOMINATOR, budgets, checked, rationals
from dpassay.reference.composition import NAME, Parameters

__all__ = ["CASES", "CONTRACT", "MOST_ROUNDS", "data", "neighbors", "parameters"]

MOST_ROUNDS = 6


def parameters() -> SearchStrategy[Parameters]:
    """Parameters of at most 6 rounds; shrinks toward epsilon = 1, one round and delta = 0."""
    deltas = rationals(0, 1 - Fraction(1, LARGEST_DENOMINATOR))
    return st.builds(Parameters, budgets(), rounds=st.integers(1, MOST_ROUNDS), delta=deltas)


def data(parameters: Parameters) -> SearchStrategy[int]:
    """The secret bit; shrinks toward 0."""
    checked(parameters, Parameters)
    return st.integers(0, 1)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """Any two bits, equal ones too; shrinks toward (0, 0)."""
    return st.tuples(data(parameters), data(parameters))


CASES = (
    Case({"epsilon": "1", "rounds": 3}, 1),
    Case({"exp_eps": "3/2", "rounds": 10, "delta": "1/10"}, 0),
    Case({"epsilon": "1/4", "rounds": 5, "delta": "1/100"}, 1),
    Case({"exp_eps": "21/20", "rounds": 200}, 1),
    Case({"epsilon": "2", "rounds": 1, "delta": "1/2"}, 0),
)
"""Also with one round, with many, and with a delta that shows."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES)


explain_failures(__name__)

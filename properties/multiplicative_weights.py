"""Multiplicative weights: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_integers, rationals
from dpassay.reference.multiplicative_weights import FORMS, NAME, Matrix, Parameters

__all__ = ["CASES", "CONTRACT", "MOST_EXPERTS", "MOST_ROUNDS", "Row", "data", "neighbors", "parameters", "rows"]

MOST_ROUNDS = 3
MOST_EXPERTS = 3
Row = tuple[Fraction, ...]


def parameters() -> SearchStrategy[Parameters]:
    """At most 3 rounds and 3 experts; shrinks toward alpha = 1, one round, one expert and the gain form."""
    rounds, experts = positive_integers(MOST_ROUNDS), positive_integers(MOST_EXPERTS)
    return st.builds(Parameters, budgets(largest=2), rounds=rounds, experts=experts, form=st.sampled_from(FORMS))


def rows(parameters: Parameters) -> SearchStrategy[Row]:
    """Numbers in [0, 1], one an expert, halves and thirds at most; shrinks toward zeros."""
    count = checked(parameters, Parameters).experts
    return st.lists(rationals(0, 1, largest_denominator=3), min_size=count, max_size=count).map(tuple)


def data(parameters: Parameters) -> SearchStrategy[Matrix]:
    """Matrices, one row a round; shrinks toward zeros."""
    count = checked(parameters, Parameters).rounds
    return st.lists(rows(parameters), min_size=count, max_size=count).map(tuple)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Matrix, Matrix]]:
    """Matrices that differ in at most one row; shrinks toward zeros and the first row."""
    last = checked(parameters, Parameters).rounds - 1
    return st.builds(_replaced, data(parameters), st.integers(0, last), rows(parameters))


def _replaced(matrix: Matrix, place: int, row: Row) -> tuple[Matrix, Matrix]:
    return matrix, (*matrix[:place], row, *matrix[place + 1 :])


CASES = (
    Case({"learning_rate": "1", "rounds": 3, "experts": 3}, ((1, 0, 0), (0, 1, "1/2"), (1, 1, 0))),
    Case({"exp_learning_rate": "3/2", "rounds": 4, "experts": 2}, ((1, 0), (1, 0), ("1/2", 1), (0, 1))),
    Case({"learning_rate": "2", "rounds": 3, "experts": 3, "form": "loss"}, ((1, 0, 0), ("1/2", 1, 0), (0, 0, 1))),
    Case({"learning_rate": "1000", "rounds": 4, "experts": 2}, ((1, 1), (1, 1), ("999/1000", 1), (0, 1))),
    Case({"learning_rate": "1", "rounds": 1, "experts": 4}, ((1, 0, 0, 1),)),
    Case({"learning_rate": "1", "rounds": 2, "experts": 1}, ((1,), (0,))),
)
"""Also with weights that overflow, with one round (uniform whatever the data) and with one expert."""

CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=CASES,
    bad={"form": ("", "loose")},
)


explain_failures(__name__)

"""L2P: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import multiplicative_weights
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_integers
from dpassay.reference.lazy_to_private import NAME, Parameters
from dpassay.reference.multiplicative_weights import Matrix
from dpassay.reference.multiplicative_weights import Parameters as InputParameters

__all__ = [
    "CASES",
    "CONTRACT",
    "MOST_EXPERTS",
    "MOST_ROUNDS",
    "MOST_ROUNDS_A_BATCH",
    "data",
    "fake_switches",
    "neighbors",
    "parameters",
]

MOST_ROUNDS = 3
MOST_EXPERTS = 2
MOST_ROUNDS_A_BATCH = 2


def parameters() -> SearchStrategy[Parameters]:
    """At most 3 rounds, 2 a batch, and 2 models; shrinks toward eta = 1, p = 1/2, one round and one model."""
    return st.builds(
        Parameters,
        budgets(largest=2),
        batch=positive_integers(MOST_ROUNDS_A_BATCH),
        fake_switch=fake_switches(),
        rounds=positive_integers(MOST_ROUNDS),
        experts=positive_integers(MOST_EXPERTS),
    )


def fake_switches() -> SearchStrategy[Fraction]:
    """Probabilities, sixths at most; shrinks toward 1/2."""
    return st.just(Fraction(1, 2)) | st.fractions(Fraction(1, 6), Fraction(5, 6), max_denominator=6)


def data(parameters: Parameters) -> SearchStrategy[Matrix]:
    """Matrices of losses, one row a round; shrinks toward zeros."""
    return multiplicative_weights.data(_input(parameters))


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Matrix, Matrix]]:
    """Matrices that differ in at most one row; shrinks toward zeros and the first row."""
    return multiplicative_weights.neighbors(_input(parameters))


def _input(parameters: Parameters) -> InputParameters:
    """The parameters of the input algorithm, which has the same data."""
    p = checked(parameters, Parameters)
    return InputParameters(p.rate, p.rounds, p.experts, "loss")


CASES = (
    Case(
        {"learning_rate": "1", "batch": 1, "fake_switch": "1/3", "rounds": 3, "experts": 2},
        ((1, 0), (0, "1/2"), (1, 1)),
    ),
    Case(
        {"exp_learning_rate": "2", "batch": 1, "fake_switch": "1/4", "rounds": 4, "experts": 3},
        ((1, 0, 0), (0, 1, 1), (1, 1, 0), (0, 0, 0)),
    ),
    Case(
        {"exp_learning_rate": "3/2", "batch": 2, "fake_switch": "1/10", "rounds": 5, "experts": 2},
        ((1, 0), (0, 0), (0, 1), (0, 1), (1, 0)),
    ),
    Case(
        {"exp_learning_rate": "9/8", "batch": 1, "fake_switch": "1/100", "rounds": 5, "experts": 2},
        ((1, 0), (1, 0), (0, 1), (1, 0), (0, 0)),
    ),
    Case(
        {"learning_rate": "1000", "batch": 1, "fake_switch": "1/2", "rounds": 3, "experts": 2},
        ((1, 1), ("999/1000", 1), (0, 1)),
    ),
    Case(
        {"learning_rate": "1", "batch": 3, "fake_switch": "1/2", "rounds": 2, "experts": 4},
        ((1, 0, 0, 1), (1, 0, 0, 0)),
    ),
    Case({"learning_rate": "1", "batch": 1, "fake_switch": "1/2", "rounds": 2, "experts": 1}, ((1,), (0,))),
)
"""Also with a short last batch, where models are kept for long, with weights that overflow, and with one batch."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES)


explain_failures(__name__)

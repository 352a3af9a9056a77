"""Private weighted majority, one report: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import label_clipping
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_integers
from dpassay.reference.private_wma import NAME, Parameters

__all__ = ["CASES", "CONTRACT", "data", "deltas", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """At most 3 hypotheses on 4 labels, "corrected"; shrinks toward epsilon = 1, delta = 1/2, one of all else."""
    return st.builds(
        Parameters,
        budgets(),
        delta=deltas(),
        hypotheses=label_clipping.tables(),
        rounds=positive_integers(label_clipping.MOST_ROUNDS),
    )


def deltas() -> SearchStrategy[Fraction]:
    """Probabilities between 1/1,000 and 99/100; shrinks toward 1/2."""
    return st.just(Fraction(1, 2)) | st.fractions(Fraction(1, 1_000), Fraction(99, 100), max_denominator=1_000)


def data(parameters: Parameters) -> SearchStrategy[int]:
    """A label; shrinks toward 0."""
    return label_clipping.data_of(checked(parameters, Parameters))


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """Any two labels, equal ones too; shrinks toward (0, 0)."""
    return st.tuples(data(parameters), data(parameters))


CASES = (
    Case({"epsilon": "100", "delta": "1/2", "hypotheses": "1/2,3/8,1/8;1/8,1/8,3/4", "rounds": 10}, 0),
    Case({"exp_eps": "2", "delta": "9/10", "hypotheses": "249/250,1/1000,1/1000,1/1000,1/1000", "rounds": 16}, 1),
    Case({"epsilon": "40", "delta": "1/10", "hypotheses": "1/2,1/2,0;9/10,1/10,0;1/3,1/3,1/3", "rounds": 10}, 2),
    Case({"epsilon": "2", "delta": "1/2", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4, "calibration": "printed"}, 1),
    Case({"epsilon": "1", "delta": "1/100", "hypotheses": "2/3,1/3", "rounds": 1}, 0),
)
"""Also with N' above K M, a label that only one hypothesis allows, the printed noise, and one round."""

CONTRACT = default_contract(
    NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=label_clipping.BAD
)


explain_failures(__name__)

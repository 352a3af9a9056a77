"""Private EXP3, one report: strategies for its inputs, and its contract."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties import label_clipping
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_integers
from dpassay.reference.private_exp3 import NAME, Parameters

__all__ = ["CASES", "CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """At most 3 hypotheses on 4 labels, "corrected": the printed noise does not keep its guarantee.

    Shrinks toward epsilon = 1, one hypothesis, one label and one round.
    """
    return st.builds(
        Parameters,
        budgets(),
        hypotheses=label_clipping.tables(),
        rounds=positive_integers(label_clipping.MOST_ROUNDS),
    )


def data(parameters: Parameters) -> SearchStrategy[int]:
    """A label; shrinks toward 0."""
    return label_clipping.data_of(checked(parameters, Parameters))


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """Any two labels, equal ones too; shrinks toward (0, 0)."""
    return st.tuples(data(parameters), data(parameters))


CASES = (
    Case({"epsilon": "8", "hypotheses": "1/2,3/8,1/8;1/8,1/8,3/4", "rounds": 4}, 0),
    Case({"exp_eps": "2", "hypotheses": "249/250,1/1000,1/1000,1/1000,1/1000", "rounds": 16}, 1),
    Case({"epsilon": "20", "hypotheses": "1/2,1/2,0;9/10,1/10,0;1/3,1/3,1/3", "rounds": 10}, 2),
    Case({"exp_eps": "16", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4, "calibration": "printed"}, 0),
    Case({"epsilon": "1", "hypotheses": "2/3,1/3", "rounds": 1}, 0),
)
"""Also with N' above K M, a label of one hypothesis alone, and a rational rate: e^eps = (K T)^(4/3), printed."""

CONTRACT = default_contract(
    NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=label_clipping.BAD
)


explain_failures(__name__)

"""Label clipping: strategies for its inputs, and its contract."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import NAN, default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import checked, positive_integers
from dpassay.reference.label_clipping import CALIBRATIONS, NAME, Clipped, Parameters, Row, Table, labels

__all__ = [
    "BAD",
    "CASES",
    "CONTRACT",
    "MOST_HYPOTHESES",
    "MOST_LABELS",
    "MOST_ROUNDS",
    "data",
    "data_of",
    "distributions",
    "neighbors",
    "parameters",
    "tables",
]

MOST_HYPOTHESES = 3
MOST_LABELS = 4
MOST_ROUNDS = 8

BAD: Final[dict[str, tuple[object, ...]]] = {
    "hypotheses": (
        [],
        [[]],
        [[0.5, 0.25, 0.5]],
        [[1.5, -0.5, 0.0]],
        [[NAN, 0.5, 0.5]],
        [[0.5, 0.25, 0.25], [1.0]],
        [0.5, 0.25, 0.25],
    ),
    "calibration": ("", "correct", "Printed"),
}
"""Hypotheses: none, without labels, of another total, negative, no number, of two lengths, one row."""


def tables() -> SearchStrategy[Table]:
    """At most 3 distributions on at most 4 labels; shrinks toward one on one label, and toward zeros."""
    return st.integers(1, MOST_LABELS).flatmap(
        lambda m: st.lists(distributions(m), min_size=1, max_size=MOST_HYPOTHESES).map(tuple)
    )


def distributions(count: int) -> SearchStrategy[Row]:
    """Distributions on so many labels, of small denominators; shrinks toward the last label alone."""
    weights = st.lists(st.integers(0, 4), min_size=count, max_size=count)
    return weights.map(lambda drawn: (*drawn[:-1], drawn[-1] + (sum(drawn) == 0))).map(_normalized)


def _normalized(weights: tuple[int, ...]) -> Row:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def _has_forbidden_label(table: Table) -> bool:
    return any(max(column) == 0 for column in zip(*table, strict=True))


@st.composite
def parameters(draw: st.DrawFn) -> Parameters:
    """Classes in both calibrations, where the printed one can be had; shrinks toward one round, "corrected"."""
    table, rounds = draw(tables()), draw(positive_integers(MOST_ROUNDS))
    calibrations = CALIBRATIONS[:1] if _has_forbidden_label(table) else CALIBRATIONS
    return Parameters(table, rounds, draw(st.sampled_from(calibrations)))


def data_of(parameters: Clipped) -> SearchStrategy[int]:
    """A label of the class; shrinks toward 0."""
    return st.integers(0, labels(parameters) - 1)


def data(parameters: Parameters) -> SearchStrategy[int]:
    """A label; shrinks toward 0."""
    return data_of(checked(parameters, Parameters))


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[int, int]]:
    """Any two labels, equal ones too; shrinks toward (0, 0)."""
    return st.tuples(data(parameters), data(parameters))


CASES = (
    Case({"hypotheses": "7/8,1/16,1/16;1/8,3/8,1/2", "rounds": 4}, 0),
    Case({"hypotheses": "249/250,1/1000,1/1000,1/1000,1/1000", "rounds": 16}, 1),
    Case({"hypotheses": "1/2,1/2,0;1,0,0", "rounds": 3}, 2),
    Case({"hypotheses": "1/3,2/3;2/5,3/5;1/7,6/7", "rounds": 100, "calibration": "printed"}, 1),
    Case({"hypotheses": "9/10,1/10;1/10,9/10", "rounds": 2}, 1),
    Case({"hypotheses": "1/2,1/4,1/4", "rounds": 1}, 0),
    Case({"hypotheses": "1;1", "rounds": 5}, 0),
)
"""Also with N' above K M, a label that no hypothesis allows, one round, and one label."""

CONTRACT = default_contract(NAME, parameters=parameters, data=data, neighbors=neighbors, cases=CASES, bad=BAD)


explain_failures(__name__)

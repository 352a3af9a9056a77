"""Private PAC learning: strategies for its inputs, and its contract."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked
from dpassay.reference.private_pac import NAME, Parameters, Row

__all__ = ["CASES", "CONTRACT", "MOST_BITS", "MOST_ROWS", "Rows", "bits", "data", "neighbors", "parameters"]

MOST_BITS = 3
MOST_ROWS = 5
Rows = tuple[Row, ...]


def bits(count: int) -> SearchStrategy[Row]:
    """So many bits; shrinks toward zeros."""
    return st.lists(st.integers(0, 1), min_size=count, max_size=count).map(tuple)


@st.composite
def parameters(draw: st.DrawFn) -> Parameters:
    """Parameters of at most 3 bits, with the ANDs or a table of at most 5; shrinks toward epsilon = 1 and one bit."""
    budget, dimension = draw(budgets()), draw(st.integers(1, MOST_BITS))
    tables = st.lists(bits(1 << dimension), min_size=1, max_size=5).map(tuple)
    return Parameters(budget, dimension, draw(st.none() | tables))


def data(parameters: Parameters) -> SearchStrategy[Rows]:
    """At most 5 rows; shrinks toward none."""
    return st.lists(bits(checked(parameters, Parameters).dimension + 1), max_size=MOST_ROWS).map(tuple)


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Rows, Rows]]:
    """At least one row, and the same with one replaced; shrinks toward one row that is replaced by its equal."""
    row = bits(checked(parameters, Parameters).dimension + 1)
    return st.builds(_replaced, st.lists(row, min_size=1, max_size=MOST_ROWS).map(tuple), st.integers(0, 99), row)


def _replaced(rows: Rows, place: int, row: Row) -> tuple[Rows, Rows]:
    index = place % len(rows)
    return rows, (*rows[:index], row, *rows[index + 1 :])


CASES = (
    Case({"epsilon": "1", "dimension": 3}, "0111,0010,1011,1100"),
    Case({"exp_eps": "4", "dimension": 2}, "011,101,011,110,001"),
    Case({"epsilon": "1/2", "dimension": 2, "hypotheses": "0011,0101,0110,1111"}, "011,100,010"),
    Case({"epsilon": "2", "dimension": 6}, "0010111,0000000,0000101"),
    Case({"epsilon": "4", "dimension": 1, "hypotheses": "01,01"}, "00,11"),
    Case({"epsilon": "1", "dimension": 1}, ""),
)
"""Also with the notes' example, with two hypotheses of one table, and with no rows."""

CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=CASES,
    bad={"hypotheses": ([], [[0, 1]], [[0, 1, 0, 1, 0, 1, 0, 2]], [0, 1, 0, 1, 0, 1, 0, 1])},
)


explain_failures(__name__)

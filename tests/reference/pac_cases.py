"""The private PAC learner from its definition, which reads bits as bits and never as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from dpassay.reference.private_pac import Parameters, concepts

GOOD = {"epsilon": "1", "dimension": 2}
Row = tuple[int, ...]


# A second opinion, which reads bits as bits and never as numbers.


def all_inputs(dimension: int) -> list[Row]:
    """The inputs in lexicographic order, which is that of the numbers that they are, most significant digit first."""
    return list(product((0, 1), repeat=dimension))


def predictions(p: Parameters) -> list[dict[Row, int]]:
    """Each hypothesis as a table from bits to labels."""
    inputs = all_inputs(p.dimension)
    if p.hypotheses is not None:
        return [dict(zip(inputs, table, strict=True)) for table in p.hypotheses]
    subsets = [[i for i, chosen in enumerate(s) if chosen] for s in inputs]
    return [{r: int(all(r[i] for i in subset)) for r in inputs} for subset in subsets]


def mistakes_of(rows: Sequence[Row], p: Parameters) -> list[int]:
    return [sum(h[row[:-1]] != row[-1] for row in rows) for h in predictions(p)]


def law_by_hand(mistakes: Sequence[int], root: Fraction) -> list[Fraction]:
    """The exponential mechanism where e^(eps / 2) = root."""
    weights = [1 / root**m for m in mistakes]
    return [w / sum(weights) for w in weights]


def root_of(p: Parameters) -> Fraction:
    root = p.budget.exp(Fraction(1, 2))
    assert isinstance(root, Fraction)
    return root


@st.composite
def learning_problems(draw: st.DrawFn) -> tuple[Parameters, int, list[Fraction], int, Fraction]:
    """A class with e^eps a square, a target in it, the masses of the inputs, at most 4 rows, and alpha."""
    dimension = draw(st.integers(1, 2))
    inputs = 1 << dimension
    tables = st.lists(st.lists(st.integers(0, 1), min_size=inputs, max_size=inputs), min_size=1, max_size=4)
    p = Parameters.read(exp_eps=draw(st.sampled_from(["4", "9/4", "100"])), dimension=dimension)
    hypotheses = draw(st.none() | tables)
    if hypotheses is not None:
        p = Parameters(p.budget, dimension, hypotheses)
    whole = draw(st.lists(st.integers(0, 3), min_size=inputs, max_size=inputs).filter(any))
    masses = [Fraction(w, sum(whole)) for w in whole]
    alpha = draw(st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(1)]))
    return p, draw(st.integers(0, len(concepts(p)) - 1)), masses, draw(st.integers(0, 4)), alpha

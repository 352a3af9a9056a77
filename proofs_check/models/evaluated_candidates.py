"""How many times the Subsampled Net Mechanism evaluates a query at a point: HRS, Appendix G.1.

Candidates are the sequences of ``size`` points of a sample of M points; there are ``C`` of them. Evaluated naively,
each of K queries is looked at on each point of each candidate: ``work`` times.

Queries with the same values on the sample have the same answers on all candidates. The score of a candidate is then
found from one query of each such pattern, and the least and the largest answer to the queries of the pattern on the
data, which are looked up beforehand: ``grouped`` evaluations. ``alive(m)`` is the number of patterns on m points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.exact import require
from dpassay.proofs_check.models.labelled_samples import LABELINGS, Sample
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def evaluations(points: int, size: int, queries: int) -> Fraction:
    """The loops of the naive evaluation, counted one by one."""
    loops = ((x for x in candidate) for candidate in product(range(points), repeat=size) for _ in range(queries))
    return Fraction(sum(1 for loop in loops for _ in loop))


@dataclass(frozen=True)
class Sizes:
    """M, the number of points of a candidate, and K."""

    sample: int
    size: int
    queries: int

    def __post_init__(self) -> None:
        """Check the domains."""
        for name in ("sample", "size", "queries"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")


def sizes() -> Iterator[Sizes]:
    """One point and three, candidates of one point to three, one query and seven."""
    for sample, size in product((1, 2, 3), (1, 2, 3)):
        yield Sizes(sample, size, 1)
        yield Sizes(sample, size, 7)


NAIVE: Final = Model(
    "a naive evaluation of all candidates",
    parameters={"M": "integer, 1 <= M", "size": "integer, 1 <= size", "K": "integer, 1 <= K"},
    quantities={
        "C": Named(lambda at: Fraction(at.sample**at.size), range="positive integer"),
        "work": Named(lambda at: evaluations(at.sample, at.size, at.queries), range="positive integer"),
    },
    facts={"all candidates": "C = exp(size*log(M))", "each query on each point of each": "work = C*K*size"},
    settings=sizes,
    read=lambda at: {"M": Fraction(at.sample), "size": Fraction(at.size), "K": Fraction(at.queries)},
)


@dataclass(frozen=True)
class Grouped(Sample):
    """A class on the sampled points, and the number of points of a candidate, of at least its VC dimension."""

    size: int = 1


def groups() -> Iterator[Grouped]:
    """Two points to four, candidates of one point to three."""
    for functions, size in (
        (thresholds(2), 1),
        (thresholds(4), 2),
        (singletons(3), 3),
        (intervals(3), 2),
        (all_functions(2), 3),
        (HypothesisClass(3, (5,)), 1),
    ):
        yield Grouped(functions, size)


def patterns(at: Grouped) -> int:
    """How many patterns the members have."""
    return len(set(at.functions.members))


GROUPED: Final = LABELINGS.narrowed(
    "an evaluation of all candidates by patterns",
    {
        "all candidates": "candidates = exp(size*log(m))",
        "each pattern on each point of each": "grouped = candidates*alive(m)*size",
    },
    groups,
    {
        "size": Named(lambda at: Fraction(at.size), range="positive integer"),
        "candidates": Named(lambda at: Fraction(at.points**at.size), range="positive integer"),
        "grouped": Named(lambda at: evaluations(at.points, at.size, patterns(at)), range="positive integer"),
    },
)

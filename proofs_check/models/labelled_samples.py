"""Labelings of sampled points, and the oracle calls of the tree that finds them: HRS, Appendix C.1.

``alive(j)`` is the number of labelings of the first j of m points that the class has, and ``d`` its VC dimension. The
tree asks the consistency oracle once at each node: at the root, and at both children of every node that is not pruned,
but for the leaves. ``C(j, i)`` is a binomial coefficient.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.classes import HypothesisClass, all_functions, intervals, singletons, thresholds
from dpassay.proofs_check.proof import classes
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Sample:
    """A class on the sampled points, in the order of the tree."""

    functions: HypothesisClass

    @property
    def points(self) -> int:
        """How many points there are."""
        return self.functions.points


def oracle_calls(sample: Sample) -> int:
    """The calls of the pruned tree, by walking it: a node is a labeling of the first points."""

    def below(depth: int, labels: int) -> int:
        if not any(member % 2**depth == labels for member in sample.functions.members):
            return 1
        children = () if depth == sample.points else (labels, labels + 2**depth)
        return 1 + sum(below(depth + 1, child) for child in children)

    return below(0, 0)


def samples() -> Iterator[Sample]:
    """Thresholds, singletons, intervals, all functions, a single one and two that differ late."""
    for functions in (thresholds(3), thresholds(6), singletons(4), intervals(4), all_functions(1), all_functions(3)):
        yield Sample(functions)
    yield Sample(HypothesisClass(3, (5,)))
    yield Sample(HypothesisClass(4, (0, 8)))


LABELINGS: Final = Model(
    "labelings of sampled points",
    parameters={"m": "integer, 1 <= m"},
    variables={"i": "integer, 0 <= i", "j": "integer, 0 <= j, j <= m", "k": "integer, 0 <= k, k <= m - 1"},
    quantities={
        "alive": classes.LABELINGS,
        "d": classes.DIMENSION,
        "calls": Named(lambda at: Fraction(oracle_calls(at)), range="positive"),
        "C": classes.CHOICES,
    },
    facts={
        "a call at each node": "calls = 1 + 2*sum(alive(j), j, 0, m - 1)",
        "labels of fewer points": "alive(k) <= alive(k + 1)",
        "nothing is chosen": "C(j, 0) = 1",
        "one more is chosen": "(i + 1)*C(j, i + 1) = (j - i)*C(j, i)",
    },
    settings=samples,
    read=lambda sample: {"m": Fraction(sample.points)},
)


def thresholds_on(parameters: Mapping[str, Any]) -> Sample:
    """Thresholds on m points in increasing order."""
    return Sample(thresholds(int(parameters["m"])))


THRESHOLDS: Final = LABELINGS.narrowed(
    "labelings by thresholds",
    {"one cut": "alive(j) = j + 1", "one point is shattered, and no two": "d = 1"},
    lambda: (thresholds_on({"m": m}) for m in (1, 2, 5)),
    made=thresholds_on,
)

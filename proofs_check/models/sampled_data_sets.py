"""Data sets on a sample of M points, and one of them near a law that is near the data.

``b(j)`` is query j on the data, ``x(j)`` on a law on the sample, which Lemma G.3 has within chi + gamma of the data on
all queries, and ``y(j)`` on a data set of ``size`` points, within gamma of that law. ``C`` is the number of sequences
of so many points of the sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Values = tuple[Fraction, ...]


@dataclass(frozen=True)
class Nearby:
    """The queries on the data, on the law and on the data set; chi and gamma; M and the size of data sets."""

    data: Values
    law: Values
    found: Values
    chi: Fraction
    gamma: Fraction
    sample: int
    size: int

    def __post_init__(self) -> None:
        """Check the domains."""
        require(bool(self.data) and len(self.data) == len(self.law) == len(self.found), "data", self.data, "queries")
        require(self.chi >= 0, "chi", self.chi, "a number of at least 0")
        require(self.gamma > 0, "gamma", self.gamma, "a number above 0")
        require(min(self.sample, self.size) >= 1, "sample", (self.sample, self.size), "numbers of points")
        first = max(abs(x - b) for x, b in zip(self.law, self.data, strict=True))
        second = max(abs(y - x) for y, x in zip(self.found, self.law, strict=True))
        require(first <= self.chi + self.gamma, "law", self.law, "queries within chi + gamma of the data")
        require(second <= self.gamma, "found", self.found, "queries within gamma of the law")


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def settings() -> Iterator[Nearby]:
    """One query and two, some as far as they may be."""
    yield Nearby((HALF,), (Fraction(1),), (Fraction(4, 3),), Fraction(1, 6), THIRD, 1, 3)
    yield Nearby((Fraction(0), HALF), (Fraction(-1, 4), HALF), (Fraction(-1, 2), THIRD), Fraction(0), HALF, 5, 2)


def read(at: Nearby) -> dict[str, Any]:
    """K, chi, gamma, M and the size."""
    return {
        "K": Fraction(len(at.data)),
        "chi": at.chi,
        "gamma": at.gamma,
        "M": Fraction(at.sample),
        "size": Fraction(at.size),
    }


QUERY: Final = {"j": "integer, 1 <= j, j <= K"}
NEARBY: Final = Model(
    "a data set on a sample that is near the data",
    parameters={
        "K": "integer, 1 <= K",
        "chi": "real, 0 <= chi",
        "gamma": "real, 0 < gamma",
        "M": "integer, 1 <= M",
        "size": "integer, 1 <= size",
    },
    variables=QUERY,
    quantities={
        "b": Named(lambda at, j: at.data[j - 1], QUERY),
        "x": Named(lambda at, j: at.law[j - 1], QUERY),
        "y": Named(lambda at, j: at.found[j - 1], QUERY),
        "C": Named(lambda at: Fraction(at.sample**at.size), range="positive integer"),
    },
    facts={
        "law, up": "x(j) - b(j) <= chi + gamma",
        "law, down": "b(j) - x(j) <= chi + gamma",
        "data set, up": "y(j) - x(j) <= gamma",
        "data set, down": "x(j) - y(j) <= gamma",
        "sequences": "C = exp(size*log(M))",
    },
    settings=settings,
    read=read,
)

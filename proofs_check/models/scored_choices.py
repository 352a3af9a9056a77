"""The exponential mechanism on scores of which the least is the best, and the numbers of Theorem G.4.

Candidate h of C has the score ``u(h)``, and the probability ``p(h)`` in proportion to e^(-eps n u(h)/2); ``m`` has the
least score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Scores:
    """Scores of at least 0, the number of records, and eps."""

    scores: tuple[Fraction, ...]
    records: int = 1
    epsilon: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        """Check the domains."""
        require(bool(self.scores) and min(self.scores) >= 0, "scores", self.scores, "numbers of at least 0")
        require(self.records >= 1, "records", self.records, "at least 1")
        require(self.epsilon > 0, "epsilon", self.epsilon, "a number above 0")


def weight(at: Scores, h: int) -> Any:
    """That of candidate h, from 1 on."""
    return as_real(-at.epsilon * at.records * at.scores[h - 1] / 2).exp()


def total(at: Scores) -> Any:
    """The sum of all weights."""
    return sum((weight(at, h) for h in range(1, len(at.scores) + 1)), as_real(0))


def settings() -> Iterator[Scores]:
    """One candidate to four, with ties."""
    each = ((Fraction(1, 3),), (Fraction(0), Fraction(2)), (Fraction(1), Fraction(1, 2), Fraction(1, 2), Fraction(5)))
    for scores, (records, epsilon) in product(each, ((1, Fraction(1)), (4, Fraction(3)))):
        yield Scores(scores, records, epsilon)


def read(at: Scores) -> dict[str, Any]:
    """C, n, m and eps."""
    best = at.scores.index(min(at.scores)) + 1
    return {
        "C": Fraction(len(at.scores)),
        "n": Fraction(at.records),
        "m": Fraction(best),
        "eps": at.epsilon,
    }


CANDIDATE: Final = {"h": "integer, 1 <= h, h <= C"}
CHOICES: Final = Model(
    "the exponential mechanism on scores",
    parameters={
        "C": "integer, 1 <= C",
        "n": "integer, 1 <= n",
        "m": "integer, 1 <= m, m <= C",
        "eps": "real, 0 < eps",
    },
    variables=CANDIDATE,
    quantities={
        "u": Named(lambda at, h: at.scores[h - 1], CANDIDATE, range="at least 0"),
        "p": Named(lambda at, h: weight(at, h) / total(at), CANDIDATE, range="at least 0"),
        "Z": Named(total, range="positive"),
    },
    facts={
        "least": "u(m) <= u(h)",
        "weights": "Z = sum(exp(-eps*n*u(h)/2), h, 1, C)",
        "mechanism": "p(h) = exp(-eps*n*u(h)/2)/Z",
    },
    settings=settings,
    read=read,
)

"""The Subsampled Net Mechanism on a sample of M points, with all that Lemma G.3 has: HRS, Theorem G.4.

Candidates are the sequences of ``m`` of the M draws; there are ``H`` of them. Candidate h has the answer ``reply(h,
j)`` to query j, at the distance ``apart(h, j)`` from that of the data. Its score ``u(h)`` is the largest distance, that
of the query for which ``worst(h, j)`` is 1, and it is chosen with the probability ``p(h)``, in proportion to e^(-eps n
u(h)/2).

``near(h)`` is 1 where all draws of candidate h are among the first k that are kept, and its answers are within gamma of
theirs. That of k^m such candidates all but a share of 2 e^(d - gamma^2 m/c0) are near is Fact G.2, for m draws from the
uniform law on these k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, require
from dpassay.proofs_check.models.reduced_domains import (
    ALL,
    HALF,
    ONE,
    QUERY,
    REDUCED,
    TWO_QUERIES,
    UNIFORM,
    Draws,
    Reduced,
    answer,
    empirical,
    got,
)
from dpassay.proofs_check.proof.names import Named

ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Net(Reduced):
    """A sample of a domain, the number of records, eps, and the size of an answer."""

    records: int = 1
    epsilon: Fraction = Fraction(1)
    size: int = 1

    def __post_init__(self) -> None:
        """Check the domains."""
        Reduced.__post_init__(self)
        require(min(self.records, self.size) >= 1, "records, size", (self.records, self.size), "at least 1")
        require(self.epsilon > 0, "epsilon", self.epsilon, "a number above 0")


@cache
def candidates(at: Net) -> list[tuple[int, ...]]:
    """All sequences of so many draws."""
    return list(product(range(at.drawn), repeat=at.size))


@cache
def answers(at: Net, h: int, outcome: Draws) -> tuple[Fraction, ...]:
    """Those of candidate h, from 1 on."""
    law = empirical(tuple(outcome[i][0] for i in candidates(at)[h - 1]), len(at.data))
    return tuple(answer(query, law) for query in at.queries)


@cache
def distances(at: Net, h: int, outcome: Draws) -> list[Fraction]:
    """From the answers of the data."""
    return [abs(answer(q, at.data) - found) for q, found in zip(at.queries, answers(at, h, outcome), strict=True)]


@cache
def weight(at: Net, h: int, outcome: Draws) -> Real:
    """In proportion to which candidate h is chosen."""
    return as_real(-at.epsilon * at.records * max(distances(at, h, outcome)) / 2).exp()


@cache
def total(at: Net, outcome: Draws) -> Real:
    """The sum of all weights."""
    return sum((weight(at, h, outcome) for h in range(1, len(candidates(at)) + 1)), as_real(0))


@cache
def near(at: Net, h: int, outcome: Draws) -> Fraction:
    """Whether candidate h is of draws that are kept, and near them."""
    kept = [i for i, (_, is_kept) in enumerate(outcome) if is_kept][: at.wanted]
    inside = len(kept) == at.wanted and set(candidates(at)[h - 1]) <= set(kept)
    gaps = (abs(got(at, j, outcome) - found) for j, found in enumerate(answers(at, h, outcome), 1))
    return Fraction(int(inside and max(gaps) <= at.gamma))


def settings() -> Iterator[Net]:
    """One point and two, one draw to three, answers of one point and two; in the last ones all draws are kept."""
    yield Net(UNIFORM, UNIFORM, Fraction(1), ALL, 3, 2, size=2)
    yield Net(UNIFORM, UNIFORM, HALF, ("01",), 3, 2, gamma=Fraction(1, 10), records=8, epsilon=Fraction(2))
    yield Net((Fraction(1), ZERO), (Fraction(3, 4), Fraction(1, 4)), Fraction(2, 3), ALL, 2, 1, Fraction(1, 4), size=2)
    yield Net(ONE, ONE, Fraction(4, 5), ("1",), 5, 1, gamma=Fraction(1), ell=Fraction(1, 10))
    one, ell, c0 = Fraction(1), Fraction(7, 10), Fraction(1, 3)
    for drawn, wanted in ((16, 4), (20, 10)):
        yield Net(ONE, ONE, one, TWO_QUERIES, drawn, wanted, ZERO, one, ell, c0, records=100, epsilon=2 * one)


CANDIDATE: Final = "integer, 1 <= h, h <= H"
EACH: Final = {"h": CANDIDATE, "j": QUERY}
_NARROWED: Final = REDUCED.narrowed(
    "the Subsampled Net Mechanism on a sample of the domain",
    {
        "all candidates": "H = exp(m*log(M))",
        "distance of a candidate": "apart(h, j)**2 = (true(j) - reply(h, j))**2",
        "score": "u(h) = sum(worst(h, j)*apart(h, j), j, 1, K)",
        "one query is the worst": "sum(worst(h, j), j, 1, K) = 1",
        "weights": "Z = sum(exp(-eps*n*u(h)/2), h, 1, H)",
        "choice": "p(h)*Z = exp(-eps*n*u(h)/2)",
        "near or not": "near(h)**2 = near(h)",
        "near, up": "near(h)*(got(j) - reply(h, j)) <= near(h)*gamma",
        "near, down": "near(h)*(reply(h, j) - got(j)) <= near(h)*gamma",
        "uniform convergence on the kept": (
            "[k <= Y]*exp(m*log(k))*(1 - 2*exp(d - gamma**2*m/c0)) <= sum(near(h), h, 1, H)"
        ),
    },
    settings,
    {
        "n": Named(lambda at: Fraction(at.records), range="positive integer"),
        "eps": Named(lambda at: at.epsilon, range="positive"),
        "m": Named(lambda at: Fraction(at.size), range="positive integer"),
        "H": Named(lambda at: Fraction(len(candidates(at))), range="positive integer"),
        "reply": Named(lambda at, h, j, outcome: answers(at, h, outcome)[j - 1], EACH, "draws"),
        "apart": Named(lambda at, h, j, outcome: distances(at, h, outcome)[j - 1], EACH, "draws", range="at least 0"),
        "worst": Named(
            lambda at, h, j, outcome: Fraction(int((all_ := distances(at, h, outcome)).index(max(all_)) == j - 1)),
            EACH,
            "draws",
            range="at least 0",
        ),
        "u": Named(lambda at, h, outcome: max(distances(at, h, outcome)), {"h": CANDIDATE}, "draws"),
        "Z": Named(total, space="draws", range="positive"),
        "p": Named(
            lambda at, h, outcome: weight(at, h, outcome) / total(at, outcome),
            {"h": CANDIDATE},
            "draws",
            range="at least 0",
        ),
        "near": Named(near, {"h": CANDIDATE}, "draws", range="at least 0"),
    },
)
NETS: Final = replace(_NARROWED, variables={**REDUCED.variables, "h": CANDIDATE})

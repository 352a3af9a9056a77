"""Label clipping of one round: a class of K laws f(j) on M labels, and the horizon T.

Label y owns ``c(y)`` of the N integers, the ceiling of M max_j f(j, y), and at least one where the class is read as
corrected. ``p(j, y)`` is the likelihood under f(j) of each of them: (h o f_j)[y'] for y' in S_y. ``B(j, y)`` is 1 where
j is the first hypothesis that gives y the most, and 0 elsewhere. A ceiling of x is below x + 1: c(y) - 1 is at most the
share r < 1 of M max_j f(j, y). And m is the smaller of K and M.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.label_clipping import Parameters, induced, integers, labels, parts, sizes

CLASSES: Final = (
    "1",
    "1/2,1/2",
    "1/3,2/3",
    "1/10,9/10",
    "1,0;0,1",
    "3/4,1/4;1/4,3/4",
    "5/6,1/6,0;0,0,1",
    "1/3,1/3,1/3;1,0,0;1/2,1/2,0",
    "1,0;1/2,1/2;1/5,4/5",
)
WITHOUT_MASS: Final = ("1,0", "1,0,0;1/2,0,1/2")
"""With labels that no hypothesis gives any probability, which own one integer as corrected and none as printed."""


def most(at: Parameters, label: int) -> Fraction:
    """max_j f(j, y)."""
    return max(row[label - 1] for row in at.hypotheses)


def owner(at: Parameters, label: int) -> int:
    """The first hypothesis that gives a label the most, from 1."""
    return [row[label - 1] for row in at.hypotheses].index(most(at, label)) + 1


@cache
def largest_share(at: Parameters) -> Fraction:
    """The largest share of M max_j f(j, y) that c(y) - 1 is; 0 where all own one integer."""
    pairs = ((size, labels(at) * most(at, label)) for label, size in enumerate(sizes(at), 1))
    return max(Fraction(size - 1) / mass for size, mass in pairs if mass)


@cache
def likelihood(at: Parameters, hypothesis: int, label: int) -> Fraction:
    """That of the first integer that the label owns."""
    return Fraction(induced(at)[hypothesis - 1][parts(at)[label - 1][0]])


def settings() -> Iterator[Parameters]:
    """One to three hypotheses on one to three labels, T = 1, 2 and 5."""
    for hypotheses, rounds in product(CLASSES, (1, 2, 5)):
        yield Parameters(hypotheses=hypotheses, rounds=rounds, calibration="printed")  # type: ignore[arg-type]  # text
    for hypotheses, rounds in product(WITHOUT_MASS, (1, 5)):
        yield Parameters(hypotheses=hypotheses, rounds=rounds, calibration="corrected")  # type: ignore[arg-type]  # text


def read(at: Parameters) -> dict[str, Fraction]:
    """K, M, N, T, m and r."""
    numbers = {"K": len(at.hypotheses), "M": labels(at), "N": integers(at), "T": at.rounds}
    return {
        **{name: Fraction(number) for name, number in numbers.items()},
        "m": Fraction(min(numbers["K"], numbers["M"])),
        "r": largest_share(at),
    }


HYPOTHESIS: Final = "integer, 1 <= j, j <= K"
LABEL: Final = "integer, 1 <= y, y <= M"
BOTH: Final = {"j": HYPOTHESIS, "y": LABEL}
CLIPPING: Final = Model(
    "label clipping",
    parameters={
        "K": "integer, 1 <= K",
        "M": "integer, 1 <= M",
        "N": "integer, 1 <= N",
        "T": "integer, 1 <= T",
        "m": "integer, 1 <= m, m <= K, m <= M",
        "r": "real, 0 <= r, r < 1",
    },
    variables={**BOTH, "x": "integer, 1 <= x, x <= M"},
    quantities={
        "f": Named(lambda at, j, y: at.hypotheses[j - 1][y - 1], BOTH, range="at least 0"),
        "best": Named(most, {"y": LABEL}, range="at least 0"),
        "B": Named(lambda at, j, y: Fraction(int(owner(at, y) == j)), BOTH, range="integer"),
        "c": Named(lambda at, y: Fraction(sizes(at)[y - 1]), {"y": LABEL}, range="integer"),
        "p": Named(likelihood, BOTH, range="positive"),
    },
    facts={
        "a law": "sum(f(j, y), y, 1, M) = 1",
        "the most": "f(j, y) <= best(y)",
        "a probability": "best(y) <= 1",
        "0 or 1": "B(j, y)**2 = B(j, y)",
        "one owner": "sum(B(j, y), j, 1, K) = 1",
        "owner": "B(j, y)*best(y) = B(j, y)*f(j, y)",
        "ceiling, below": "M*best(y) <= c(y)",
        "ceiling, above": "c(y) - 1 <= r*M*best(y)",
        "at least one": "1 <= c(y)",
        "integers": "N = sum(c(y), y, 1, M)",
        "likelihood": "p(j, y)*c(y) = (1 - 1/T)*f(j, y) + c(y)/(T*N)",
        "the smaller": "(K - m)*(M - m) = 0",
    },
    settings=settings,
    read=read,
)

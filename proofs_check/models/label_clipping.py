"""Label clipping of one round, (3) to (6): a class of K laws f(j) on M labels, and the horizon T.

Label y owns ``c(y)`` of the N integers, the ceiling of M max_j f(j, y), and at least one where the class is read as
corrected. ``part(y, z)`` is 1 where integer z is one of them, ``h(y, z)`` the probability that label y is answered by
z, and ``p(j, z)`` the likelihood of z under f(j): (h o f_j)[z]. ``B(j, y)`` is 1 where j is the first hypothesis that
gives y the most, and 0 elsewhere. A ceiling of x is below x + 1, and one integer for x = 0 is below x + 2. And m is the
smaller of K and M.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.label_clipping import Parameters, clipped, integers, labels, parts, sizes

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


def is_part(at: Parameters, label: int, integer: int) -> Fraction:
    """1 where a label owns an integer, both counted from 1."""
    return Fraction(int(integer - 1 in parts(at)[label - 1]))


@cache
def answered(at: Parameters, label: int, integer: int) -> Any:
    """The probability that a label is answered with an integer."""
    return clipped(label - 1, at).pmf(integer - 1)


@cache
def likelihood(at: Parameters, hypothesis: int, integer: int) -> Fraction:
    """That of an integer, where the label is drawn from a hypothesis and then clipped."""
    drawn = (mass * answered(at, label, integer) for label, mass in enumerate(at.hypotheses[hypothesis - 1], 1))
    return sum(drawn, Fraction(0))


def settings() -> Iterator[Parameters]:
    """One to three hypotheses on one to three labels, T = 1, 2 and 5."""
    for hypotheses, rounds in product(CLASSES, (1, 2, 5)):
        yield Parameters(hypotheses=hypotheses, rounds=rounds, calibration="printed")  # type: ignore[arg-type]  # text
    for hypotheses, rounds in product(WITHOUT_MASS, (1, 5)):
        yield Parameters(hypotheses=hypotheses, rounds=rounds, calibration="corrected")  # type: ignore[arg-type]  # text


def read(at: Parameters) -> dict[str, Fraction]:
    """K, M, N, T and m."""
    numbers = {"K": len(at.hypotheses), "M": labels(at), "N": integers(at), "T": at.rounds}
    return {
        **{name: Fraction(number) for name, number in numbers.items()},
        "m": Fraction(min(numbers["K"], numbers["M"])),
    }


HYPOTHESIS: Final = "integer, 1 <= j, j <= K"
LABEL: Final = "integer, 1 <= y, y <= M"
INTEGER: Final = "integer, 1 <= z, z <= N"
BOTH: Final = {"j": HYPOTHESIS, "y": LABEL}
ANSWER: Final = {"y": LABEL, "z": INTEGER}
CLIPPING: Final = Model(
    "label clipping",
    parameters={
        "K": "integer, 1 <= K",
        "M": "integer, 1 <= M",
        "N": "integer, 1 <= N",
        "T": "integer, 1 <= T",
        "m": "integer, 1 <= m, m <= K, m <= M",
    },
    variables={**BOTH, "z": INTEGER, "x": "integer, 1 <= x, x <= N"},
    quantities={
        "f": Named(lambda at, j, y: at.hypotheses[j - 1][y - 1], BOTH, range="at least 0"),
        "best": Named(most, {"y": LABEL}, range="at least 0"),
        "B": Named(lambda at, j, y: Fraction(int(owner(at, y) == j)), BOTH, range="integer"),
        "c": Named(lambda at, y: Fraction(sizes(at)[y - 1]), {"y": LABEL}, range="integer"),
        "part": Named(is_part, ANSWER, range="at least 0"),
        "h": Named(answered, ANSWER),
        "p": Named(likelihood, {"j": HYPOTHESIS, "z": INTEGER}),
    },
    facts={
        "a law": "sum(f(j, y), y, 1, M) = 1",
        "the most": "f(j, y) <= best(y)",
        "0 or 1": "B(j, y)**2 = B(j, y)",
        "one owner": "sum(B(j, y), j, 1, K) = 1",
        "owner": "B(j, y)*best(y) = B(j, y)*f(j, y)",
        "ceiling, below": "M*best(y) <= c(y)",
        "ceiling, above": "c(y) - 1 < M*best(y) + [best(y) <= 0]",
        "at least one": "1 <= c(y)",
        "integers": "N = sum(c(y), y, 1, M)",
        "one part": "sum(part(y, z), y, 1, M) = 1",
        "clipping": "c(y)*h(y, z) = (1 - 1/T)*part(y, z) + c(y)/(T*N)",
        "likelihood": "p(j, z) = sum(h(y, z)*f(j, y), y, 1, M)",
        "the smaller": "(K - m)*(M - m) = 0",
    },
    settings=settings,
    read=read,
)

"""The random maps of label clipping, (4) to (6), and a learner that mixes the hypotheses.

``b(y)`` is the number of integers that label y owns as printed, which may be 0. ``own(y, z)`` is the probability that
h' answers y with z, and ``q(j, z)`` the likelihood of z under f(j) and h'. ``w(j)`` are weights of the hypotheses,
``mix(z)`` is the likelihood of z under the mixture, and ``ph(y)`` that of all integers of y. ``lp(j, z)`` is the log
of a likelihood; ``lf(j, y)`` and ``lq(j, z)`` are those of f and q where these are positive, and else 0: 0 log 0 is 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.label_clipping import (
    ANSWER,
    BOTH,
    CLIPPING,
    HYPOTHESIS,
    INTEGER,
    LABEL,
    is_part,
    likelihood,
    most,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.reference.label_clipping import Parameters, integers, labels, uniform_on_part


@dataclass(frozen=True, slots=True)
class Weighted(Parameters):
    """A class, a horizon, and weights of the hypotheses: positive, with total 1."""

    weights: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        """Check the domains."""
        Parameters.__post_init__(self)
        if len(self.weights) != len(self.hypotheses) or min(self.weights) <= 0 or sum(self.weights) != 1:
            raise ValueError(f"weights = {self.weights}: expected {len(self.hypotheses)} positive ones of total 1")


def weighted(hypotheses: str, rounds: int, *, light: int = 0, least: Fraction = Fraction(1)) -> Weighted:
    """A class with equal weights but that of one hypothesis, which is so much of the others."""
    count = hypotheses.count(";") + 1
    weights = [least if j == light else Fraction(1) for j in range(count)]
    shares = tuple(weight / sum(weights) for weight in weights)
    return Weighted(hypotheses, rounds, "corrected", shares)  # type: ignore[arg-type]  # a class as text


@cache
def mixed(at: Weighted, integer: int) -> Fraction:
    """p-bar at an integer."""
    return sum((w * likelihood(at, j, integer) for j, w in enumerate(at.weights, 1)), Fraction(0))


@cache
def on_parts(at: Parameters, hypothesis: int, integer: int) -> Any:
    """(h' o f_j) at an integer."""
    row = at.hypotheses[hypothesis - 1]
    return sum((mass * answer(at, y, integer) for y, mass in enumerate(row, 1)), Fraction(0))


@cache
def answer(at: Parameters, label: int, integer: int) -> Any:
    """(4): the probability that h' answers a label with an integer."""
    return uniform_on_part(label - 1, at).pmf(integer - 1)


def prediction(at: Weighted, label: int) -> Fraction:
    """p^ at a label."""
    return sum((is_part(at, label, z) * mixed(at, z) for z in range(1, integers(at) + 1)), Fraction(0))


def log_or_0(p: Fraction) -> Any:
    """The logarithm, and 0 for 0."""
    return log(p) if p else Fraction(0)


def settings() -> Iterator[Weighted]:
    """One to three hypotheses on one to three labels, equal weights and one small one, T = 1, 2 and 9."""
    for hypotheses, rounds in (("1", 2), ("1/3,2/3", 1), ("1/3,2/3", 9), ("1,0", 2), ("1,0;1/2,1/2;1/5,4/5", 2)):
        yield weighted(hypotheses, rounds)
    for hypotheses in ("1,0;0,1", "3/4,1/4;1/4,3/4", "5/6,1/6,0;0,0,1", "1,0,0;1/2,0,1/2"):
        for rounds, least in ((1, "1"), (2, "1/1000"), (9, "1/10")):
            yield weighted(hypotheses, rounds, least=Fraction(least))


J, Z, Y = {"j": HYPOTHESIS}, {"z": INTEGER}, {"y": LABEL}
DRAWS: Final = CLIPPING.narrowed(
    "label clipping, as random maps",
    {
        "printed number": "c(y) = b(y) + [b(y) <= 0]",
        "size": "sum(part(y, z), z, 1, N) = c(y)",
        "part": "part(y, z)**2 = part(y, z)",
        "uniform": "c(y)*own(y, z) = part(y, z)",
        "likelihood without going astray": "q(j, z) = sum(own(y, z)*f(j, y), y, 1, M)",
    },
    settings,
    {
        "b": Named(lambda at, y: Fraction((labels(at) * most(at, y)).__ceil__()), Y, range="integer"),
        "own": Named(answer, ANSWER, range="at least 0"),
        "q": Named(on_parts, {**J, **Z}, range="at least 0"),
    },
)
"""Where each label owns at least one integer."""
WEIGHTED: Final = DRAWS.narrowed(
    "label clipping, and a mixture of the hypotheses",
    {
        "weights": "sum(w(j), j, 1, K) = 1",
        "mixture": "mix(z) = sum(w(j)*p(j, z), j, 1, K)",
        "prediction": "ph(y) = sum(part(y, z)*mix(z), z, 1, N)",
        "log of p": "exp(lp(j, z)) = p(j, z)",
        "log of f": "f(j, y)*exp(lf(j, y)) = f(j, y)**2",
        "log of q": "q(j, z)*exp(lq(j, z)) = q(j, z)**2",
    },
    settings,
    {
        "w": Named(lambda at, j: at.weights[j - 1], J, range="positive"),
        "mix": Named(mixed, Z, range="positive"),
        "ph": Named(prediction, Y, range="positive"),
        "lp": Named(lambda at, j, z: log(likelihood(at, j, z)), {**J, **Z}),
        "lf": Named(lambda at, j, y: log_or_0(at.hypotheses[j - 1][y - 1]), BOTH),
        "lq": Named(lambda at, j, z: log_or_0(on_parts(at, j, z)), {**J, **Z}),
    },
)

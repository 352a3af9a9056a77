"""The median trick: of m independent estimates of a law the one of least median distance to all.

An outcome is the index of the value that each estimate has. ``far(i)`` is the total variation of estimate i from the
truth, at most alpha in the mean, and ``chosen`` that of the estimate that is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, cast

from dpassay.analysis.distribution_learners import central_estimate
from dpassay.analysis.label_laws import Vector, tv
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Outcome = tuple[int, ...]


@dataclass(frozen=True)
class Estimates:
    """The truth, the values of an estimate, the law of these, m and alpha."""

    truth: Vector
    values: tuple[Vector, ...]
    law: tuple[Fraction, ...]
    count: int
    alpha: Fraction

    def __post_init__(self) -> None:
        if sum(self.law) != 1 or min(self.law) < 0 or len(self.law) != len(self.values):
            raise ValueError(f"law = {self.law}: expected a probability for each value")
        if self.count < 1:
            raise ValueError(f"count = {self.count}: expected at least 1")
        if not self.mean <= self.alpha:
            raise ValueError(f"alpha = {self.alpha}: expected at least the mean distance, {self.mean}")

    @property
    def mean(self) -> Fraction:
        """The mean distance of an estimate."""
        return sum((p * apart(self.truth, v) for p, v in zip(self.law, self.values, strict=True)), Fraction(0))


def apart(p: Vector, q: Vector) -> Fraction:
    """Their total variation."""
    return Fraction(cast("Any", tv(p, q)))


def outcomes(at: Estimates) -> tuple[Outcome, ...]:
    """Those of all estimates together."""
    return tuple(product(range(len(at.values)), repeat=at.count))


@cache
def law(at: Estimates) -> Mapping[Outcome, Fraction]:
    """They are independent."""
    return {shown: prod((at.law[k] for k in shown), start=Fraction(1)) for shown in outcomes(at)}


def chosen(at: Estimates, shown: Outcome) -> Fraction:
    """The distance of the one that is chosen."""
    estimates = [at.values[k] for k in shown]
    return apart(at.truth, estimates[central_estimate(estimates)])


def settings() -> Iterator[Estimates]:
    """One to four estimates, near the truth and far from it; one that is always right."""
    grid: tuple[Vector, ...] = tuple((Fraction(k, 8), 1 - Fraction(k, 8)) for k in (4, 5, 0, 8))
    law = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8))
    for count in (1, 2, 3):
        yield Estimates(grid[0], grid, law, count, Fraction(1, 4))
    yield Estimates(grid[0], grid[:3], (Fraction(3, 5), Fraction(3, 10), Fraction(1, 10)), 4, Fraction(1, 10))
    yield Estimates(grid[0], grid[:1], (Fraction(1),), 4, Fraction(1, 100))


ESTIMATE: Final = {"i": "integer, 1 <= i, i <= m"}
SPACE: Final = "estimates"
MEDIAN: Final = Model(
    "the median trick",
    parameters={"m": "integer, 1 <= m", "alpha": "real, 0 < alpha"},
    variables=ESTIMATE,
    quantities={
        "P": Named(law, space=SPACE, law=True),
        "far": Named(
            lambda at, i, shown: apart(at.truth, at.values[shown[i - 1]]), ESTIMATE, SPACE, range="at least 0"
        ),
        "chosen": Named(chosen, {}, SPACE, range="at least 0"),
    },
    facts={
        "independent": "independent([far(i) <= 3*alpha], i, 1, m)",
        "accurate": "E(far(i)) <= alpha",
    },
    settings=settings,
    read=lambda at: {"m": Fraction(at.count), "alpha": at.alpha},
    outcomes={SPACE: outcomes},
)

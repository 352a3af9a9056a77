"""One estimate of one of K laws from many users: the average prediction of Algorithm 2 on constant functions.

``distance`` is the average total variation of the predictions from the truth, and ``estimate`` that of their average,
both in the mean. T is so large that they are known by enclosures alone: every prediction is within 1/T of a mixture of
the K laws, so its total variation from the truth is at most the largest distance of two laws and 1/T.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, cast

from flint import arb

from dpassay.analysis.label_laws import tv
from dpassay.exact import Real
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.label_clipping import Table, as_table


@dataclass(frozen=True)
class Batch:
    """K >= 2 laws, the truth from 1 on, T users, eps in (0, 1] and alpha in (0, 1]."""

    laws: Table
    truth: int
    users: int
    epsilon: Fraction
    alpha: Fraction

    def __post_init__(self) -> None:
        if len(self.laws) < 2 or not 1 <= self.truth <= len(self.laws):
            raise ValueError(f"laws, truth = {self.laws}, {self.truth}: expected two or more, and one of them")
        if self.users < 1:
            raise ValueError(f"users = {self.users}: expected at least 1")
        if not 0 < self.epsilon <= 1 or not 0 < self.alpha <= 1:
            raise ValueError(f"epsilon, alpha = {self.epsilon}, {self.alpha}: expected them in (0, 1]")


def distance(at: Batch) -> Real:
    """Enclosed between 0 and the largest distance from the truth."""
    truth = at.laws[at.truth - 1]
    largest = max(Fraction(cast("Any", tv(truth, law))) for law in at.laws) + Fraction(1, at.users)
    return Real(lambda: arb(0).union(rational_ball(largest)))


def settings() -> Iterator[Batch]:
    """Laws that are near each other, and some that are not; few users, and about so many as the claim has."""
    near, three = as_table("1/2,1/2;51/100,49/100", "laws"), as_table("1/3,2/3;1/3,2/3;3/10,7/10", "laws")
    for laws, alpha, users in (
        (near, 1, 5 * 10**9),
        (near, 1, 10**2),
        (three, Fraction(1, 2), 2 * 10**12),
        (three, 1, 7),
    ):
        yield Batch(laws, 1, users, Fraction(1), Fraction(alpha))
    yield Batch(near, 2, 7 * 10**10, Fraction(1, 2), Fraction(1))


BATCH: Final = Model(
    "the average prediction as an estimate",
    parameters={
        "K": "integer, 2 <= K",
        "T": "integer, 1 <= T",
        "eps": "real, 0 < eps, eps <= 1",
        "alpha": "real, 0 < alpha, alpha <= 1",
    },
    quantities={
        "distance": Named(distance, range="at least 0"),
        "estimate": Named(distance, range="at least 0"),
    },
    settings=settings,
    read=lambda at: {
        "K": Fraction(len(at.laws)),
        "T": Fraction(at.users),
        "eps": at.epsilon,
        "alpha": at.alpha,
    },
)

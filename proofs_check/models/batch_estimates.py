"""Estimates of one of K laws from many users: of m blocks of T users each the average prediction of Algorithm 2.

The hypotheses are constant functions. ``distance`` is the average total variation of the predictions from the truth,
and ``estimate`` that of their average, both in the mean. T is so large that they are known by enclosures alone: every
prediction is within 1/T of a mixture of the K laws, so its total variation from the truth is at most the largest
distance of two laws and 1/T.

An outcome holds the estimates of all blocks. ``far(i)`` is the total variation of that of block i from the truth, and
``chosen`` that of the estimate of least median distance to all: the median trick. ``d(i, k)`` is the distance of two
estimates, ``own(k)`` that of the chosen one from another, ``radius(i)`` the least r such that more than half of all are
within r of estimate i, and ``best`` the least radius, that of the chosen one.

No user is in two blocks, so the estimates are independent and of one law. That law is not known for so many users: in
its place stands one that gives the truth, or now and then another of the K laws, whose mean distance is within what is
known of ``estimate``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Final, cast

from flint import arb

from dpassay.analysis.distribution_learners import central_estimate, radius
from dpassay.analysis.label_laws import Vector, tv
from dpassay.exact import Real
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference.label_clipping import Table, as_table

Outcome = tuple[int, ...]


@dataclass(frozen=True)
class Batch:
    """K >= 2 laws, the truth from 1 on, T users a block, eps in (0, 1], the blocks, and how likely another law is."""

    laws: Table
    truth: int
    users: int
    epsilon: Fraction
    blocks: int = 1
    another: Fraction = Fraction(1, 4)

    def __post_init__(self) -> None:
        if len(self.laws) < 2 or not 1 <= self.truth <= len(self.laws):
            raise ValueError(f"laws, truth = {self.laws}, {self.truth}: expected two or more, and one of them")
        if self.users < 1 or self.blocks < 1:
            raise ValueError(f"users, blocks = {self.users}, {self.blocks}: expected at least 1")
        if not 0 < self.epsilon <= 1 or not 0 <= self.another <= 1:
            raise ValueError(f"epsilon, another = {self.epsilon}, {self.another}: expected them in (0, 1] and [0, 1]")


def apart(p: Vector, q: Vector) -> Fraction:
    """Their total variation."""
    return cast("Fraction", tv(p, q))


def distance(at: Batch) -> Real:
    """Enclosed between 0 and the largest distance from the truth."""
    truth = at.laws[at.truth - 1]
    largest = max(apart(truth, law) for law in at.laws) + Fraction(1, at.users)
    return Real(lambda: arb(0).union(rational_ball(largest)))


def outcomes(at: Batch) -> tuple[Outcome, ...]:
    """The laws that all blocks give, from 1 on."""
    return tuple(product(range(1, len(at.laws) + 1), repeat=at.blocks))


@cache
def law(at: Batch) -> Mapping[Outcome, Fraction]:
    """The blocks are independent."""
    other = at.another / (len(at.laws) - 1)
    chances = {k: 1 - at.another if k == at.truth else other for k in range(1, len(at.laws) + 1)}
    return {shown: prod((chances[k] for k in shown), start=Fraction(1)) for shown in outcomes(at)}


def far(at: Batch, block: int, shown: Outcome) -> Fraction:
    """The distance of a block's estimate."""
    return apart(at.laws[at.truth - 1], at.laws[shown[block - 1] - 1])


def estimates(at: Batch, shown: Outcome) -> tuple[Vector, ...]:
    """Those of all blocks."""
    return tuple(at.laws[k - 1] for k in shown)


@cache
def center(at: Batch, shown: Outcome) -> Vector:
    """The one that is chosen."""
    given = estimates(at, shown)
    return given[central_estimate(given)]


def radius_of(at: Batch, estimate: Vector, shown: Outcome) -> Fraction:
    """The least r such that more than half of all are within r of an estimate."""
    return cast("Fraction", radius(estimate, estimates(at, shown)))


def settings() -> Iterator[Batch]:
    """Laws that are near each other, and some that are not; few users, and about so many as the claim has."""
    near, three = as_table("1/2,1/2;51/100,49/100", "laws"), as_table("1/3,2/3;1/3,2/3;3/10,7/10", "laws")
    yield Batch(near, 1, 5 * 10**9, Fraction(1))
    yield Batch(near, 1, 10**2, Fraction(1))
    yield Batch(three, 1, 2 * 10**12, Fraction(1))
    yield Batch(three, 1, 7, Fraction(1), 2)
    yield Batch(near, 2, 7 * 10**10, Fraction(1, 2))
    far = as_table("1/2,1/2;5/8,3/8;0,1;1,0", "laws")
    yield Batch(far, 1, 9, Fraction(1), 3, Fraction(1, 2))
    yield Batch(far, 4, 9, Fraction(1), 2, Fraction(1, 2))
    for blocks in (1, 2, 4):
        yield Batch(near, 1, 5 * 10**15, Fraction(1), blocks)


BLOCK: Final = {"i": "integer, 1 <= i, i <= m"}
OTHER: Final = {"k": "integer, 1 <= k, k <= m"}
SPACE: Final = "estimates"
BATCH: Final = Model(
    "the average predictions of blocks as estimates",
    parameters={
        "K": "integer, 2 <= K",
        "T": "integer, 1 <= T",
        "m": "integer, 1 <= m",
        "eps": "real, 0 < eps, eps <= 1",
    },
    variables={**BLOCK, **OTHER, "alpha": "real, 0 < alpha, alpha <= 1"},
    quantities={
        "distance": Named(distance, range="at least 0"),
        "estimate": Named(distance, range="at least 0"),
        "P": Named(law, space=SPACE, law=True),
        "far": Named(far, BLOCK, SPACE, range="at least 0"),
        "chosen": Named(
            lambda at, shown: apart(at.laws[at.truth - 1], center(at, shown)), {}, SPACE, range="at least 0"
        ),
        "d": Named(
            lambda at, i, k, shown: apart(estimates(at, shown)[i - 1], estimates(at, shown)[k - 1]),
            {**BLOCK, **OTHER},
            SPACE,
        ),
        "own": Named(lambda at, k, shown: apart(center(at, shown), estimates(at, shown)[k - 1]), OTHER, SPACE),
        "radius": Named(lambda at, i, shown: radius_of(at, estimates(at, shown)[i - 1], shown), BLOCK, SPACE),
        "best": Named(lambda at, shown: radius_of(at, center(at, shown), shown), {}, SPACE),
    },
    facts={
        "independent": "independent([far(i) <= alpha], i, 1, m)",
        "a block": "E(far(i)) = estimate",
        "triangle": "d(i, k) <= far(i) + far(k)",
        "triangle, chosen": "chosen <= own(k) + far(k)",
        "radius": "m/2 <= sum([radius(i) <= d(i, k)], k, 1, m)",
        "radius of the chosen": "m/2 < sum([own(k) <= best], k, 1, m)",
        "least radius": "best <= radius(i)",
    },
    settings=settings,
    read=lambda at: {
        "K": Fraction(len(at.laws)),
        "T": Fraction(at.users),
        "m": Fraction(at.blocks),
        "eps": at.epsilon,
    },
    outcomes={SPACE: outcomes},
)

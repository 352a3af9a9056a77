"""Runs of Smooth MWEM on a set S and blocks of points, exactly: the laws D_0, ..., D_T, and how likely runs are.

See ``noise_on_blocks`` for the queries. A law is the share of S, and then that of each point of the blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import isqrt
from typing import Final

from dpassay.exact import Real, as_real, require
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.smooth_mwem import kept

Outcome = tuple[tuple[int, int], ...]
SIGNS: Final = (-1, 0, 1)


@dataclass(frozen=True)
class Blocks:
    """J, M, d and T, the odds of S at first, b and h."""

    blocks: int
    points: int
    dimension: int
    rounds: int
    odds: Fraction
    scale: Fraction
    limit: Fraction

    def __post_init__(self) -> None:
        """Check the domains."""
        require(self.blocks >= 2, "blocks", self.blocks, "at least 2")
        require(1 <= self.dimension <= self.points, "dimension", self.dimension, "from 1 to the points of a block")
        require(self.rounds >= 1, "rounds", self.rounds, "at least 1")
        require(self.odds > 0, "odds", self.odds, "a number above 0")
        require(0 < 10 * self.scale <= 1, "scale", self.scale, "a number above 0, at most 1/10")
        require(self.limit > 0, "limit", self.limit, "a number above 0")
        require(self.root**2 == 12 * (1 - self.scale**2), "scale", self.scale, "12 (1 - b^2) to be a square")

    @property
    def root(self) -> Fraction:
        """The root of 12 (1 - b^2)."""
        square = 12 * (1 - self.scale**2)
        return Fraction(isqrt(square.numerator), isqrt(square.denominator))

    @property
    def factor(self) -> Fraction:
        """e to the largest noise: its cosh is (1 + 2 b^2)/(1 - 4 b^2)."""
        return (1 + 2 * self.scale**2 + self.scale * self.root) / (1 - 4 * self.scale**2)

    @property
    def queries(self) -> tuple[frozenset[int], ...]:
        """Where each query is -1, the star last."""
        size, count = self.points, self.blocks * self.points
        rows = [range(1 + j * size, 1 + (j + 1) * size) for j in range(self.blocks)]
        pairs = (frozenset((*row, y)) for row, after in zip(rows, rows[1:] + rows[:1], strict=True) for y in after)
        patterns = (
            frozenset(chosen)
            for many in range(1, self.dimension + 1)
            for chosen in combinations(range(1, self.dimension + 1), many)
        )
        return (*pairs, *patterns, frozenset(range(1, count + 1)))


@cache
def noise(at: Blocks) -> Mapping[int, Fraction]:
    """The law of the noise, in multiples of the largest one."""
    other = (1 - 4 * at.scale**2) / (12 * (1 - at.scale**2))
    return {-1: other, 0: 1 - 2 * other, 1: other}


@cache
def outcomes(at: Blocks) -> tuple[Outcome, ...]:
    """All runs: a query and a multiple of the largest noise a round."""
    return tuple(product(product(range(1, len(at.queries) + 1), SIGNS), repeat=at.rounds))


@cache
def law(at: Blocks, past: Outcome) -> tuple[Real, ...]:
    """The share of S after some rounds, and that of each point of the blocks."""
    count = at.blocks * at.points
    if not past:
        return (as_real(at.odds / (1 + at.odds)), *(as_real(1 / (1 + at.odds) / count) for _ in range(count)))
    *before, (k, sign) = past
    old, asked = law(at, tuple(before)), at.queries[k - 1]
    rate = (as_real(at.factor).log() * sign + 1 - answer(at, k, tuple(before))) / 2
    grown = [share * (-rate if x in asked else rate).exp() for x, share in enumerate(old)]
    whole = sum(grown, as_real(0))
    return tuple(kept(weight / whole) for weight in grown)


@cache
def answer(at: Blocks, k: int, past: Outcome) -> Real:
    """That of the law after some rounds to query k."""
    asked = at.queries[k - 1]
    return kept(sum((-share if x in asked else share for x, share in enumerate(law(at, past))), as_real(0)))


@cache
def chances(at: Blocks, past: Outcome) -> tuple[Real, ...]:
    """The weights of the queries: e to the error over 2 b, and their sum."""
    errors = [1 - answer(at, k, past) for k in range(1, len(at.queries) + 1)]
    weights = [kept((error / (2 * at.scale)).exp()) for error in errors]
    return (*weights, kept(sum(weights, as_real(0))))


@cache
def probability(at: Blocks, outcome: Outcome) -> Real:
    """The probability of the first rounds of a run."""
    if not outcome:
        return as_real(1)
    *before, (k, sign) = outcome
    past = tuple(before)
    return kept(probability(at, past) * chance(at, k, past) * as_real(noise(at)[sign]))


@cache
def chance(at: Blocks, k: int, past: Outcome) -> Real:
    """The probability of query k after some rounds."""
    *weights, whole = chances(at, past)
    return kept(weights[k - 1] / whole)


@cache
def share(at: Blocks, chosen: frozenset[int], past: Outcome) -> Real:
    """The share of some points among all blocks, after some rounds."""
    first, *points = law(at, past)
    return kept(sum((points[x - 1] for x in sorted(chosen)), as_real(0)) / (1 - first))


@cache
def squares(at: Blocks, past: Outcome) -> Real:
    """The squares of the shares of points, added up."""
    shares = (share(at, frozenset({x}), past) for x in range(1, at.blocks * at.points + 1))
    return kept(sum((one * one for one in shares), as_real(0)))


@cache
def is_fine(at: Blocks, past: Outcome) -> int:
    """1 as long as the squares add up to at most h and the star was not asked for."""
    starred = any(k == len(at.queries) for k, _ in past)
    return int(not starred and all(_is_small(at, past[:j]) for j in range(len(past) + 1)))


def _is_small(at: Blocks, past: Outcome) -> bool:
    if not past:
        return Fraction(1, at.blocks * at.points) <= at.limit
    gap = (squares(at, past) - at.limit).ball(200)
    require(not gap.contains(0), "limit", at.limit, "no value of the squares")
    return bool(gap < 0)


@cache
def worst(at: Blocks, outcome: Outcome) -> Real:
    """The largest error of the average of D_1, ..., D_T."""
    times = range(1, at.rounds + 1)
    errors = (
        1 - sum((answer(at, k, outcome[:j]) for j in times), as_real(0)) / at.rounds
        for k in range(1, len(at.queries) + 1)
    )
    return kept(reduce(maximum, errors))


def rest(at: Blocks, k: int, past: Outcome) -> Real:
    """The share of the points of the blocks that are not of query k."""
    return share(at, at.queries[-1] - at.queries[k - 1], past)


def odds(at: Blocks, past: Outcome) -> Real:
    """Those of S against the blocks."""
    first = law(at, past)[0]
    return kept(first / (1 - first))

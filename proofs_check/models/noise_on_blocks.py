"""Smooth MWEM where nothing but the noise moves the laws: many small blocks, and queries that are -1 on one of them.

The domain is a set S and J blocks of M points each, of which the first has d points that all patterns occur on. All
records are in S. A query is written as the set where it is -1; it is 1 elsewhere, so all of S:

* a block and one point of the next block (the first comes after the last): J M queries;
* all subsets of the d points, but for the empty one: D = 2^d - 1 queries;
* the star: all blocks.

The first two kinds are query 1, ..., K, with K = L + D, on the L = J M points of the blocks. All answers of the data
are 1. So a noise and an error e multiply the weight of the points of a query by e^-(noise + e) against all others.

``v(t, x)`` is the share of point x among all blocks after t rounds, ``a(t, k)`` that of query k and ``rest(t, k)`` that
of all other points; ``o(t)`` are the odds of S against the blocks, and ``mass(t)`` is its share. ``V(t)`` adds up the
squares of ``v(t, x)``, and ``ok(t)`` is 1 until it is above ``h`` or the star was asked for. ``p(t, k)`` is the
probability of a query in the next round, ``q(t)`` that of the star, and ``Z(t)`` the sum of the weights. ``worst`` is
the largest error of the average of D_1, ..., D_T on a query.

``g`` is e^(-noise) of a round, with the law ``N``. All laws here are of finitely many outcomes, so the noise of the
settings has three values and the two moments of a Laplace noise of scale b = 2T/(eps n): no more is used of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import isqrt
from typing import Any, Final

from dpassay.exact import Real, as_real, require
from dpassay.exact.real import maximum
from dpassay.proofs_check.models.smooth_mwem import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

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


SMALL: Final = Fraction(1, 26)
"""A scale for which the largest noise is the log of a rational number."""


def settings() -> Iterator[Blocks]:
    """Three blocks of a point, for one round and two; two blocks of two points."""
    yield Blocks(3, 1, 1, 1, Fraction(2), SMALL, Fraction(2, 5))
    yield Blocks(2, 2, 1, 1, Fraction(1, 2), SMALL, Fraction(1, 5))
    yield Blocks(3, 1, 1, 2, Fraction(1), SMALL, Fraction(167, 500))


def limited() -> Iterator[Blocks]:
    """The same but for h, which is what the proof takes."""
    for blocks, points in ((3, 1), (2, 2)):
        yield Blocks(blocks, points, 1, 1, Fraction(2), SMALL, SMALL**4 / (10000 * (points + 1)))


def read(at: Blocks) -> dict[str, Fraction]:
    """The parameters."""
    count, patterns = at.blocks * at.points, 2**at.dimension - 1
    return {
        "T": Fraction(at.rounds),
        "L": Fraction(count),
        "M": Fraction(at.points),
        "D": Fraction(patterns),
        "K": Fraction(count + patterns),
        "s": at.odds,
        "b": at.scale,
        "h": at.limit,
    }


NEXT: Final = {"t": "integer, 0 <= t, t <= T - 1"}
TIME: Final = {"j": "integer, 0 <= j, j <= T"}
ROUND: Final = {"i": "integer, 1 <= i, i <= T"}
QUERY: Final = {"k": "integer, 1 <= k, k <= K"}
POINT: Final = {"x": "integer, 1 <= x, x <= L"}


def _named(of: Any, index: Mapping[str, str], sign: str = "real") -> Named:
    """A quantity that depends on the run up to the round that is its first index."""
    return Named(lambda at, j, *rest: of(at, *rest[:-1], rest[-1][:j]), index, "run", range=sign)


ERROR: Final = "exp(-2*a(t, k)/(1 + o(t)))"
WHOLE: Final = f"(rest(t, k) + a(t, k)*g*{ERROR})"
WEIGHT: Final = "exp(a(t, k)/(b*(1 + o(t))))"
STAR: Final = "exp(1/(b*(1 + o(t))))"
STAYS: Final = "ok(t)*(1 - star(t + 1))"
GROWN: Final = f"(v(t, x)*(1 + has(k, x)*(g*{ERROR} - 1))/{WHOLE})**2"
BLOCKS: Final = Model(
    "MWEM on blocks",
    parameters={
        "T": "integer, 1 <= T",
        "L": "integer, 1 <= L",
        "M": "integer, 1 <= M",
        "D": "integer, 1 <= D",
        "K": "integer, 1 <= K, K = L + D",
        "s": "real, 0 < s",
        "b": "real, 0 < b, 10*b <= 1",
        "h": "real, 0 < h",
    },
    variables={**NEXT, **TIME, **QUERY, **POINT},
    quantities={
        "P": Named(lambda at: {y: probability(at, y) for y in outcomes(at)}, space="run", law=True),
        "N": Named(noise, space="noise", law=True),
        "g": Named(lambda at, sign: at.factor**-sign, space="noise", range="positive"),
        "has": Named(lambda at, k, x: Fraction(int(x in at.queries[k - 1])), {**QUERY, **POINT}, range="at least 0"),
        "v": _named(lambda at, x, past: share(at, frozenset({x}), past), {**TIME, **POINT}, "positive"),
        "V": _named(squares, TIME, "positive"),
        "a": _named(lambda at, k, past: share(at, at.queries[k - 1], past), {**NEXT, **QUERY}, "positive"),
        "rest": _named(rest, {**NEXT, **QUERY}, "at least 0"),
        "o": _named(odds, TIME, "positive"),
        "mass": _named(lambda at, past: law(at, past)[0], TIME, "positive"),
        "p": _named(chance, {**NEXT, **QUERY}, "positive"),
        "q": _named(lambda at, past: chance(at, len(at.queries), past), NEXT, "positive"),
        "Z": _named(lambda at, past: chances(at, past)[-1], NEXT, "positive"),
        "star": Named(
            lambda at, i, run: Fraction(int(run[i - 1][0] == len(at.queries))), ROUND, "run", range="at least 0"
        ),
        "ok": _named(lambda at, past: Fraction(is_fine(at, past)), TIME, "at least 0"),
        "worst": Named(worst, space="run"),
    },
    facts={
        "in or not": "has(k, x)**2 = has(k, x)",
        "points of a query": "sum(has(k, x), x, 1, L) <= M + 1",
        "a point is often asked for": "M + 1 <= sum(has(k, x), k, 1, K)",
        "and not too often": "sum(has(k, x), k, 1, K) <= M + 1 + D",
        "uniform at first": "v(0, x)*L = 1",
        "odds at first": "o(0) = s",
        "shares": "sum(v(j, x), x, 1, L) = 1",
        "share of a query": "a(t, k) = sum(has(k, x)*v(t, x), x, 1, L)",
        "share of the others": "rest(t, k) = 1 - a(t, k)",
        "squares": "V(j) = sum(v(j, x)**2, x, 1, L)",
        "law": "mass(j)*(1 + o(j)) = o(j)",
        "mechanism": f"p(t, k)*Z(t) = {WEIGHT}",
        "mechanism at the star": f"q(t)*Z(t) = {STAR}",
        "weights": f"Z(t) = sum({WEIGHT}, k, 1, K) + {STAR}",
        "mean of the noise": "E(g, N)*(1 - b**2) = 1",
        "mean square of the noise": "E(g**2, N)*(1 - 4*b**2) = 1",
        "star or not": "star(t + 1)**2 = star(t + 1)",
        "fine at first": "ok(0) = [V(0) <= h]",
        "fine": f"ok(t + 1) = {STAYS}*[V(t + 1) <= h]",
        "the star is asked for": "E(ok(t)*star(t + 1)) = E(ok(t)*q(t))",
        "the odds of a round": (
            f"E({STAYS}*o(t + 1)) = E(ok(t)*sum(p(t, k)*E(o(t)/{WHOLE}, N), k, 1, K))"
        ),
        "the shares of a round": f"E({STAYS}*v(t + 1, x)**2) = E(ok(t)*sum(p(t, k)*E({GROWN}, N), k, 1, K))",
        "error on the star": "2 - 2*sum(mass(i), i, 1, T)/T <= worst",
    },
    settings=settings,
    read=read,
    outcomes={"run": outcomes, "noise": lambda _: SIGNS},
)
LIMITED: Final = BLOCKS.narrowed(
    "MWEM on blocks, with a limit for the squares", {"limit": "10000*(M + 1)*h = b**4"}, limited
)

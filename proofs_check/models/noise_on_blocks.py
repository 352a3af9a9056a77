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
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.runs_on_blocks import (
    SIGNS,
    Blocks,
    chance,
    chances,
    is_fine,
    law,
    noise,
    odds,
    outcomes,
    probability,
    rest,
    share,
    squares,
    worst,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

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
        "the odds of a round": (f"E({STAYS}*o(t + 1)) = E(ok(t)*sum(p(t, k)*E(o(t)/{WHOLE}, N), k, 1, K))"),
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

"""A sample of M points of a domain, and a smooth law that is found on it by rejection sampling: HRS, Lemma G.3.

``D(x)`` is a law of N points that is sigma-smooth, with ``s`` for sigma. On query j it has the answer ``smooth(j)``,
and the data have ``true(j)``, which differs from that by chi at most. M points are drawn from the uniform law, each
kept or not; ``X(i)`` is 1 where draw i is kept, and ``Y`` is how many are. The first k that are kept have the answer
``got(j)``, where there are k; else it is ``smooth(j)``. ``gap`` is the largest distance of ``got`` and ``smooth``,
``dev(j)`` that of ``true(j)`` and ``got(j)``, and ``at(j)`` is 1 for a query on which it is largest. ``least`` is what
a law on the sample has to differ from the data by, on some query.

``miss`` is the probability that k draws from D are off by more than gamma on a query. Fact G.2 bounds it with a
constant ``c0``, which the source leaves open. ``d`` is the Vapnik-Chervonenkis dimension, and ``ell`` is log(1/eta).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, Final

from dpassay.exact import require
from dpassay.proofs_check.models.covered_queries import dimension
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Row = tuple[Fraction, ...]
Draws = tuple[tuple[int, int], ...]
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Reduced:
    """A law of data and a smooth one, queries with values 0 and 1, and the numbers of Lemma G.3.

    Args:
        data: the law of the data, on at most two points, as ``smooth``.
        smooth: D.
        sigma: how smooth it is.
        queries: truth tables.
        drawn: M.
        wanted: k.
        chi: what the answers of both laws may differ by.
        gamma: what is allowed for the sample.
        ell: log(1/eta), where eta is the probability of failure that is allowed.
        constant: c0, that of Fact G.2.
    """

    data: Row
    smooth: Row
    sigma: Fraction
    queries: tuple[str, ...]
    drawn: int
    wanted: int
    chi: Fraction = ZERO
    gamma: Fraction = Fraction(1, 2)
    ell: Fraction = Fraction(1)
    constant: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        """Check the domains."""
        laws = len(self.data) == len(self.smooth) <= 2 and all(sum(p) == 1 and min(p) >= 0 for p in self.laws)
        require(laws, "data, smooth", self.laws, "laws on at most two points")
        fits = self.sigma > 0 and max(self.smooth) * self.sigma * len(self.smooth) <= 1
        require(fits, "sigma", self.sigma, "a number above 0 for which the law is smooth")
        tables = bool(self.queries) and {len(query) for query in self.queries} == {len(self.data)}
        require(tables, "queries", self.queries, "truth tables on the domain")
        require(min(self.drawn, self.wanted) >= 1, "drawn, wanted", (self.drawn, self.wanted), "at least 1")
        require(self.gamma > 0, "gamma", self.gamma, "a number above 0")
        require(self.ell > 0, "ell", self.ell, "a number above 0")
        require(self.constant > 0, "constant", self.constant, "a number above 0")
        most = max(abs(answer(query, self.data) - answer(query, self.smooth)) for query in self.queries)
        require(most <= self.chi, "chi", self.chi, f"at least {most}")

    @property
    def laws(self) -> tuple[Row, Row]:
        """Both."""
        return self.data, self.smooth


def answer(query: str, law: Row) -> Fraction:
    """The mean of a query."""
    return sum((p for p, value in zip(law, query, strict=True) if value == "1"), ZERO)


def empirical(points: tuple[int, ...], size: int) -> Row:
    """The law of some points of so many, from 0 on."""
    return tuple(Fraction(points.count(x), len(points)) for x in range(size))


@cache
def draws(at: Reduced) -> Mapping[Draws, Fraction]:
    """The law of the points that are drawn, and of which are kept."""
    count = len(at.smooth)
    chances = [(x, 1, at.sigma * at.smooth[x]) for x in range(count)]
    chances += [(x, 0, Fraction(1, count) - at.sigma * at.smooth[x]) for x in range(count)]
    found: dict[Draws, Fraction] = {(): Fraction(1)}
    for _ in range(at.drawn):
        found = {(*b, (x, kept)): p * q for b, p in found.items() for x, kept, q in chances if q}
    return found


def first(at: Reduced, outcome: Draws) -> tuple[int, ...]:
    """The first k points that are kept, or as many as are."""
    return tuple(x for x, kept in outcome if kept)[: at.wanted]


def got(at: Reduced, j: int, outcome: Draws) -> Fraction:
    """The answer of the first k points that are kept."""
    points, query = first(at, outcome), at.queries[j - 1]
    return answer(query, empirical(points, len(at.data)) if len(points) == at.wanted else at.smooth)


def deviations(at: Reduced, outcome: Draws) -> list[Fraction]:
    """Of the data from the points that are kept, on each query."""
    return [abs(answer(query, at.data) - got(at, j, outcome)) for j, query in enumerate(at.queries, 1)]


def gap(at: Reduced, outcome: Draws) -> Fraction:
    """The largest one from the smooth law."""
    return max(abs(answer(query, at.smooth) - got(at, j, outcome)) for j, query in enumerate(at.queries, 1))


@cache
def least(at: Reduced, points: frozenset[int]) -> Fraction:
    """What a law on some points has to differ from the data by, on some query: convex along the segment of laws.

    So it is least at an end, or where two of the lines cross.
    """
    ends = [tuple(Fraction(int(x == point)) for x in range(len(at.data))) for point in (min(points), max(points))]
    lines = []
    for query in at.queries:
        low, high = (answer(query, end) - answer(query, at.data) for end in ends)
        lines += [(low, high - low), (-low, low - high)]
    places = [ZERO, Fraction(1)]
    places += [(c - a) / (b - e) for (a, b), (c, e) in combinations(lines, 2) if b != e]
    return min(max(a + b * t for a, b in lines) for t in places if 0 <= t <= 1)


@cache
def miss(at: Reduced) -> Fraction:
    """The probability that k draws from the smooth law are off by more than gamma."""
    found = ZERO
    for points in product(range(len(at.smooth)), repeat=at.wanted):
        law = empirical(points, len(at.smooth))
        if max(abs(answer(q, at.smooth) - answer(q, law)) for q in at.queries) > at.gamma:
            chance = Fraction(1)
            for x in points:
                chance *= at.smooth[x]
            found += chance
    return found


HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
UNIFORM: Final = (HALF, HALF)
ONE: Final = (Fraction(1),)
ALL: Final = ("00", "01", "10", "11")
TWO_QUERIES: Final = ("0", "1")


def one_query(parameters: Mapping[str, Any]) -> Reduced:
    """One query on two points, the uniform law, one draw."""
    wanted, ell = int(parameters["k"]), parameters["ell"]
    return Reduced(UNIFORM, UNIFORM, Fraction(1), ("01",), 1, wanted, ZERO, Fraction(1, 4), ell)


def settings() -> Iterator[Reduced]:
    """One point and two, one draw to 60; in the last ones k is a small part of M s."""
    yield Reduced(UNIFORM, UNIFORM, Fraction(1), ALL, 4, 1)
    yield Reduced(UNIFORM, UNIFORM, Fraction(1), ("01",), 1, 1, gamma=Fraction(1, 4))
    yield Reduced((Fraction(1), ZERO), (Fraction(3, 4), Fraction(1, 4)), Fraction(2, 3), ALL, 3, 2, Fraction(1, 4))
    yield Reduced((ZERO, Fraction(1)), UNIFORM, HALF, ("01", "11"), 3, 1, HALF)
    yield Reduced(ONE, ONE, Fraction(4, 5), ("1",), 5, 1, ZERO, Fraction(1), TENTH)
    yield Reduced(ONE, ONE, Fraction(1), TWO_QUERIES, 60, 15, ZERO, Fraction(1), TENTH)


def read(at: Reduced) -> dict[str, Any]:
    """All numbers that a setting fixes."""
    return {
        "N": Fraction(len(at.smooth)),
        "K": Fraction(len(at.queries)),
        "M": Fraction(at.drawn),
        "k": Fraction(at.wanted),
        "s": at.sigma,
        "chi": at.chi,
        "gamma": at.gamma,
        "d": Fraction(dimension(at.queries)),
        "ell": at.ell,
    }


POINT: Final = "integer, 1 <= x, x <= N"
QUERY: Final = "integer, 1 <= j, j <= K"
DRAW: Final = "integer, 1 <= i, i <= M"
REDUCED: Final = Model(
    "a sample of the domain, and a smooth law",
    parameters={
        "N": "integer, 1 <= N",
        "K": "integer, 1 <= K",
        "M": "integer, 1 <= M",
        "k": "integer, 1 <= k",
        "s": "real, 0 < s",
        "chi": "real, 0 <= chi",
        "gamma": "real, 0 < gamma",
        "d": "integer, 0 <= d",
        "ell": "real, 0 < ell",
    },
    variables={"x": POINT, "j": QUERY, "i": DRAW},
    quantities={
        "P": Named(draws, space="draws", law=True),
        "D": Named(lambda at, x: at.smooth[x - 1], {"x": POINT}, range="at least 0"),
        "true": Named(lambda at, j: answer(at.queries[j - 1], at.data), {"j": QUERY}),
        "smooth": Named(lambda at, j: answer(at.queries[j - 1], at.smooth), {"j": QUERY}),
        "X": Named(lambda _, i, outcome: Fraction(outcome[i - 1][1]), {"i": DRAW}, "draws", range="at least 0"),
        "Y": Named(lambda _, outcome: Fraction(sum(kept for _, kept in outcome)), space="draws", range="integer"),
        "got": Named(got, {"j": QUERY}, "draws"),
        "gap": Named(gap, space="draws"),
        "dev": Named(lambda at, j, outcome: deviations(at, outcome)[j - 1], {"j": QUERY}, "draws", range="at least 0"),
        "at": Named(
            lambda at, j, outcome: Fraction(int((all_ := deviations(at, outcome)).index(max(all_)) == j - 1)),
            {"j": QUERY},
            "draws",
            range="at least 0",
        ),
        "least": Named(lambda at, outcome: least(at, frozenset(x for x, _ in outcome)), space="draws"),
        "miss": Named(miss, range="at least 0"),
        "c0": Named(lambda at: at.constant, range="positive"),
    },
    facts={
        "a law": "sum(D(x), x, 1, N) = 1",
        "smooth": "s*N*D(x) <= 1",
        "drawn and kept": "E(X(i)) = sum(1/N*(s*N*D(x)), x, 1, N)",
        "kept or not": "X(i)**2 = X(i)",
        "independent": "independent(X(i), i, 1, M)",
        "number": "Y = sum(X(i), i, 1, M)",
        "smooth, up": "true(j) - smooth(j) <= chi",
        "smooth, down": "smooth(j) - true(j) <= chi",
        "gap, up": "smooth(j) - got(j) <= gap",
        "gap, down": "got(j) - smooth(j) <= gap",
        "distance": "dev(j)**2 = (true(j) - got(j))**2",
        "one query": "sum(at(j), j, 1, K) = 1",
        "the kept are on the sample": "[k <= Y]*least <= [k <= Y]*sum(at(j)*dev(j), j, 1, K)",
        "the first that are kept are draws from D": "E([k <= Y]*[gamma < gap]) = E([k <= Y])*miss",
        "uniform convergence": "miss <= 2*exp(d - gamma**2*k/c0)",
    },
    settings=settings,
    read=read,
    outcomes={"draws": lambda at: list(draws(at))},
)
ONE_QUERY: Final = REDUCED.narrowed(
    "one query on two points, and one draw",
    {
        "two points": "N = 2",
        "a single query": "K = 1",
        "one draw": "M = 1",
        "any law": "s = 1",
        "the smooth law": "chi = 0",
        "a quarter": "gamma = 1/4",
        "no point is shattered": "d = 0",
        "half is asked for": "least = 1/2",
    },
    lambda: (one_query({"k": Fraction(k), "ell": ell}) for k in (1, 2) for ell in (TENTH, Fraction(3))),
    made=one_query,
)

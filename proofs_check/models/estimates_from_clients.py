"""The estimate of KL(Pi || P) from T draws of Pi, where at each draw some clients tell their frequencies: Algorithm 1.

Clients hold as many items each; at each draw a set of ``size`` of them is chosen, all sets alike and independently.
``f(c, x)`` is the frequency of x among the items of the c-th set, above 0 for all x, and ``u(c)`` the chance of that
set, 1/m. ``F`` is the law of the draws with their sets, ``g(t, l)`` is l (r - 1) - log r at r = f(c, x)/Pi(x), and
``est(l)`` the mean of these; ``center(l)`` and ``var(l)`` are the mean and the variance of est(l) with noise of mean 0
and variance ``s2`` that is independent of all. ``KL`` is KL(Pi || P), ``off(c)`` is KL(Pi || f(c)), ``a`` and ``b`` are
the largest f(c, x)/Pi(x) and Pi(x)/f(c, x); ``alpha``, ``beta`` and ``back`` speak of P, and ``most`` is the larger one
of alpha - 1 and beta^2 - 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, Final

from dpassay.exact import Real
from dpassay.proofs_check.models.estimates_of_kl import NONE, divergence, expected, of_ratio
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Draws = tuple[tuple[int, int], ...]
"""The point and the number of the set, both from 1 on, of each draw."""


@dataclass(frozen=True)
class Clients:
    """The counts of each client, Pi, the size of a set, the number of draws and the variance of the noise."""

    counts: tuple[tuple[int, ...], ...]
    public: tuple[Fraction, ...]
    size: int
    draws: int = 1
    noise: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if not self.counts or {len(row) for row in self.counts} != {len(self.public)}:
            raise ValueError(f"counts = {self.counts}: expected a row of {len(self.public)} counts for each client")
        if len({sum(row) for row in self.counts}) != 1 or min(map(min, self.counts)) < 0:
            raise ValueError(f"counts = {self.counts}: expected as many items of each client")
        if min(self.public) <= 0 or sum(self.public) != 1:
            raise ValueError(f"public = {self.public}: expected a law above 0 everywhere")
        if not 1 <= self.size <= len(self.counts) or self.draws < 1 or self.noise < 0:
            raise ValueError(f"size, draws = {self.size}, {self.draws}: expected sets of clients, and draws")
        if not all(map(all, self.tables)):
            raise ValueError(f"counts = {self.counts}: expected that each set of {self.size} clients has all items")

    @property
    def tables(self) -> tuple[tuple[Fraction, ...], ...]:
        """The frequencies in each set."""
        return tuple(frequencies(rows) for rows in combinations(self.counts, self.size))

    @property
    def private(self) -> tuple[Fraction, ...]:
        """P."""
        return frequencies(self.counts)


def frequencies(rows: tuple[tuple[int, ...], ...]) -> tuple[Fraction, ...]:
    """The share of each item among those of some clients."""
    totals = tuple(map(sum, zip(*rows, strict=True)))
    return tuple(Fraction(total, sum(totals)) for total in totals)


@cache
def law(at: Clients) -> Mapping[Draws, Fraction]:
    """The law of the draws with their sets."""
    sets = len(at.tables)
    ones = {(x, c): q / sets for x, q in enumerate(at.public, 1) for c in range(1, sets + 1)}
    found: dict[Draws, Fraction] = {(): Fraction(1)}
    for _ in range(at.draws):
        found = {(*xs, y): p * w for (xs, p), (y, w) in product(found.items(), ones.items())}
    return found


def term(at: Clients, draw: tuple[int, int], weight: Any) -> Real:
    """l (r - 1) - log r at a point and a set."""
    x, c = draw
    return of_ratio(at.tables[c - 1][x - 1] / at.public[x - 1], weight)


def estimate(at: Clients, weight: Any, draws: Draws) -> Real:
    """est(l)."""
    return sum((term(at, draw, weight) for draw in draws), NONE) / at.draws


def center(at: Clients, weight: Any) -> Real:
    """The mean of the estimate."""
    return expected(law(at), lambda draws: estimate(at, weight, draws))


def variance(at: Clients, weight: Any) -> Real:
    """The variance of what is released."""
    middle = center(at, weight)
    return expected(law(at), lambda draws: (estimate(at, weight, draws) - middle) ** 2) + at.noise


def ratios(at: Clients) -> tuple[Fraction, ...]:
    """All f(c, x)/Pi(x)."""
    return tuple(f / q for table in at.tables for f, q in zip(table, at.public, strict=True))


def ratios_of_all(at: Clients) -> tuple[Fraction, ...]:
    """All P(x)/Pi(x)."""
    return tuple(p / q for p, q in zip(at.private, at.public, strict=True))


HALVES: Final = Clients(((2, 1), (1, 2)), (Fraction(1, 2), Fraction(1, 2)), 1)
"""Two clients with thirds and two thirds, one of whom is asked; P = Pi = (1/2, 1/2)."""


def settings() -> Iterator[Clients]:
    """One of two clients, once and twice, two of three, and all."""
    yield HALVES
    yield Clients(((2, 1), (1, 2)), (Fraction(1, 4), Fraction(3, 4)), 1, 2, Fraction(1, 3))
    yield Clients(((2, 1), (1, 2), (2, 1)), (Fraction(1, 3), Fraction(2, 3)), 2, 1, Fraction(1, 2))
    yield Clients(((1, 1), (2, 0)), (Fraction(1, 2), Fraction(1, 2)), 2, 2)


def read(at: Clients) -> dict[str, Fraction]:
    """k, m, T, the largest ratios, and the variance of the noise."""
    return {
        "k": Fraction(len(at.public)),
        "m": Fraction(len(at.tables)),
        "T": Fraction(at.draws),
        "a": max(ratios(at)),
        "b": 1 / min(ratios(at)),
        "alpha": max(ratios_of_all(at)),
        "beta": 1 / min(ratios_of_all(at)),
        "s2": at.noise,
    }


POINT: Final = "integer, 1 <= x, x <= k"
SET: Final = "integer, 1 <= c, c <= m"
ROUND: Final = "integer, 1 <= t, t <= T"
DRAWS: Final = "draws"
TERM: Final = "(l*(f(c, x)/q(x) - 1) - log(f(c, x)/q(x)))"
SAMPLED: Final = Model(
    "an estimate from sampled clients",
    parameters={
        "k": "integer, 1 <= k",
        "m": "integer, 1 <= m",
        "T": "integer, 1 <= T",
        "a": "real, 1 <= a",
        "b": "real, 1 <= b",
        "alpha": "real, 1 <= alpha",
        "beta": "real, 1 <= beta",
        "s2": "real, 0 <= s2",
    },
    variables={"x": POINT, "c": SET, "t": ROUND, "s": "integer, 1 <= s, s <= t - 1", "l": "real"},
    quantities={
        "p": Named(lambda at, x: at.private[x - 1], {"x": POINT}, range="positive"),
        "q": Named(lambda at, x: at.public[x - 1], {"x": POINT}, range="positive"),
        "f": Named(lambda at, c, x: at.tables[c - 1][x - 1], {"c": SET, "x": POINT}, range="positive"),
        "u": Named(lambda at, _: Fraction(1, len(at.tables)), {"c": SET}, range="positive"),
        "KL": Named(lambda at: divergence(at.public, at.private)),
        "back": Named(lambda at: divergence(at.private, at.public)),
        "off": Named(lambda at, c: divergence(at.public, at.tables[c - 1]), {"c": SET}),
        "most": Named(lambda at: max(*ratios_of_all(at), 1 / min(ratios_of_all(at)) ** 2) - 1),
        "F": Named(law, space=DRAWS, law=True),
        "g": Named(lambda at, t, weight, draws: term(at, draws[t - 1], weight), {"t": ROUND, "l": "real"}, space=DRAWS),
        "est": Named(estimate, {"l": "real"}, space=DRAWS),
        "center": Named(center, {"l": "real"}),
        "var": Named(variance, {"l": "real"}),
    },
    facts={
        "Pi is a law": "sum(q(x), x, 1, k) = 1",
        "frequencies": "sum(f(c, x), x, 1, k) = 1",
        "one set is chosen": "sum(u(c), c, 1, m) = 1",
        "as many items of each": "p(x) = sum(u(c)*f(c, x), c, 1, m)",
        "largest ratio": "f(c, x)/q(x) <= a",
        "smallest ratio": "q(x)/f(c, x) <= b",
        "divergence": "KL = sum(q(x)*log(q(x)/p(x)), x, 1, k)",
        "divergence of a set": "off(c) = sum(q(x)*log(q(x)/f(c, x)), x, 1, k)",
        "draws": f"E(g(t, l), F) = sum(u(c)*sum(q(x)*{TERM}, x, 1, k), c, 1, m)",
        "draws, squares": f"E(g(t, l)**2, F) = sum(u(c)*sum(q(x)*{TERM}**2, x, 1, k), c, 1, m)",
        "independent draws": "E(g(s, l)*g(t, l), F) = E(g(s, l), F)*E(g(t, l), F)",
        "estimate": "est(l) = sum(g(t, l), t, 1, T)/T",
        "noise of mean 0": "center(l) = E(est(l), F)",
        "independent noise": "var(l) = E((est(l) - E(est(l), F))**2, F) + s2",
    },
    settings=settings,
    read=read,
    outcomes={DRAWS: lambda at: tuple(law(at))},
)

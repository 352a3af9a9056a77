"""Rejection sampling from a sigma-smooth law on N points: draws from the uniform law, each kept or not.

``D(x)`` is the smooth law, at most 1/(s N), and ``both(x)`` the probability that one draw is x and is kept, which it
then is with probability s N D(x). Of m draws, ``X(i)`` is 1 where draw i is kept, and ``Y`` is how many of them are.
``missed(t)`` is the probability that none of the first t draws is kept. ``go(i)`` is 1 where draw i is made, as fewer
than k are kept before it, and ``made`` is how many are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, Final

from dpassay.exact import require
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Kept = tuple[int, ...]


@dataclass(frozen=True)
class Draws:
    """A law, sigma, the number m of draws, and the number k of those to be kept."""

    law: tuple[Fraction, ...]
    sigma: Fraction
    draws: int
    wanted: int

    def __post_init__(self) -> None:
        """Check the domains."""
        require(sum(self.law) == 1 and min(self.law) >= 0, "law", self.law, "probabilities")
        require(self.draws >= 1, "draws", self.draws, "at least 1")
        require(self.wanted >= 1, "wanted", self.wanted, "at least 1")
        smooth = self.sigma > 0 and max(self.law) * self.sigma * len(self.law) <= 1
        require(smooth, "sigma", self.sigma, "a number above 0 for which the law is smooth")


def both(at: Draws, x: int) -> Fraction:
    """The probability that a draw is x, from 1 on, and is kept."""
    return Fraction(1, len(at.law)) * (at.sigma * len(at.law) * at.law[x - 1])


def kept(at: Draws) -> Fraction:
    """The probability that a draw is kept."""
    return sum((both(at, x) for x in range(1, len(at.law) + 1)), Fraction(0))


def all_draws(at: Draws) -> dict[Kept, Fraction]:
    """The law of which draws are kept."""
    one = kept(at)
    found = {}
    for outcome in product((0, 1), repeat=at.draws):
        count = sum(outcome)
        found[outcome] = one**count * (1 - one) ** (at.draws - count)
    return found


def counts(at: Draws) -> dict[int, Fraction]:
    """The law of their number."""
    one, m = kept(at), at.draws
    return {count: comb(m, count) * one**count * (1 - one) ** (m - count) for count in range(m + 1)}


UNEVEN: Final = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


def settings() -> Iterator[Draws]:
    """Up to eight draws, of which 4 k/s is at most m in some."""
    yield Draws(UNEVEN, Fraction(1, 2), 8, 1)
    yield Draws(UNEVEN, Fraction(2, 3), 6, 1)
    yield Draws((Fraction(1, 2),) * 2, Fraction(1), 8, 2)
    yield Draws((Fraction(1),), Fraction(4, 5), 5, 1)
    yield Draws((Fraction(0), Fraction(1)), Fraction(1, 3), 3, 2)


def long_settings() -> Iterator[Draws]:
    """Those, and 4 k/s draws at sigma = 1/5 besides."""
    yield from settings()
    yield Draws((Fraction(1),), Fraction(1, 5), 20, 1)


def read(at: Draws) -> dict[str, Any]:
    """N, s, m and k."""
    return {"N": Fraction(len(at.law)), "s": at.sigma, "m": Fraction(at.draws), "k": Fraction(at.wanted)}


POINT: Final = "integer, 1 <= x, x <= N"
DRAW: Final = "integer, 1 <= i, i <= m"
PARAMETERS: Final = {
    "N": "integer, 1 <= N",
    "s": "real, 0 < s",
    "m": "integer, 1 <= m",
    "k": "integer, 1 <= k",
}
OF_LAW: Final = {
    "D": Named(lambda at, x: at.law[x - 1], {"x": POINT}, range="at least 0"),
    "both": Named(both, {"x": POINT}, range="at least 0"),
}
SMOOTH: Final = {
    "a law": "sum(D(x), x, 1, N) = 1",
    "smooth": "s*N*D(x) <= 1",
    "drawn and kept": "both(x) = 1/N*(s*N*D(x))",
}
DRAWS: Final = Model(
    "draws that are kept or not",
    parameters=PARAMETERS,
    variables={"x": POINT, "i": DRAW},
    quantities={
        **OF_LAW,
        "P": Named(all_draws, space="draws", law=True),
        "missed": Named(lambda at, t: (1 - kept(at)) ** t, {"t": "integer, 0 <= t, t <= m"}, range="at least 0"),
        "X": Named(lambda _, i, outcome: Fraction(outcome[i - 1]), {"i": DRAW}, "draws", range="at least 0"),
    },
    facts={
        **SMOOTH,
        "kept or not": "X(i)**2 = X(i)",
        "independent": "independent(X(i), i, 1, m)",
        "chance": "E(X(i)) = sum(both(x), x, 1, N)",
        "none yet": "missed(0) = 1",
        "none again": "missed(i) = missed(i - 1)*(1 - sum(both(x), x, 1, N))",
    },
    settings=settings,
    read=read,
    outcomes={"draws": lambda at: list(all_draws(at))},
)
COUNTS: Final = Model(
    "the number of draws that are kept",
    parameters=PARAMETERS,
    quantities={
        "P": Named(counts, space="number", law=True),
        "Y": Named(lambda _, count: Fraction(count), space="number", range="at least 0"),
    },
    facts={"mean": "E(Y) = m*s"},
    settings=long_settings,
    read=read,
    outcomes={"number": lambda at: list(range(at.draws + 1))},
)


def before(at: Draws, i: int, outcome: Kept) -> Fraction:
    """Whether draw i is made: fewer than k are kept before it."""
    return Fraction(int(sum(outcome[: i - 1]) < at.wanted))


def made(at: Draws, outcome: Kept) -> Fraction:
    """How many draws are made."""
    return sum((before(at, i, outcome) for i in range(1, at.draws + 1)), Fraction(0))


STOPPED: Final = DRAWS.narrowed(
    "draws until enough are kept, and at most m",
    {
        "a draw is made": "go(i) = [sum(X(t), t, 1, i - 1) <= k - 1]",
        "kept given the past": "E(go(i)*X(i)) = E(go(i))*sum(both(x), x, 1, N)",
        "all draws that are made": "made = sum(go(i), i, 1, m)",
        "no more than are wanted": "sum(go(i)*X(i), i, 1, m) <= k",
        "all that are wanted": "k*(1 - [sum(X(i), i, 1, m) <= k - 1]) <= sum(go(i)*X(i), i, 1, m)",
    },
    settings,
    {
        "go": Named(before, {"i": DRAW}, "draws", range="at least 0"),
        "made": Named(made, space="draws", range="at least 0"),
    },
)

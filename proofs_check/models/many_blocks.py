"""The numbers of MWEM on blocks, where they are powers of 10, for one record.

There are J blocks of M points, and s J M points in S, so sigma is s/(1 + s) and gamma is sigma/2. The class has the
dimension d: the d points that all patterns occur on have it, and of d + 1 points one is none of these. A query of the
first kind or the star that is -1 there is -1 on its block among the d + 1 points, or on one point of its block and a
block before or after, or on all blocks: at most d + 3 patterns, and 2^d would be needed. That is less, where 3 <= d.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import require
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Many:
    """The logarithms of J, M and T to the base 10; d and 1/b, and the odds of S."""

    blocks: int
    points: int
    rounds: int
    dimension: int
    rate: int
    odds: int

    def __post_init__(self) -> None:
        """Check the domains."""
        require(min(self.blocks, self.points) >= 1, "blocks, points", (self.blocks, self.points), "at least 1")
        require(self.rounds >= 0, "rounds", self.rounds, "at least 0")
        require(3 <= self.dimension <= 10**self.points, "dimension", self.dimension, "from 3 to the points of a block")
        require(self.rate >= 10, "rate", self.rate, "at least 10")
        require(self.odds >= 1, "odds", self.odds, "at least 1")


FAR_OFF: Final = Many(blocks=2430, points=45850, rounds=2443, dimension=25000, rate=100000, odds=19)
"""J = 10^2430 blocks of M = 10^45850 points, T = 10^2443 rounds, d = 25000, b = 1/100000 and sigma = 19/20."""


def read(at: Many) -> dict[str, Fraction]:
    """The parameters."""
    blocks, points, rounds = (Fraction(10) ** power for power in (at.blocks, at.points, at.rounds))
    patterns = Fraction(2) ** at.dimension - 1
    return {
        "T": rounds,
        "J": blocks,
        "M": points,
        "L": blocks * points,
        "D": patterns,
        "K": blocks * points + patterns,
        "s": Fraction(at.odds),
        "sigma": Fraction(at.odds, 1 + at.odds),
        "d": Fraction(at.dimension),
        "b": Fraction(1, at.rate),
        "eps": 2 * rounds * at.rate,
    }


COUNTED: Final = Model(
    "the numbers of MWEM on blocks",
    parameters={
        "T": "integer, 1 <= T",
        "J": "integer, 3 <= J",
        "M": "integer, 1 <= M",
        "L": "integer, 1 <= L, L = J*M",
        "D": "integer, 1 <= D",
        "K": "integer, 1 <= K, K = L + D",
        "s": "real, 0 < s",
        "sigma": "real, 0 < sigma, sigma*(1 + s) = s",
        "d": "integer, 3 <= d, d <= M",
        "b": "real, 0 < b, 10*b <= 1",
        "eps": "real, 0 < eps, eps*b = 2*T",
    },
    settings=lambda: iter((FAR_OFF, Many(1, 1, 0, 3, 10, 1))),
    read=read,
)
"""``sigma`` is s/(1 + s), and ``b`` is 2T/eps."""

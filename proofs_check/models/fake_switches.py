"""The coins of L2P that do not depend on the losses: A of line 13 and S' of line 6, in each step after the first round.

A setting is T, B, p and delta_1. ``A(s)`` and ``F(s)`` are the two coins of step s, of n - 1 steps for n = T/B, each 1
with probability 1 - p; all are independent. ``g`` is the delta_1 of Theorem 3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Coins = tuple[tuple[int, int], ...]
PAIRS: Final[Coins] = ((0, 0), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Switches:
    """T, B, p and delta_1."""

    rounds: int
    batch: int
    fake_switch: Fraction
    delta_1: Fraction

    def __post_init__(self) -> None:
        if self.batch < 1 or self.rounds % self.batch != 0 or self.rounds < 2 * self.batch:
            raise ValueError(f"rounds, batch = {self.rounds}, {self.batch}: expected two or more whole batches")
        if not (0 < self.fake_switch < 1 and 0 < self.delta_1 < 1):
            raise ValueError(f"fake_switch, delta_1 = {self.fake_switch}, {self.delta_1}: expected between 0 and 1")

    @property
    def steps(self) -> int:
        """n - 1."""
        return self.rounds // self.batch - 1


def outcomes(switches: Switches) -> Iterator[Coins]:
    """All coins (A, S') of all steps."""
    return product(PAIRS, repeat=switches.steps)


@cache
def law(switches: Switches) -> Mapping[Coins, Fraction]:
    """The law of all coins."""
    p = switches.fake_switch
    chance = {coins: prod((1 - p if coin else p for coin in coins), start=Fraction(1)) for coins in PAIRS}
    return {steps: prod((chance[coins] for coins in steps), start=Fraction(1)) for steps in outcomes(switches)}


def settings() -> Iterator[Switches]:
    """Two to four batches of one or two rounds; large and small delta_1, and p that is 1/2 or more or less."""
    for delta_1 in (Fraction(1, 2), Fraction(1, 30)):
        yield Switches(2, 1, Fraction(1, 2), delta_1)
        yield Switches(6, 2, Fraction(2, 3), delta_1)
        yield Switches(4, 1, Fraction(1, 4), delta_1)
    yield Switches(3, 1, Fraction(1, 3), Fraction(1, 1000))


def read(switches: Switches) -> dict[str, Any]:
    """T, n, B, p and g."""
    return {
        "T": Fraction(switches.rounds),
        "n": Fraction(switches.steps + 1),
        "B": Fraction(switches.batch),
        "p": switches.fake_switch,
        "g": switches.delta_1,
    }


STEP: Final = {"s": "integer, 1 <= s, s <= n - 1"}
SWITCHES: Final = Model(
    "the coins of L2P that do not depend on losses",
    parameters={
        "T": "integer, 1 <= T",
        "n": "integer, 2 <= n",
        "B": "integer, 1 <= B",
        "p": "real, 0 < p, p < 1",
        "g": "real, 0 < g, g < 1",
    },
    variables=STEP,
    quantities={
        "P": Named(law, space="coins", law=True),
        "A": Named(lambda _, s, coins: Fraction(coins[s - 1][0]), STEP, "coins", range="at least 0"),
        "F": Named(lambda _, s, coins: Fraction(coins[s - 1][1]), STEP, "coins", range="at least 0"),
    },
    facts={
        "batches": "T = n*B",
        "A is 0 or 1": "A(s)**2 = A(s)",
        "F is 0 or 1": "F(s)**2 = F(s)",
        "both coins": "E(A(s)*F(s)) = (1 - p)**2",
        "independent": "independent(1 - A(s)*F(s), s, 1, n - 1)",
    },
    settings=settings,
    read=read,
    outcomes={"coins": outcomes},
)

"""A history that has spent the budget of coins that E_G allows, and the bit of the round whose loss is another one.

Two models, B = 1, and no losses but in round s_0, where the first model pays 1, or the second one. In the history x
stays model 0, and y changes in each of the rounds 2, ..., spent + 1, which shows A = 0, and ends at model 1; nothing
else is drawn, and s_0 is later than spent + 1. ``c(z)`` is the probability that zeta_(s_0) = z given the history and
E_G, and ``c2(z)`` that with the other loss. ``g`` is delta_1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

from dpassay.exact import LogForm, as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class History:
    """T, p, delta_1, e^eta, s_0 and how many coins fell."""

    rounds: int
    fake_switch: Fraction
    delta_1: Fraction
    growth: Fraction
    changed_round: int
    spent: int

    def __post_init__(self) -> None:
        if not (0 < self.fake_switch < 1 and 0 < self.delta_1 < 1 and self.growth > 1):
            raise ValueError(f"{self}: expected fake_switch and delta_1 between 0 and 1, and growth above 1")
        if not 0 <= self.spent <= self.changed_round - 2 <= self.rounds - 3:
            raise ValueError(f"{self}: expected 0 <= spent <= changed_round - 2, and changed_round below rounds")
        if not self.is_allowed(self.spent):
            raise ValueError(f"spent = {self.spent}: expected a history on which E_G may hold")

    def is_allowed(self, coins: int) -> bool:
        """Whether so many coins are at most 2 T p log(1/delta_1)."""
        return bool(LogForm(Fraction(coins)) <= log(1 / self.delta_1) * (2 * self.rounds * self.fake_switch))


def _allowed(history: History, coins: int, fell: int) -> Fraction:
    """The probability that of so many coins to come no more fall than E_G allows, after some that fell."""
    rate = 1 - (1 - history.fake_switch) ** 2
    return sum(
        (
            comb(coins, k) * rate**k * (1 - rate) ** (coins - k)
            for k in range(coins + 1)
            if history.is_allowed(fell + k)
        ),
        Fraction(0),
    )


@cache
def switching(history: History, which: int) -> Fraction:
    """Pr[zeta_(s_0) = 1] given the history and E_G; S = 1 in line 6 with probability e^(-2 eta -+ eta)."""
    keeps = history.growth ** (-3 if which == 0 else -1)
    later = history.rounds - 1 - history.changed_round
    falls = 1 - (1 - history.fake_switch) ** 2
    stays = (1 - falls) * _allowed(history, later, history.spent)
    spends = falls * _allowed(history, later, history.spent + 1)
    return (stays * (1 - keeps) + spends) / (stays + spends)


def bit(history: History, which: int, z: int) -> Fraction:
    """Pr[zeta_(s_0) = z] given these."""
    switched = switching(history, which)
    return switched if z else 1 - switched


def settings() -> Iterator[History]:
    """A budget that is spent, and one that is not."""
    yield History(10, Fraction(1, 10), Fraction(1, 21), Fraction(31, 30), 8, 6)
    yield History(4, Fraction(1, 2), Fraction(1, 10), Fraction(21, 20), 2, 0)


def read(history: History) -> dict[str, Any]:
    """T, p, eta, s_0 and g."""
    return {
        "T": Fraction(history.rounds),
        "p": history.fake_switch,
        "eta": as_real(log(history.growth)),
        "s0": Fraction(history.changed_round),
        "g": history.delta_1,
    }


BIT: Final = {"z": "integer, 0 <= z, z <= 1"}
SPENT: Final = Model(
    "a history that has spent the budget",
    parameters={
        "T": "integer, 1 <= T",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "s0": "integer, 1 <= s0, s0 < T",
        "g": "real, 0 < g, g < 1",
    },
    variables=BIT,
    quantities={
        f"c{end}": Named(lambda history, z, which=which: bit(history, which, z), BIT, range="at least 0")
        for which, end in enumerate(("", "2"))
    },
    settings=settings,
    read=read,
)

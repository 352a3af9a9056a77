"""The coins A_2, ..., A_T of Algorithm 1, and the round in which the other model y_t was drawn.

A setting is T, the probability p of a coin that is 0, and delta_1 = e^(-L). ``A(s)`` is the coin of round s, 1 or 0,
``drawn(t)`` the round in which y_t was drawn, ``last0(t)`` the largest s <= t such that s = 1 or A_s = 0, and
``last1(t)`` the largest s <= t such that A_s = 1, or 1 where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Coins = tuple[int, ...]


@dataclass(frozen=True)
class Rounds:
    """The number of rounds, the probability that a coin is 0, and delta_1."""

    rounds: int
    fake_switch: Fraction
    delta_1: Fraction

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ValueError(f"rounds = {self.rounds}: expected at least 1")
        if not (0 < self.fake_switch < 1 and 0 < self.delta_1 < 1):
            raise ValueError(f"fake_switch, delta_1 = {self.fake_switch}, {self.delta_1}: expected between 0 and 1")


def all_coins(a: Rounds) -> Iterator[Coins]:
    """All values of the coins of the rounds 2, ..., T."""
    return product((0, 1), repeat=a.rounds - 1)


@cache
def law(a: Rounds) -> Mapping[Coins, Fraction]:
    """Independent coins."""
    p = a.fake_switch
    return {coins: p ** coins.count(0) * (1 - p) ** coins.count(1) for coins in all_coins(a)}


def drawn(_: Rounds, t: int, coins: Coins) -> int:
    """Line 15 draws y_s where A_s = 0, and line 18 keeps it elsewhere."""
    place = 1
    for s in range(2, t + 1):
        place = s if coins[s - 2] == 0 else place
    return place


def last(t: int, coins: Coins, value: int) -> int:
    """The largest round up to t whose coin has a value, or 1."""
    return max([1, *(s for s in range(2, t + 1) if coins[s - 2] == value)])


def settings() -> Iterator[Rounds]:
    """One to five rounds."""
    for rounds, p, delta in ((1, "1/2", "1/3"), (2, "1/3", "1/2"), (4, "1/2", "1/5"), (5, "9/10", "9/10")):
        yield Rounds(rounds, Fraction(p), Fraction(delta))
    yield Rounds(5, Fraction(1, 10), Fraction(4, 5))


def read(a: Rounds) -> dict[str, Any]:
    """T, p and L."""
    return {"T": Fraction(a.rounds), "p": a.fake_switch, "L": as_real(log(1 / a.delta_1))}


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
COINS: Final = Model(
    "the coins of the other model",
    parameters={"T": "integer, 1 <= T", "p": "real, 0 < p, p < 1", "L": "real, 0 < L"},
    variables={**ROUND, "u": "integer, 1 <= u, u <= T - 1", "c": "real"},
    quantities={
        "P": Named(law, space="coins", law=True),
        "A": Named(lambda _, s, coins: coins[s - 2], {"s": "integer, 2 <= s, s <= T"}, "coins", range="at least 0"),
        "drawn": Named(drawn, ROUND, "coins"),
        "last0": Named(lambda _, t, coins: last(t, coins, 0), ROUND, "coins"),
        "last1": Named(lambda _, t, coins: last(t, coins, 1), ROUND, "coins"),
    },
    facts={
        "0 or 1": "A(u + 1)**2 = A(u + 1)",
        "line 2": "drawn(1) = 1",
        "lines 14 to 18": "drawn(u + 1) = A(u + 1)*drawn(u) + (1 - A(u + 1))*(u + 1)",
        "the largest, at first": "last0(1) = 1",
        "the largest": "last0(u + 1) = A(u + 1)*last0(u) + (1 - A(u + 1))*(u + 1)",
        "a new coin": "E(A(u + 1)*[drawn(u) < c]) = (1 - p)*Pr(drawn(u) < c)",
    },
    settings=settings,
    read=read,
    outcomes={"coins": all_coins},
)

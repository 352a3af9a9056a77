"""The follower of a path of desired models, which draws uniform models until it has the desired one.

An algorithm desires the models a_1, ..., a_T of d, the same one in the rounds u + 1, ..., u + n. The coins of T rounds
are an outcome: those of a round are uniform and independent of all else. In round t + 1 the follower keeps its model
where that is a_(t+1), and else draws the one of the coins. ``ahead(t)`` is 1 where the model of round t is not a_(t+1),
or there is none, and ``miss(t)`` where it is not a_t; ``off(t)`` is 1 where the coins of round t are not a_t, and
``shows(t, i)`` where they are i. ``after(t)`` is the law of the coins given those of the first t rounds, and ``q(j)``
is (1 - 1/d)^j.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import average, epochs, expected_loss, follower
from dpassay.proofs_check.limited_switching import leader
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Coins = tuple[int, ...]


@dataclass(frozen=True)
class Path:
    """The desired models, from 0, the number of models, and a stretch of rounds in which the desire stays the same."""

    desired: tuple[int, ...]
    experts: int
    start: int
    length: int

    def __post_init__(self) -> None:
        if not all(0 <= a < self.experts for a in self.desired):
            raise ValueError(f"desired = {self.desired}: expected models from 0 to {self.experts - 1}")
        stretch = self.desired[self.start : self.start + self.length]
        if self.start < 0 or self.length < 1 or len(stretch) < self.length or len(set(stretch)) > 1:
            raise ValueError(f"start, length = {self.start}, {self.length}: expected rounds of one desire")


@cache
def models(path: Path, coins: Coins) -> tuple[int, ...]:
    """The models played."""
    played = [coins[0]]
    for wanted, coin in zip(path.desired[1:], coins[1:], strict=True):
        played.append(wanted if played[-1] == wanted else coin)
    return tuple(played)


def is_ahead(path: Path, t: int, coins: Coins) -> Fraction:
    """1 where the model of round t is not desired in round t + 1."""
    return Fraction(int(t == 0 or models(path, coins)[t - 1] != path.desired[t]))


def is_missed(path: Path, t: int, coins: Coins) -> Fraction:
    """1 where the model of round t is not the desired one."""
    return Fraction(int(models(path, coins)[t - 1] != path.desired[t - 1]))


def all_coins(path: Path) -> list[Coins]:
    """The coins of all rounds."""
    return list(product(range(path.experts), repeat=len(path.desired)))


def _given(path: Path, t: int, past: Coins) -> Mapping[Coins, Fraction]:
    alike = [coins for coins in all_coins(path) if coins[:t] == past[:t]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def settings() -> Iterator[Path]:
    """Stretches in the beginning and later, with one to three models."""
    yield Path((0, 0, 0), 2, 0, 3)
    yield Path((0, 1, 1, 1), 2, 1, 3)
    yield Path((1, 0, 1), 2, 2, 1)
    yield Path((2, 2, 0), 3, 0, 2)
    yield Path((0, 1, 1), 3, 1, 2)
    yield Path((0, 0), 1, 0, 2)


def read(path: Path) -> dict[str, Any]:
    """T, d, u and n."""
    numbers = {"T": len(path.desired), "d": path.experts, "u": path.start, "n": path.length}
    return {name: Fraction(number) for name, number in numbers.items()}


SPACE: Final = "coins"
ROUND: Final = "integer, 1 <= t, t <= T"
BEFORE: Final = "integer, 0 <= t, t <= T - 1"
FOLLOWER: Final = Model(
    "the follower of a path",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "u": "integer, 0 <= u",
        "n": "integer, 1 <= n, u + n <= T",
    },
    variables={
        "t": BEFORE,
        "i": "integer, 1 <= i, i <= d",
        "j": "integer, 1 <= j, j <= n",
        "k": "integer, 1 <= k, k <= n - 1",
    },
    quantities={
        "P": Named(lambda path: _given(path, 0, ()), space=SPACE, law=True),
        "after": Named(_given, {"t": BEFORE}, SPACE, given=SPACE, law=True, mean_of="P"),
        "ahead": Named(is_ahead, {"t": BEFORE}, SPACE, range="at least 0"),
        "miss": Named(is_missed, {"t": ROUND}, SPACE, range="at least 0"),
        "off": Named(lambda path, t, coins: Fraction(int(coins[t - 1] != path.desired[t - 1])), {"t": ROUND}, SPACE),
        "shows": Named(
            lambda _, t, i, coins: Fraction(int(coins[t - 1] == i - 1)),
            {"t": ROUND, "i": "integer, 1 <= i, i <= d"},
            SPACE,
        ),
        "q": Named(lambda path, j: (1 - Fraction(1, path.experts)) ** j, {"j": "integer, 0 <= j"}, range="at least 0"),
    },
    facts={
        "kept or drawn": "miss(t + 1) = ahead(t)*off(t + 1)",
        "or not": "ahead(t)**2 = ahead(t)",
        "one desire": "ahead(u + k) = miss(u + k)",
        "uniform": "E(shows(t + 1, i), after(t)) = 1/d",
        "off": "E(off(t + 1), after(t)) = 1 - 1/d",
        "known": "E((ahead(t) - given(ahead(t)))**2, after(t)) = 0",
        "power of 0": "q(0) = 1",
        "next power": "q(j) = (1 - 1/d)*q(j - 1)",
    },
    settings=settings,
    read=read,
    outcomes={SPACE: all_coins},
)


@dataclass(frozen=True)
class Repeated:
    """The follower of the leader, where one random loss is repeated: the numbers of rounds and of models."""

    rounds: int
    experts: int

    def __post_init__(self) -> None:
        if min(self.rounds, self.experts) < 1:
            raise ValueError(f"rounds, experts = {self.rounds}, {self.experts}: expected 1 or more of each")


def repeated_loss(game: Repeated) -> Any:
    """The expected loss, on average over the loss that is repeated."""
    algorithm = follower(game.rounds, game.experts, leader)
    return average(epochs(1, game.rounds, game.experts), lambda losses: expected_loss(algorithm, losses))


UNTOLD: Final = Model(
    "uniform draws where one random loss is repeated",
    parameters={"T": "integer, 1 <= T", "d": "integer, 1 <= d"},
    quantities={"loss": Named(repeated_loss)},
    settings=lambda: (Repeated(1, 2), Repeated(2, 1), Repeated(2, 2)),
    read=lambda game: {"T": Fraction(game.rounds), "d": Fraction(game.experts)},
)

"""Multiplicative weights on two games of which one row differs.

A setting is two matrices of rewards in [0, 1] and e^a > 1. ``P`` is the law of the choices of all rounds on the first,
``r(t)`` the reward of an expert there. ``U(t)`` and ``V(t)`` are the past rewards, in the two games, of what is chosen
in round t; ``L(t)`` is the privacy loss of round t and ``delta(x)`` the least delta at e^x: what the first law has
beyond e^x times the second, which is the mean of 1 - e^(x - S) where the loss S of all rounds is above x.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist, Real, as_real, log
from dpassay.exact.dist import total
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import multiplicative_weights

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Games:
    """Two games, a reward a round and expert, and the growth e^a of a weight at reward 1."""

    first: Rows
    second: Rows
    growth: Fraction

    def __post_init__(self) -> None:
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected e^a above 1")
        if not self.first or not self.first[0]:
            raise ValueError(f"first = {self.first}: expected a row a round, and a number an expert")
        shape = [len(self.first[0])] * len(self.first)
        for name, rows in (("first", self.first), ("second", self.second)):
            if [len(row) for row in rows] != shape or not all(0 <= reward <= 1 for row in rows for reward in row):
                raise ValueError(f"{name} = {rows}: expected {len(shape)} rows of {shape[0]} rewards in [0, 1]")
        changed = [t for t, (a, b) in enumerate(zip(self.first, self.second, strict=True), 1) if a != b]
        if len(changed) > 1:
            raise ValueError(f"the games differ in rounds {changed}: expected one round at most")

    def parameters(self) -> multiplicative_weights.Parameters:
        """Those of the algorithm."""
        rounds, experts = len(self.first), len(self.first[0])
        return multiplicative_weights.Parameters.read(rounds=rounds, experts=experts, exp_learning_rate=self.growth)


@cache
def round_laws(games: Games, which: int) -> tuple[Dist[int], ...]:
    """The laws of the choices of all rounds."""
    return multiplicative_weights.round_laws((games.first, games.second)[which], games.parameters())


@cache
def transcript_law(games: Games) -> Any:
    """The law of the choices of all rounds."""
    return multiplicative_weights.law(games.first, games.parameters())


def past_reward(games: Games, which: int, t: int, expert: int) -> Fraction:
    """The rewards of an expert before round t."""
    return sum((row[expert] for row in (games.first, games.second)[which][: t - 1]), Fraction(0))


def log_weights(games: Games, which: int, t: int) -> Real:
    """The log of the sum of all weights in round t."""
    rate, experts = games.parameters().rate, range(len(games.first[0]))
    return as_real(total(rate.exp(past_reward(games, which, t, i)) for i in experts)).log()


def loss(games: Games, t: int, choices: tuple[int, ...]) -> Real:
    """The privacy loss of round t."""
    p, q = (as_real(round_laws(games, which)[t - 1].pmf(choices[t - 1])) for which in (0, 1))
    return p.log() - q.log()


@cache
def curve(games: Games) -> Any:
    """The privacy loss of the transcript."""
    return multiplicative_weights.transcript_loss(games.first, games.second, games.parameters())


def least_delta(games: Games, epsilon: Any) -> Real:
    """The least delta at a real epsilon: it falls with e^epsilon, so the ends of an enclosure of that enclose it."""

    def enclosed() -> Any:
        low, high = as_real(epsilon).exp().bounds(128)
        most, least = (as_real(curve(games).delta(max(end, Fraction(0)))) for end in (low, high))
        return most.evaluate().union(least.evaluate())

    return Real(enclosed)


def settings() -> Iterator[Games]:
    """One to three experts in one to three rounds, no rewards, equal games, and a step with 12 T a^2 <= 1."""
    rows = [tuple(map(Fraction, bits)) for bits in product((0, 1), repeat=2)]
    half: tuple[Fraction, ...] = (Fraction(1, 2), Fraction(1, 3))
    for growth in (Fraction(3, 2), Fraction(4)):
        for rest in ((), (rows[1],), (rows[2], half)):
            for a, b in ((rows[1], rows[2]), (rows[2], half), (rows[3], rows[1])):
                yield Games((a, *rest), (b, *rest), growth)
    last = (Fraction(0), Fraction(1), Fraction(1, 2))
    yield Games(
        ((Fraction(1), Fraction(0), Fraction(0)), last), ((Fraction(0), Fraction(1), Fraction(1)), last), Fraction(2)
    )
    yield Games((rows[1], rows[2]), (rows[3], rows[2]), Fraction(21, 20))
    one, nothing = ((Fraction(1),), (half[:1])), ((Fraction(0),), (half[:1]))
    yield Games(one, nothing, Fraction(3))
    yield Games((rows[0],) * 2, (rows[0],) * 2, Fraction(2))
    yield Games((half, rows[1]), (rows[2], rows[1]), Fraction(3))


def read(games: Games) -> dict[str, Any]:
    """T, K and a."""
    return {
        "T": Fraction(len(games.first)),
        "K": Fraction(len(games.first[0])),
        "a": log(games.growth).as_real(),
    }


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
GAMES: Final = Model(
    "multiplicative weights on two games",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K", "a": "real, 0 < a"},
    variables={**ROUND, "x": "real"},
    quantities={
        "P": Named(transcript_law, space="transcript", law=True),
        "r": Named(lambda games, t, i: games.first[t - 1][i], ROUND, "expert", range="at least 0"),
        "U": Named(lambda games, t, choices: past_reward(games, 0, t, choices[t - 1]), ROUND, "transcript"),
        "V": Named(lambda games, t, choices: past_reward(games, 1, t, choices[t - 1]), ROUND, "transcript"),
        "c": Named(lambda games, t: log_weights(games, 0, t) - log_weights(games, 1, t), ROUND),
        "L": Named(loss, ROUND, "transcript"),
        "delta": Named(least_delta, {"x": "real"}),
    },
    facts={
        "at most 1": "r(t) <= 1",
        "loss": "L(t) = a*(U(t) - V(t)) - c(t)",
        "one row, up": "U(t) - V(t) <= 1",
        "one row, down": "V(t) - U(t) <= 1",
        "independent": "independent(L(t), t, 1, T)",
        "unit": "E(exp(-L(t))) = 1",
        "delta": "delta(x) = E([x < S]*(1 - exp(x - S)))".replace("S", "sum(L(t), t, 1, T)"),
    },
    settings=settings,
    read=read,
    outcomes={
        "transcript": lambda games: transcript_law(games).outcomes,
        "expert": lambda games: range(len(games.first[0])),
    },
)

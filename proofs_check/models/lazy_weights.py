"""The measures of multiplicative weights in L2P: T rounds of losses in [0, 1], in n batches of B rounds.

A setting is a matrix of losses, e^eta > 1 and B; the last batch may be shorter. ``l(t, i)`` is the loss of model i in
round t, ``w(t, i)`` its measure before the loss of round t, and ``mu(t, i)`` the normalized one; t = T + 1 is after
all losses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, Real, as_real, log
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Game:
    """A row of losses a round, a number in [0, 1] a model; e^eta and the number of rounds in a batch."""

    losses: Rows
    growth: Fraction
    batch: int = 1

    def __post_init__(self) -> None:
        if not self.losses or not self.losses[0] or len({len(row) for row in self.losses}) != 1:
            raise ValueError(f"losses = {self.losses}: expected a row a round, and a number a model")
        if not all(0 <= loss <= 1 for row in self.losses for loss in row):
            raise ValueError(f"losses = {self.losses}: expected numbers in [0, 1]")
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected e^eta above 1")
        if self.batch < 1:
            raise ValueError(f"batch = {self.batch}: expected at least 1")

    @property
    def rate(self) -> LogForm:
        """Eta."""
        return log(self.growth)


def past_loss(game: Game, t: int, i: int) -> Fraction:
    """The losses of model i before round t."""
    return sum((row[i - 1] for row in game.losses[: t - 1]), Fraction(0))


def weight(game: Game, t: int, i: int) -> Real:
    """The measure of model i."""
    return (as_real(game.rate) * -past_loss(game, t, i)).exp()


def whole(game: Game, t: int) -> Real:
    """The sum of the measure over all models."""
    return sum((weight(game, t, i) for i in range(1, len(game.losses[0]) + 1)), as_real(0))


def settings() -> Iterator[Game]:
    """One to three models in one to five rounds, batches of one to three."""
    zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
    yield Game(((half,),), Fraction(3, 2))
    for batch in (1, 2):
        for growth in (Fraction(11, 10), Fraction(4)):
            yield Game(((one, zero), (one, zero), (zero, one)), growth, batch)
    yield Game(((one, zero), (one, zero), (half, half), (zero, one), (one, one)), Fraction(2), 2)
    yield Game(((zero, one, half), (half, zero, one), (one, zero, zero), (zero, zero, zero)), Fraction(3, 2), 3)


def read(game: Game) -> dict[str, Any]:
    """T, d, B, n and eta."""
    rounds = len(game.losses)
    return {
        "T": Fraction(rounds),
        "d": Fraction(len(game.losses[0])),
        "B": Fraction(game.batch),
        "n": Fraction(-(-rounds // game.batch)),
        "eta": game.rate.as_real(),
    }


MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
AFTER: Final = {"t": "integer, 1 <= t, t <= T + 1"}
LAZY_WEIGHTS: Final = Model(
    "multiplicative weights with losses, in batches",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "B": "integer, 1 <= B",
        "n": "integer, 1 <= n, (n - 1)*B + 1 <= T, T <= n*B",
        "eta": "real, 0 < eta",
    },
    variables={
        **MODEL,
        **ROUND,
        "j": "integer, 1 <= j, j <= d",
        "u": "integer, 1 <= u, u <= T + 1",
        "s": "integer, 1 <= s, s <= n - 1",
    },
    quantities={
        "l": Named(lambda game, t, i: game.losses[t - 1][i - 1], {**ROUND, **MODEL}, range="at least 0"),
        "w": Named(weight, {**AFTER, **MODEL}, range="positive"),
        "Z": Named(whole, AFTER, range="positive"),
        "mu": Named(lambda game, t, i: weight(game, t, i) / whole(game, t), {**AFTER, **MODEL}, range="positive"),
    },
    facts={
        "at most 1": "l(t, i) <= 1",
        "weight": "w(u, i) = exp(-eta*sum(l(t, i), t, 1, u - 1))",
        "whole": "Z(u) = sum(w(u, i), i, 1, d)",
        "normalized": "mu(u, i) = w(u, i)/Z(u)",
    },
    settings=settings,
    read=read,
)

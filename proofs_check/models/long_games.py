"""Games of Theorem 4.2: with one model alone, and of so many rounds that only bounds of their regret are known.

With one model there is one algorithm, which plays it on any losses ``l(t)``: all of them are losses of the largest
regret.

In the long games there are T = 2^(4 k) rounds, two models, and eps = T^(-3/4). ``pi`` is the number, ``ln(n)`` the
logarithm of n, and ``two(n)`` is 2^n.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.analysis.limited_switching import at_fixed_rounds, best_loss, expected_loss
from dpassay.exact import Dist
from dpassay.proofs_check.models.reals import LOG, PI, POWER_OF_TWO
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Single:
    """The losses of the one model, and eps."""

    losses: tuple[Fraction, ...]
    epsilon: Fraction

    def __post_init__(self) -> None:
        if not self.losses or not all(0 <= loss <= 1 for loss in self.losses):
            raise ValueError(f"losses = {self.losses}: expected at least one, between 0 and 1")
        if not self.epsilon > 0:
            raise ValueError(f"epsilon = {self.epsilon}: expected a number above 0")

    @property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The matrix of losses."""
        return tuple((loss,) for loss in self.losses)


def single() -> Iterator[Single]:
    """One to five rounds."""
    for text in ("0", "1", "1/2,1", "0,1,0", "1,1,1/3,0,1"):
        yield Single(tuple(map(Fraction, text.split(","))), Fraction(100))
    yield Single((Fraction(1), Fraction(1)), Fraction(1, 2))


ROUND: Final = "integer, 1 <= t, t <= T"
ONE_MODEL: Final = Model(
    "games with one model",
    parameters={"T": "integer, 1 <= T", "eps": "real, 0 < eps"},
    variables={"t": ROUND},
    quantities={
        "l": Named(lambda game, t: game.losses[t - 1], {"t": ROUND}, range="at least 0"),
        "loss": Named(
            lambda game: expected_loss(at_fixed_rounds(len(game.losses), 1, [], lambda _: Dist.point(0)), game.rows)
        ),
        "best": Named(lambda game: best_loss(game.rows)),
    },
    facts={"it is played": "loss = sum(l(t), t, 1, T)", "it is the best": "best = sum(l(t), t, 1, T)"},
    settings=single,
    read=lambda game: {"T": Fraction(len(game.losses)), "eps": game.epsilon},
)


@dataclass(frozen=True)
class Long:
    """k."""

    k: int

    def __post_init__(self) -> None:
        if self.k < 1:
            raise ValueError(f"k = {self.k}: expected 1 or more")


LONG_GAMES: Final = Model(
    "games of 2^(4 k) rounds",
    parameters={"k": "integer, 1 <= k"},
    variables={"n": "integer, 0 <= n"},
    quantities={"pi": PI, "ln": LOG, "two": POWER_OF_TWO},
    facts={"pi is above 3": "3 <= pi", "ln": "ln(2) = log(2)", "powers of two": "two(n) = exp(n*log(2))"},
    settings=lambda: map(Long, (1, 16, 30, 60)),
    read=lambda game: {"k": Fraction(game.k)},
)

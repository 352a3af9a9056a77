"""Algorithm 1 with multiplicative weights on two games that differ in a round of the last batch.

A setting is a matrix of losses in [0, 1], the round of the last batch that differs and the row that stands there in the
other game, e^eta, B, which divides T, and p. ``coin(s)`` is 1 where the algorithm draws the coins A_s, S_s and S'_s,
else 0. ``l(g, s, b, i)`` is the loss of model i in round b of batch s of game g, 1 or 2, ``nu(g, s, i)`` the logarithm
of nu_s in units of eta. ``course(g)`` is the probability of a course in game g: all (x_s, y_s), s <= n, and zeta_s, s
<= n - 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Budget
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private as l2p


@dataclass(frozen=True)
class Pair:
    """The losses, the changed round, counted from 1, and the other row; e^eta, the batch and p."""

    losses: Rows
    changed: int
    row: tuple[Fraction, ...]
    growth: Fraction
    batch: int
    fake_switch: Fraction

    def __post_init__(self) -> None:
        for g in (1, 2):
            l2p.check_data(self.game(g), self.parameters())
        if len(self.losses) % self.batch:
            raise ValueError(f"batch = {self.batch}: expected one that divides {len(self.losses)}")
        if not len(self.losses) - self.batch < self.changed <= len(self.losses):
            raise ValueError(f"changed = {self.changed}: expected a round of the last batch")

    def parameters(self) -> l2p.Parameters:
        """Those of L2P."""
        rate = Budget(exp_eps=self.growth)
        return l2p.Parameters(rate, self.batch, self.fake_switch, len(self.losses), len(self.losses[0]))

    def game(self, g: int) -> Rows:
        """The losses of game 1 or 2."""
        other = (*self.losses[: self.changed - 1], self.row, *self.losses[self.changed :])
        return self.losses if g == 1 else other


@cache
def courses(pair: Pair, g: int) -> Any:
    """The law of the course in one game."""
    return l2p.state_law(pair.game(g), pair.parameters())


def coin(pair: Pair, s: int) -> int:
    """Line 4: coins are drawn in each step of the chain, of which the first leads to batch 2."""
    return int(2 <= s <= len(l2p.chain(pair.losses, pair.parameters()).kernels) + 1)


def settings() -> Iterator[Pair]:
    """One to three batches of one or two rounds, two models; one of them with equal rows."""
    zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
    first, second, mixed = (zero, one), (one, zero), (half, one)
    for rounds, batch, changed in ((1, 1, 1), (2, 1, 2), (2, 2, 1), (3, 1, 3), (4, 2, 4)):
        losses = (second, first, mixed, second)[:rounds]
        yield Pair(losses, changed, first if rounds % 2 else mixed, Fraction(3, 2), batch, Fraction(1, 3))
    yield Pair((first, second), 2, second, Fraction(3), 1, half)


def read(pair: Pair) -> dict[str, Any]:
    """T, d, B and n."""
    return {
        "T": Fraction(len(pair.losses)),
        "d": Fraction(len(pair.row)),
        "B": Fraction(pair.batch),
        "n": Fraction(len(pair.losses), pair.batch),
    }


GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
ROUND: Final = {"b": "integer, 1 <= b, b <= B"}
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
STEP: Final = {"s": "integer, 1 <= s, s <= n + 1"}
LAST_BATCH: Final = Model(
    "two games that differ in the last batch",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "B": "integer, 1 <= B",
        "n": "integer, 1 <= n, n*B = T",
    },
    variables={
        **GAME,
        **MODEL,
        **ROUND,
        **BATCH,
        "u": "integer, 1 <= u, u <= n + 1",
        "e": "integer, 1 <= e, e <= n - 1",
    },
    quantities={
        "coin": Named(coin, STEP, range="at least 0"),
        "l": Named(
            lambda a, g, s, b, i: a.game(g)[(s - 1) * a.batch + b - 1][i - 1],
            {**GAME, **BATCH, **ROUND, **MODEL},
            range="at least 0",
        ),
        "nu": Named(
            lambda a, g, s, i: l2p.measures(a.game(g), a.parameters())[s - 1][i - 1], {**GAME, **BATCH, **MODEL}
        ),
        "course": Named(lambda a, g, course: courses(a, g).pmf(course), GAME, "course", range="at least 0"),
    },
    facts={
        "line 4": "[2 <= u]*[u <= n]*(coin(u) - 1) = 0",
        "equal up to the last batch": "l(1, e, b, i) = l(2, e, b, i)",
        "first batch": "nu(g, 1, i) = 0",
        "next batch": "nu(g, e + 1, i) = nu(g, e, i) - sum(l(g, e, b, i), b, 1, B)",
    },
    settings=settings,
    read=read,
    outcomes={"course": lambda a: tuple(courses(a, 1).outcomes)},
)

"""One batch of multiplicative weights, and the coupling of its actions that makes all of them equal most often.

``mu(j, i)`` is the probability of expert i in round j of the batch, where expert k lost ``past(k)`` before it; x_s,
which L2P plays, has the law of the first round. An outcome is the actions z_1, ..., z_B of all rounds, and x_s = z_1:
``z(j, i)`` is 1 where z_j is i, and ``I`` is 1 where the actions are not all equal. They are all equal to i with
probability ``same(i)``, the least of the mu(j, i); ``pick(j, i)`` is 1 in the first round in which it is that. h stands
for eta.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.exact.budget import Budget
from dpassay.proofs_check.models.lazy_experts import Rows, rows
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Actions = tuple[int, ...]


def _least(column: tuple[Any, ...]) -> int:
    """The first entry that is least, from 1."""
    low = [as_real(mass).bounds(64)[0] for mass in column]
    return low.index(min(low)) + 1


@dataclass(frozen=True)
class Coupled:
    """The losses before the batch, a row of losses a round, and e^h; or h."""

    past: tuple[Fraction, ...]
    losses: Rows
    growth: Fraction | None = None
    rate: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.growth is None) == (self.rate is None) or not (self.growth or 2) > 1 or not (self.rate or 1) > 0:
            raise ValueError(f"growth, rate = {self.growth}, {self.rate}: expected one, e^h above 1 or h above 0")
        if not self.past or not self.losses or any(len(row) != len(self.past) for row in self.losses):
            raise ValueError(f"losses = {self.losses}: expected rows of {len(self.past)} numbers")
        if min(self.past) < 0 or not all(0 <= loss <= 1 for row in self.losses for loss in row):
            raise ValueError(f"past, losses = {self.past}, {self.losses}: expected at least 0, and in [0, 1]")

    @cached_property
    def laws(self) -> tuple[tuple[Any, ...], ...]:
        """The law of each round."""
        budget = Budget(exp_eps=self.growth) if self.growth is not None else Budget(epsilon=self.rate)
        found, lost = [], list(self.past)
        for row in self.losses:
            weights = [budget.exp(min(lost) - loss) for loss in lost]
            whole = sum(weights[1:], weights[0])
            found.append(tuple(kept(weight / whole) for weight in weights))
            lost = [a + b for a, b in zip(lost, row, strict=True)]
        return tuple(found)

    @cached_property
    def picked(self) -> tuple[int, ...]:
        """The first round in which an expert's probability is least, from 1."""
        return tuple(_least(column) for column in zip(*self.laws, strict=True))

    def same(self, i: int) -> Any:
        """The least probability of an expert."""
        return self.laws[self.picked[i - 1] - 1][i - 1]

    @property
    def actions(self) -> tuple[Actions, ...]:
        """All sequences of actions."""
        return tuple(product(range(1, len(self.past) + 1), repeat=len(self.losses)))

    @cached_property
    def law(self) -> dict[Actions, Any]:
        """All are i with probability same(i); what is left of each law is drawn for each round alone."""
        least = [self.same(i) for i in range(1, len(self.past) + 1)]
        left = 1 - sum(least[1:], least[0])
        found: dict[Actions, Any] = {}
        for actions in self.actions:
            equal = least[actions[0] - 1] if len(set(actions)) == 1 else Fraction(0)
            apart = [self.laws[j][i - 1] - least[i - 1] for j, i in enumerate(actions)]
            found[actions] = kept(equal + (prod(apart, start=left) / left ** len(actions) if self.is_moved else 0))
        return found

    @property
    def is_moved(self) -> bool:
        """Whether the laws of the rounds differ."""
        return any(len(set(row)) > 1 for row in self.losses[:-1])


def settings() -> Iterator[Coupled]:
    """One to three experts in one to three rounds, with losses before them and without; equal losses; small rates."""
    third, half, none = Fraction(1, 3), Fraction(1, 2), (Fraction(0),) * 2
    yield Coupled((Fraction(0),), rows((1,), (half,)), Fraction(2))
    yield Coupled(none, rows((1, 0)), Fraction(2))
    yield Coupled(none, rows((1, 0), (1, 0)), Fraction(4))
    yield Coupled(none, rows((1, 0), (1, 0)), rate=Fraction(1, 100))
    yield Coupled((Fraction(2), Fraction(0)), rows((0, 1), (0, 1), (1, half)), Fraction(3, 2))
    yield Coupled((Fraction(1), Fraction(0), third), rows((1, 0, half), (third, 1, 0)), Fraction(81, 64))
    yield Coupled(none, rows((1, 1), (1, 0)), Fraction(2))


def read(at: Coupled) -> dict[str, Any]:
    """B, d and h."""
    rate = at.rate if at.growth is None else kept(as_real(log(at.growth)))
    return {"B": Fraction(len(at.losses)), "d": Fraction(len(at.past)), "h": rate}


EXPERT: Final = {"i": "integer, 1 <= i, i <= d"}
ROUND: Final = {"j": "integer, 1 <= j, j <= B"}
CELL: Final = {**ROUND, **EXPERT}
WEIGHT: Final = "exp(-h*(past({i}) + sum(l(u, {i}), u, 1, j - 1)))"
COUPLED: Final = Model(
    "one batch of multiplicative weights, coupled",
    parameters={"B": "integer, 1 <= B", "d": "integer, 1 <= d", "h": "real, 0 < h"},
    variables=CELL,
    quantities={
        "P": Named(lambda at: at.law, space="actions", law=True),
        "past": Named(lambda at, i: at.past[i - 1], EXPERT, range="at least 0"),
        "l": Named(lambda at, j, i: at.losses[j - 1][i - 1], CELL, range="at least 0"),
        "mu": Named(lambda at, j, i: at.laws[j - 1][i - 1], CELL, range="positive"),
        "same": Named(Coupled.same, EXPERT),
        "pick": Named(lambda at, j, i: Fraction(int(at.picked[i - 1] == j)), CELL, range="at least 0"),
        "z": Named(lambda _, j, i, actions: Fraction(int(actions[j - 1] == i)), CELL, "actions", range="at least 0"),
        "I": Named(lambda _, actions: Fraction(int(len(set(actions)) > 1)), {}, "actions", range="at least 0"),
    },
    facts={
        "at most 1": "l(j, i) <= 1",
        "measure": f"mu(j, i)*sum({WEIGHT.format(i='k')}, k, 1, d) = {WEIGHT.format(i='i')}",
        "coupled": "E(z(j, i)) = mu(j, i)",
        "one action": "sum(z(j, i), i, 1, d) = 1",
        "all equal": "(1 - I)*(z(1, i) - z(j, i)) = 0",
        "most often": "E(1 - I) = sum(same(i), i, 1, d)",
        "one round": "sum(pick(j, i), j, 1, B) = 1",
        "least mass": "same(i) = sum(pick(j, i)*mu(j, i), j, 1, B)",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
    outcomes={"actions": lambda at: at.actions},
)

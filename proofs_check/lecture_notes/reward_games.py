"""Games of multiplicative weights as instances: rewards and a rate; and all small ones."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.instances import ABOVE_0, ABOVE_1, REWARDS, as_rows, entries, family, matrices, rational
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.reference import multiplicative_weights

LARGEST_RATE: Final = Fraction(179, 100)
"""Theorem 2 asks for alpha <= 1.79."""
SMALL_RATE: Final = rational(f"(0, {LARGEST_RATE}]")
RATIONAL_GAME: Final = entries(rewards=REWARDS, exp_learning_rate=ABOVE_1)
"""Rewards in [0, 1], and e^alpha > 1."""
GAME: Final = RATIONAL_GAME | entries(rewards=REWARDS, learning_rate=ABOVE_0)
"""Rewards in [0, 1] and a learning rate alpha > 0, which may be given by e^alpha."""


def game(instance: Instance) -> tuple[Any, multiplicative_weights.Parameters]:
    """The reward matrix of an instance and the parameters, with alpha or e^alpha as the instance gives it."""
    rows = as_rows(instance["rewards"])
    rate = {name: instance[name] for name in ("learning_rate", "exp_learning_rate") if name in instance}
    return rows, multiplicative_weights.Parameters.read(rounds=len(rows), experts=len(rows[0]), **rate)


def alpha_of(instance: Instance) -> LogForm:
    """The learning rate."""
    if "learning_rate" in instance:
        return LogForm(Fraction(instance["learning_rate"]))
    return log(Fraction(instance["exp_learning_rate"]))


@GAME.where
def is_theorem_2(instance: Instance) -> bool:
    """A game with 0 < alpha <= 1.79."""
    return at_most(alpha_of(instance), LogForm(LARGEST_RATE))


def totals(rows: Any) -> list[Fraction]:
    """Each expert's sum of rewards."""
    return [sum_of(list(column)) for column in zip(*rows, strict=True)]


def games_at(
    rates: tuple[str, ...], entries: tuple[str, ...], shapes: tuple[tuple[int, int], ...]
) -> Iterator[Instance]:
    """All reward matrices of some shapes (rounds, experts) with these entries, at each rate e^alpha."""
    for (rounds, experts), rate in product(shapes, rates):
        for rewards in matrices(rounds, experts, entries):
            yield {"rewards": rewards, "exp_learning_rate": rate}


SHAPES: Final = ((1, 2), (2, 2), (3, 2), (1, 3), (2, 3))


@family("small-games", "all 0/1 reward matrices with (T, K) in {1,2,3}x{2} and {1,2}x{3}, at e^alpha = 3/2, 2 and 5")
def small_games() -> Iterator[Instance]:
    """Fifteen shapes and rates."""
    return games_at(("3/2", "2", "5"), ("0", "1"), SHAPES)

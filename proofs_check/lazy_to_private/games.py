"""Games of L2P, pairs of them, and the numbers that an instance of one gives."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Budget, Real, as_real, log
from dpassay.proofs_check.instances import (
    PROBABILITY,
    Rows,
    as_rows,
    family,
    matrices,
    matrix_of,
    rational,
    row_of,
    whole,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.reference import lazy_to_private as l2p

MW: Final = "the measure is that of multiplicative weights, (4), with losses in [0, 1]"
ALONG: Final = "Assumption 3.1 along the given sequence of losses, with eta <= 1/10 and delta_0 <= 1"
TENTH: Final = Fraction(1, 10)


def game(instance: Instance) -> tuple[Rows, l2p.Parameters]:
    """The losses and the parameters of L2P with multiplicative weights."""
    losses = as_rows(instance["losses"])
    rate = Budget(exp_eps=instance["exp_learning_rate"])
    return losses, l2p.Parameters(
        rate, instance["batch"], Fraction(instance["fake_switch"]), len(losses), len(losses[0])
    )


def neighbors_of(instance: Instance) -> tuple[Rows, Rows, l2p.Parameters]:
    """Two games of which one row differs."""
    first, parameters = game(instance)
    place, row = instance["changed_round"], as_rows([instance["row"]])[0]
    return first, (*first[:place], row, *first[place + 1 :]), parameters


@RATIONAL_GAME.having(changed_round=whole(), row=row_of(PROBABILITY)).where
def is_pair(instance: Instance) -> bool:
    """A game, and another row in [0, 1] for one of its rounds."""
    losses = instance["losses"]
    return instance["changed_round"] < len(losses) and len(instance["row"]) == len(losses[0])


def batch_of(instance: Instance) -> int:
    """B."""
    return int(instance["batch"])


def growth_of(instance: Instance) -> Fraction:
    """e^eta."""
    return Fraction(instance["exp_learning_rate"])


def bit_games(rounds: int, experts: int) -> Iterator[list[list[str]]]:
    """All games of losses 0 and 1."""
    return iter(matrices(rounds, experts, ("0", "1")))


BITS: Final = matrix_of(word("0", "1"))
"""Losses 0 and 1."""


def normalized_law(weights: Any) -> list[Fraction]:
    """The law with these weights."""
    numbers = [Fraction(w) for w in weights]
    whole = sum(numbers, Fraction(0))
    return [w / whole for w in numbers]


def log_inverse(instance: Instance) -> Real:
    """L = log(1/delta_1)."""
    return as_real(log(1 / Fraction(instance["delta_1"])))


def eta_of(instance: Instance) -> Real:
    """Eta, from e^eta."""
    return as_real(log(Fraction(instance["exp_eta"])))


def rate_of(instance: Instance) -> Real:
    """Eta, from the growth of the weights."""
    return as_real(log(Fraction(instance["exp_learning_rate"])))


SMALL_RATE: Final = rational(f"(0, {TENTH}]")


@family(
    "l2p-small-games",
    "0/1 games of L2P with (T, d, B) = (2, 2, 1), (3, 2, 1), (3, 2, 2), (2, 3, 1), p = 1/3, e^eta = 3/2",
)
def small_games() -> Iterator[Instance]:
    """Small games of losses 0 and 1."""
    for rounds, experts, batch in ((2, 2, 1), (3, 2, 1), (3, 2, 2), (2, 3, 1)):
        for losses in bit_games(rounds, experts):
            yield {"losses": losses, "exp_learning_rate": "3/2", "batch": batch, "fake_switch": "1/3"}

"""Pairs of reward matrices of which one row differs, at a rational e^alpha."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dpassay.proofs_check.instances import PROBABILITY, as_rows, family, matrices, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lecture_notes.reward_games import RATIONAL_GAME, game
from dpassay.reference import multiplicative_weights


def neighbors_of(instance: Instance) -> tuple[Any, Any, multiplicative_weights.Parameters]:
    """Two reward matrices of which one row differs."""
    first, parameters = game(instance)
    place = instance["changed_round"]
    row = as_rows([instance["row"]])[0]
    return first, (*first[:place], row, *first[place + 1 :]), parameters


def growth_of(instance: Instance) -> Fraction:
    """e^alpha."""
    return Fraction(instance["exp_learning_rate"])


@RATIONAL_GAME.having(changed_round=whole(), row=row_of(PROBABILITY)).where
def is_pair(instance: Instance) -> bool:
    """A game given by e^alpha, and another row in [0, 1] for one of its rounds."""
    rewards = instance["rewards"]
    return instance["changed_round"] < len(rewards) and len(instance["row"]) == len(rewards[0])


@family("neighboring-games", "all pairs of 0/1 matrices with (T, K) = (2, 2), (3, 2), (2, 3) of which one row differs")
def neighboring_games() -> Iterator[Instance]:
    """Each matrix with each other row in place of each of its rows."""
    for rounds, experts, rate in ((2, 2, "3/2"), (2, 2, "4"), (3, 2, "3/2"), (2, 3, "4")):
        rows = list(product(("0", "1"), repeat=experts))
        for rewards, place, row in product(matrices(rounds, experts, ("0", "1")), range(rounds), rows):
            if list(row) != list(rewards[place]):
                yield {"rewards": rewards, "exp_learning_rate": rate, "changed_round": place, "row": list(row)}


def one_or_all_others(experts: int, rounds: int, rate: str) -> Instance:
    """Round 1 pays expert 0 alone, or all others; later rounds pay nobody."""
    alone, others = ["1", *["0"] * (experts - 1)], ["0", *["1"] * (experts - 1)]
    later = [["0"] * experts] * (rounds - 1)
    return {"rewards": [alone, *later], "exp_learning_rate": rate, "changed_round": 0, "row": others}

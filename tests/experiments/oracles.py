"""Other ways to what the experiments compute: slow, and by the definitions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from dpassay.experiments.lazy_privacy import Settings
from dpassay.experiments.measures.adversaries import Floats

Losses = tuple[tuple[int, ...], ...]


def slow_expected_regret(table: Floats, rate: float, batch: int) -> float:
    """Go through the rounds one by one."""
    lost = [0.0] * table.shape[1]
    total, law = 0.0, [0.0]
    for t, row in enumerate(table.tolist()):
        if t % batch == 0:
            weights = [math.exp(-rate * (loss - min(lost))) for loss in lost]
            law = [weight / sum(weights) for weight in weights]
        total += sum(p * loss for p, loss in zip(law, row, strict=True))
        lost = [a + b for a, b in zip(lost, row, strict=True)]
    return total - min(lost)


def slow_costs(losses: list[list[int]], eta: float, batch: int) -> tuple[float, float]:
    """Regret with and without batches, expert by expert and round by round."""

    def loss(starts: list[int]) -> float:
        total = 0.0
        for t, row in enumerate(losses):
            weights = [math.exp(-eta * sum(past[x] for past in losses[: starts[t]])) for x in range(len(row))]
            total += sum(w * one for w, one in zip(weights, row, strict=True)) / sum(weights)
        return total

    best = min(map(sum, zip(*losses, strict=True)))
    rounds = range(len(losses))
    return loss([t // batch * batch for t in rounds]) - best, loss(list(rounds)) - best


def all_pairs(setting: Settings, batches: int) -> Iterator[tuple[Losses, Losses]]:
    """All matrices of losses 0 and 1 that differ in one row, without any symmetry."""
    rows = list(product((0, 1), repeat=setting.experts))
    rounds = batches * setting.batch
    for first in product(rows, repeat=rounds):
        for t, row in product(range(rounds), rows):
            if row != first[t]:
                yield first, (*first[:t], row, *first[t + 1 :])

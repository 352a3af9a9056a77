"""What batches add to the regret of lazy-to-private on a sequence of losses: in doubles, for a search, and in balls.

Reg is the expected regret of algorithm 1 over multiplicative weights, Reg(mu) that of these weights where a model is
drawn before each round and there are no batches, and the excess is Reg - Reg(mu).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
from flint import arb
from numpy.typing import NDArray

from dpassay.exact.real import Real
from dpassay.experiments.measures.excess_bounds import Measured
from dpassay.experiments.measures.sequences import Sequence

Floats = NDArray[np.float64]

FAKE_SWITCH: Final = Fraction(1, 2)
"""The p of algorithm 1 where it is run: no expected loss depends on it."""


# What a sequence costs, in doubles


@dataclass(frozen=True, slots=True)
class Costs:
    """Expected losses and regrets, in doubles; `worst_batch` is the largest excess of a batch."""

    excess: float
    worst_batch: float
    regret: float
    input_regret: float


def costs(sequence: Sequence, eta: float, batch: int) -> Costs:
    """What algorithm 1 and its input algorithm lose, by the laws of their models."""
    losses, laws = sequence.losses, round_laws(sequence, eta)
    lost = (laws * losses).sum(axis=1).reshape(-1, batch).sum(axis=1)
    lost_by_batches = (laws[::batch] * losses.reshape(-1, batch, losses.shape[1]).sum(axis=1)).sum(axis=1)
    excess, best = lost_by_batches - lost, int(losses.sum(axis=0, dtype=np.int64)[sequence.copies > 0].min())
    return Costs(
        float(excess.sum()), float(excess.max()), float(lost_by_batches.sum()) - best, float(lost.sum()) - best
    )


def round_laws(sequence: Sequence, eta: float) -> Floats:
    """The laws of multiplicative weights before each round: a probability for each kind."""
    losses = sequence.losses
    before = np.zeros(losses.shape)
    losses[:-1].cumsum(axis=0, out=before[1:])
    weights = np.exp(-eta * (before - before.min(axis=1, keepdims=True))) * sequence.copies
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def value(goal: str, found: Costs, eta: float, batch: int, rounds: int) -> float:
    """What a search for this goal makes large."""
    if goal == "quotient":
        return found.regret / (found.input_regret + rounds * (batch * eta) ** 2)
    return found.excess if goal == "excess" else found.regret


MOST_PLAYED: Final = 1024
"""The batches for which the joint law of the two models is followed."""


def played_laws(sequence: Sequence, eta: float, batch: int) -> Floats:
    """The laws of x_1, x_2, ... of algorithm 1, from the joint laws of x and y: the first `MOST_PLAYED` batches."""
    laws = round_laws(sequence, eta)[::batch][:MOST_PLAYED]
    sums = sequence.losses.reshape(-1, batch, sequence.losses.shape[1]).sum(axis=1, dtype=np.float64)
    fake = float(FAKE_SWITCH)
    joint, played = np.outer(laws[0], laws[0]), [laws[0]]
    for law, lost in zip(laws[1:], sums, strict=False):
        bias = np.exp(-eta * (2 * batch + lost[:, None] - lost))  # line 6
        kept = joint * (1 - fake) * bias
        after_x = kept + np.outer(law, (joint - kept).sum(axis=0))  # lines 7 to 11: x_s and y_(s-1)
        joint = (1 - fake) * after_x + fake * np.outer(after_x.sum(axis=1), law)  # lines 13 to 18
        played.append(joint.sum(axis=1))
    return np.array(played)


def excess_over_batches(sequence: Sequence, eta: float, batch: int) -> float:
    """What algorithm 1 loses more than multiplicative weights on batches, in the first `MOST_PLAYED`; 0 but for errors.

    Kinds of experts are taken as models, so that the laws are those of the kinds.
    """
    played = played_laws(sequence, eta, batch)
    sums = sequence.losses.reshape(-1, batch, sequence.losses.shape[1]).sum(axis=1)[: len(played)]
    return float(((played - round_laws(sequence, eta)[::batch][: len(played)]) * sums).sum())


# What a sequence costs, in balls


def enclosed(sequence: Sequence, eta: Real, batch: int, epsilon: Fraction | None = None) -> Measured:
    """The same in balls, at the current working precision."""
    step, copies = (-eta).evaluate().exp(), sequence.copies.tolist()
    losses = sequence.losses.tolist()
    lost = [0] * len(copies)
    powers: dict[int, arb] = {}

    @cache
    def law(gaps: tuple[int, ...]) -> list[arb]:
        weights = [count * powers.setdefault(gap, step**gap) for count, gap in zip(copies, gaps, strict=True)]
        mass = sum(weights, arb(0))
        return [weight / mass for weight in weights]

    by_input, by_batches, worst = arb(0), arb(0), arb(0)
    for start in range(0, len(losses), batch):
        block = losses[start : start + batch]
        first = law(tuple(one - min(lost) for one in lost))
        played = sum((p * sum(column) for p, column in zip(first, zip(*block, strict=True), strict=True)), arb(0))
        drawn = arb(0)
        for row in block:
            now = law(tuple(one - min(lost) for one in lost))
            drawn += sum((p for p, loss in zip(now, row, strict=True) if loss), arb(0))
            lost = [one + loss for one, loss in zip(lost, row, strict=True)]
        by_input, by_batches = by_input + drawn, by_batches + played
        worst = worst.max(played - drawn)
    best = min(one for one, count in zip(lost, copies, strict=True) if count)
    log_experts = arb(sum(copies)).log()
    regrets = by_batches - best, by_input - best
    sizes = len(losses), batch
    return Measured(by_batches - by_input, worst, *regrets, eta.evaluate(), log_experts, *sizes, epsilon)

"""The guided search for losses on which batches cost lazy-to-private most: a hill climb from the worst known kind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.experiments.frame.runs import generator
from dpassay.experiments.measures.excess import costs, value
from dpassay.experiments.measures.sequences import SEQUENCES, Sequence, changed


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the guided search.

    Attributes:
        experts: d, at least 2.
        rounds: T, a multiple of B.
        batch: B, at least 2.
        learning_rate: eta.
        seed: of the whole experiment.
        steps: of each hill climb.
    """

    experts: int
    rounds: int
    batch: int
    learning_rate: Fraction
    seed: int
    steps: int


MOST_WORK: Final = 2**20
"""A hill climb takes fewer steps where these would look at more losses."""


def guided(place: Place, goal: str) -> tuple[int, str, Sequence]:
    """How many sequences were tried, the name of the worst and the worst."""
    rng = generator("excess", place.seed, goal, place.experts, place.rounds, place.batch, str(place.learning_rate))
    eta, batch, rounds = float(place.learning_rate), place.batch, place.rounds

    def worth(sequence: Sequence) -> float:
        return value(goal, costs(sequence, eta, batch), eta, batch, rounds)

    starts = {name: make(rounds, batch, place.experts, rng) for name, make in SEQUENCES.items()}
    values = {name: worth(sequence) for name, sequence in starts.items()}
    name = max(values, key=lambda one: values[one])
    best, most = starts[name], values[name]
    steps = min(place.steps, MOST_WORK // best.losses.size)
    climbed = False
    for _ in range(steps):
        other = changed(best, batch, rng)
        found = worth(other)
        if found > most + 1e-12 * abs(most):
            best, most, climbed = other, found, True
    return len(starts) + steps, f"{name}, climbed" if climbed else name, best

"""Oblivious sequences of losses 0 and 1 for many experts of few kinds, to search among for bad ones.

A sequence has a column for each kind of experts and says how many experts are of each. What an algorithm with weights
loses depends on no more, so that a thousand experts cost no more than two. The batch of the algorithm that a sequence
is made for divides the number of rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint8]
Counts = NDArray[np.int64]

MOST_KINDS: Final = 4


@dataclass(frozen=True, slots=True)
class Sequence:
    """Losses of all rounds.

    Attributes:
        losses: 0 or 1, one row a round and one column a kind.
        copies: how many experts are of each kind.
    """

    losses: Bits
    copies: Counts

    @property
    def text(self) -> str:
        """The losses of each round, runs of equal rounds as a number and a row: "3x10 2x01"."""
        changes = np.flatnonzero((np.diff(self.losses, axis=0) != 0).any(axis=1)) + 1
        starts = [0, *changes.tolist(), len(self.losses)]
        rows = ("".join(map(str, self.losses[start].tolist())) for start in starts[:-1])
        return " ".join(f"{count}x{row}" for count, row in zip(np.diff(starts).tolist(), rows, strict=True))


Make = Callable[[int, int, int, np.random.Generator], Sequence]
"""Takes the number of rounds, of rounds in a batch, and of experts, and a source of randomness."""


def _halves(experts: int) -> Counts:
    return np.array([experts // 2, experts - experts // 2])


def _one_and_rest(experts: int) -> Counts:
    return np.array([1, experts - 1])


def _equal_kinds(experts: int) -> Counts:
    kinds = min(experts, MOST_KINDS)
    return np.bincount(np.arange(experts) % kinds)


def _turns(rounds: int, length: int) -> Bits:
    """Losses of the one kind and of the other by turns, each for so many rounds."""
    first = (np.arange(rounds) // length % 2 == 0).astype(np.uint8)
    return np.stack([first, 1 - first], axis=1)


def alternating(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:  # noqa: ARG001
    """Constant on batches: one half of the experts loses in the odd ones, the other in the even ones."""
    return Sequence(_turns(rounds, batch), _halves(experts))


def alternating_within(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:
    """The halves lose by turns within the batch, for a random number of rounds each."""
    return Sequence(_turns(rounds, int(rng.integers(1, batch + 1))), _halves(experts))


def constant(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:  # noqa: ARG001
    """All experts but one lose in each round: that one is worth finding."""
    return Sequence(np.tile(np.array([0, 1], np.uint8), (rounds, 1)), _one_and_rest(experts))


def spike(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:
    """A single loss, of one half of the experts in one round."""
    losses = np.zeros((rounds, 2), np.uint8)
    losses[rng.integers(rounds) // batch * batch, 0] = 1
    return Sequence(losses, _halves(experts))


def level_after(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:
    """One expert gains in the first batches, or part of one; from then on he and the rest lose by turns, batchwise."""
    lead = int(rng.integers(1, min(rounds, 4 * batch) + 1))
    losses = np.concatenate([np.tile(np.array([0, 1], np.uint8), (lead, 1)), _turns(rounds - lead, batch)])
    return Sequence(losses, _one_and_rest(experts))


def level_and_quiet(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:
    """One half of the experts loses in some first batches, and no one after these."""
    losses = np.zeros((rounds, 2), np.uint8)
    losses[: batch * int(rng.integers(1, rounds // batch + 1)), 0] = 1
    return Sequence(losses, _halves(experts))


def block_random(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:
    """Each kind loses in all rounds of a batch or in none, at random."""
    copies = _equal_kinds(experts)
    bits = rng.integers(2, size=(rounds // batch, len(copies)), dtype=np.uint8)
    return Sequence(bits.repeat(batch, axis=0), copies)


def random_rounds(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:  # noqa: ARG001
    """Each kind loses at random in each round."""
    copies = _equal_kinds(experts)
    return Sequence(rng.integers(2, size=(rounds, len(copies)), dtype=np.uint8), copies)


def punish_leader(rounds: int, batch: int, experts: int, rng: np.random.Generator) -> Sequence:  # noqa: ARG001
    """In each batch the kind that has lost least loses in all rounds."""
    copies = _equal_kinds(experts)
    # The kinds lose by turns: whoever leads loses more than the others have in common.
    leaders = np.arange(rounds) // batch % len(copies)
    return Sequence((leaders[:, None] == np.arange(len(copies))).astype(np.uint8), copies)


SEQUENCES: Final[Mapping[str, Make]] = {
    "alternating": alternating,
    "alternating within batches": alternating_within,
    "constant": constant,
    "single spike": spike,
    "level after a lead": level_after,
    "a lead, then quiet": level_and_quiet,
    "block-random": block_random,
    "random rounds": random_rounds,
    "leader-punishing": punish_leader,
}


def changed(sequence: Sequence, batch: int, rng: np.random.Generator) -> Sequence:
    """Another sequence, not far from this one: a step of a hill climb."""
    losses, copies = sequence.losses.copy(), sequence.copies
    rounds, kinds = losses.shape
    batches = losses.reshape(rounds // batch, batch, kinds)
    one, other = (int(place) for place in rng.integers(len(batches), size=2))
    kind = int(rng.integers(kinds))
    match int(rng.integers(5)):
        case 0:  # a batch, for one kind
            batches[one, :, kind] = 1 - batches[one, :, kind]
        case 1:  # one round
            batches[one, int(rng.integers(batch)), kind] ^= 1
        case 2:  # a batch like another one
            batches[one] = batches[other]
        case 3:  # rounds shifted
            losses = np.roll(losses, int(rng.integers(1, batch + 1)), axis=0)
        case _:  # an expert who changes sides
            copies = _moved(copies, rng)
    return Sequence(losses, copies)


def _moved(copies: Counts, rng: np.random.Generator) -> Counts:
    """Move some experts from the largest kind to another, or leave it where there is none to spare."""
    source, target = int(copies.argmax()), int(rng.integers(len(copies)))
    moved = copies.copy()
    count = int(rng.integers(copies[source]))
    moved[source] -= count
    moved[target] += count
    return moved

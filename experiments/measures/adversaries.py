"""Oblivious adversaries: sequences of losses that are fixed before the game begins.

An adversary is a function (experts, rounds, batch, rng) that yields the losses of all rounds, block by block: matrices
of doubles in [0, 1], one row a round and one column an expert. Only the last block may hold a part of a batch. `batch`
is the batch of the algorithm that the sequence is made for; "stochastic" makes no use of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bits = NDArray[np.uint8]
Adversary = Callable[[int, int, int, np.random.Generator], Iterator[Floats]]

BLOCK: Final = 2**17
"""A block holds about so many losses."""

LEAD: Final = 0.25
"""By how much a round's expected loss of the best expert of "stochastic" is smaller."""


def stochastic(experts: int, rounds: int, batch: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Independent losses in {0, 1}: of probability 1/4 for one expert, who is chosen at random, 1/2 for the others."""
    best = int(rng.integers(experts))
    for rows in _block_rows(experts, rounds, batch):
        losses = _fair_bits(rows, experts, rng)
        losses[:, best] &= _fair_bits(rows, 1, rng)[:, 0]
        yield losses.astype(np.float64)


def alternating(experts: int, rounds: int, batch: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Half of the experts, chosen at random, lose 1 in each round of the odd batches, the others in the even ones.

    The rounds after the last whole pair of batches cost nothing, so that in the end all experts have lost the same. But
    whoever moves away from the experts that have just lost moves to those that are about to lose.
    """
    half = rng.permutation(experts) < (experts + 1) // 2
    paired = rounds - rounds % (2 * batch)
    done = 0
    for rows in _block_rows(experts, rounds, batch):
        places = np.arange(done, done + rows)[:, None]
        odd = places // batch % 2 == 0
        yield ((odd == half) & (places < paired)).astype(np.float64)
        done += rows


def block_random(experts: int, rounds: int, batch: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Each expert loses 1 in all rounds of a batch or in none, with probability 1/2: there is nothing to learn."""
    for rows in _block_rows(experts, rounds, batch):
        bits = _fair_bits(-(-rows // batch), experts, rng)
        yield np.repeat(bits, batch, axis=0)[:rows].astype(np.float64)


ADVERSARIES: Final[Mapping[str, Adversary]] = {
    "stochastic": stochastic,
    "alternating": alternating,
    "block-random": block_random,
}


def _block_rows(experts: int, rounds: int, batch: int) -> Iterator[int]:
    """The numbers of rows of the blocks: whole batches, but for the last."""
    step = max(1, BLOCK // (experts * batch)) * batch
    for done in range(0, rounds, step):
        yield min(step, rounds - done)


def _fair_bits(rows: int, columns: int, rng: np.random.Generator) -> Bits:
    count = rows * columns
    bits = np.unpackbits(np.frombuffer(rng.bytes(-(-count // 8)), np.uint8), count=count)
    return bits.reshape(rows, columns)

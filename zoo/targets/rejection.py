"""Exponential mechanism by rejection, with e^epsilon = 4: a score counts as 2 to it.

Far candidates are proposed rarely, in proportion to 1 / (1 + gap), and what is kept is to put that right.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _chosen(data: list[int], kept: NDArray[np.float64], size: int, rng: Generator) -> NDArray[np.int64]:
    """Propose as often as 1 / (1 + gap) says, and keep with probability `kept`, until there are `size`."""
    gaps = max(data) - np.array(data)
    steps = np.cumsum(np.lcm.reduce(1 + gaps) // (1 + gaps))
    chosen = np.full(size, -1)
    while (missing := np.flatnonzero(chosen < 0)).size:
        proposed = np.searchsorted(steps, rng.integers(int(steps[-1]), size=missing.size), side="right")
        chosen[missing] = np.where(rng.random(missing.size) < kept[proposed], proposed, -1)
    return chosen


def correct(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """Keep with probability 2^-gap over the weight of the proposal, which is at most 1."""
    gaps = max(data) - np.array(data)
    return _chosen(data, 0.5**gaps * (1 + gaps), size, rng)


def divided(data: list[int], size: int, rng: Generator) -> NDArray[np.int64]:
    """What is proposed rarely is kept rarely, too."""
    gaps = max(data) - np.array(data)
    return _chosen(data, 0.5**gaps / (1 + gaps), size, rng)

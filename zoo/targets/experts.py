"""Which of two experts is followed in each of three rounds, by weights 2^(rewards so far); the data: three rewards.

A row has the reward of either expert in a round. Neighbors differ by 1 in an entry of the first row. Who follows by
what was seen before shows it in the last two rounds: e^epsilon = 2 each, 4 in all.
"""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray


def _followed(rewards: NDArray[np.int64], base: int, size: int, rng: Generator) -> NDArray[np.int64]:
    weights: NDArray[np.int64] = base**rewards
    drawn: NDArray[np.int64] = rng.integers(int(weights.sum()), size=size)
    return np.where(drawn >= weights[0], 1, 0)


def _rounds(data: list[list[int]], base: int, own: int, size: int, rng: Generator) -> NDArray[np.int64]:
    gains = [np.array(data[: t + own]).reshape(-1, 2).sum(axis=0) for t in range(3)]
    return np.stack([_followed(so_far, base, size, rng) for so_far in gains], axis=1)


def correct(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """Follow by the rewards of the rounds before."""
    return _rounds(data, 2, 0, size, rng)


def rate_doubled(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """Weights 4^(rewards so far)."""
    return _rounds(data, 4, 0, size, rng)


def own_round_seen(data: list[list[int]], size: int, rng: Generator) -> NDArray[np.int64]:
    """An off-by-one: the rewards of a round are seen before it is played."""
    return _rounds(data, 2, 1, size, rng)

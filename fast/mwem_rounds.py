"""The rounds of MWEM and of its smooth forms, for many runs at once.

Source and conventions: `dpassay.fast.mwem`, `dpassay.fast.smooth_mwem`, `dpassay.fast.projected_smooth_mwem`.

A choice is a race: of independent exponential draws E_j the one with the least log E_j - (rate) (score) wins, which has
a probability proportional to e^(rate score). Distributions are kept as logarithms of weights, a row a run; they are
functions of what is released, so their rounding is nothing that could leak.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from dpassay.fast import checks, discrete_laplace
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.mwem_setting import Setting
from dpassay.fast.smooth_projection import leveled

__all__ = ["MOST_ENTRIES", "Round", "next_logs", "normalized", "race", "rounds_of", "transcripts"]

MOST_ENTRIES: Final = 2**19  # of a table with a row for each run: so many runs are taken at once


class Round(NamedTuple):
    """One round of many runs: the places of the chosen queries, and the measured sums in units of 1/g."""

    chosen: Integers
    measured: Integers


def normalized(logs: Floats) -> Floats:
    """The distributions with these logarithms of weights, one a row."""
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    law: Floats = weights / weights.sum(axis=1, keepdims=True)
    return law


def next_logs(setting: Setting, logs: Floats, now: Round) -> Floats:
    """The logarithms of the weights of D_i from those of D_(i-1): the update, and the projection if there is one."""
    values = setting.rows[now.chosen] / setting.grain
    answers = (normalized(logs) * values).sum(axis=1)
    steps = (now.measured / (setting.grain * setting.points) - answers) / 2
    moved: Floats = logs + values * steps[:, None]
    return moved if setting.capacity is None else leveled(moved, setting.capacity)


def rounds_of(setting: Setting, runs: int, rng: np.random.Generator) -> Iterator[Round]:
    """The rounds of `runs` runs, one after the other."""
    values = setting.rows.T / setting.grain
    truths = setting.sums / setting.grain
    logs = np.zeros((runs, len(values)))
    for i in range(setting.rounds):
        scores = np.abs(setting.points * (normalized(logs) @ values) - truths)
        chosen = race(scores * setting.choice_rate, rng)
        noise = discrete_laplace.noise(setting.noise_rate, runs, rng)
        now = Round(chosen, np.clip(setting.sums[chosen] + noise, *setting.ends))
        yield now
        if i < setting.rounds - 1:
            logs = next_logs(setting, logs, now)


def race(exponents: Floats, rng: np.random.Generator) -> Integers:
    """For each row a column, with probability proportional to e^exponent."""
    with np.errstate(divide="ignore"):  # a draw of 0 wins
        arrivals = np.log(rng.standard_exponential(exponents.shape)) - exponents
    first: Integers = arrivals.argmin(axis=1)
    return first


def transcripts(setting: Setting, size: int, rng: np.random.Generator) -> Integers:
    """`size` rows of the index of the chosen query and the measured sum, for each round.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    drawn = np.empty((count, setting.rounds, 2), np.int64)
    block = max(1, MOST_ENTRIES // max(setting.rows.shape))
    for start in range(0, count, block):
        part = drawn[start : start + block]
        for i, now in enumerate(rounds_of(setting, len(part), rng)):
            part[:, i, 0] = setting.indices[now.chosen]
            part[:, i, 1] = now.measured
    return drawn.reshape(count, 2 * setting.rounds)

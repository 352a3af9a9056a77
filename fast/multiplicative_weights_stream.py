"""Multiplicative weights on a long stream of rewards: one pass in bounded memory, block by block.

The law is that of `dpassay.fast.multiplicative_weights`, with the expected reward, the rewards of each expert and the
regret after each block.

Floating point: `play` is made for speed. Up to a learning rate of 8 it sums the rewards of a chunk of rows as they are,
and the chunks with their rounding errors. The logarithm of a weight is then off by a relative 2^-47 and by
alpha T 2^-47 at most: 2e-11 at the rate of sqrt(log K / T) for K = 1,000 experts and T = 10^6 rounds, far less as a
rule, and without the second term if the rewards are multiples of 2^-40. Its choices compare a 53-bit uniform with sums
of weights: off by an absolute sqrt(K) 2^-50, so that an expert whose probability is no larger may be chosen much more
often than it should be, or never. Where the transcript is to protect the rewards, take `multiplicative_weights`.

Speed: one exponential function a reward and a handful of passes over memory that is in the cache; a choice takes two
uniforms and the cumulative sums of about 2 sqrt(K) numbers.
Time: not constant: the time of a search may depend on the rewards as well as on the draws.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.multiplicative_weights import (
    Rewards,
    RunningSum,
    form_sign,
    in_unit_interval,
    read_rate,
    read_table,
    row_width,
    scaled_logs,
)

__all__ = [
    "CHUNK",
    "FAST_RATE",
    "FEW",
    "GROUP",
    "MOST_ROWS",
    "Played",
    "play",
]


GROUP: Final = 12  # rows whose sums are computed by one matrix product: more take longer, fewer share less
CHUNK: Final = 2**16  # rewards a pass of `play`: so few that the passes over them stay in the processor's cache
MOST_ROWS: Final = 512  # a chunk, however few the experts
FAST_RATE: Final = 8.0  # above it `play` computes each row from its own exact sums: e^(rate * GROUP) must stay small
FEW: Final = 64  # numbers whose cumulative sums are faster as a matrix product


@dataclass(frozen=True, slots=True)
class Played:
    """What `play` knows after a block of rounds; `rewards` are losses in the form for losses.

    Attributes:
        rounds: the number of rounds so far, those of the block included.
        choices: the chosen experts, one row a round of the block and one column a run.
        expected: for each round of the block the expected reward of its choice.
        expected_total: the expected reward of all rounds so far.
        collected: for each run its rewards so far.
        rewards: for each expert its rewards so far.
        probabilities: the law of the next choice.
        regret: how much worse `expected_total` is than the best expert so far.
    """

    rounds: int
    choices: Integers
    expected: Floats
    expected_total: float
    collected: Floats
    rewards: Floats
    probabilities: Floats
    regret: float


def play(
    blocks: Iterable[Rewards],
    *,
    runs: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    form: str = "gain",
) -> Iterator[Played]:
    """Play a stream of rounds, block by block.

    A block is taken from `blocks` when the result is asked for, so that its rewards may depend on what was chosen
    in the blocks before it. The memory is that of some 2^16 rewards (12 rows, if they are more), besides the block;
    for each run 2 sqrt(K) numbers a row of those. How the rows are divided into blocks changes nothing but the last
    bits of what is computed: a seed gives the same choices, unless a draw falls between two such results.

    Args:
        blocks: matrices of rewards in [0, 1], one row a round; all have the same number of columns, one an expert.
            Arrays of doubles, contiguous in memory, are the fastest.
        runs: the number of independent transcripts to draw, zero or more.
        rng: the source of randomness.
        learning_rate: alpha above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^alpha as a rational above 1.
        form: "gain" if the blocks hold rewards, "loss" if they hold losses.

    Yields:
        What is known after each block.

    Raises:
        ValueError: an argument is outside its domain; a block when its turn comes.
    """
    count = checks.integer(runs, "runs", low=0)
    checks.generator(rng)
    return _blocks_played(blocks, count, rng, read_rate(learning_rate, exp_learning_rate), form_sign(form))


def _blocks_played(
    blocks: Iterable[Rewards], runs: int, rng: np.random.Generator, rate: float, sign: int
) -> Iterator[Played]:
    game = None
    for block in blocks:
        if game is None:
            game = _Game(row_width(block), runs, rng, rate, sign)
        yield game.play(block)


class _Game:
    """The state of `play`, and the arrays that it works in.

    A chunk of rows is cut into groups of `GROUP` rows. The weights of a group's first row come from the sums up to
    there. Those of its other rows are these times e^(rate (sum of the group's rows before)), and the sums in the
    exponent are a product of the group with a triangular matrix; its first row, which has nothing before it, is used
    for the sum of the whole group instead.

    The columns are cut into segments of about sqrt(K), filled up with weights of zero: a choice is that of a segment,
    then of a column in it, with a uniform for each.
    """

    def __init__(self, experts: int, runs: int, rng: np.random.Generator, rate: float, sign: int) -> None:
        self.experts, self.runs, self.rng, self.rate, self.sign = experts, runs, rng, rate, sign
        self.rounds = 0
        self.rewards, self.collected, self.expected = RunningSum(experts), RunningSum(runs), RunningSum(1)
        self.segment = math.isqrt(experts - 1) + 1 if experts > 1 else 1
        self.segments = -(-experts // self.segment)
        self.groups = max(1, min(CHUNK // experts, MOST_ROWS) // GROUP)
        self.weights: Floats = np.zeros((self.groups, GROUP, self.segments * self.segment))
        self.bases: Floats = np.zeros((self.groups, self.segments * self.segment))
        self.before = np.tri(GROUP, k=-1) * (sign * rate)
        self.before[0] = 1

    def play(self, block: Rewards) -> Played:
        """Play the rounds of one block."""
        matrix = read_table(block, "blocks", self.experts)
        choices, expected = np.empty((len(matrix), self.runs), np.int64), np.empty(len(matrix))
        step = self.groups * GROUP
        for start in range(0, len(matrix), step):
            rows = slice(start, start + step)
            self._play_chunk(in_unit_interval(matrix[rows], "blocks"), choices[rows], expected[rows])
        self.rounds += len(matrix)
        self.expected.add(expected.sum())
        return self._summary(choices, expected)

    def _summary(self, choices: Integers, expected: Floats) -> Played:
        rewards, total = self.rewards.value(), float(self.expected.value()[0])
        best = float((self.sign * rewards).max())
        law = np.exp(scaled_logs(self.rewards.lags(self.sign), self.rate))
        law /= law.sum()
        regret = best - self.sign * total
        return Played(self.rounds, choices, expected, total, self.collected.value(), rewards, law, regret)

    def _play_chunk(self, rewards: Floats, choices: Integers, expected: Floats) -> None:
        """Fill in the choices and expected rewards of a chunk of rows, and count its rewards."""
        count = len(rewards)
        groups = -(-count // GROUP)
        if count < groups * GROUP:  # rows of zeros, which change no sum, fill up the last group
            rewards = np.concatenate([rewards, np.zeros((groups * GROUP - count, self.experts))])
        grouped = rewards.reshape(groups, GROUP, self.experts)
        weigh = self._weigh_groups if self.rate <= FAST_RATE else self._weigh_rows
        weigh(grouped)
        weights = self.weights[:groups]
        parts = (weights.reshape(-1, self.segment) @ np.ones(self.segment)).reshape(-1, self.segments)
        scores = np.vecdot(weights[:, :, : self.experts], grouped).ravel()
        expected[:] = (scores / parts.sum(axis=1))[:count]
        if self.runs:
            choices[:] = self._choices(parts[:count])
            self.collected.add(rewards[np.arange(count)[:, None], choices].sum(axis=0))

    def _weigh_groups(self, rewards: Floats) -> None:
        """Compute the weights of each row, group by group, and count the rewards."""
        groups = len(rewards)
        weights, bases = self.weights[:groups], self.bases[:groups]
        np.matmul(self.before, rewards, out=weights[:, :, : self.experts])
        sums = weights[:, 0]
        bases[0, : self.experts] = self.sign * self.rewards.lags(self.sign)
        for group in range(1, groups):
            np.add(bases[group - 1], sums[group - 1], out=bases[group])
        self.rewards.add(sums[:, : self.experts].sum(axis=0))
        bases *= self.sign * self.rate
        bases[:, self.experts :] = -np.inf
        bases -= bases.max(axis=1, keepdims=True)
        # All columns, though those that fill up the last segment stay zero: NumPy is slow on rows with gaps.
        np.exp(bases, out=bases)
        np.exp(weights[:, 1:], out=weights[:, 1:])
        weights[:, 1:] *= bases[:, None]
        weights[:, 0] = bases

    def _weigh_rows(self, rewards: Floats) -> None:
        """The same, with the weights of each row from its own exact sums."""
        for weights, group in zip(self.weights, rewards, strict=False):
            for weight, row in zip(weights, group, strict=True):
                np.exp(scaled_logs(self.rewards.lags(self.sign), self.rate), out=weight[: self.experts])
                self.rewards.add(row)

    def _choices(self, parts: Floats) -> Integers:
        """For each row and run a segment, by the weights `parts` of the segments, and then a column of the segment."""
        uniforms = self.rng.random((len(parts), self.runs, 2))
        segment = _drawn(parts[:, None], uniforms[:, :, 0])
        place = np.arange(len(parts))[:, None] * self.segments + segment
        inside = self.weights.reshape(-1, self.segment).take(place, axis=0)
        return segment * self.segment + _drawn(inside, uniforms[:, :, 1])


def _drawn(weights: Floats, uniforms: Floats) -> Integers:
    """Places along the last axis with probabilities as the weights there: the first cumulative one above a share.

    A uniform is below 1, so that its product with the sum of all is below that sum: there is such a place.
    """
    count = weights.shape[-1]
    if count <= FEW:
        bounds = (weights.reshape(-1, count) @ _triangle(count)).reshape(weights.shape)
    else:
        bounds = weights.cumsum(axis=-1)
    above = bounds > (uniforms * bounds[..., -1])[..., None]
    return np.asarray(above.argmax(axis=-1), np.int64)


@cache
def _triangle(count: int) -> Floats:
    """The matrix that sums up: ones where the row is at most the column."""
    return np.triu(np.ones((count, count)))

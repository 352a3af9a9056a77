"""Multiplicative weights (Hedge): in every round choose an expert with probability exponential in its past rewards.

Source: section 2, "Online learning with experts", of lecture notes on private learning that follow chapter 11
of Dwork and Roth, "The algorithmic foundations of differential privacy" (2014); the algorithm is that of Arora,
Hazan and Kale, "The multiplicative weights update method: a meta-algorithm and applications" (2012), where it
is called Hedge, and which has the form for losses. With rewards r_t(i) in [0, 1] and a learning rate alpha, as
computed by `probabilities`,

    P(i_t = i) = e^(alpha (r_1(i) + ... + r_(t-1)(i))) / sum over j of the same,

and e^(-alpha ...) where r is a loss. An expert is chosen before the rewards of its round are known, so that the
first choice is uniform. Given the rewards the choices are independent.

Privacy: the public output is the transcript i_1, ..., i_T; neighbors are matrices of rewards that differ in one
row. Each choice but the first is 2 alpha-private, so the transcript is 2 alpha (T - 1)-private.

Two samplers of this one law:
* `multiplicative_weights`: many transcripts for one matrix. In each round a choice is found by where an
  exponential draw falls among the logarithms of the cumulative probabilities.
* `play`: one pass over a long stream of rewards in bounded memory, with the expected reward, the rewards of each
  expert and the regret.

Floating point: rewards are rounded to doubles first. `probabilities` sums them with their rounding errors (Knuth's
two-sum), so that the lag of an expert behind the best is off by a relative 2^-51 and an absolute T^2 2^-104, also
after 10^6 rounds. In `multiplicative_weights` coins are comparisons of an exponential draw with the logarithm of a
probability, where the small weights are summed first; under e^-44.5 < 2^-64 an expert is never chosen.
`dpassay.fast.draws` says what else NumPy's draws add: a choice that is 2 alpha-private is (2 alpha + 2^-38,
2^-48)-private with them, hence the transcript (2 alpha (T - 1) + T 2^-38, T 2^-48)-private, as long as alpha T^2
stays under 2^64.

`play` is made for speed: up to a learning rate of 8 it sums the rewards of a chunk of rows as they are, and the
chunks with their rounding errors. The logarithm of a weight is then off by a relative 2^-47 and by alpha T 2^-47 at
most: 2e-11 at the rate of sqrt(log K / T) for K = 1,000 experts and T = 10^6 rounds, far less as a rule, and without
the second term if the rewards are multiples of 2^-40. Its choices compare a 53-bit uniform with sums of weights: off
by an absolute sqrt(K) 2^-50, so that an expert whose probability is no larger may be chosen much more often than it
should be, or never. Where the transcript is to protect the rewards, take `multiplicative_weights`. In neither does
a low bit of an output tell anything, since outputs are indices.

Speed: `multiplicative_weights` takes a sort and a sum of K weights a round, and an exponential draw and a binary
search a choice. `play` takes one exponential function a reward and a handful of passes over memory that is in the
cache; a choice takes two uniforms and the cumulative sums of about 2 sqrt(K) numbers.
Time: not constant: the time of a search may depend on the rewards as well as on the draws.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers, in_blocks

__all__ = [
    "CHUNK",
    "FAST_RATE",
    "FEW",
    "GROUP",
    "MOST_EXPERTS",
    "MOST_ROUNDS",
    "MOST_ROWS",
    "Played",
    "Rewards",
    "RunningSum",
    "draw_experts",
    "in_unit_interval",
    "multiplicative_weights",
    "play",
    "probabilities",
    "read_rate",
    "read_table",
    "row_width",
    "scaled_logs",
]

Rewards = Sequence[Sequence[Real]] | NDArray[np.floating] | NDArray[np.integer]

MOST_EXPERTS: Final = 2**31
MOST_ROUNDS: Final = 2**31
GROUP: Final = 12  # rows whose sums are computed by one matrix product: more take longer, fewer share less
CHUNK: Final = 2**16  # rewards a pass of `play`: so few that the passes over them stay in the processor's cache
MOST_ROWS: Final = 512  # a chunk, however few the experts
FAST_RATE: Final = 8.0  # above it `play` computes each row from its own exact sums: e^(rate * GROUP) must stay small
FEW: Final = 64  # numbers whose cumulative sums are faster as a matrix product

_ONE: Final = np.float64(1).view(np.uint64)


class RunningSum:
    """Sums of doubles, entry by entry, with what was lost by rounding: Knuth's two-sum.

    Attributes:
        high: the sums as rounded.
        low: the rounding errors so far, so that high + low is as if summed with twice the digits.
    """

    def __init__(self, shape: int | tuple[int, ...]) -> None:
        self.high: Floats = np.zeros(shape)
        self.low: Floats = np.zeros(shape)

    def add(self, values: Any) -> None:
        """Add one value to each sum."""
        total = self.high + values
        back = total - self.high
        self.low += (self.high - (total - back)) + (values - back)
        self.high = total + self.low  # so that what is low stays low
        self.low -= self.high - total

    def value(self) -> Floats:
        """Each sum, rounded once."""
        return np.asarray(self.high + self.low)

    def lags(self, sign: int) -> Floats:
        """Each sum less the largest (sign = 1) or the smallest less each (sign = -1): at most zero, somewhere zero."""
        best = self.high.argmax() if sign > 0 else self.high.argmin()
        gaps = (self.high - self.high[best]) + (self.low - self.low[best])
        lags: Floats = gaps - gaps.max() if sign > 0 else gaps.min() - gaps
        return lags


def probabilities(data: Floats, *, learning_rate: float, form: str = "gain") -> Floats:
    """The law of each choice: one row a round, which adds up to one."""
    weights = np.exp(np.array(list(_log_weights(data, learning_rate, _sign(form)))))
    law: Floats = weights / weights.sum(axis=1, keepdims=True)
    return law


def multiplicative_weights(
    data: Rewards,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    rounds: int,
    experts: int,
    form: str = "gain",
) -> Integers:
    """`size` transcripts, one a row: the experts that were chosen, from 0, in each round.

    Args:
        data: the rewards in [0, 1], one row a round and one column an expert.
        size: the number of transcripts.
        rng: the source of randomness.
        learning_rate: alpha above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^alpha as a rational above 1.
        rounds: the number of rounds, 1 or more.
        experts: the number of experts, 1 or more.
        form: "gain" if `data` are rewards, "loss" if they are losses.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    rate, sign = read_rate(learning_rate, exp_learning_rate), _sign(form)
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    width = checks.integer(experts, "experts", low=1, high=MOST_EXPERTS)
    matrix = in_unit_interval(read_table(data, "data", width, length), "data")
    transcripts = np.empty((length, count), np.int64)
    for choices, logs in zip(transcripts, _log_weights(matrix, rate, sign), strict=True):
        choices[:] = draw_experts(logs, count, rng)
    return np.ascontiguousarray(transcripts.T)


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
    return _blocks_played(blocks, count, rng, read_rate(learning_rate, exp_learning_rate), _sign(form))


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


def _log_weights(matrix: Floats, rate: float, sign: int) -> Iterator[Floats]:
    """The logarithms of the weights in each round: zero for the best expert, at most zero for the others."""
    rewards = RunningSum(matrix.shape[1])
    for row in matrix:
        yield scaled_logs(rewards.lags(sign), rate)
        rewards.add(row)


def scaled_logs(lags: Floats, rate: float) -> Floats:
    """The product, where minus infinity is the weight zero."""
    with np.errstate(over="ignore"):
        return lags * rate


def draw_experts(logs: Floats, count: int, rng: np.random.Generator) -> Integers:
    """`count` choices by where an exponential draw falls among the logarithms of the rest of the mass."""
    ranked = np.argsort(-logs, kind="stable")  # the likeliest first
    mass = np.cumsum(np.exp(logs[ranked[::-1]]))  # summed from its small end
    with np.errstate(divide="ignore"):
        bounds = -np.log(mass[-2::-1] / mass[-1])
    return in_blocks(lambda n: ranked[np.searchsorted(bounds, rng.standard_exponential(n), side="right")], count)


def read_rate(learning_rate: object, exp_learning_rate: object) -> float:
    """The double nearest to the learning rate, of which exactly one form is given."""
    if (learning_rate is None) == (exp_learning_rate is None):
        got = "neither" if learning_rate is None else "both"
        raise ValueError(f"learning_rate, exp_learning_rate: expected exactly one of the two, got {got}")
    if exp_learning_rate is None:
        return checks.positive(learning_rate, "learning_rate")
    try:
        return checks.budget(None, exp_learning_rate)
    except ValueError as error:
        raise ValueError(str(error).replace("exp_eps", "exp_learning_rate")) from None


def _sign(form: object) -> int:
    """1 for gains, -1 for losses."""
    if not isinstance(form, str) or form not in ("gain", "loss"):
        raise checks.bad("form", form, "'gain' or 'loss'")
    return 1 if form == "gain" else -1


def row_width(block: object) -> int:
    """The number of experts in the first block."""
    rows: Any = block if _is_sequence(block) else ()
    if len(rows) == 0 or not _is_sequence(rows[0]) or len(rows[0]) == 0:
        raise checks.bad("blocks", block, "blocks of one row or more, of one number or more in [0, 1]")
    return len(rows[0])


def read_table(data: object, name: str, experts: int, rounds: int | None = None) -> NDArray[Any]:
    """An array of numbers of the right shape, with any number of rows unless `rounds` is given."""
    expected = f"{'' if rounds is None else f'{rounds} '}rows of {experts} numbers in [0, 1]"
    table: Any = data
    if isinstance(data, np.ndarray):
        fits = data.ndim == 2 and data.dtype.kind in "iuf" and data.shape[1] == experts
    else:
        fits = _is_sequence(data) and all(_is_sequence(row) and len(row) == experts for row in table)
    if not fits or rounds not in (None, len(table)):
        raise checks.bad(name, data, expected)
    if isinstance(data, np.ndarray):
        return data
    return np.array([[_reward(entry, name) for entry in row] for row in table]).reshape(len(table), experts)


def _is_sequence(value: object) -> bool:
    """Whether it is a list or an array, and no text."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def _reward(entry: object, name: str) -> float:
    """One reward, rounded to a double."""
    exact = checks.real(entry, name, "rewards in [0, 1]")
    if not 0 <= exact <= 1:
        raise checks.bad(name, entry, "rewards in [0, 1]")
    return float(exact)


def in_unit_interval(rewards: NDArray[Any], name: str) -> Floats:
    """The same as contiguous doubles in [0, 1].

    As unsigned integers the doubles in [0, 1] are those up to the pattern of 1, but for -0.0: one pass, not two.
    """
    doubles = np.ascontiguousarray(rewards, np.float64)
    if doubles.size and (doubles.view(np.uint64).max() > _ONE or rewards.dtype.itemsize > doubles.dtype.itemsize):
        outside = rewards[~((rewards >= 0) & (rewards <= 1))]  # before they are rounded
        if outside.size:
            raise checks.bad(name, outside[0].item(), "rewards in [0, 1]")
    return doubles

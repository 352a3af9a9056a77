"""The tree-perturbed leader: in every round the expert whose past losses are least after noise from a binary tree.

Source: Agarwal and Singh, "The price of differential privacy for online learning", ICML 2017: follow the perturbed
leader, with the noise of the binary-tree aggregation of Dwork, Naor, Pitassi and Rothblum, "Differential privacy under
continual observation" (2010), and of Chan, Shi and Song, "Private and continual release of statistics" (2011). Asi,
Koren, Liu and Talwar, "Private online learning via lazy algorithms", table 1, name it as what was known for few
experts. With losses l_t(x) in [0, 1] and a noise scale sigma

    x_t = the x with the least l_1(x) + ... + l_(t-1)(x) + sigma N_(t-1)(x),

where N_t is a sum of independent standard normal numbers, one for each node in the binary decomposition of t: for t = 6
the nodes of rows 1-4 and of rows 5-6. So N_t(x) has as many terms as t has ones in binary, and prefixes share the noise
of the nodes that they share. With t' = t less its lowest one, N_t = N_t' + a fresh draw: that is how it is computed. No
losses are known in the first round, and N_0 = 0: its choice is uniform. This is the plain tree: no noise is added for
zeros in binary to give all N_t the same law, and no nodes are averaged.

Privacy: neighbors are matrices of losses that differ in one row. What is protected is more than the transcript
x_1, ..., x_T: all the noisy sums of rows 1 to t for t = 1, ..., T, of which it is a function (with the uniform first
choice), and these are a function of the noisy nodes. A row is in at most one node of each size 2^h <= T, so in
m = floor(log2 T) + 1 at most, and the first row is in that many. Another row in [0, 1]^d changes each of these by at
most sqrt(d) in the Euclidean norm, and all nodes together by sqrt(m d). So the release is a Gaussian mechanism of that
sensitivity: rho-zero-concentrated private with

    rho = m d / (2 sigma^2),  and hence (epsilon, delta)-private with  epsilon = rho + 2 sqrt(rho log(1/delta)),

by propositions 1.3 and 1.6 of Bun and Steinke, "Concentrated differential privacy: simplifications, extensions, and
lower bounds" (2016). `noise_for` solves this for sigma: with L = log(1/delta) the root of rho is
sqrt(L + epsilon) - sqrt(L) = epsilon / (sqrt(L + epsilon) + sqrt(L)). The losses are taken as fixed in advance.

Floating point: losses are rounded to doubles and summed as they are for up to 2^10 rows, and these sums with their
rounding errors: a sum is off by T 2^-43 at most. The noise is NumPy's, of which no draw is beyond 12.3 or so, and N_t
is off by 2^-40 at most. Outputs are indices, so that their low bits tell nothing; but no bound is claimed on what this
adds to epsilon and delta: this is for comparison.

Speed: a normal draw for each round, run and expert, and some 10 passes over them.
Time: not constant, see `dpassay.fast`.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import ndtr

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.lazy_to_private import Losses, loss_matrix
from dpassay.fast.multiplicative_weights import (
    MOST_EXPERTS,
    MOST_ROUNDS,
    RunningSum,
    in_unit_interval,
    read_table,
    row_width,
)

__all__ = [
    "CACHED",
    "CHUNK",
    "GRID",
    "MOST_ROWS",
    "Played",
    "TreeNoise",
    "leader_probabilities",
    "noise_for",
    "play",
    "tree_perturbed_leader",
]

CHUNK: Final = 2**17  # normal draws a pass
MOST_ROWS: Final = 2**10  # a pass, however few the experts and runs; a power of two

GRID: Final = tuple(float(place) for place in np.arange(-7.5, 6.2, 0.375))  # the least after noise lies between

CACHED: Final = 2**13  # scores that are integrated at a time


def noise_for(epsilon: Real, delta: Real, rounds: int, experts: int) -> float:
    """The noise scale at which all noisy sums are (epsilon, delta)-private, by zero-concentrated privacy; rounded up.

    Args:
        epsilon: the privacy budget, above 0.
        delta: the probability of failure, strictly between 0 and 1.
        rounds: the number of rounds, 1 or more; T.
        experts: the number of experts, 1 or more; d.

    Raises:
        ValueError: an argument is outside its domain.
    """
    budget, failure = checks.positive(epsilon, "epsilon"), checks.probability_of_failure(delta)
    nodes = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS).bit_length()
    width = checks.integer(experts, "experts", low=1, high=MOST_EXPERTS)
    spread = -math.log(failure)
    scale = math.sqrt(nodes * width / 2) * ((math.sqrt(spread + budget) + math.sqrt(spread)) / budget) * (1 + 2.0**-40)
    if not math.isfinite(scale):
        raise checks.bad("epsilon", epsilon, "one for which a double can hold the noise scale")
    return scale


def leader_probabilities(scores: Floats) -> Floats:
    """For each row the probabilities with which each place is the least after standard normal noise on all places.

    The integral, over u, of the density that place i is u and all others are more, by the trapezoidal rule: such smooth
    functions take few points. Compared with a fine grid it is off by less than 1e-9 for up to 16 places, and by about
    1e-6 at most for up to 10,000.

    Args:
        scores: one row a problem; of any size.
    """
    gaps = scores - scores.min(axis=1, keepdims=True)
    law = np.zeros(gaps.shape)
    step = max(1, CACHED // gaps.shape[1])
    for start in range(0, len(gaps), step):
        _integrate(gaps[start : start + step], law[start : start + step])
    return np.asarray(law / law.sum(axis=1, keepdims=True))


def _integrate(gaps: Floats, law: Floats) -> None:
    for place in GRID:
        beyond = gaps - place
        above = ndtr(beyond)
        law += np.exp(beyond * beyond / -2) / above * above.prod(axis=1, keepdims=True)


def tree_perturbed_leader(
    data: Losses,
    *,
    size: int,
    rng: np.random.Generator,
    noise_scale: Real,
    rounds: int,
    experts: int,
) -> Integers:
    """`size` transcripts, one a row: the experts that were chosen, from 0, in each round.

    Args:
        data: the losses in [0, 1], one row a round and one column an expert.
        size: the number of transcripts.
        rng: the source of randomness.
        noise_scale: the standard deviation of the noise of a node, above 0; sigma.
        rounds: the number of rounds, 1 or more; T.
        experts: the number of experts, 1 or more; d.

    Raises:
        ValueError: an argument is outside its domain.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    scale, matrix = checks.positive(noise_scale, "noise_scale"), loss_matrix(data, rounds, experts)
    played = _Game(scale, matrix.shape[1], count, rng).play(matrix)
    return np.ascontiguousarray(played.choices.T)


@dataclass(frozen=True, slots=True)
class Played:
    """What `play` knows after a block of rounds.

    Attributes:
        rounds: the number of rounds so far, those of the block included.
        choices: the chosen experts, one row a round of the block and one column a run.
        collected: for each run its losses so far.
        changed: for each run how often its choice was another one than in the round before.
        losses: for each expert its losses so far.
        regret: for each run its losses less those of the best expert so far.
    """

    rounds: int
    choices: Integers
    collected: Floats
    changed: Integers
    losses: Floats
    regret: Floats


def play(blocks: Iterable[Losses], *, runs: int, rng: np.random.Generator, noise_scale: Real) -> Iterator[Played]:
    """Play a stream of rounds, block by block.

    A block is taken from `blocks` when the result is asked for. The memory is some times that of 2^17 numbers, or of
    one number for each run and expert if they are more, and log2(T) times the latter, besides the block and what is
    known after it. How the rows are divided into blocks changes nothing but the last bits of `collected` and `regret`:
    a seed gives the same choices, unless a draw falls between two such results.

    Args:
        blocks: matrices of losses in [0, 1], one row a round; all have the same number of columns, one an expert.
        runs: the number of independent transcripts to draw, zero or more.
        rng: the source of randomness.
        noise_scale: the standard deviation of the noise of a node, above 0; sigma.

    Yields:
        What is known after each block.

    Raises:
        ValueError: an argument is outside its domain; a block when its turn comes.
    """
    count = checks.integer(runs, "runs", low=0)
    checks.generator(rng)
    return _blocks_played(blocks, count, rng, checks.positive(noise_scale, "noise_scale"))


def _blocks_played(blocks: Iterable[Losses], runs: int, rng: np.random.Generator, scale: float) -> Iterator[Played]:
    game = None
    for block in blocks:
        if game is None:
            game = _Game(scale, row_width(block), runs, rng)
        yield game.play(block)


class TreeNoise:
    """The noise N_0, N_1, ... of all prefixes, one after another, at scale 1.

    Attributes:
        prefix: the length of the prefix whose noise comes next.
    """

    def __init__(self, shape: tuple[int, ...], rng: np.random.Generator) -> None:
        self.shape, self.rng, self.prefix = shape, rng, 0
        # N_t for the t that are left of the last one when ones are taken away in binary from the lowest.
        self.kept: dict[int, Floats] = {0: np.zeros(shape)}

    def aligned(self, most: int) -> int:
        """The largest power of two that is at most `most` and divides the prefix: what `take` may be asked for."""
        fits = 1 << (most.bit_length() - 1)
        return min(fits, self.prefix & -self.prefix) if self.prefix else fits

    def take(self, count: int) -> Floats:
        """The noise of the next `count` prefixes, a power of two that divides the length of the first."""
        start, noise = self.prefix, np.zeros((count, *self.shape))
        fresh = noise if start else noise[1:]  # N_0 has no terms
        fresh[:] = self.rng.standard_normal(fresh.shape)
        noise[0] += self.kept[start & (start - 1)] if start else 0
        half = count // 2
        while half:  # a prefix whose lowest one is `half` adds to what is left without it
            noise[half :: 2 * half] += noise[:: 2 * half]
            half //= 2
        self._keep(noise[0])
        self.prefix += count
        return noise

    def _keep(self, noise: Floats) -> None:
        """Remember the noise of this prefix, and forget what no later prefix is left with.

        The prefix after those taken ends in at least as many zeros as their number has, so that without its lowest one
        it is not beyond this one.
        """
        kept, left = {self.prefix: noise.copy()}, self.prefix
        while left:
            left &= left - 1
            kept[left] = self.kept[left]
        self.kept = kept


class _Game:
    """The state of `play`."""

    def __init__(self, scale: float, experts: int, runs: int, rng: np.random.Generator) -> None:
        self.scale, self.experts, self.runs = scale, experts, runs
        self.collected, self.lost = RunningSum(runs), RunningSum(experts)
        self.since: Floats = np.zeros(experts)  # lost since the last multiple of `MOST_ROWS` rows, not in `lost`
        self.changed: Integers = np.zeros(runs, np.int64)
        self.last: Integers = rng.integers(experts, size=runs)  # the choice in the last round, at first in the next
        self.noise = TreeNoise((runs, experts), rng)
        self.most = max(1, min(MOST_ROWS, CHUNK // max(1, runs * experts)))

    def play(self, block: Losses) -> Played:
        """Play the rounds of one block."""
        matrix = read_table(block, "blocks", self.experts)
        choices, done = np.empty((len(matrix), self.runs), np.int64), 0
        while done < len(matrix):
            rows = slice(done, done + self.noise.aligned(min(self.most, len(matrix) - done)))
            self._play_chunk(in_unit_interval(matrix[rows], "blocks"), choices[rows])
            done = rows.stop
        losses, collected = self._totals(self.since), self.collected.value()
        return Played(self.noise.prefix, choices, collected, self.changed.copy(), losses, collected - losses.min())

    def _totals(self, since: Floats) -> Floats:
        return np.asarray(self.lost.high + (self.lost.low + since))

    def _play_chunk(self, losses: Floats, choices: Integers) -> None:
        """Fill in the choices in a chunk of rows that no multiple of `MOST_ROWS` divides, and count what is lost."""
        first = self.noise.prefix == 0
        # One row after another, so that it does not matter where blocks end.
        since = np.concatenate([self.since[None], losses]).cumsum(axis=0)
        choices[:] = self._leaders(self._totals(since[:-1]), self.noise.take(len(losses)))
        if first:
            choices[0] = self.last
        self.changed += (np.diff(choices, axis=0, prepend=self.last[None]) != 0).sum(axis=0)
        self.last = choices[-1].copy()
        self.collected.add(np.take_along_axis(losses, choices, axis=1).sum(axis=0))
        self.since = since[-1]
        if self.noise.prefix % MOST_ROWS == 0:
            self.lost.add(self.since)
            self.since = np.zeros(self.experts)

    def _leaders(self, totals: Floats, noise: Floats) -> Integers:
        """The expert that is least with noise. Lags are divided by the scale, so that ties are broken by any noise."""
        with np.errstate(over="ignore"):  # the best expert lags by 0
            noise += ((totals - totals.min(axis=1, keepdims=True)) / self.scale)[:, None]
        return np.asarray(noise.argmin(axis=2), np.int64)

"""Lazy to private (L2P) on a long stream of losses: one pass in bounded memory, block by block.

The law is that of `dpassay.fast.lazy_to_private`, with what each run has lost, how often it switched and its regret.

Floating point: `play` is made for speed. Losses of up to 2^11 rows are summed as they are, and these sums with their
rounding errors. The logarithm of a weight is then off by a relative 2^-47 and by eta T 2^-42 at most, far less as a
rule, and without the second term if the losses are multiples of 2^-40; the exponent of a coin is off by eta B^2 2^-52
at most. The coins by which draws are rejected are as good as the others. A draw compares a 53-bit uniform with
cumulative sums of d weights: off by an absolute d 2^-52, so that an expert whose probability is no larger may be drawn
much more often than it should be, or never. Where the transcript is to protect the losses, take `lazy_to_private`.

Speed: two passes over the losses, and some dozens of calls of NumPy for a chunk of rows: switches are found, and models
drawn for them, by `dpassay.fast.lazy_to_private_draws`; then the few coins that depend on losses are looked at.
Time: not constant: the time of a call depends on the losses as well as on the draws.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from dpassay.fast import checks
from dpassay.fast import lazy_to_private_draws as drawing
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.lazy_to_private import Losses, batch_length, fake_probability
from dpassay.fast.lazy_to_private_draws import Drawer, Rules, Switches
from dpassay.fast.multiplicative_weights import RunningSum, in_unit_interval, read_rate, read_table, row_width
from dpassay.fast.multiplicative_weights_stream import MOST_ROWS

__all__ = ["Played", "play", "played_by"]


@dataclass(frozen=True, slots=True)
class Played:
    """What `play` knows after a block of rounds.

    Attributes:
        rounds: the number of rounds so far, those of the block included.
        batches: the number of batches begun so far.
        models: the played experts, one row for each batch that began in the block and one column a run.
        collected: for each run its losses so far.
        resampled: for each run how often its model was drawn anew, not counting the first.
        changed: for each run how often its model was another one afterwards.
        losses: for each expert its losses so far.
        regret: for each run its losses less those of the best expert so far.
    """

    rounds: int
    batches: int
    models: Integers
    collected: Floats
    resampled: Integers
    changed: Integers
    losses: Floats
    regret: Floats


def play(
    blocks: Iterable[Losses],
    *,
    runs: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
) -> Iterator[Played]:
    """Play a stream of rounds, block by block.

    A block is taken from `blocks` when the result is asked for, so that its losses may depend on what was played in
    the blocks before it. The model of a batch is drawn when its first row is there, and not before. The memory is some
    times that of 2^19 numbers, or of a row of losses or of one number a run if they are more, besides the block and
    what is known after it. How the rows are divided into blocks, and whether a block ends within a batch, changes
    nothing but the last bits of sums: a seed gives the same models, unless a draw falls between two such results.

    Args:
        blocks: matrices of losses in [0, 1], one row a round; all have the same number of columns, one an expert.
            Arrays of doubles, contiguous in memory, are the fastest.
        runs: the number of independent transcripts to draw, zero or more.
        rng: the source of randomness.
        learning_rate: eta above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^eta as a rational above 1.
        batch: the number of rounds in a batch, 1 or more; B.
        fake_switch: the probability of a switch for no reason, strictly between 0 and 1; p.

    Yields:
        What is known after each block.

    Raises:
        ValueError: an argument is outside its domain; a block when its turn comes.
    """
    rules = Rules(read_rate(learning_rate, exp_learning_rate), batch_length(batch), fake_probability(fake_switch), True)
    return played_by(rules, blocks, runs, rng)


def played_by(rules: Rules, blocks: Iterable[Losses], runs: object, rng: object) -> Iterator[Played]:
    """`play` by given rules."""
    count, source = checks.integer(runs, "runs", low=0), checks.generator(rng)
    return _blocks_played(rules, blocks, count, source)


def _blocks_played(rules: Rules, blocks: Iterable[Losses], runs: int, rng: np.random.Generator) -> Iterator[Played]:
    game = None
    for block in blocks:
        if game is None:
            game = _Game(rules, row_width(block), runs, rng)
        yield game.play(block)


class _Game:
    """The state of `play`.

    A chunk is played in steps of as many batches as are looked at together. All draws that a step may need are made
    first; then the coins that depend on the losses, which are few, say which of them count. A state is a row of the
    models of all runs and, if there are partners, of these.
    """

    def __init__(self, rules: Rules, experts: int, runs: int, rng: np.random.Generator) -> None:
        self.rules, self.experts, self.runs = rules, experts, runs
        self.rounds = self.batches = 0
        self.collected = RunningSum(runs)
        self.gaps: Floats = np.zeros(runs)  # what counts for the next coin, of the current batch so far
        self.resampled: Integers = np.zeros(runs, np.int64)
        self.changed: Integers = np.zeros(runs, np.int64)
        self.switches, self.drawer = Switches(rules, experts, runs, rng), Drawer(rules, experts)
        self.state: Integers = np.zeros(self.switches.width, np.int64)
        self.patience = rules.patience()

    def play(self, block: Losses) -> Played:
        """Play the rounds of one block."""
        matrix = read_table(block, "blocks", self.experts)
        models = np.empty((len(self._starts(len(matrix))), self.runs), np.int64)
        step, done = max(1, min(drawing.CHUNK // max(self.experts, self.switches.width), MOST_ROWS)), 0
        for start in range(0, len(matrix), step):
            losses = in_unit_interval(matrix[start : start + step], "blocks")
            begun = len(self._starts(len(losses)))
            with np.errstate(over="ignore"):  # a huge rate times any loss: the model is not kept
                self._play_chunk(losses, models[done : done + begun])
            done += begun
        return self._summary(models)

    def _summary(self, models: Integers) -> Played:
        losses, collected = self.drawer.totals(), self.collected.value()
        counts = self.resampled.copy(), self.changed.copy()
        return Played(self.rounds, self.batches, models, collected, *counts, losses, collected - losses.min())

    def _starts(self, rows: int) -> range:
        """The places in the next rows where a batch begins."""
        return range(-self.rounds % self.rules.batch, rows, self.rules.batch)

    def _play_chunk(self, losses: Floats, models: Integers) -> None:
        """Fill in the models of the batches that begin in these rows, and count what is lost."""
        starts = self._starts(len(losses))
        if self.runs:
            self._play_batches(losses, starts, models)
        else:
            self.batches += len(starts)
        self.rounds += len(losses)
        self.drawer.add(losses)

    def _play_batches(self, losses: Floats, starts: range, models: Integers) -> None:
        states = np.empty((len(starts) + 1, len(self.state)), np.int64)
        states[0] = self.state
        lengths = np.full(len(states), self.rules.batch)
        lengths[-1] = len(losses) - starts[-1] if starts else 0
        lengths[0] = starts[0] if starts else len(losses)
        self.gaps += self._gaps(losses[: lengths[0]].take(self.state, axis=1))
        place = 0
        while place < len(starts):
            toss = self.batches % self.switches.many
            if toss == 0:
                self.switches.toss(first=self.batches == 0)
            step = min(len(starts) - place, self.switches.many - toss, self.patience)
            self._fill(losses, starts[place : place + step], states[place : place + step + 1], toss)
            self.batches += step
            place += step
        models[:] = states[1:, : self.runs]
        seen = _entries(losses, np.arange(len(losses))[:, None], states.repeat(lengths, axis=0))
        self.collected.add(seen[:, : self.runs].sum(axis=0))
        if starts:
            self.gaps, self.state = self._gaps(seen[starts[-1] :]), states[-1]

    def _gaps(self, seen: Floats) -> Floats:
        """What counts for the coins, from the losses of each column of the state."""
        sums = seen.sum(axis=0)
        gaps: Floats = sums[: self.runs] - sums[self.runs :] if self.rules.partnered else sums
        return gaps

    def _fill(self, losses: Floats, starts: range, states: Integers, toss: int) -> None:
        """Fill in the states of batches of one toss, after that of the batch before, and count the switches."""
        switches, entries = self.switches, self.switches.between(toss, toss + len(starts))
        batches, columns = switches.batches[entries] - toss, switches.columns[entries]
        if len(batches) == 0:
            states[1:] = states[0]
            return
        rows = batches * self.rules.batch + starts[0]
        randomness = switches.crowded[entries], switches.shares[:, entries], switches.trials[:, entries]
        drawn = self.drawer.draw(losses, rows, *randomness)
        unsure = switches.unsure[entries].nonzero()[0]
        anew = np.ones(len(batches), np.bool_)
        _replace(states, batches, columns, drawn, self.experts)
        while len(unsure):  # the first coin of each run is right at once, and the one after those that are
            gaps = self._gaps_before(losses, rows[unsure], states, batches[unsure], columns[unsure])
            tossed = switches.coins[entries][unsure] <= self.rules.thresholds(gaps)
            if (tossed == anew[unsure]).all():
                break
            anew[unsure] = tossed
            _replace(states, batches[anew], columns[anew], drawn[anew], self.experts)
        self._count(states[:, : self.runs], np.bincount(columns[anew], minlength=self.runs)[: self.runs])

    def _gaps_before(
        self, losses: Floats, rows: Integers, states: Integers, places: Integers, runs: Integers
    ) -> Floats:
        """What counts for the coins of these runs before these rows, in the batches of these places in `states`."""
        gaps = self.gaps[runs]
        whole = (rows >= self.rules.batch).nonzero()[0]  # the batch before is in the chunk
        if len(whole):
            before, places, runs = rows[whole] - np.arange(self.rules.batch, 0, -1)[:, None], places[whole], runs[whole]
            gaps[whole] = _entries(losses, before, states[places, runs]).sum(axis=0)
            if self.rules.partnered:
                gaps[whole] -= _entries(losses, before, states[places, self.runs + runs]).sum(axis=0)
        return gaps

    def _count(self, models: Integers, anew: Integers) -> None:
        """Count the switches; the first model of all is none."""
        first = int(self.batches == 0)
        self.resampled += anew - first
        self.changed += (models[first + 1 :] != models[first:-1]).sum(axis=0)


def _entries(losses: Floats, rows: Integers, columns: Integers) -> Floats:
    """The losses at these places."""
    return np.asarray(losses.ravel().take(rows * losses.shape[1] + columns))


def _replace(states: Integers, rows: Integers, columns: Integers, values: Integers, bound: int) -> None:
    """Fill in all states but the first: each is the one before, but for these new values, which are below `bound`.

    The later a value, the greater its code, so that the greatest code so far is that of the last value.
    """
    states[1:] = 0
    states[rows + 1, columns] = (rows + 1) * bound + values
    np.maximum.accumulate(states, axis=0, out=states)
    states %= bound

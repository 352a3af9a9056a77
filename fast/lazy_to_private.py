"""Lazy to private (L2P) over multiplicative weights: keep a model unless a coin on the last losses says otherwise.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms", section 3: algorithm 1 with the
measure (4) of multiplicative weights. Rounds are grouped in S = ceil(T / B) batches, of which the last may be shorter.
Before batch s an expert x weighs

    nu_s(x) = e^(-eta (l_1(x) + ... + l_((s-1)B)(x))),

and with b(x) its losses in batch s - 1, the ratio nu_s(x) / nu_(s-1)(x) is e^(-eta b(x)). A model x_1 and its partner
y_1, which is never played, are uniform. For s = 2, ..., S

    x_s = x_(s-1)  with probability (1 - p) e^(-eta (2B + b(x_(s-1)) - b(y_(s-1)))),  else x_s ~ nu_s anew,
    y_s = y_(s-1)  with probability 1 - p,                                            else y_s ~ nu_s anew.

Since 0 <= b <= B the exponent lies between -3B eta and -B eta: the minimum with 1 in the printed algorithm is never
the 1.

Privacy: the public output is x_1, ..., x_S; neighbors are matrices of losses that differ in one row. The partner makes
the coin of a batch depend on the losses of the batch before it and of no other; theorem 3.2 of the source says what
that is worth, also for one who sees the partners and the coins (`states`).

Two samplers of this one law:
* `lazy_to_private`, and `states` with all that the proof reveals: many transcripts for one matrix.
* `play`: one pass over a long stream of losses in bounded memory, with what each run has lost, how often it switched
  and its regret.

Floating point: losses are rounded to doubles first. In `lazy_to_private` they are summed with their rounding errors,
so that exponents are off by a relative 2^-50. A coin of a probability e^-t compares t with an exponential draw; it is
right up to a relative 2^-40, but to an absolute 2^-49 where t < 2^-9, and under e^-44.5 < 2^-64 no model is kept. A
fake switch has exactly the probability that the double nearest to p is. A model drawn anew is found as
`dpassay.fast.multiplicative_weights` finds it, which says how well.

`play` is made for speed: losses of up to 2^11 rows are summed as they are, and these sums with their rounding errors.
The logarithm of a weight is then off by a relative 2^-47 and by eta T 2^-42 at most, far less as a rule, and without
the second term if the losses are multiples of 2^-40; the exponent of a coin is off by eta B^2 2^-52 at most. The coins
by which draws are rejected are as good as the others. A draw compares a 53-bit uniform with cumulative sums of d
weights: off by an absolute d 2^-52, so that an expert whose probability is no larger may be drawn much more often than
it should be, or never. Where the transcript is to protect the losses, take `lazy_to_private`.

Speed: `lazy_to_private` takes a sort and some 10 passes over d weights a row, and four draws a batch and transcript.
`play` takes two passes over the losses. Most coins do not depend on the losses: a loss in [0, 1] cannot decide them. So
switches are found, and models drawn for them, for many batches and all runs at once; then the coins that do depend on
losses are looked at. A switch draws from an older law by rejection, and the d weights are computed anew some 2 eta T
times. What remains is some dozens of calls of NumPy for a chunk of rows.
Time: not constant: the time of a call depends on the losses as well as on the draws.
"""

import math
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, bernoulli
from dpassay.fast.multiplicative_weights import (
    MOST_EXPERTS,
    MOST_ROUNDS,
    MOST_ROWS,
    Rewards,
    RunningSum,
    draw_experts,
    in_unit_interval,
    read_rate,
    read_table,
    row_width,
    scaled_logs,
)

__all__ = [
    "CHUNK",
    "COINS",
    "MOST_AGE",
    "MOST_BATCHES",
    "MOST_DECAY",
    "TRIALS",
    "Losses",
    "Played",
    "Rules",
    "States",
    "batch_by_batch",
    "batch_length",
    "fake_probability",
    "kept",
    "lazy_to_private",
    "loss_matrix",
    "play",
    "played_by",
    "states",
]

Losses = Rewards

CHUNK: Final = 2**19  # losses a pass of `play`: so few that the second pass over them finds them in a cache
COINS: Final = 2**14  # coins tossed at a time, for all runs together
MOST_AGE: Final = 2.0**10  # rows since the law was computed that a draw is made from
MOST_DECAY: Final = 0.5  # the rate times these rows
TRIALS: Final = 3  # candidates from an older law, before the law itself is computed
MOST_BATCHES: Final = 1024  # for which coins are tossed at a time, however few the runs


@dataclass(frozen=True, slots=True)
class States:
    """All that algorithm 1 draws, one row a transcript.

    Attributes:
        models: x_1, ..., x_S, the experts that are played.
        partners: y_1, ..., y_S.
        switches: zeta_1, ..., zeta_(S-1): whether x or y, or both, were drawn anew for the batch after.
    """

    models: Integers
    partners: Integers
    switches: Booleans


def lazy_to_private(
    data: Losses,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
    rounds: int,
    experts: int,
) -> Integers:
    """`size` transcripts, one a row: the experts that were played, from 0, in each batch.

    Args:
        data: the losses in [0, 1], one row a round and one column an expert.
        size: the number of transcripts.
        rng: the source of randomness.
        learning_rate: eta above 0; give this or `exp_learning_rate`.
        exp_learning_rate: e^eta as a rational above 1.
        batch: the number of rounds in a batch, 1 or more; B.
        fake_switch: the probability of a switch for no reason, strictly between 0 and 1; p.
        rounds: the number of rounds, 1 or more; T.
        experts: the number of experts, 1 or more; d.

    Raises:
        ValueError: an argument is outside its domain.
    """
    return states(
        data,
        size=size,
        rng=rng,
        learning_rate=learning_rate,
        exp_learning_rate=exp_learning_rate,
        batch=batch,
        fake_switch=fake_switch,
        rounds=rounds,
        experts=experts,
    ).models


def states(
    data: Losses,
    *,
    size: int,
    rng: np.random.Generator,
    learning_rate: Real | None = None,
    exp_learning_rate: Rational | None = None,
    batch: int,
    fake_switch: Real,
    rounds: int,
    experts: int,
) -> States:
    """`size` transcripts with their partners and switches; arguments and errors as for `lazy_to_private`."""
    count = checks.sample_size(size)
    checks.generator(rng)
    rate, length, fake = read_rate(learning_rate, exp_learning_rate), batch_length(batch), fake_probability(fake_switch)
    matrix = loss_matrix(data, rounds, experts)
    batches = -(-len(matrix) // length)
    models, partners = np.empty((batches, count), np.int64), np.empty((batches, count), np.int64)
    switches = np.empty((batches - 1, count), np.bool_)
    for s, (lags, before) in enumerate(batch_by_batch(matrix, length)):
        logs = scaled_logs(lags, rate)
        anew, partner_anew = np.ones(count, np.bool_), np.ones(count, np.bool_)
        if before is not None:
            models[s], partners[s] = models[s - 1], partners[s - 1]
            gap = before[models[s]] - before[partners[s]]
            anew = bernoulli(fake, count, rng) | ~kept(rate, 2 * length + gap, rng)
            partner_anew = bernoulli(fake, count, rng)
            switches[s - 1] = anew | partner_anew
        models[s, anew] = draw_experts(logs, int(anew.sum()), rng)
        partners[s, partner_anew] = draw_experts(logs, int(partner_anew.sum()), rng)
    return States(np.ascontiguousarray(models.T), np.ascontiguousarray(partners.T), np.ascontiguousarray(switches.T))


def kept(rate: float, losses: Floats, rng: np.random.Generator) -> Booleans:
    """Coins that are true with probability e^(-rate * losses)."""
    return rng.standard_exponential(len(losses)) > scaled_logs(losses, rate)


def batch_by_batch(matrix: Floats, length: int) -> Iterator[tuple[Floats, Floats | None]]:
    """Before each batch the lags behind the best expert, at most 0, and the losses in the batch before, if any."""
    total, before = RunningSum(matrix.shape[1]), None
    for start in range(0, len(matrix), length):
        yield total.lags(-1), before
        part = RunningSum(matrix.shape[1])
        for row in matrix[start : start + length]:
            part.add(row)
            total.add(row)
        before = part.value()


def loss_matrix(data: object, rounds: object, experts: object) -> Floats:
    """The losses as doubles in [0, 1], in a matrix of the right shape."""
    height = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    width = checks.integer(experts, "experts", low=1, high=MOST_EXPERTS)
    return in_unit_interval(read_table(data, "data", width, height), "data")


def batch_length(batch: object) -> int:
    """The number of rounds in a batch; a batch may be longer than all rounds."""
    return checks.integer(batch, "batch", low=1, high=MOST_ROUNDS)


def fake_probability(fake_switch: object) -> float:
    """The double nearest to a number strictly between 0 and 1; it is above 0, but may be 1."""
    expected = "a number strictly between 0 and 1"
    exact = checks.real(fake_switch, "fake_switch", expected)
    if not 0 < exact < 1:
        raise checks.bad("fake_switch", fake_switch, expected)
    return checks.positive(exact, "fake_switch")


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


@dataclass(frozen=True, slots=True)
class Rules:
    """When a game keeps a model.

    Attributes:
        rate: the learning rate.
        batch: the number of rounds in a batch.
        fake: the probability of a fake switch.
        partnered: whether losses count as 2B plus the lead over a partner, or else as they are.
    """

    rate: float
    batch: int
    fake: float
    partnered: bool

    def thresholds(self, gaps: Floats) -> Floats:
        """Minus the logarithm of the probability that no real switch follows these losses in a batch."""
        return (gaps + 2 * self.batch if self.partnered else gaps) * self.rate

    def range(self) -> tuple[float, float]:
        """The least and the greatest of all thresholds; an infinite coin is above them."""
        least, most = self.thresholds(np.array([-float(self.batch) if self.partnered else 0.0, float(self.batch)]))
        return float(least), min(float(most), sys.float_info.max)

    def patience(self) -> int:
        """How many batches to look at together: so few that not many coins of a run depend on the losses in them."""
        return max(1, min(MOST_BATCHES, int(min(1 / (self.rate * self.batch), MOST_BATCHES))))


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


class _Switches:
    """The switches that may come in many batches, and the random numbers that they take.

    All are drawn at once, so that it does not matter where blocks end. A state has one column for the model of each
    run, and then one for the partner of each run. There is one entry for each batch and column in which a switch is
    possible whatever the losses are.

    Attributes:
        many: the number of batches that are looked at.
        batches: the batch of each entry, from 0, in order.
        columns: the column of the state.
        firsts: for each batch its first entry, and last the number of entries.
        coins: the coin of each entry: there is a switch if it is at most its threshold.
        unsure: whether that depends on the losses.
        crowded: whether the batch has so many entries that its law is computed for them.
        shares: a column of uniforms for each entry, by which it draws.
        trials: a column of exponentials for each entry, by which it accepts what it has drawn; none if all are crowded.
    """

    def __init__(self, rules: Rules, experts: int, runs: int, rng: np.random.Generator) -> None:
        self.rules, self.experts, self.runs, self.rng = rules, experts, runs, rng
        self.width = runs * (1 + rules.partnered)
        self.many = max(1, min(MOST_BATCHES, COINS // max(runs, 1)))

    def toss(self, *, first: bool) -> None:
        """Replace all; in the first batch of all every model and partner is drawn."""
        coins = self._coins()
        if first:
            coins[0] = -np.inf
        least, most = self.rules.range()
        entries = np.flatnonzero(coins <= most)
        self.batches, self.columns = np.divmod(entries, self.width)
        self.firsts = self.batches.searchsorted(np.arange(self.many + 1)).tolist()
        self.coins = coins.ravel()[entries]
        self.unsure = self.coins > least
        self.crowded = (np.bincount(self.batches) * self.rules.batch > self.experts)[self.batches]
        trials = 0 if self.crowded.all() else TRIALS
        self.shares = self.rng.random((trials + 1, len(entries)))
        self.trials = self.rng.standard_exponential((trials, len(entries)))

    def _coins(self) -> Floats:
        """One coin a batch and column: minus infinity in a fake switch, and infinity where a partner is kept."""
        shape, fake = (self.many, self.runs), self.rules.fake
        parts = [self.rng.standard_exponential(shape)]
        if self.rules.partnered:
            parts.append(np.full(shape, np.inf))
        for part in parts:
            part[bernoulli(fake, part.size, self.rng).reshape(shape)] = -np.inf
        return np.hstack(parts)

    def between(self, start: int, stop: int) -> slice:
        """The entries of these batches."""
        return slice(self.firsts[start], self.firsts[stop])


class _Drawer:
    """Draws experts by what they have lost, with few computations of all weights: rejection from an older law.

    What was lost since the older law was computed is at least 0, so that a draw from it is a draw from the new law if
    it is accepted with probability e^(-rate * lost since). For that only one column of the losses is needed. The older
    law is replaced when so many rows have come since that the probability may fall below e^(-1/2), or for a crowded
    batch. A draw whose candidates have all been rejected is made from the new law itself.

    Which law is replaced when depends on rows and switches only, not on how rows are divided into chunks.
    """

    def __init__(self, rules: Rules, experts: int) -> None:
        self.rate = rules.rate
        self.lost = RunningSum(experts)  # but for what is in `since`
        self.since: Floats = np.zeros(experts)  # lost since the law was computed, up to the current chunk
        self.bounds: Floats = np.arange(1.0, experts + 1)
        self.age = 0.0  # rows since the law was computed, up to the current chunk; infinite if it is to be replaced
        self.oldest = min(MOST_AGE, MOST_DECAY / rules.rate)
        self.used = 0  # rows of the current chunk that the law knows

    def totals(self) -> Floats:
        """For each expert its losses up to the current chunk."""
        return np.asarray(self.lost.high + (self.lost.low + self.since))

    def add(self, losses: Floats) -> None:
        """Go on to the next chunk; these rows are the current one."""
        self.since += losses[self.used :].sum(axis=0)
        self.age += len(losses) - self.used
        self.used = 0
        if self.age > self.oldest:
            self._settle()
            self.age = math.inf

    def draw(self, losses: Floats, rows: Integers, crowded: Booleans, shares: Floats, trials: Floats) -> Integers:
        """Draw an expert for each place in `rows`, in order, by what was lost before it.

        Args:
            losses: the current chunk.
            rows: for each draw the number of its rows that count.
            crowded: for each draw whether the law is to be computed for that number of rows.
            shares: a column of uniforms for each draw.
            trials: a column of exponentials for each draw, of one row less; none are needed if all are crowded.
        """
        drawn, start, most = np.empty(len(rows), np.int64), 0, max(1, CHUNK // len(losses))
        while start < len(rows):
            age = self.age + rows[start] - self.used
            if age > self.oldest or (age > 0 and crowded[start]):
                self._compute(losses[: rows[start]])
            ages = rows[start : start + most] + (self.age - self.used)
            outdated = (ages > self.oldest) | (crowded[start : start + most] & (ages > 0))
            stop = start + (int(outdated.argmax()) or len(outdated))
            part = slice(start, stop)
            drawn[part] = self._drawn(losses, rows[part], shares[:, part], trials[:, part])
            start = stop
        return drawn

    def _drawn(self, losses: Floats, rows: Integers, shares: Floats, trials: Floats) -> Integers:
        """Draw as `draw` does, from the law that there is."""
        drawn = _places(self.bounds, shares[0])
        if self.age + rows[-1] == self.used:
            return drawn
        missing = self._rejected(losses, rows, drawn, trials[0])
        for share, trial in zip(shares[1:-1], trials[1:], strict=True):
            if len(missing) == 0:
                return drawn
            drawn[missing] = _places(self.bounds, share[missing])
            missing = missing[self._rejected(losses, rows[missing], drawn[missing], trial[missing])]
        for place in missing:
            bounds = self._bounds(losses[self.used : rows[place]])
            drawn[place] = _places(bounds, shares[-1, place : place + 1])[0]
        return drawn

    def _rejected(self, losses: Floats, rows: Integers, drawn: Integers, trials: Floats) -> Integers:
        """Which of these draws from the older law are none from the law after so many rows.

        A row brings a loss of 1 at most, so that few of the losses have to be looked at.
        """
        doubtful: Integers = (trials <= self.rate * (rows + (self.age - self.used))).nonzero()[0]
        if len(doubtful) == 0:
            return doubtful
        rows, drawn = rows[doubtful], drawn[doubtful]
        columns = losses[self.used : rows[-1]].take(drawn, axis=1)
        columns *= np.arange(self.used, rows[-1])[:, None] < rows
        return np.asarray(doubtful[trials[doubtful] <= self.rate * (self.since[drawn] + columns.sum(axis=0))])

    def _bounds(self, rows: Floats) -> Floats:
        """The cumulative weights after these rows, which the law does not know."""
        lags = self.lost.lags(-1) - (self.since + rows.sum(axis=0))
        bounds: Floats = np.exp(lags * self.rate).cumsum()
        return bounds

    def _compute(self, before: Floats) -> None:
        """Replace the older law by that after these rows of the current chunk."""
        self.since += before[self.used :].sum(axis=0)
        self._settle()
        np.exp(self.lost.lags(-1) * self.rate).cumsum(out=self.bounds)
        self.age, self.used = 0.0, len(before)

    def _settle(self) -> None:
        """Move what is in `since` to the sums that keep their rounding errors."""
        self.lost.add(self.since)
        self.since[:] = 0


def _places(bounds: Floats, shares: Floats) -> Integers:
    """Where uniforms fall: they are below 1, so that the product with the last bound is below that."""
    return np.asarray(bounds.searchsorted(shares * bounds[-1], side="right"), np.int64)


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
        self.switches, self.drawer = _Switches(rules, experts, runs, rng), _Drawer(rules, experts)
        self.state: Integers = np.zeros(self.switches.width, np.int64)
        self.patience = rules.patience()

    def play(self, block: Losses) -> Played:
        """Play the rounds of one block."""
        matrix = read_table(block, "blocks", self.experts)
        models = np.empty((len(self._starts(len(matrix))), self.runs), np.int64)
        step, done = max(1, min(CHUNK // max(self.experts, self.switches.width), MOST_ROWS)), 0
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

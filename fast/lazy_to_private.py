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
`play` takes two passes over the losses. Between two switches of some run it looks at two columns of the losses for many
batches at once; a switch draws from an older law by rejection, and the d weights are computed anew some eta T times.
What remains is some dozens of calls of NumPy for each batch in which some run switches.
Time: not constant: the time of a call depends on the losses as well as on the draws.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, accepted, bernoulli
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

Losses = Rewards

CHUNK: Final = 2**17  # losses a pass of `play`: so few that the second pass over them finds them in a cache
COINS: Final = 2**14  # coins tossed at a time, for all runs together
MOST_AGE: Final = 2.0**10  # rows since the law was computed that a draw is made from
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
    times that of 2^17 numbers, or of a row of losses or of one number a run if they are more, besides the block and
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

    def patience(self, runs: int) -> int:
        """About how many batches pass before some of the runs switches, twice: how far to look ahead."""
        exponent = self.rate * self.batch * (2.0 if self.partnered else 0.5)
        calm = math.exp(-exponent) * (1 - self.fake) ** (1 + self.partnered)
        return max(1, min(MOST_BATCHES, int(2 / (runs * (1 - calm) + 1e-9))))


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


class _Coins:
    """The coins of all runs, tossed for many batches at a time, so that it does not matter where blocks end.

    Attributes:
        many: the number of batches for which coins are tossed at a time.
        real: one row a batch: a model is kept if this is above its threshold; minus infinity in a fake switch.
        partner: one row a batch: whether the partner is drawn anew.
    """

    def __init__(self, rules: Rules, runs: int, rng: np.random.Generator) -> None:
        self.rules, self.runs, self.rng = rules, runs, rng
        self.many = max(1, min(MOST_BATCHES, COINS // max(runs, 1)))
        self.real: Floats = np.empty((self.many, runs))
        self.partner: Booleans = np.zeros((self.many, runs), np.bool_)

    def toss(self) -> None:
        """Replace all coins."""
        fake, many = self.rules.fake, self.real.size
        self.rng.standard_exponential(out=self.real)
        self.real[bernoulli(fake, many, self.rng).reshape(self.real.shape)] = -np.inf
        if self.rules.partnered:
            self.partner = bernoulli(fake, many, self.rng).reshape(self.real.shape)


class _Drawer:
    """Draws experts by what they have lost, with few computations of all weights: rejection from an older law.

    What was lost since the older law was computed is at least 0, so that a draw from it is a draw from the new law if
    it is accepted with probability e^(-rate * lost since). For that only one column of the losses is needed. The older
    law is replaced when so many rows have come since that the probability may fall below 1/e, or when computing the new
    one is no more work than to look at the columns.

    Which law is replaced when depends on rows and switches only, not on how rows are divided into chunks.
    """

    def __init__(self, rules: Rules, experts: int, rng: np.random.Generator) -> None:
        self.rate, self.batch, self.experts, self.rng = rules.rate, rules.batch, experts, rng
        self.lost = RunningSum(experts)  # but for what is in `since`
        self.since: Floats = np.zeros(experts)  # lost since the law was computed, up to the current chunk
        self.bounds: Floats = np.arange(1.0, experts + 1)
        self.age = 0.0  # rows since the law was computed, up to the current chunk; infinite if it is to be replaced
        self.oldest = min(MOST_AGE, 1 / rules.rate)
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

    def draw(self, count: int, before: Floats) -> Integers:
        """Draw experts by what they had lost after these rows of the current chunk."""
        if self.age + len(before) - self.used > self.oldest or count * self.batch > self.experts:
            self._compute(before)
        rows = before[self.used :]
        if self.age + len(rows) == 0:
            return self._candidates(count)
        return accepted(lambda missing: self._attempt(missing, rows), count)

    def _attempt(self, count: int, rows: Floats) -> tuple[Integers, Booleans]:
        drawn = self._candidates(count)
        lost = self.since[drawn] + rows.take(drawn, axis=1).sum(axis=0)
        return drawn, self.rng.standard_exponential(count) > self.rate * lost

    def _candidates(self, count: int) -> Integers:
        """Draw from the older law: a uniform is below 1, so that its product with the last bound is below that."""
        shares = self.rng.random(count) * self.bounds[-1]
        return np.asarray(self.bounds.searchsorted(shares, side="right"), np.int64)

    def _compute(self, before: Floats) -> None:
        """Replace the older law by the new one."""
        self.since += before[self.used :].sum(axis=0)
        self._settle()
        np.exp(self.lost.lags(-1) * self.rate).cumsum(out=self.bounds)
        self.age, self.used = 0.0, len(before)

    def _settle(self) -> None:
        """Move what is in `since` to the sums that keep their rounding errors."""
        self.lost.add(self.since)
        self.since[:] = 0


class _Game:
    """The state of `play`.

    Between two switches a run needs only two columns of the losses, so that these are looked at for many batches at
    once, up to the first after which some run switches.
    """

    def __init__(self, rules: Rules, experts: int, runs: int, rng: np.random.Generator) -> None:
        self.rules, self.experts, self.runs = rules, experts, runs
        self.rounds = self.batches = 0
        self.collected = RunningSum(runs)
        self.models: Integers = np.zeros(runs, np.int64)
        self.partners: Integers = np.zeros(runs, np.int64)
        self.gaps: Floats = np.zeros(runs)  # what counts for the next coin, of the current batch so far
        self.resampled: Integers = np.zeros(runs, np.int64)
        self.changed: Integers = np.zeros(runs, np.int64)
        self.coins, self.drawer = _Coins(rules, runs, rng), _Drawer(rules, experts, rng)
        self.patience = rules.patience(runs)

    def play(self, block: Losses) -> Played:
        """Play the rounds of one block."""
        matrix = read_table(block, "blocks", self.experts)
        models = np.empty((len(self._starts(len(matrix))), self.runs), np.int64)
        step, done = max(1, min(CHUNK // max(self.experts, self.runs), MOST_ROWS)), 0
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
        starts, count = self._starts(len(losses)), len(losses)
        if self.runs:
            collected = self._go_on(losses[: starts[0] if starts else count])
            place = 0
            while place < len(starts):
                self._switch(losses[: starts[place]])
                steady, sums = self._stay(losses, starts[place:])
                models[place : place + steady] = self.models
                collected += sums
                place += steady
            self.collected.add(collected)
        else:
            self.batches += len(starts)
        self.rounds += count
        self.drawer.add(losses)

    def _go_on(self, losses: Floats) -> Floats:
        """Go on with a batch; the losses of the models in these rows."""
        mine = losses.take(self.models, axis=1)
        self.gaps += self._counted(losses, mine).sum(axis=0)
        sums: Floats = mine.sum(axis=0)
        return sums

    def _counted(self, losses: Floats, mine: Floats) -> Floats:
        """What counts for the coins, round by round."""
        return mine - losses.take(self.partners, axis=1) if self.rules.partnered else mine

    def _switch(self, before: Floats) -> None:
        """Draw the models and partners of the batch that begins, where they are drawn anew."""
        toss = self.batches % self.coins.many
        if toss == 0:
            self.coins.toss()
        if self.batches == 0:
            anew, partner_anew = np.ones(self.runs, np.bool_), np.full(self.runs, self.rules.partnered)
        else:
            anew, partner_anew = self.coins.real[toss] <= self.rules.thresholds(self.gaps), self.coins.partner[toss]
        who, partner_of = anew.nonzero()[0], partner_anew.nonzero()[0]
        count = len(who)
        if count + len(partner_of) == 0:
            return
        drawn = self.drawer.draw(count + len(partner_of), before)
        if self.batches:
            self.resampled[who] += 1
            self.changed[who] += self.models[who] != drawn[:count]
        self.models[who], self.partners[partner_of] = drawn[:count], drawn[count:]

    def _stay(self, losses: Floats, starts: range) -> tuple[int, Floats]:
        """Play the batch that begins and those after it up to a switch; their number and the losses of the models."""
        left = self.coins.many - self.batches % self.coins.many
        ahead = min(len(starts), left, self.patience)
        rows = losses[starts[0] : starts[ahead] if ahead < len(starts) else len(losses)]
        mine = rows.take(self.models, axis=1)
        gaps = np.add.reduceat(self._counted(rows, mine), range(0, len(rows), self.rules.batch), axis=0)
        steady = self._steady(gaps[:-1])
        self.gaps = gaps[steady - 1].copy()
        self.batches += steady
        sums: Floats = mine[: steady * self.rules.batch].sum(axis=0)
        return steady, sums

    def _steady(self, gaps: Floats) -> int:
        """After how many batches some run switches, if it does after one of those that counted `gaps`."""
        if len(gaps) == 0:
            return 1
        first = self.batches % self.coins.many + 1
        rows = slice(first, first + len(gaps))
        switch: Booleans = (self.coins.real[rows] <= self.rules.thresholds(gaps)) | self.coins.partner[rows]
        switch = np.asarray(switch.any(axis=1))
        place = int(switch.argmax())
        return place + 1 if switch[place] else len(gaps) + 1

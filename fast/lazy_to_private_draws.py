"""The switches of lazy-to-private on a stream, and the models drawn for them, for many batches and all runs at once.

Most coins do not depend on the losses: a loss in [0, 1] cannot decide them. So `Switches` finds the batches in which a
model may be drawn anew before it looks at any loss. `Drawer` draws the models by rejection from an older law, so that
the d weights are computed anew some 2 eta T times only.
"""

import math
import sys
from dataclasses import dataclass
from typing import Final

import numpy as np

from dpassay.fast.draws import Booleans, Floats, Integers, bernoulli
from dpassay.fast.multiplicative_weights import RunningSum

__all__ = [
    "CHUNK",
    "COINS",
    "MOST_AGE",
    "MOST_BATCHES",
    "MOST_DECAY",
    "TRIALS",
    "Drawer",
    "Rules",
    "Switches",
]


CHUNK: Final = 2**19  # losses a pass of `play`: so few that the second pass over them finds them in a cache
COINS: Final = 2**14  # coins tossed at a time, for all runs together
MOST_AGE: Final = 2.0**10  # rows since the law was computed that a draw is made from
MOST_DECAY: Final = 0.5  # the rate times these rows
TRIALS: Final = 3  # candidates from an older law, before the law itself is computed
MOST_BATCHES: Final = 1024  # for which coins are tossed at a time, however few the runs


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


class Switches:
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


class Drawer:
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

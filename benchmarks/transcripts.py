"""The exact privacy profile of a transcript of multiplicative weights: ours, against listing all K^T transcripts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count
from math import log10
from typing import Final

from benchmarks.composition import decimal, timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.exact import as_fraction
from dpassay.reference.multiplicative_weights import Parameters, transcript_loss

Matrix = tuple[tuple[Fraction, ...], ...]
Laws = list[tuple[list[Fraction], list[Fraction]]]

SEED: Final = 11
ZERO, ONE = REWARDS = (Fraction(0), Fraction(1))
EXP_EPS: Final = Fraction(5, 4)
BASES: Final = (Fraction(3, 2), Fraction(101, 100))
LISTED_EXPERTS: Final = (2, 3, 10, 100)
EXPERTS: Final = (2, 10, 1000)
SECONDS: Final = 10.0
QUICK_SECONDS: Final = 1.0
REPEATS: Final = 5
DIGITS: Final = 6
NEAR_ONE: Final = Fraction(1, 10**4)
KEPT_BITS: Final = 64


@dataclass(frozen=True, slots=True)
class Game:
    """Neighbors: rewards of 0 and 1, and the same with the first row turned into its opposite.

    Attributes:
        experts: the number of experts, at least 2.
        rounds: the number of rounds.
        exp_learning_rate: e^alpha.
        level: whether all experts earn the same after the first round; or else at random.
    """

    experts: int
    rounds: int
    exp_learning_rate: Fraction
    level: bool = False

    @property
    def parameters(self) -> Parameters:
        """The parameters of the mechanism."""
        return Parameters.read(exp_learning_rate=self.exp_learning_rate, rounds=self.rounds, experts=self.experts)

    @property
    def pair(self) -> tuple[Matrix, Matrix]:
        """The two matrices; with more rounds they are longer and begin alike."""
        rng = random.Random(SEED)
        first = (ONE, ZERO, *_bits(self.experts - 2, rng))  # never all alike: then nothing would be told
        later = [(ONE,) * self.experts if self.level else _bits(self.experts, rng) for _ in range(self.rounds - 1)]
        return (first, *later), (tuple(ONE - reward for reward in first), *later)


def _bits(length: int, rng: random.Random) -> tuple[Fraction, ...]:
    return tuple(rng.choices(REWARDS, k=length))


def tables(
    pool: Pool,
    *,
    quick: bool,
    seconds: float | None = None,
    listed: Sequence[int] = LISTED_EXPERTS,
    experts: Sequence[int] = EXPERTS,
) -> list[Table]:
    """Measure, and return the tables."""
    limit = seconds or (QUICK_SECONDS if quick else SECONDS)
    against = [_listing_row(K, limit) for K in pool.track(listed, "transcripts: listed", len(listed))]
    places = [(level, base, K) for level in (False, True) for base in BASES for K in experts]
    alone = [_longest_row(*place, limit) for place in pool.track(places, "transcripts: the longest", len(places))]
    return [_listing_table(against, limit), _longest_table(alone, limit)]


def exact_delta(pair: tuple[Matrix, Matrix], parameters: Parameters) -> Fraction:
    """Return delta at e^eps = ``EXP_EPS`` without listing transcripts."""
    return as_fraction(transcript_loss(*pair, parameters).delta(EXP_EPS), "delta")


# Listing, as many would write it: nothing here is ours.


def listed_delta(pair: tuple[Matrix, Matrix], base: Fraction) -> Fraction:
    """Return the same by listing all transcripts, through the masses of all likelihood ratios."""
    p_laws, q_laws = (choices(rows, base) for rows in pair)
    masses: dict[Fraction, Fraction] = {}
    for p, q in transcripts(list(zip(p_laws, q_laws, strict=True))):
        masses[p / q] = masses.get(p / q, Fraction(0)) + p
    return sum((p - EXP_EPS * p / ratio for ratio, p in masses.items() if ratio > EXP_EPS), Fraction(0))


def choices(rows: Matrix, base: Fraction) -> Iterator[list[Fraction]]:
    """Yield the law of the choice in each round: proportional to base^(the rewards before it)."""
    earned = [0] * len(rows[0])
    for row in rows:
        weights = [base**reward for reward in earned]
        normalization = sum(weights)
        yield [weight / normalization for weight in weights]
        earned = [before + int(reward) for before, reward in zip(earned, row, strict=True)]


def transcripts(laws: Laws) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield both probabilities of each transcript: those of its beginning, times one factor."""
    if not laws:
        yield Fraction(1), Fraction(1)
        return
    last = list(zip(*laws[-1], strict=True))
    for p, q in transcripts(laws[:-1]):
        for p_last, q_last in last:
            yield p * p_last, q * q_last


# How far one comes.


@dataclass(frozen=True, slots=True)
class Found:
    """The delta of so many rounds, and the seconds that it took."""

    rounds: int
    delta: Fraction
    seconds: float


def longest(compute: Callable[[int], Callable[[], Fraction]], sizes: Iterator[int], limit: float, growth: int) -> Found:
    """Return the last number of rounds that takes no more than ``limit`` seconds; the first one where none does.

    ``compute`` prepares so many rounds and returns what is timed. It ends where the next size is sure to take too long:
    ``growth`` times as long, or half as much more as the last size took than the one before.
    """
    found, factor = _measured(compute, next(sizes)), 0.0
    while max(growth, factor / 2) * found.seconds <= limit:
        longer = _measured(compute, next(sizes))
        if longer.seconds > limit:
            break
        found, factor = longer, longer.seconds / found.seconds
    return found


def _measured(compute: Callable[[int], Callable[[], Fraction]], rounds: int) -> Found:
    return Found(rounds, *timed(compute(rounds), 1))


def _listing_row(experts: int, limit: float) -> tuple[str, ...]:
    base = BASES[0]

    def compute(rounds: int) -> Callable[[], Fraction]:
        return partial(listed_delta, Game(experts, rounds, base).pair, base)

    found = longest(compute, count(2), limit, experts)
    game = Game(experts, found.rounds, base)
    delta, seconds = timed(partial(exact_delta, game.pair, game.parameters), REPEATS)
    assert delta == found.delta
    times = f"{found.seconds:.2f}", f"{1e3 * seconds:.3f}", f"{found.seconds / seconds:,.0f}"
    return (f"{experts}", f"{found.rounds}", f"{experts**found.rounds:,}", *times, shown(delta))


def _listing_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    columns = ("experts", "rounds", "transcripts", "seconds, listing", "milliseconds, ours", "ratio", "delta")
    notes = (
        _workload(),
        "Listing: both probabilities of each of the K^T transcripts, as fractions, each one multiplication away from "
        f"those of its beginning; the mass of each likelihood ratio; delta. The rounds are the most within {limit:g} "
        f"seconds, at e^alpha = {BASES[0]} and random rewards.",
        f"Ours: the median of {REPEATS}, of the same size. That both give the same fraction is checked.",
    )
    return Table("Transcripts: exact delta against listing all of them", columns, rows, notes)


def _longest_row(level: bool, base: Fraction, experts: int, limit: float) -> tuple[str, ...]:
    def compute(rounds: int) -> Callable[[], Fraction]:
        game = Game(experts, rounds, base, level)
        return partial(exact_delta, game.pair, game.parameters)

    found = longest(compute, (2**j for j in count(1)), limit, 2)
    transcripts_ = f"10^{found.rounds * log10(experts):,.0f}"
    size = f"{experts:,}", f"{found.rounds:,}", transcripts_
    bits = f"{found.delta.denominator.bit_length():,}"
    return ("level" if level else "random", f"{base}", *size, f"{found.seconds:.2f}", shown(found.delta), bits)


def _longest_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    size = ("experts", "rounds", "transcripts, about")
    columns = ("rewards", "e^alpha", *size, "seconds", "delta", "bits of the fraction")
    notes = (
        _workload(),
        f"The rounds are the most of 2, 4, 8, ... within {limit:g} seconds; a size that would take longer by how the "
        "times grew is not tried. Level: after the first round all experts earn the same.",
    )
    return Table("Transcripts: as many rounds as we can take", columns, rows, notes)


def _workload() -> str:
    return (
        "Rewards of 0 and 1; in the neighbor the first row is turned into its opposite. Delta of the whole transcript "
        f"at e^eps = {EXP_EPS} is a fraction, without rounding. Times: from the two matrices to delta."
    )


def shown(delta: Fraction) -> str:
    """Return delta to a few digits; very near to 1, its distance from 1."""
    return _digits(delta) if 1 - delta > NEAR_ONE else f"1 - {_digits(1 - delta)}"


def _digits(value: Fraction) -> str:
    """Return a rational to a few digits; of a long one only the leading bits are turned into decimals."""
    shift = value.denominator.bit_length() - value.numerator.bit_length() + KEPT_BITS
    short = Fraction((value.numerator << max(shift, 0)) // value.denominator, 1 << max(shift, 0))
    return decimal(short, DIGITS)

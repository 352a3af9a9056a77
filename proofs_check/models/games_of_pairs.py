"""Pairs of laws on N labels behind T private channels, one a round, and the laws of the reports: see ``hard_pairs``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final

from dpassay.analysis.channel_outputs import coefficients
from dpassay.analysis.channels import (
    Channel,
    binary_mechanism,
    hadamard_mechanism,
    randomized_response,
)
from dpassay.analysis.hadamard_class import hadamard, order_of
from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.numbers import place_of_largest

Reports = tuple[int, ...]
NONE: Final = as_real(Fraction(0))


@dataclass(frozen=True)
class Game:
    """K pairs at a separation a, e^eps, and for each round a private channel on N labels, all with as many reports.

    ``test`` has a bit for each sequence of reports; the estimate is a share of the mean of all laws by what the
    reports tell of them, and the rest of it uniform. ``more`` is 1 where a class has the uniform law, too.
    """

    pairs: int
    a: Fraction
    exp_eps: Fraction
    channels: tuple[Channel, ...]
    test: int = 0
    share: Fraction = Fraction(1)
    more: int = 0

    def __post_init__(self) -> None:
        if self.pairs < 1 or not 0 < self.a <= 2:
            raise ValueError(f"pairs, a = {self.pairs}, {self.a}: expected 1 or more, and a in (0, 2]")
        if self.exp_eps <= 1:
            raise ValueError(f"exp_eps = {self.exp_eps}: expected more than 1")
        if not self.channels or len({len(channel.rows[0]) for channel in self.channels}) > 1:
            raise ValueError(f"channels = {self.channels}: expected one a round, with as many reports each")
        for channel in self.channels:
            zero = any(entry == 0 for row in channel.rows for entry in row)
            if channel.inputs != order_of(self.pairs) or zero or not channel.is_private(self.exp_eps):
                raise ValueError(f"channels = {channel}: expected private ones on the labels, without unused reports")
        if not 0 <= self.test < 1 << self.reports ** len(self.channels):
            raise ValueError(f"test = {self.test}: expected a bit for each sequence of reports")
        if self.more not in {0, 1}:
            raise ValueError(f"more = {self.more}: expected 0 or 1")
        if not 0 <= self.share <= 1:
            raise ValueError(f"share = {self.share}: expected a number in [0, 1]")

    @property
    def labels(self) -> int:
        """N."""
        return order_of(self.pairs)

    @property
    def reports(self) -> int:
        """R."""
        return len(self.channels[0].rows[0])


def with_reports(channel: Channel, number: int) -> Channel:
    """Return a channel whose last report is split evenly, so that there are so many: nothing more is told."""
    parts = number - len(channel.rows[0]) + 1
    return Channel(tuple((*row[:-1], *[row[-1] / parts] * parts) for row in channel.rows))


def game(pairs: int, a: str, exp_eps: str, names: tuple[str, ...], **more: Any) -> Game:
    """Return the game of "response", "hadamard", "constant" or "sign i", which tells a noisy sign of pair i."""
    order = order_of(pairs)
    channels = [_channel(order, Fraction(exp_eps), *name.split()) for name in names]
    most = max(len(channel.rows[0]) for channel in channels)
    return Game(
        pairs, Fraction(a), Fraction(exp_eps), tuple(with_reports(channel, most) for channel in channels), **more
    )


def _channel(order: int, exp_eps: Fraction, kind: str, pair: str = "1") -> Channel:
    if kind == "sign":
        return binary_mechanism(order, [y for y, h in enumerate(hadamard(order)[int(pair)]) if h == -1], exp_eps)
    kinds = {"response": randomized_response, "hadamard": hadamard_mechanism}
    return kinds[kind](order, exp_eps) if kind in kinds else Channel(((Fraction(1),),) * order)


@cache
def signs(order: int) -> tuple[tuple[Fraction, ...], ...]:
    """The columns of the Hadamard matrix."""
    return tuple(tuple(map(Fraction, column)) for column in hadamard(order))


def first(at: Game, i: int, x: int) -> Fraction:
    """p1(i, x): 2/N where the sign is -1, and 0 elsewhere."""
    return Fraction(0) if signs(at.labels)[i][x - 1] == 1 else Fraction(2, at.labels)


def second(at: Game, i: int, x: int) -> Fraction:
    """p2(i, x)."""
    return first(at, i, x) + signs(at.labels)[i][x - 1] * at.a / at.labels


def column(at: Game, t: int, r: int) -> tuple[Fraction, ...]:
    """The probabilities of report r in round t, by labels."""
    return tuple(Fraction(row[r - 1]) for row in at.channels[t - 1].rows)  # type: ignore[arg-type]  # all rational


@cache
def coefficient(at: Game, t: int, r: int, y: int) -> Any:
    """b(t, r, y)."""
    return coefficients(column(at, t, r))[y - 1]


@cache
def output(at: Game, t: int, i: int, side: int) -> tuple[Any, ...]:
    """The law of the report of round t, where the label has the law of pair i on a side, 1 or 2."""
    law = first if side == 1 else second
    return at.channels[t - 1].output([law(at, i, x) for x in range(1, at.labels + 1)])


def log_ratio(at: Game, t: int, i: int, r: int) -> Any:
    """log(o1/o2)."""
    return log(Fraction(output(at, t, i, 1)[r - 1] / output(at, t, i, 2)[r - 1]))


def of_round(at: Game, t: int, i: int) -> Real:
    """KL(t, i)."""
    terms = (as_real(o) * as_real(log_ratio(at, t, i, r)) for r, o in enumerate(output(at, t, i, 1), 1))
    return sum(terms, NONE)


@cache
def sequences(at: Game, rounds: int | None = None) -> tuple[Reports, ...]:
    """The reports of the first rounds, of all where no number is given; they count from 1."""
    length = len(at.channels) if rounds is None else rounds
    return tuple(product(range(1, at.reports + 1), repeat=length))


@cache
def chance(at: Game, i: int, side: int, reports: Reports) -> Fraction:
    """The probability of the first reports under pair i."""
    return prod((Fraction(output(at, t, i, side)[r - 1]) for t, r in enumerate(reports, 1)), start=Fraction(1))


def chance_of_uniform(at: Game, reports: Reports) -> Fraction:
    """The probability of the first reports where the labels are uniform."""
    shares = (sum(column(at, t, r), Fraction(0)) / at.labels for t, r in enumerate(reports, 1))
    return prod(shares, start=Fraction(1))


@cache
def law_of_reports(at: Game, i: int) -> Mapping[Reports, Fraction]:
    """F(i)."""
    return {reports: chance(at, i, 1, reports) for reports in sequences(at)}


@cache
def fold(at: Game, n: int, i: int) -> Real:
    """The divergence of the laws of the first n reports."""
    pairs = ((chance(at, i, 1, y), chance(at, i, 2, y)) for y in sequences(at, n))
    return sum((as_real(p) * as_real(log(p / q)) for p, q in pairs), NONE)


@cache
def variation(at: Game, n: int, i: int) -> Fraction:
    """The total variation of the laws of the first n reports."""
    return sum((max(chance(at, i, 1, y) - chance(at, i, 2, y), Fraction(0)) for y in sequences(at, n)), Fraction(0))


@cache
def closest(at: Game) -> int:
    """s: the pair whose reports differ least."""
    return 1 + place_of_largest(-fold(at, len(at.channels), i) for i in range(1, at.pairs + 1))

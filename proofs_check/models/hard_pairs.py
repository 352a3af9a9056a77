"""The pairs of the local lower bound behind T private channels, one a round: (16) to (25).

K pairs of laws on N labels, a power of two with N/2 <= K <= N - 1. ``H(y, x)`` is entry x of column y of the Hadamard
matrix, and ``neg(y, x)`` is 1 where it is -1; ``p1(k, x)`` and ``p2(k, x)`` are the laws of pair k, which (16) defines
for all k < N. ``q(t, r, x)`` is the probability that label x is reported as r in round t, of R reports; ``b(t, r, y)``
are its coefficients, ``lo(t, r)`` the least q(t, r, x), and ``least(t, r, x)`` is 1 at the first label that has it.
``o1(t, k, r)`` and ``o2(t, k, r)`` are the laws of the report of round t under pair k, KL(t, i) their divergence, m is
min{(e^eps - 1)^2, 1}.

An outcome holds the reports of all rounds, F(i) is their law under p1(i). ``loss(t, i)`` is the log of o1/o2 at the
report of round t, so that the ratio of the laws of the first n reports is e to the sum of the first n losses;
``fold(n, i)`` is the divergence of these laws, ``TV(n, i)`` their total variation, and s the pair of least fold(T, i).
A test ``phi`` is 1 where it decides for p2(s), with errors ``err1`` and ``err2``. An estimate ``e(n, x)`` of the law
of a label from the first n reports is above 0 on each label (where it is 0 the divergence from one of a pair is
infinite); ``far1(n, i)`` and ``far2(n, i)`` are the divergences of p1(i) and p2(i) from it, ``cost1(n, i)`` and
``cost2(n, i)`` their means where the labels have that law, ``worst`` is the largest of these after all reports, and
``mid(k)`` is that of p1(k) from ``half``, the mean of the pair. ``xlog(z)`` is z log z, and 0 at 0: p1 is 2/N on its
labels, p2 is a/N on half of the labels, and (2 - a)/N on the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
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
from dpassay.analysis.hadamard_class import contraction, hadamard, order_of
from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.numbers import place_of_largest
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

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


def decides(at: Game, reports: Reports) -> Fraction:
    """phi."""
    return Fraction(at.test >> sequences(at).index(reports) & 1)


def error(at: Game, side: int) -> Fraction:
    """The probability that the test errs under p1(s) or p2(s)."""
    wrong = ((y, decides(at, y) if side == 1 else 1 - decides(at, y)) for y in sequences(at))
    return sum((chance(at, closest(at), side, y) * share for y, share in wrong), Fraction(0))


@cache
def estimate(at: Game, reports: Reports, x: int) -> Fraction:
    """e(x) after so many reports."""
    sides = [(i, side) for i in range(1, at.pairs + 1) for side in (1, 2)]
    weights = {(i, side): chance(at, i, side, reports) for i, side in sides}
    told = sum(weights[i, side] * (first if side == 1 else second)(at, i, x) for i, side in sides)
    return at.share * told / sum(weights.values()) + (1 - at.share) / at.labels


@cache
def distance(at: Game, i: int, side: int, reports: Reports) -> Real:
    """The divergence of a law of pair i from the estimate."""
    law = first if side == 1 else second
    masses = ((law(at, i, x), estimate(at, reports, x)) for x in range(1, at.labels + 1))
    return sum((as_real(p) * as_real(log(p / e)) for p, e in masses if p), NONE)


@cache
def cost(at: Game, n: int, i: int, side: int) -> Real:
    """The expected divergence of a law of pair i from the estimate after n reports, where the labels have that law."""
    return sum((as_real(chance(at, i, side, y)) * distance(at, i, side, y) for y in sequences(at, n)), NONE)


@cache
def worst(at: Game) -> Real:
    """The largest expected divergence over all laws."""
    costs = [cost(at, len(at.channels), i, side) for i in range(1, at.pairs + 1) for side in (1, 2)]
    return reduce(maximum, costs)


@cache
def to_the_middle(at: Game, k: int) -> Real:
    """The divergence of p1 from the mean of p1 and p2."""
    pairs = ((first(at, k, x), (first(at, k, x) + second(at, k, x)) / 2) for x in range(1, at.labels + 1))
    return sum((as_real(p) * as_real(log(p / h)) for p, h in pairs if p), NONE)


def settings() -> Iterator[Game]:
    """One to three pairs, one to three rounds, separations up to 2, and levels below and above 2."""
    yield game(1, "1", "4", ("response",), test=1)
    yield game(1, "1/6", "9", ("constant", "constant"), test=1, share=Fraction(1, 2))
    yield game(1, "2", "9/4", ("response", "sign 1"), test=5, share=Fraction(3, 4))
    yield game(1, "1/2", "4/3", ("response",) * 3, test=37)
    yield game(2, "1", "9/4", ("response",), test=3, share=Fraction(0))
    yield game(2, "1/3", "25/4", ("sign 1", "sign 2"), test=9)
    yield game(3, "3/2", "3", ("response",), test=6, share=Fraction(1, 3))
    yield game(3, "1/4", "9", ("response", "constant"), test=12345)
    yield game(3, "1", "16", ("hadamard",), test=0)


def read(at: Game) -> dict[str, Any]:
    """K, N, R, T, s, a and eps."""
    numbers = {"K": at.pairs, "N": at.labels, "R": at.reports, "T": len(at.channels), "s": closest(at)}
    return {
        **{name: Fraction(number) for name, number in numbers.items()},
        "a": at.a,
        "eps": as_real(log(at.exp_eps)),
    }


PAIR: Final = "integer, 1 <= i, i <= K"
LABEL: Final = "integer, 1 <= x, x <= N"
COLUMN: Final = "integer, 1 <= y, y <= N"
ROUND: Final = "integer, 1 <= t, t <= T"
REPORT: Final = "integer, 1 <= r, r <= R"
FIRST: Final = "integer, 0 <= n, n <= T"
OF_PAIR: Final = {"k": "integer, 1 <= k, k <= N - 1", "x": LABEL}
OF_REPORT: Final = {"t": ROUND, "r": REPORT, "x": LABEL}
OUTPUT: Final = {"t": ROUND, "k": "integer, 1 <= k, k <= N - 1", "r": REPORT}
IN_ROUND: Final = {"t": ROUND, "i": PAIR}
FOLDED: Final = {"n": FIRST, "i": PAIR}
REPORTS: Final = "reports"
SUM: Final = "sum(loss(t, i), t, 1, n)"
OF_S: Final = SUM.replace("(t, i)", "(t, s)").replace("n)", "T)")
PAIRS: Final = Model(
    "the pairs of the local lower bound",
    parameters={
        "K": "integer, 1 <= K",
        "N": "integer, 2 <= N, K + 1 <= N, N <= 2*K",
        "R": "integer, 1 <= R",
        "T": "integer, 1 <= T",
        "s": "integer, 1 <= s, s <= K",
        "a": "real, 0 < a, a <= 2",
        "eps": "real, 0 < eps",
    },
    variables={
        **OF_REPORT,
        **OUTPUT,
        "i": PAIR,
        "j": "integer, 1 <= j, j <= K",
        "y": COLUMN,
        "z": "integer, 1 <= z, z <= N",
        "n": FIRST,
        "v": "real, 0 < v",
    },
    quantities={
        "H": Named(lambda at, y, x: signs(at.labels)[y - 1][x - 1], {"y": COLUMN, "x": LABEL}, range="integer"),
        "neg": Named(lambda at, y, x: Fraction(int(signs(at.labels)[y - 1][x - 1] == -1)), {"y": COLUMN, "x": LABEL}),
        "p1": Named(first, OF_PAIR),
        "p2": Named(second, OF_PAIR),
        "q": Named(lambda at, t, r, x: column(at, t, r)[x - 1], OF_REPORT, range="positive"),
        "b": Named(coefficient, {"t": ROUND, "r": REPORT, "y": COLUMN}),
        "lo": Named(lambda at, t, r: min(column(at, t, r)), {"t": ROUND, "r": REPORT}, range="positive"),
        "least": Named(
            lambda at, t, r, x: Fraction(int(column(at, t, r).index(min(column(at, t, r))) == x - 1)),
            OF_REPORT,
            range="at least 0",
        ),
        "o1": Named(lambda at, t, i, r: output(at, t, i, 1)[r - 1], OUTPUT, range="positive"),
        "o2": Named(lambda at, t, i, r: output(at, t, i, 2)[r - 1], OUTPUT, range="positive"),
        "m": Named(lambda at: Fraction(contraction(at.exp_eps)), range="positive"),  # type: ignore[arg-type]  # rational
        "KL": Named(of_round, IN_ROUND),
        "F": Named(law_of_reports, {"i": PAIR}, space=REPORTS, law=True),
        "loss": Named(lambda at, t, i, y: log_ratio(at, t, i, y[t - 1]), IN_ROUND, space=REPORTS),
        "fold": Named(fold, FOLDED),
        "TV": Named(variation, FOLDED),
        "phi": Named(decides, space=REPORTS),
        "err1": Named(lambda at: error(at, 1)),
        "err2": Named(lambda at: error(at, 2)),
        "e": Named(
            lambda at, n, x, y: estimate(at, y[:n], x), {"n": FIRST, "x": LABEL}, space=REPORTS, range="positive"
        ),
        "far1": Named(lambda at, n, i, y: distance(at, i, 1, y[:n]), FOLDED, space=REPORTS),
        "far2": Named(lambda at, n, i, y: distance(at, i, 2, y[:n]), FOLDED, space=REPORTS),
        "cost1": Named(lambda at, n, i: cost(at, n, i, 1), FOLDED),
        "cost2": Named(lambda at, n, i: cost(at, n, i, 2), FOLDED),
        "worst": Named(worst),
        "xlog": Named(lambda _, z: as_real(z) * as_real(z).log() if z else NONE, {"z": "real, 0 <= z"}),
        "half": Named(lambda at, k, x: (first(at, k, x) + second(at, k, x)) / 2, OF_PAIR, range="positive"),
        "mid": Named(to_the_middle, {"k": OUTPUT["k"]}),
    },
    facts={
        "signs": "H(y, x)**2 = 1",
        "first column": "H(1, x) = 1",
        "orthogonal": "(y - z)*sum(H(y, x)*H(z, x), x, 1, N) = 0",
        "sign -1": "H(y, x) = 1 - 2*neg(y, x)",
        "(16), first": "p1(k, x) = 2*neg(k + 1, x)/N",
        "(16), second": "p2(k, x) = p1(k, x) + H(k + 1, x)*a/N",
        "a law": "sum(q(t, r, x), r, 1, R) = 1",
        "private": "q(t, r, x) <= exp(eps)*q(t, r, z)",
        "(20)": "q(t, r, x) = sum(b(t, r, y)*H(y, x), y, 1, N)",
        "none less": "lo(t, r) <= q(t, r, x)",
        "the least": "lo(t, r) = sum(least(t, r, x)*q(t, r, x), x, 1, N)",
        "one least": "sum(least(t, r, x), x, 1, N) = 1",
        "(21), first": "o1(t, k, r) = sum(q(t, r, x)*p1(k, x), x, 1, N)",
        "(21), second": "o2(t, k, r) = sum(q(t, r, x)*p2(k, x), x, 1, N)",
        "m, square": "m <= (exp(eps) - 1)**2",
        "m, one": "m <= 1",
        "m, either": "(m - (exp(eps) - 1)**2)*(m - 1) = 0",
        "KL": "KL(t, i) = sum(o1(t, i, r)*log(o1(t, i, r)/o2(t, i, r)), r, 1, R)",
        "loss of a round": "E(loss(t, i), F(i)) = KL(t, i)",
        "ratio": f"E(exp(-{SUM}), F(i)) = 1",
        "KL of reports": f"fold(n, i) = E({SUM}, F(i))",
        "TV": f"TV(n, i) = E([0 <= {SUM}]*(1 - exp(-{SUM})), F(i))",
        "closest": "fold(T, s) <= fold(T, i)",
        "0 or 1": "phi**2 = phi",
        "first error": "err1 = E(phi, F(s))",
        "second error": f"err2 = E((1 - phi)*exp(-{OF_S}), F(s))",
        "estimate": "sum(e(n, x), x, 1, N) = 1",
        "x log x": "xlog(v) = v*log(v)",
        "0 log 0": "xlog(0) = 0",
        "middle": "half(k, x) = (p1(k, x) + p2(k, x))/2",
        "far from middle": "mid(k) = log(2) - sum(p1(k, x)*log(N*half(k, x)), x, 1, N)",
        "far from first": "far1(n, i) = log(2) - sum(p1(i, x)*log(N*e(n, x)), x, 1, N)",
        "far from second": "far2(n, i) = (xlog(a) + xlog(2 - a))/2 - sum(p2(i, x)*log(N*e(n, x)), x, 1, N)",
        "first cost": "cost1(n, i) = E(far1(n, i), F(i))",
        "second cost": f"cost2(n, i) = E(far2(n, i)*exp(-{SUM}), F(i))",
        "worst, first": "cost1(T, i) <= worst",
        "worst, second": "cost2(T, i) <= worst",
    },
    settings=settings,
    read=read,
    outcomes={REPORTS: sequences},
)


def separated() -> Iterator[Game]:
    """Games at the separation of (16), a^2 = K/(9 T m e^eps), up to 3/2."""
    yield game(1, "1/6", "4", ("response",), test=2)
    yield game(1, "1/12", "4", ("response", "constant") * 2, test=43690, share=Fraction(1, 2))
    yield game(1, "1/9", "9", ("sign 1",), test=1)
    yield game(1, "1/2", "4/3", ("response",) * 3, test=0)
    yield game(2, "1/3", "2", ("response",), test=9, share=Fraction(0))
    yield game(2, "1/6", "8", ("sign 2",), test=1, share=Fraction(1, 3))
    yield game(3, "3/2", "4/3", ("sign 3",), test=3)
    yield game(3, "1/3", "3", ("hadamard",), test=5)
    yield game(4, "1", "4/3", ("sign 1",) * 3, test=100)


SEPARATED: Final = PAIRS.narrowed(
    "the pairs of the local lower bound at the separation of (16)",
    {"(16), separation": "9*T*m*exp(eps)*a**2 = K"},
    separated,
)

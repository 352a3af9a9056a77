"""Algorithm 1 along given laws of the rounds, each close to the next as Assumption 3.1 has it.

A setting is the laws of (n - 1) B + 1 rounds, e^eta, B, delta_0, p and delta_1 = e^(-L). ``u(s, k, i)`` is the mass of
model i under the law k rounds after the begin of batch s, ``m(b, i)`` that under nu_b, normalized: after B rounds the
next batch begins. ``j(b, i, l)`` is the probability of x_b = i and y_b = l, ``a(s, i, l)`` that of x_{s+1} = i and y_s
= l, and ``keep(s, i, l)`` that of S_{s+1} = 1 where x_s = i and y_s = l. ``tv(b)`` is the total variation between the
law of x_b and nu_b.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, product
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Law = tuple[Fraction, ...]
Pair = tuple[int, int]
ZERO, ONE = Fraction(0), Fraction(1)


def least_delta(p: Law, q: Law, exp_eta: Fraction) -> Fraction:
    """The least delta_0 with D^{delta_0}(p, q) <= eta, both ways."""
    gains = ([max(ZERO, a - exp_eta * b) for a, b in zip(*pair, strict=True)] for pair in ((p, q), (q, p)))
    return max(sum(gain, ZERO) for gain in gains)


@dataclass(frozen=True)
class Lazy:
    """The law of each round, e^eta and e^(-L) = delta_1; a new batch begins after ``batch`` rounds."""

    laws: tuple[Law, ...]
    exp_eta: Fraction
    delta_0: Fraction
    fake_switch: Fraction
    delta_1: Fraction
    batch: int = 1

    def __post_init__(self) -> None:
        if self.batch < 1 or (len(self.laws) - 1) % self.batch:
            raise ValueError(f"batch = {self.batch}: expected one that divides the number of laws less 1")
        if len({len(law) for law in self.laws}) != 1 or any(min(law) <= 0 or sum(law) != 1 for law in self.laws):
            raise ValueError(f"laws = {self.laws}: expected positive numbers, as many a law, that add up to 1")
        if not (self.exp_eta > 1 and 0 < self.fake_switch < 1 and 0 < self.delta_1 < 1):
            raise ValueError("exp_eta, fake_switch, delta_1: expected e^eta above 1, and two numbers between 0 and 1")
        least = max((least_delta(p, q, self.exp_eta) for p, q in pairwise(self.laws)), default=ZERO)
        if not least <= self.delta_0 <= 1:
            raise ValueError(f"delta_0 = {self.delta_0}: expected at least {least}, and at most 1")

    def law(self, s: int) -> Law:
        """The normalized nu_s."""
        return self.laws[(s - 1) * self.batch]

    @property
    def models(self) -> range:
        """The numbers of all models, from 1."""
        return range(1, len(self.laws[0]) + 1)


def ratio(a: Lazy, s: int, i: int) -> Fraction:
    """Of nu_{s+1} to nu_s."""
    return a.law(s + 1)[i - 1] / a.law(s)[i - 1]


def keep(a: Lazy, s: int, x: int, y: int) -> Fraction:
    """Line 6: the probability that S_{s+1} = 1."""
    return min(ONE, ratio(a, s, x) / ratio(a, s, y) / a.exp_eta ** (2 * a.batch))


@cache
def joint(a: Lazy, s: int) -> Mapping[Pair, Fraction]:
    """The law of (x_s, y_s)."""
    if s == 1:
        return {(i, j): a.law(1)[i - 1] * a.law(1)[j - 1] for i, j in product(a.models, repeat=2)}
    found = dict.fromkeys(joint(a, s - 1), ZERO)
    new, p = a.law(s), a.fake_switch
    for (x, y), mass in joint(a, s - 1).items():
        kept = (1 - p) * keep(a, s - 1, x, y)
        for i, j in found:
            of_x = (1 - kept) * new[i - 1] + (kept if i == x else 0)
            found[i, j] += mass * of_x * (p * new[j - 1] + (1 - p if j == y else 0))
    return found


def _distance(pairs: Iterator[tuple[Fraction, Fraction]]) -> Fraction:
    return sum((abs(p - q) for p, q in pairs), ZERO) / 2


@cache
def before_y(a: Lazy, s: int) -> Mapping[Pair, Fraction]:
    """The law of (x_{s+1}, y_s)."""
    found = dict.fromkeys(joint(a, s), ZERO)
    new, p = a.law(s + 1), a.fake_switch
    for (x, y), mass in joint(a, s).items():
        kept = (1 - p) * keep(a, s, x, y)
        for i in a.models:
            found[i, y] += mass * ((1 - kept) * new[i - 1] + (kept if i == x else 0))
    return found


@cache
def of_x(a: Lazy, s: int) -> Fraction:
    """The distance of the law of x_s from nu_s."""
    law = joint(a, s)
    return _distance((sum((law[i, j] for j in a.models), ZERO), a.law(s)[i - 1]) for i in a.models)


def batches(a: Lazy) -> int:
    """The number n of batches."""
    return (len(a.laws) - 1) // a.batch + 1


def _normalized(*weights: Fraction) -> Law:
    return tuple(w / sum(weights) for w in weights)


def settings() -> Iterator[Lazy]:
    """Two and three models, one to three batches of 1, 2 and 14 rounds; with delta_0 = 0, and near the edge."""
    up, down, one = Fraction(21, 20), Fraction(20, 21), ONE
    first = (Fraction(1, 3),) * 3
    for a, b, p in ((Fraction(1, 1000), ZERO, "1/2"), (Fraction(1, 50), Fraction(1, 1000), "9/10")):
        second = _normalized(*(x * y for x, y in zip(first, (up + a, down - b, one), strict=True)))
        third = _normalized(*(x * y for x, y in zip(second, (one, down - a, up + b), strict=True)))
        least = max(least_delta(*pair, up) for pair in ((first, second), (second, third)))
        yield Lazy((first, second, third), up, least, Fraction(p), Fraction(1, 100))
        yield Lazy((first, second, third, second, third), up, least, Fraction("9/10"), Fraction(1, 20), 2)
    slow = tuple(_normalized(one, Fraction(102 + k, 100), Fraction(100 - k, 101)) for k in range(3))
    yield Lazy(slow, up, ZERO, Fraction(1, 3), Fraction(1, 20))
    yield Lazy((*slow, slow[0], slow[2]), up, ZERO, Fraction(1, 2), Fraction(9, 10), 2)
    tenth, fifth = Fraction(1, 10), Fraction(1, 5)
    jumps = (tenth, 1 - tenth), (2 * fifth, 1 - 2 * fifth), (tenth, 1 - tenth)
    yield Lazy(jumps, up, least_delta(jumps[0], jumps[1], up), Fraction(1, 2), Fraction(1, 100))
    fast, high = Fraction(11, 10), Fraction(112, 100)
    path = tuple(_normalized(one, high**k) for k in range(15))
    least = max(least_delta(*pair, fast) for pair in pairwise(path))
    yield Lazy(path, fast, least, Fraction(1, 2), Fraction(9, 10), 14)


def read(a: Lazy) -> dict[str, Any]:
    """n, d, B, eta, d0, p and L."""
    return {
        "n": Fraction(batches(a)),
        "d": Fraction(len(a.laws[0])),
        "B": Fraction(a.batch),
        "eta": as_real(log(a.exp_eta)),
        "d0": a.delta_0,
        "p": a.fake_switch,
        "L": as_real(log(1 / a.delta_1)),
    }


STEP: Final = {"s": "integer, 1 <= s, s <= n - 1"}
BATCH: Final = {"b": "integer, 1 <= b, b <= n"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
PAIR: Final = {**MODEL, "l": "integer, 1 <= l, l <= d"}
QUOTIENT: Final = "exp(-2*B*eta)*m(s + 1, i)*m(s, l)/(m(s, i)*m(s + 1, l))"
"""What line 6 compares with 1."""
OF_X: Final = "sum(j(b, i, l), l, 1, d)"
"""The probability of x_b = i."""
LAZY: Final = Model(
    "Algorithm 1 along given laws",
    parameters={
        "n": "integer, 2 <= n",
        "d": "integer, 1 <= d",
        "B": "integer, 1 <= B",
        "eta": "real, 0 < eta, eta <= 1/10",
        "d0": "real, 0 <= d0, d0 <= 1",
        "p": "real, 0 < p, p < 1",
        "L": "real, 0 < L",
    },
    variables={**STEP, **BATCH, **PAIR, "k": "integer, 0 <= k, k <= B - 1"},
    quantities={
        "u": Named(
            lambda a, s, k, i: a.laws[(s - 1) * a.batch + k][i - 1],
            {**STEP, "k": "integer, 0 <= k, k <= B", **MODEL},
            range="positive",
        ),
        "m": Named(lambda a, b, i: a.law(b)[i - 1], {**BATCH, **MODEL}, range="positive"),
        "j": Named(lambda a, b, i, y: joint(a, b)[i, y], {**BATCH, **PAIR}, range="at least 0"),
        "a": Named(lambda a, s, i, y: before_y(a, s)[i, y], {**STEP, **PAIR}, range="at least 0"),
        "keep": Named(keep, {**STEP, **PAIR}, range="at least 0"),
        "tv": Named(of_x, BATCH, range="at least 0"),
    },
    facts={
        "law": "sum(m(b, i), i, 1, d) = 1",
        "begin": "u(s, 0, i) = m(s, i)",
        "end": "u(s, B, i) = m(s + 1, i)",
        "Assumption 3.1": "sum([exp(eta)*u(s, k + 1, i) < u(s, k, i)]*(u(s, k, i) - exp(eta)*u(s, k + 1, i)), i, 1, d)"
        " <= d0",
        "Assumption 3.1, back": "sum([exp(eta)*u(s, k, i) < u(s, k + 1, i)]*(u(s, k + 1, i) - exp(eta)*u(s, k, i)),"
        " i, 1, d) <= d0",
        "line 2": "j(1, i, l) = m(1, i)*m(1, l)",
        "line 6": f"keep(s, i, l) = {QUOTIENT} + [1 < {QUOTIENT}]*(1 - {QUOTIENT})",
        "x": "a(s, i, l) = (1 - p)*keep(s, i, l)*j(s, i, l)"
        " + m(s + 1, i)*sum((1 - (1 - p)*keep(s, i, l))*j(s, i, l), i, 1, d)",
        "y": "j(s + 1, i, l) = (1 - p)*a(s, i, l) + p*m(s + 1, l)*sum(a(s, i, l), l, 1, d)",
        "total variation": f"tv(b) = sum([m(b, i) < {OF_X}]*({OF_X} - m(b, i)), i, 1, d)",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
)
_EDGE = ((Fraction(9, 19), Fraction(10, 19)), (Fraction(1, 2), Fraction(1, 2)))
ON_THE_EDGE: Final = Lazy(
    _EDGE, Fraction(21, 20), least_delta(*_EDGE, Fraction(21, 20)), Fraction(9, 10), Fraction(1, 10000)
)
"""Two models; one gains slightly more than the factor e^eta, the other loses slightly more."""


def _long_batch(batch: int, exp_eta: Fraction, delta: Fraction) -> Lazy:
    """Model 1 falls from q to (q - delta)/e^eta, at last to 10^-12, while model 3 takes over from model 2."""
    masses = list(accumulate(range(batch), lambda q, _: exp_eta * q + delta, initial=Fraction(1, 10**12)))[::-1]
    odds = [exp_eta ** (batch // 2 - i) for i in range(batch + 1)]
    laws = tuple((q, (1 - q) * o / (1 + o), (1 - q) / (1 + o)) for q, o in zip(masses, odds, strict=True))
    return Lazy(laws, exp_eta, delta, Fraction(1, 10), Fraction(99, 100), batch)


LONG_BATCH: Final = _long_batch(60, Fraction(11, 10), Fraction(1, 10**6))
"""Two batches, a batch of 60 rounds apart."""

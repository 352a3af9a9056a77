"""Algorithm 1 along given laws of the rounds, each close to the next as Assumption 3.1 has it.

A setting is the laws of (n - 1) B + 1 rounds, e^eta, B, delta_0, p and delta_1 = e^(-L). ``M(s, k)`` is the law k
rounds after the begin of batch s: nu_s, normalized, is ``M(s, 0)``, and ``M(s, B)`` is nu_{s+1}. ``J(s)`` is the law of
(x_s, y_s), ``r(s)`` the ratio of nu_{s+1} to nu_s of a model, ``rx(s)`` and ``ry(s)`` those of x_s and y_s. ``tv(s)``
is the total variation between the law of x_s and nu_s, ``gap(s)`` that between the law of (x_s, y_s) and the one where
x_s follows nu_s, independently of y_s. ``age(s, a)`` is the probability that y_s was drawn a batches ago. The minimum
in line 6 clips ``excess(s)`` where the other model is y, ``left(s)`` is the distance that a step leaves from its law
there, over 1 - p, and ``rise(s)`` is (1 - e^{B eta} r)^+; ``lefty(s)`` and ``risey(s)`` are those of y_s. ``m(s, i)``
is the mass of model i under nu_s; ``Y`` is the law of y_1, ..., y_n, ``x(s, i)`` the probability given these that x_s
is i, ``keep(s, i)`` that of S_{s+1} = 1 where it is, and ``q(s)`` the ratio of y_s.
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
def of_x(a: Lazy, s: int) -> Fraction:
    """The distance of the law of x_s from nu_s."""
    law = joint(a, s)
    return _distance((sum((law[i, j] for j in a.models), ZERO), a.law(s)[i - 1]) for i in a.models)


@cache
def of_pair(a: Lazy, s: int) -> Fraction:
    """The distance of the law of (x_s, y_s) from the one with an independent x_s from nu_s."""
    law = joint(a, s)
    of_y = {j: sum((law[i, j] for i in a.models), ZERO) for j in a.models}
    return _distance((mass, a.law(s)[i - 1] * of_y[j]) for (i, j), mass in law.items())


def _clipped(a: Lazy, s: int, y: int) -> list[Fraction]:
    """What the minimum takes away: (k P - Q)^+ with k = e^{-2 B eta}/r(y), for each model."""
    k = 1 / (a.exp_eta ** (2 * a.batch) * ratio(a, s, y))
    return [max(ZERO, k * p - q) for p, q in zip(a.law(s + 1), a.law(s), strict=True)]


def excess(a: Lazy, s: int, y: int) -> Fraction:
    """What the minimum takes away in all, where the other model is y."""
    return sum(_clipped(a, s, y), ZERO)


def left(a: Lazy, s: int, y: int) -> Fraction:
    """The distance of nu_{s+1} from what a step makes of nu_s where the other model is y, over 1 - p."""
    whole = excess(a, s, y)
    return _distance((whole * p, e) for p, e in zip(a.law(s + 1), _clipped(a, s, y), strict=True))


def rise(a: Lazy, s: int, y: int) -> Fraction:
    """(1 - e^{B eta} r(y))^+."""
    return max(ZERO, 1 - a.exp_eta**a.batch * ratio(a, s, y))


def age(a: Lazy, s: int, k: int) -> Fraction:
    """The probability that y_s was drawn k batches ago: with batch s - k, and never since."""
    return (a.fake_switch if k < s - 1 else ONE) * (1 - a.fake_switch) ** k


@cache
def other_models(a: Lazy) -> Mapping[tuple[int, ...], Fraction]:
    """The law of y_1, ..., y_n."""
    found: dict[tuple[int, ...], Fraction] = {(y,): mass for y, mass in enumerate(a.law(1), 1)}
    for s in range(2, batches(a) + 1):
        kept = {(*path, path[-1]): mass * (1 - a.fake_switch) for path, mass in found.items()}
        drawn = {(*path, y): mass * a.fake_switch * a.law(s)[y - 1] for path, mass in found.items() for y in a.models}
        found = {path: mass + kept.get(path, ZERO) for path, mass in drawn.items()}
    return found


@cache
def given_others(a: Lazy, s: int, path: tuple[int, ...]) -> Law:
    """The law of x_s given y_1, ..., y_n."""
    if s == 1:
        return a.law(1)
    kept = [
        (1 - a.fake_switch) * mass * keep(a, s - 1, x, path[s - 2])
        for x, mass in enumerate(given_others(a, s - 1, path), 1)
    ]
    return tuple(k + (1 - sum(kept, ZERO)) * new for k, new in zip(kept, a.law(s), strict=True))


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
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
ROUND: Final = {**STEP, "k": "integer, 0 <= k, k <= B"}
OLD, NEW = "M(s, 0)", "M(s, B)"
KEPT: Final = "(1 - p)*x(s, i)*keep(s, i)"
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
    variables={
        **STEP,
        "k": "integer, 0 <= k, k <= B - 1",
        "a": "integer, 0 <= a, a <= s - 1",
        "b": "integer, 1 <= b, b <= n",
        "i": MODEL["i"],
        "z": "real",
        "v": "real, v <= z",
    },
    quantities={
        "M": Named(lambda a, s, k: dict(enumerate(a.laws[(s - 1) * a.batch + k], 1)), ROUND, "model", law=True),
        "J": Named(joint, BATCH, "pair", law=True),
        "r": Named(ratio, STEP, "model", range="positive"),
        "rx": Named(lambda a, s, pair: ratio(a, s, pair[0]), STEP, "pair", range="positive"),
        "ry": Named(lambda a, s, pair: ratio(a, s, pair[1]), STEP, "pair", range="positive"),
        "tv": Named(of_x, BATCH, range="at least 0"),
        "gap": Named(of_pair, BATCH, range="at least 0"),
        "age": Named(age, {**BATCH, "a": "integer, 0 <= a, a <= s - 1"}, range="at least 0"),
        "excess": Named(excess, STEP, "model", range="at least 0"),
        "left": Named(left, STEP, "model", range="at least 0"),
        "rise": Named(rise, STEP, "model", range="at least 0"),
        "m": Named(lambda a, s, i: a.law(s)[i - 1], {**BATCH, **MODEL}, range="positive"),
        "Y": Named(other_models, space="others", law=True),
        "q": Named(lambda a, s, path: ratio(a, s, path[s - 1]), STEP, "others", range="positive"),
        "x": Named(lambda a, s, i, path: given_others(a, s, path)[i - 1], {**BATCH, **MODEL}, "others"),
        "keep": Named(lambda a, s, i, path: keep(a, s, i, path[s - 1]), {**STEP, **MODEL}, "others"),
        "lefty": Named(lambda a, s, pair: left(a, s, pair[1]), STEP, "pair", range="at least 0"),
        "risey": Named(lambda a, s, pair: rise(a, s, pair[1]), STEP, "pair", range="at least 0"),
    },
    facts={
        "near, above": "Pr(z < r(s), M(s, k + 1)) <= exp(eta)*Pr(z < r(s), M(s, k)) + d0",
        "near, below": "Pr(r(s) < z, M(s, k)) <= exp(eta)*Pr(r(s) < z, M(s, k + 1)) + d0",
        "ratio, above": f"E(r(s)*[z < r(s)], {OLD}) = Pr(z < r(s), {NEW})",
        "ratio, below": f"E(r(s)*[r(s) < z], {OLD}) = Pr(r(s) < z, {NEW})",
        "first x": "E([z < rx(1)] + [rx(1) < v], J(1)) = E([z < r(1)] + [r(1) < v], M(1, 0))",
        "first, given y": "x(1, i) = m(1, i)",
        "next, given y": f"x(s + 1, i) = {KEPT} + (1 - sum({KEPT}, i, 1, d))*m(s + 1, i)",
        "line 6": "[Q <= 1]*(keep(s, i) - Q) = 0".replace("Q", "exp(-2*B*eta)*m(s + 1, i)/(m(s, i)*q(s))"),
        "law": "sum(m(b, i), i, 1, d) = 1",
        "x": "E([z < rx(s)] + [rx(s) < v], J(s)) <= E([z < r(s)] + [r(s) < v], M(s, 0)) + tv(s)",
        "y": "E([z < ry(s)] + [ry(s) < v], J(s)) = sum(age(s, a)*E([z < r(s)] + [r(s) < v], M(s - a, 0)), a, 0, s - 1)",
        "y, rise": "E(risey(s), J(s)) = sum(age(s, a)*E(rise(s), M(s - a, 0)), a, 0, s - 1)",
        "first pair": "gap(1) = 0",
        "first y": "E([z < ry(1)] + [ry(1) < v], J(1)) = E([z < r(1)] + [r(1) < v], M(1, 0))",
    },
    settings=settings,
    read=read,
    outcomes={
        "model": lambda a: a.models,
        "pair": lambda a: product(a.models, repeat=2),
        "others": other_models,
    },
)
_UP, _DOWN = Fraction(21, 20) + Fraction(1, 1000), Fraction(20, 21) - Fraction(1, 1000)
_FIRST = (1 - _DOWN) / (_UP - _DOWN)
_EDGE = ((_FIRST, 1 - _FIRST), (_FIRST * _UP, (1 - _FIRST) * _DOWN))
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

"""Algorithm 1 on two games of two models that differ in one round: the laws of what is told, exactly.

The measure multiplies the weight of a model by ``growth`` to the power of minus its loss. Where that is not e^eta, it
is one that meets Assumption 3.1 with delta_0 = 0 at eta all the same. Ratios are those of the first game to the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from flint import arb

from dpassay.exact import Real, as_real, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.numbers import below

Law = tuple[Fraction, Fraction]
Pair = tuple[int, int]
MODELS: Final = (0, 1)
ONE: Final = Fraction(1)


@dataclass(frozen=True)
class Games:
    """Two games of two models, with losses in [0, 1], whole batches, and the parameters."""

    first: Rows
    second: Rows
    growth: Fraction
    exp_eta: Fraction
    fake_switch: Fraction
    delta_1: Fraction
    batch: int = 1

    def __post_init__(self) -> None:
        rounds = len(self.first)
        rows = (*self.first, *self.second)
        if rounds < 1 or len(self.second) != rounds or any(len(row) != len(MODELS) for row in rows):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected rows of two losses")
        if not all(0 <= loss <= 1 for row in rows for loss in row):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected losses in [0, 1]")
        if sum(a != b for a, b in zip(self.first, self.second, strict=True)) > 1 or rounds % self.batch:
            raise ValueError("first, second: expected games of whole batches that differ in one round at most")
        if not (self.growth > 1 and self.exp_eta > 1 and 0 < self.fake_switch < 1 and 0 < self.delta_1 < 1):
            raise ValueError("growth, exp_eta, fake_switch, delta_1: expected two above 1, and two between 0 and 1")
        if not (self.is_multiplicative_weights or self._is_stable()):
            raise ValueError(f"growth = {self.growth}: expected Assumption 3.1 with delta_0 = 0")

    @property
    def is_multiplicative_weights(self) -> bool:
        """Whether the measure is (4), for which Assumption 3.1 holds."""
        return self.growth == self.exp_eta

    def _is_stable(self) -> bool:
        """Assumption 3.1 for all losses in [0, 1]: a mass of at least m changes most where the losses differ by 1."""
        least = 1 / (1 + self.growth ** len(self.first))
        up, down = (1 / (least + (1 - least) * factor) for factor in (1 / self.growth, self.growth))
        return up <= self.exp_eta and down * self.exp_eta >= 1

    @property
    def batches(self) -> int:
        """The number n of batches."""
        return len(self.first) // self.batch

    @property
    def most(self) -> Real:
        """K = 3 T p L/B."""
        return as_real(log(1 / self.delta_1)) * (3 * len(self.first) * self.fake_switch / self.batch)


def power(growth: Fraction, exponent: Fraction) -> Fraction:
    """The growth to a whole number."""
    if exponent.denominator != 1:
        raise ValueError(f"exponent = {exponent}: expected losses that add up to whole numbers")
    return growth**exponent.numerator


def weight(games: Games, g: int, s: int, x: int) -> Fraction:
    """The measure nu_s of model x in game g, 0 or 1; batches are counted from 1."""
    rows = (games.first, games.second)[g][: (s - 1) * games.batch]
    return power(games.growth, -sum((row[x] for row in rows), Fraction(0)))


@cache
def law(games: Games, g: int, s: int) -> Law:
    """The normalized nu_s."""
    a, b = (weight(games, g, s, x) for x in MODELS)
    return a / (a + b), b / (a + b)


@cache
def anew(games: Games, g: int, s: int, x: int, y: int) -> Fraction:
    """The probability that R_{s+1} = 1, where x and y are the models of batch s: lines 6 and 7."""
    old, now = ([weight(games, g, t, z) for z in MODELS] for t in (s, s + 1))
    quotient = now[x] / old[x] * old[y] / now[y] / games.exp_eta ** (2 * games.batch)
    return 1 - (1 - games.fake_switch) * min(ONE, quotient)


class Course(NamedTuple):
    """The last two models, the ratio of the probabilities in the two games, that of the first samples, and N."""

    x: int
    y: int
    ratio: Fraction
    first: Fraction
    samples: int


def _steps(games: Games, s: int, x: int, y: int) -> Iterator[tuple[Pair, Pair, Fraction, Fraction]]:
    """The new models, the bits R and 1 - A, the probability in the first game, and the ratio of the bit R."""
    p = games.fake_switch
    chances = [anew(games, g, s, x, y) for g in MODELS]
    for r, a in product((0, 1), repeat=2):
        mass, other = (chance if r else 1 - chance for chance in chances)
        coins = mass * (p if a else 1 - p)
        new = law(games, 0, s + 1)
        for i, j in product(MODELS if r else (x,), MODELS if a else (y,)):
            yield (i, j), (r, a), coins * (new[i] if r else 1) * (new[j] if a else 1), mass / other


@cache
def courses(games: Games) -> Mapping[Course, Fraction]:
    """The law of the courses in the first game."""
    start = law(games, 0, 1)
    found = {Course(x, y, ONE, ONE, 0): start[x] * start[y] for x, y in product(MODELS, repeat=2)}
    for s in range(1, games.batches):
        ratios = [a / b for a, b in zip(law(games, 0, s + 1), law(games, 1, s + 1), strict=True)]
        following: dict[Course, Fraction] = {}
        for old, mass in found.items():
            for (i, j), (r, a), chance, of_coin in _steps(games, s, old.x, old.y):
                new = Course(i, j, old.ratio * of_coin, old.first * of_coin, old.samples)
                for is_drawn, model in ((r, i), (a, j)):
                    if is_drawn:
                        counts = not below(games.most, as_real(new.samples + 1))
                        first = new.first * ratios[model] if counts else new.first
                        new = Course(i, j, new.ratio * ratios[model], first, new.samples + 1)
                following[new] = following.get(new, Fraction(0)) + mass * chance
        found = following
    return found


@cache
def released(games: Games) -> Mapping[Fraction, Fraction]:
    """The law in the first game of the ratio of the probabilities of all (x_s, y_s) and zeta_s."""
    start = law(games, 0, 1)
    found = {((x, y), ONE): start[x] * start[y] for x, y in product(MODELS, repeat=2)}
    for s in range(1, games.batches):
        following: dict[tuple[Pair, Fraction], Fraction] = {}
        for ((x, y), ratio), mass in found.items():
            first, second = (transitions(games, g, s, x, y) for g in MODELS)
            for (pair, zeta), chance in first.items():
                key = pair, ratio * chance / second[pair, zeta]
                following[key] = following.get(key, Fraction(0)) + mass * chance
        found = following
    return _summed((ratio, mass) for (_, ratio), mass in found.items())


def _summed(pairs: Iterator[tuple[Fraction, Fraction]]) -> Mapping[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for ratio, mass in pairs:
        found[ratio] = found.get(ratio, Fraction(0)) + mass
    return found


@cache
def transitions(games: Games, g: int, s: int, x: int, y: int) -> Mapping[tuple[Pair, int], Fraction]:
    """The law of the models of batch s + 1 and of zeta_s, given the models of batch s."""
    found: dict[tuple[Pair, int], Fraction] = {}
    new, p = law(games, g, s + 1), games.fake_switch
    for r, a in product((0, 1), repeat=2):
        chance = anew(games, g, s, x, y)
        coins = (chance if r else 1 - chance) * (p if a else 1 - p)
        for i, j in product(MODELS if r else (x,), MODELS if a else (y,)):
            key = (i, j), int(r or a)
            found[key] = found.get(key, Fraction(0)) + coins * (new[i] if r else 1) * (new[j] if a else 1)
    return found


def _of_path(games: Games, g: int, path: tuple[int, ...]) -> Fraction:
    """The probability of the models played, with a filter for the other one."""
    start = law(games, g, 1)
    weights = [start[path[0]] * start[y] for y in MODELS]
    for s in range(1, games.batches):
        following = [Fraction(0)] * len(MODELS)
        for y in MODELS:
            for ((i, j), _), chance in transitions(games, g, s, path[s - 1], y).items():
                following[j] += weights[y] * chance if i == path[s] else 0
        weights = following
    return sum(weights, Fraction(0))


@cache
def played(games: Games) -> Mapping[Fraction, Fraction]:
    """The law in the first game of the ratio of the probabilities of x_1, ..., x_n."""
    paths = product(MODELS, repeat=games.batches)
    pairs = ([_of_path(games, g, path) for g in MODELS] for path in paths)
    return _summed((p / q, p) for p, q in pairs)


def least_delta(ratios: Mapping[Fraction, Fraction], x: Any) -> Real:
    """What the first law has beyond e^x times the second."""

    def enclosed() -> arb:
        growth, found = as_real(x).exp().evaluate(), arb(0)
        for ratio, mass in ratios.items():
            excess = rational_ball(mass) * (1 - growth / rational_ball(ratio))
            if not excess < 0:
                found += excess if excess > 0 else excess.union(arb(0))
        return found

    return Real(enclosed)


def most_of_coin(games: Games) -> Real:
    """The largest loss of a bit R given the past, in either direction."""
    most = ONE
    for s, x, y in product(range(1, games.batches), MODELS, MODELS):
        a, b = (anew(games, g, s, x, y) for g in MODELS)
        most = max(most, a / b, b / a, (1 - a) / (1 - b), (1 - b) / (1 - a))
    return as_real(log(most))


def width(games: Games) -> Real:
    """The largest difference of two losses of one sample."""
    widest = ONE
    for s in range(1, games.batches + 1):
        ratios = [a / b for a, b in zip(law(games, 0, s), law(games, 1, s), strict=True)]
        widest = max(widest, max(ratios) / min(ratios))
    return as_real(log(widest))

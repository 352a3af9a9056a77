"""Algorithm 1 on two games that differ in one round: all that it does, and what is told, exactly.

The measure multiplies the weight of a model by ``growth`` to the power of minus its loss. Where that is not e^eta, it
is one that meets Assumption 3.1 with delta_0 = 0 at eta all the same. Ratios are those of the first game to the second.
Games are numbered 0 and 1, models from 0, batches and the steps from one to the next from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple

from flint import arb

from dpassay.exact import Real, as_real
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.models.multiplicative_weights import Rows

Law = tuple[Fraction, ...]
Models = tuple[int, ...]
ONE: Final = Fraction(1)
ZERO: Final = Fraction(0)


@dataclass(frozen=True)
class Games:
    """Two games on as many models, with losses in [0, 1], and the parameters; the last batch may be shorter."""

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
        if rounds < 1 or len(self.second) != rounds or len(set(map(len, rows))) != 1:
            raise ValueError(f"first, second = {self.first}, {self.second}: expected rows of as many losses")
        if not rows[0] or not all(0 <= loss <= 1 for row in rows for loss in row):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected losses in [0, 1]")
        if sum(a != b for a, b in zip(self.first, self.second, strict=True)) > 1 or self.batch < 1:
            raise ValueError("first, second: expected games in batches that differ in one round at most")
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
        least = 1 / (1 + len(self.models[1:]) * self.growth ** len(self.first))
        up, down = (1 / (least + (1 - least) * factor) for factor in (1 / self.growth, self.growth))
        return up <= self.exp_eta and down * self.exp_eta >= 1

    @property
    def models(self) -> range:
        """The models."""
        return range(len(self.first[0]))

    @property
    def batches(self) -> int:
        """The number n of batches."""
        return -(-len(self.first) // self.batch)

    @property
    def changed(self) -> int:
        """The round that differs, from 1; the first one where none does."""
        pairs = zip(self.first, self.second, strict=True)
        return next((t for t, (a, b) in enumerate(pairs, 1) if a != b), 1)

    @property
    def changed_batch(self) -> int:
        """Its batch."""
        return (self.changed - 1) // self.batch + 1

    def rows(self, g: int) -> Rows:
        """The losses of a game; those of game 2 are all of both, but that of the round that differs is 0."""
        nothing = ((ZERO,) * len(self.models),)
        return (self.first, self.second, (*self.first[: self.changed - 1], *nothing, *self.first[self.changed :]))[g]


def power(growth: Fraction, exponent: Fraction) -> Fraction:
    """The growth to a whole number."""
    if exponent.denominator != 1:
        raise ValueError(f"exponent = {exponent}: expected losses that add up to whole numbers")
    return growth**exponent.numerator


def total(games: Games, g: int, s: int, x: int) -> Fraction:
    """The losses of model x before batch s."""
    return sum((row[x] for row in games.rows(g)[: (s - 1) * games.batch]), ZERO)


@cache
def weights(games: Games, g: int, s: int) -> Law:
    """The measure nu_s."""
    return tuple(power(games.growth, -total(games, g, s, x)) for x in games.models)


@cache
def law(games: Games, g: int, s: int) -> Law:
    """The normalized nu_s."""
    return tuple(w / mass(games, g, s) for w in weights(games, g, s))


def mass(games: Games, g: int, s: int) -> Fraction:
    """That of all models under nu_s."""
    return sum(weights(games, g, s), ZERO)


def gain(games: Games, g: int, s: int, x: int) -> Fraction:
    """By what batch s multiplies the normalized measure of model x."""
    return law(games, g, s + 1)[x] / law(games, g, s)[x]


@cache
def keeps(games: Games, g: int, s: int, x: int, y: int) -> Fraction:
    """Line 6: the probability of S_{s+1} = 1, where x and y are the models of batch s."""
    old, now = weights(games, g, s), weights(games, g, s + 1)
    return min(ONE, now[x] / old[x] * old[y] / now[y] / games.exp_eta ** (2 * games.batch))


class Course(NamedTuple):
    """The models of all batches, and whether those of batch 2 and the later ones were drawn anew."""

    x: Models
    y: Models
    r: Models
    a: Models

    def until(self, step: int) -> Course:
        """What has happened after so many steps."""
        return Course(self.x[: step + 1], self.y[: step + 1], self.r[:step], self.a[:step])


def chance(games: Games, g: int, s: int, course: Course) -> Fraction:
    """The probability of what happens in step s, from batch s to the next, given all before it."""
    new, kept = law(games, g, s + 1), (1 - games.fake_switch) * keeps(games, g, s, course.x[s - 1], course.y[s - 1])
    of_x = (1 - kept) * new[course.x[s]] if course.r[s - 1] else kept
    of_y = games.fake_switch * new[course.y[s]] if course.a[s - 1] else 1 - games.fake_switch
    return of_x * of_y


def longer(models: range, course: Course) -> Iterator[Course]:
    """All that may happen in a step more."""
    for r, a in product((0, 1), repeat=2):
        drawn = product(models if r else course.x[-1:], models if a else course.y[-1:])
        for x, y in drawn:
            yield Course((*course.x, x), (*course.y, y), (*course.r, r), (*course.a, a))


@cache
def courses(games: Games, g: int = 0) -> Mapping[Course, Fraction]:
    """The law of all that happens, in a game."""
    start = law(games, g, 1)
    found = {Course((x,), (y,), (), ()): start[x] * start[y] for x, y in product(games.models, repeat=2)}
    for s in range(1, games.batches):
        found = {
            new: mass * chance(games, g, s, new)
            for course, mass in found.items()
            for new in longer(games.models, course)
        }
    return found


@cache
def _from_there(games: Games, step: int) -> Mapping[Course, Mapping[Course, Fraction]]:
    found: dict[Course, dict[Course, Fraction]] = {}
    for course, mass in courses(games).items():
        found.setdefault(course.until(step), {})[course] = mass
    return {
        past: {course: mass / sum(masses.values()) for course, mass in masses.items()} for past, masses in found.items()
    }


def after(games: Games, step: int, past: Course) -> Mapping[Course, Fraction]:
    """The law in the first game given what has happened after so many steps."""
    return _from_there(games, int(step))[past.until(int(step))]


Told = tuple[Models, Models, Models]


def told(course: Course) -> Told:
    """All (x_s, y_s) and zeta_s."""
    return course.x, course.y, tuple(int(r or a) for r, a in zip(course.r, course.a, strict=True))


@cache
def sequences(games: Games) -> Mapping[Told, tuple[Fraction, Fraction]]:
    """The probabilities of each sequence of all (x_s, y_s) and zeta_s in both games, batch by batch."""
    first, second = law(games, 0, 1), law(games, 1, 1)
    found: dict[Told, tuple[Fraction, Fraction]] = {
        ((x,), (y,), ()): (first[x] * first[y], second[x] * second[y]) for x, y in product(games.models, repeat=2)
    }
    for s in range(1, games.batches):
        following: dict[Told, tuple[Fraction, Fraction]] = {}
        for (x, y, zeta), masses in found.items():
            laws = [transitions(games, g, s, x[-1], y[-1]) for g in (0, 1)]
            for (i, j), z in laws[0]:
                new = (*x, i), (*y, j), (*zeta, z)
                p, q = (m * of_game[(i, j), z] for m, of_game in zip(masses, laws, strict=True))
                following[new] = p, q
        found = following
    return found


@cache
def transitions(games: Games, g: int, s: int, x: int, y: int) -> Mapping[tuple[tuple[int, int], int], Fraction]:
    """The law of the models of batch s + 1 and of zeta_s, given the models of batch s."""
    found: dict[tuple[tuple[int, int], int], Fraction] = {}
    for course in longer(games.models, Course((x,) * s, (y,) * s, (0,) * (s - 1), (0,) * (s - 1))):
        key = (course.x[-1], course.y[-1]), int(course.r[-1] or course.a[-1])
        found[key] = found.get(key, ZERO) + chance(games, g, s, course)
    return found


def released(games: Games) -> Mapping[Fraction, Fraction]:
    """The law in the first game of the ratio of the probabilities of all (x_s, y_s) and zeta_s."""
    return _summed((p / q, p) for p, q in sequences(games).values())


def _summed(pairs: Iterator[tuple[Fraction, Fraction]]) -> Mapping[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for ratio, mass in pairs:
        found[ratio] = found.get(ratio, ZERO) + mass
    return found


def _of_path(games: Games, g: int, path: Models) -> Fraction:
    """The probability of the models played, with a filter for the other one."""
    start = law(games, g, 1)
    weights = [start[path[0]] * start[y] for y in games.models]
    for s in range(1, games.batches):
        following = [ZERO] * len(games.models)
        for y in games.models:
            for ((i, j), _), mass in transitions(games, g, s, path[s - 1], y).items():
                following[j] += weights[y] * mass if i == path[s] else 0
        weights = following
    return sum(weights, ZERO)


def paths(games: Games) -> list[Models]:
    """All sequences of models that may be played."""
    return list(product(games.models, repeat=games.batches))


@cache
def path_law(games: Games, g: int) -> Mapping[Models, Fraction]:
    """The law of x_1, ..., x_n in a game."""
    return {path: _of_path(games, g, path) for path in paths(games)}


@cache
def played(games: Games) -> Mapping[Fraction, Fraction]:
    """The law in the first game of the ratio of the probabilities of x_1, ..., x_n."""
    return _summed((p / path_law(games, 1)[path], p) for path, p in path_law(games, 0).items())


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

"""Losses for L2P, right and wrong, its law from algorithm 1 with all coins, and both samplers of it."""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from dpassay.fast.lazy_to_private import lazy_to_private
from dpassay.fast.lazy_to_private_stream import Played, play
from tests.fast.helpers import NOT_INTEGER, NOT_POSITIVE, Case, counts_p_value, generator

ALPHA = 1e-6
N = 200_000
MATRIX = [[1.0, 0.0, 0.5], [0.25, 1.0, 0.0], [0.0, 0.75, 1.0], [1.0, 1.0, 0.125], [0.5, 0.0, 1.0]]
VALID: dict[str, Any] = {
    "data": MATRIX,
    "size": 5,
    "rng": generator(),
    "learning_rate": 0.5,
    "batch": 2,
    "fake_switch": 0.25,
    "rounds": 5,
    "experts": 3,
}
STREAM: dict[str, Any] = {name: VALID[name] for name in ("rng", "learning_rate", "batch", "fake_switch")} | {"runs": 2}
BAD_MATRICES: list[Any] = [
    *(
        [*MATRIX[:2], row, *MATRIX[3:]]
        for row in ([0.5, math.nan, 0.5], [2, 0, 0], [0.5, 0.5], [0.5, True, 0.5], "111")
    ),
    np.full((5, 3), 1.5),
    -np.eye(5, 3),
    np.ones((5, 3), np.bool_),
    np.ones((5, 3), object),
    np.ones((5, 4)),
    np.ones(15),
    "text",
    0.5,
    None,
]
BAD_RULES: list[Case] = [
    *[("learning_rate", {"learning_rate": rate}) for rate in NOT_POSITIVE],
    *[("exp_learning_rate", {"learning_rate": None, "exp_learning_rate": rate}) for rate in (1, "1/2", "x", True)],
    ("exp_learning_rate", {"exp_learning_rate": 2}),  # both
    ("learning_rate", {"learning_rate": None}),  # neither
    *[("batch", {"batch": batch}) for batch in (0, -1, *NOT_INTEGER)],
    *[
        ("fake_switch", {"fake_switch": p})
        for p in (*NOT_POSITIVE, 1, 1.0, Fraction(4, 3), "1/2", None, Fraction(1, 10**400))
    ],
]
Law = dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], float]

WRONG: dict[str, dict[str, Any]] = {
    "half the slack": {"slack": 1},
    "no partner": {"partner_sign": 0},
    "the partner's losses added": {"partner_sign": -1},
    "the x-step uses the new partner": {"new_partner": True},
    "x and y are one": {"one": True},
    "no fake switch of x": {"fake_x": 0.0},
    "no fake switch of y": {"fake_y": 0.0},
    "p and 1 - p swapped": {"fake_x": 0.75, "fake_y": 0.75},
    "gains for losses": {"sign": -1},
    "draws anew from the law before": {"late": 1},
}


@dataclass(frozen=True)
class Algorithm:
    """Algorithm 1 with all coins, for small inputs; what follows `fake_y` makes it a wrong one."""

    matrix: Any
    rate: Any
    batch: int
    fake_x: float
    fake_y: float
    slack: int = 2
    partner_sign: int = 1
    new_partner: bool = False
    one: bool = False
    sign: int = 1
    late: int = 0

    @property
    def experts(self) -> range:
        return range(len(self.matrix[0]))

    def exponent(self, start: int, stop: int, x: int) -> Fraction:
        """The rate times what an expert loses in the batches from `start` to before `stop`."""
        rows = self.matrix[max(start, 0) * self.batch : max(stop, 0) * self.batch]
        return self.sign * Fraction(self.rate) * sum((Fraction(float(row[x])) for row in rows), Fraction(0))

    def fresh(self, s: int) -> list[float]:
        """The law of a model drawn anew for batch s, from 0."""
        values = [math.exp(-self.exponent(0, s - self.late, x)) for x in self.experts]
        return [value / math.fsum(values) for value in values]

    def keep(self, s: int, x: int, y: int) -> float:
        """The probability that S_s is 1."""
        gap = self.exponent(s - 1, s, x) - self.partner_sign * self.exponent(s - 1, s, y)
        return min(1.0, math.exp(-self.slack * self.batch * self.rate - gap))

    def steps(self, s: int, x: int, y: int) -> Iterator[tuple[int, int, int, float]]:
        """What may come for x, y and zeta in batch s, with probabilities; the same thing may come more than once."""
        fresh = self.fresh(s)
        for partner_coin, new_y in product((0, 1), self.experts):
            chance = 1 - self.fake_y if partner_coin else self.fake_y
            chance *= (new_y == y) if partner_coin else fresh[new_y]
            keep = self.keep(s, x, new_y if self.new_partner else y)
            for fake_coin, coin, new_x in product((0, 1), (0, 1), self.experts):
                part = chance * (1 - self.fake_x if fake_coin else self.fake_x) * (keep if coin else 1 - keep)
                part *= (new_x == x) if fake_coin and coin else fresh[new_x]
                yield new_x, new_x if self.one else new_y, int(not (coin and fake_coin and partner_coin)), part

    def law(self) -> Law:
        """The joint law of (x_1, ...), (y_1, ...) and (zeta_1, ...)."""
        steps = cache(lambda s, x, y: list(self.steps(s, x, y)))
        law: Law = defaultdict(float)
        for x, y in product(self.experts, self.experts):
            law[(x,), (x if self.one else y,), ()] += len(self.experts) ** -2
        for s in range(1, -(-len(self.matrix) // self.batch)):
            grown: Law = defaultdict(float)
            for (xs, ys, zetas), mass in law.items():
                for x, y, zeta, chance in steps(s, xs[-1], ys[-1]):
                    grown[(*xs, x), (*ys, y), (*zetas, zeta)] += mass * chance
            law = grown
        return law


def models_of(law: Law) -> dict[tuple[int, ...], float]:
    """The law of the models alone."""
    models: dict[tuple[int, ...], float] = defaultdict(float)
    for (xs, _, _), mass in law.items():
        models[xs] += mass
    return models


def p_value(samples: Any, law: dict[Any, float]) -> float:
    """The chi-square test of the rows of `samples` against a law of tuples; zero if a row has no mass there."""
    rows, outcomes = np.asarray(samples, np.int64), np.array(list(law))
    digits = (max(rows.max(), outcomes.max()) + 1) ** np.arange(rows.shape[1])
    codes = outcomes @ digits
    order = np.argsort(codes)
    drawn = rows @ digits
    places = order[np.minimum(np.searchsorted(codes[order], drawn), len(codes) - 1)]
    if (codes[places] != drawn).any():
        return 0.0
    return counts_p_value(places, np.array(list(law.values())))


def sample(matrix: Any = MATRIX, size: int = N, **changes: Any) -> Any:
    shape = {"rounds": len(matrix), "experts": len(matrix[0])}
    return lazy_to_private(**VALID | {"data": matrix, "size": size, "rng": generator(3)} | shape | changes)


def streamed(matrix: Any = MATRIX, cuts: Any = None, runs: int = N, **changes: Any) -> list[Played]:
    """The results of a stream, cut before the rows `cuts`."""
    blocks = np.split(np.asarray(matrix), cuts) if cuts is not None else [matrix]
    return list(play(blocks, **STREAM | {"runs": runs, "rng": generator(4)} | changes))


def models(parts: list[Played]) -> Any:
    return np.concatenate([part.models for part in parts])


def random_matrix(rounds: int, experts: int, seed: int = 5) -> Any:
    return generator(seed).random((rounds, experts))


SHARP = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 1.0], [1.0, 0.0], [1.0, 0.0]])
ONE_SIDED = np.tile([1.0, 0.0], (5, 1))
PARAMETERS: list[dict[str, Any]] = [
    {},
    {"learning_rate": 0.01, "fake_switch": Fraction(1, 3)},
    {"batch": 1, "learning_rate": 0.3, "fake_switch": 0.05},
    {"batch": 3, "learning_rate": 0.2},
    {"learning_rate": None, "exp_learning_rate": "5/4", "fake_switch": 0.9},
]


def rounds_of(changes: dict[str, Any]) -> Any:
    """Few enough rounds to enumerate."""
    return MATRIX[:4] if changes.get("batch") == 1 else MATRIX


def expected(matrix: Any, wrong: str | None = None, **changes: Any) -> Law:
    values = VALID | changes
    rate = values["learning_rate"] or math.log(Fraction(values["exp_learning_rate"]))
    fake = {"fake_x": float(values["fake_switch"]), "fake_y": float(values["fake_switch"])}
    variant = fake if wrong is None else fake | WRONG[wrong]
    return Algorithm(matrix, rate, values["batch"], **variant).law()

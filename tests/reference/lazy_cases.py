"""L2P from its definition, over all of its coins, and small cases to run it on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

from dpassay.reference.lazy_to_private import Parameters
from dpassay.reference.multiplicative_weights import Matrix
from tests.reference.weights_cases import Masses, powers_of, random_matrix

GOOD = {"exp_learning_rate": "3/2", "batch": 2, "fake_switch": "1/4", "rounds": 5, "experts": 2}
BAD_DATA: list[tuple[Any, str]] = [
    (None, "data = None: expected 5 rows"),
    ([[1, 0]], "expected 5 rows"),
    ([[1, 0]] * 4 + [[1]], r"data\[4\] = \[1\]: expected 2 numbers"),
    ([[1, 0]] * 4 + [[1, 0.5]], r"data\[4\]\[1\] = 0.5: expected"),
    ([[1, 0]] * 4 + [[1, 2]], r"data\[4\]\[1\] = 2: expected a number in \[0, 1\]"),
]
"""Data that the good parameters do not allow, and the complaint about each."""


# Algorithm 1, all coins of it. ``factor`` gives e^(-eta loss).


class Reading:
    """How lines 6, 8 and 15 are read; the defaults are right."""

    def __init__(self, *, growth: int = 2, y_first: bool = False, stale: bool = False) -> None:
        self.growth, self.y_first, self.stale = growth, y_first, stale


RIGHT = Reading()
WRONG = {
    "y is replaced before the x-step": Reading(y_first=True),
    "e^(B eta) in line 6": Reading(growth=1),
    "x is drawn from the last measure": Reading(stale=True),
}


def measures_of(rows: Matrix, p: Parameters, factor: Any) -> list[list[Any]]:
    nu: list[list[Any]] = [[1] * p.experts]
    for start in range(0, p.rounds - p.batch, p.batch):
        batch = rows[start : start + p.batch]
        nu.append([weight * prod(factor(row[x]) for row in batch) for x, weight in enumerate(nu[-1])])
    return nu


def runs(rows: Matrix, p: Parameters, factor: Any, reading: Reading = RIGHT) -> Iterator[tuple[Any, Any]]:
    """Yield ((x_s, y_s, zeta_(s-1)) for all s, the probability), once for every sequence of coins and draws."""
    nu, models, fake = measures_of(rows, p, factor), range(p.experts), p.fake_switch
    bars = [[weight / sum(measure) for weight in measure] for measure in nu]
    bars[0] = [Fraction(1, p.experts)] * p.experts
    e_2b = (1 / factor(Fraction(1))) ** (reading.growth * p.batch)

    def go_on(s: int, path: list[tuple[int, int, int]], mass: Any) -> Iterator[tuple[Any, Any]]:
        if s == len(nu):
            yield tuple(path), mass
            return
        x, y, _ = path[-1]
        for keep_y, keep_x, no_fake in product((0, 1), repeat=3):
            for new_y, draw_y in [(y, 1)] if keep_y else list(enumerate(bars[s])):
                used = new_y if reading.y_first else y
                bias = nu[s][x] / (e_2b * nu[s - 1][x]) * nu[s - 1][used] / nu[s][used]
                bias = min(1, bias)
                coins = (
                    (1 - fake if keep_y else fake) * (bias if keep_x else 1 - bias) * (1 - fake if no_fake else fake)
                )
                fresh = bars[s - 1] if reading.stale else bars[s]
                for new_x, draw_x in [(x, 1)] if keep_x and no_fake else list(enumerate(fresh)):
                    state = (new_x, new_y, int(0 in (keep_y, keep_x, no_fake)))
                    yield from go_on(s + 1, [*path, state], mass * coins * draw_y * draw_x)

    for x, y in product(models, models):
        yield from go_on(1, [(x, y, 0)], bars[0][x] * bars[0][y])


def masses(rows: Matrix, p: Parameters, factor: Any, view: str, reading: Reading = RIGHT) -> Masses:
    total: Masses = {}
    for path, mass in runs(rows, p, factor, reading):
        x, y, zeta = zip(*path, strict=True)
        seen = x if view == "models" else (x, y, zeta[1:])
        total[seen] = total.get(seen, 0) + mass
    return total


SHAPES = [(1, 3, 1, 1), (2, 2, 1, 1), (3, 2, 1, 2), (3, 3, 2, 1), (5, 2, 2, 1), (4, 2, 3, 2), (2, 3, 1, 1)]
"""Rounds, experts, batch, and the denominator of losses."""


def case(rounds: int, experts: int, batch: int, parts: int) -> tuple[Parameters, Matrix, Any, Random]:
    rng, base = Random(rounds * 1_000 + experts * 100 + batch * 10 + parts), Fraction(3, 2)
    raw = {"batch": batch, "fake_switch": Fraction(1, 3), "rounds": rounds, "experts": experts}
    p = Parameters.read(raw, exp_learning_rate=base**parts)
    return p, random_matrix(rng, rounds, experts, parts), powers_of(base, parts, -1), rng

"""Values in {0, 1}: on a grid one of three bounds of an error is enough, and with less of any of them none is.

What is computed here is written anew, with floats: no text of the steps is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf, log, sqrt

import pytest

from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.smoothed_analysis import hrs_31h
from dpassay.proofs_check.smoothed_analysis.cases_of_bits import CASES

assert hrs_31h.BITS
RECORDS = (*range(1, 24), 50, 1000)
ROUNDS = (1, 2, 3, 8, 9, 10, 15, 39, 40, 41, 100, 10**4, 10**9)
LOGS = (0.0, 0.01, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0, 10.0)
Numbers = tuple[int, int, float, int, float]
SCALES = tuple(10 ** (k / 8) for k in range(-24, 9))


def three(n: int, rounds: int, h: float, d: int, b: float) -> tuple[float, float, float]:
    """The three bounds of an error, without 2 sqrt(h/T) but in the second."""
    u = log(82 * n) + h
    left = 32 / 15 * d * u + 2 * log(2) + 2 * (d * u - log(rounds)) / rounds
    return 1.0, sqrt(h / 2 + rounds * (b * d * u) ** 2 / 15), 2 * sqrt(h / rounds) + b * left


def slack(at: Numbers, factor: float, used: tuple[int, ...]) -> float:
    """What the bound of the theorem is above the least of some of the three by."""
    (n, rounds, h, d, b), bounds = at, three(*at)
    printed = 1 / n + 2 * sqrt(h / rounds) + factor * b * d * (log(2 * n) + h)
    return printed - min(bounds[k] for k in used)


def grid(dimensions: tuple[int, ...] = (1, 3, 100)) -> Iterator[Numbers]:
    """Numbers, with scales of the noise around those at which an error of 1 is allowed."""
    for n, rounds, h, d, scale in product(RECORDS, ROUNDS, LOGS, dimensions, SCALES):
        yield n, rounds, h, d, scale / (5 * d * (log(2 * n) + h))


def test_one_of_three_is_enough() -> None:
    assert min(slack(at, 5, (0, 1, 2)) for at in grid()) > -1e-12


@pytest.mark.parametrize("used", [(1, 2), (0, 2), (0, 1)], ids=["no error above 1", "noise", "on average"])
def test_each_of_the_three_is_needed(used: tuple[int, ...]) -> None:
    """Without one there is a place, among those that the cases name, where the others are not enough."""
    assert min(slack(at, 5, used) for at in grid((1,))) < -1e-3


def test_a_smaller_constant_is_not_enough_for_these_bounds() -> None:
    """8 in the place of 10."""
    assert min(slack(at, 4, (0, 1, 2)) for at in grid((1,))) < -1e-3


def in_cases(n: int, rounds: int, h: float) -> list[int]:
    """The rows of the table of the text that numbers are in, by what is enough."""
    rows = [
        (n == 1, 0),
        (n >= 2 and rounds <= 8, 1),
        (n == 2 and rounds >= 9, 2),
        (3 <= n <= 10 and 9 <= rounds <= 39 and 3 * n * n * h <= 20, 1),
        (3 <= n <= 10 and 9 <= rounds <= 39 and 3 * n * n * h > 20, 2),
        (3 <= n <= 10 and rounds >= 40, 2),
        (n >= 11 and rounds >= 9, 2),
    ]
    return [number for holds, number in rows if holds]


def test_the_cases_are_all_and_each_is_enough() -> None:
    """Every point is in one row of the table, and what it names is enough there, with that no error is above 1."""
    lowest = inf
    for at in grid((1, 3)):
        (used,) = in_cases(*at[:3])
        lowest = min(lowest, slack(at, 5, (0, used)))
    assert lowest > -1e-12


def test_the_steps_have_no_condition_but_one_record() -> None:
    """What is applied speaks of all n, T and h: 1 <= n is among the domains, too."""
    statement = THEOREMS[CASES].statement
    assert statement.where == ("1 <= n",)
    assert statement.model.parameters["n"] == "integer, 1 <= n"
    assert statement.model.parameters["T"] == "integer, 1 <= T"
    assert statement.model.parameters["h"] == "real, 0 <= h"
    assert set(statement.given) == {"at most 1", "levels", "spread", "root"}

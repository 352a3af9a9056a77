"""Smooth online learning: covers from a consistency oracle, and Hedge on them."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from dpassay.exact import Budget
from dpassay.reference.smooth_online import (
    consistency_oracle,
    distance,
    errors,
    expected_losses,
    gamma_squared,
    is_cover,
    leaves,
    radius,
    round_laws,
    sample,
    separated_cover,
    uniform_sample,
)
from tests.reference.online_cases import ALL_OF_THREE, CLASSES, Rows, intervals, thresholds

HALF = Fraction(1, 2)
RATE = Budget(exp_eps=2)
PAIRS = ((0, 1), (2, -1), (1, 1))


@pytest.mark.parametrize("rows", CLASSES)
def test_leaves_are_the_labelings_of_the_sample(rows: Rows) -> None:
    for points in product(range(len(rows[0])), repeat=2):
        found = leaves(points, consistency_oracle(rows))
        seen = [tuple(h[x] for x in points) for h in found.hypotheses]
        assert len(seen) == len(set(seen))
        assert set(seen) == {tuple(h[x] for x in points) for h in rows}
        assert set(found.hypotheses) <= set(rows)


def test_calls_of_the_oracle() -> None:
    """One at the root, and two at each node that is not pruned: a threshold class has i + 1 of them at level i."""
    points = 6
    found = leaves(range(points), consistency_oracle(thresholds(points)))
    assert found.calls == 1 + 2 * sum(i + 1 for i in range(points))
    assert found.calls < 2**points
    assert found.hypotheses == tuple(reversed(thresholds(points)))
    assert leaves((3, 3, 3), consistency_oracle(thresholds(points))).calls == 3
    several = leaves(range(4), consistency_oracle(intervals(4)))
    assert len(several.hypotheses) == 1 + comb(5, 2)
    assert several.calls == 1 + 2 * (1 + 2 + 4 + 7)


def test_an_oracle_that_lies_is_not_hidden() -> None:
    """One that finds nothing for the label -1 leaves a tree whose leaves are no cover."""
    rows = thresholds(4)
    honest = consistency_oracle(rows)
    found = leaves(range(4), lambda labels: None if -1 in labels.values() else honest(labels))
    assert found.hypotheses == (rows[0],)
    assert not is_cover(found.hypotheses, rows, Fraction(1, 16))
    assert is_cover(leaves(range(4), honest).hypotheses, rows, 0)


def test_the_radius_of_algorithm_1() -> None:
    assert gamma_squared(HALF, 4) == Fraction(1, 16) ** 2
    assert gamma_squared(1, 2) == Fraction(1, 32)


def test_covers_by_hand() -> None:
    rows = thresholds(4)
    assert distance(rows[0], rows[3]) == Fraction(3, 4)
    assert radius((rows[0], rows[4]), rows) == HALF
    assert is_cover((rows[0], rows[4]), rows, Fraction(1, 4))
    assert not is_cover((rows[0], rows[4]), rows, Fraction(1, 4) - Fraction(1, 10**9))
    assert radius((rows[1], rows[3]), rows) == Fraction(1, 4)


@pytest.mark.parametrize("rows", CLASSES)
@pytest.mark.parametrize("squared", [Fraction(0), Fraction(1, 16), Fraction(1, 4), Fraction(1)])
def test_separated_hypotheses_are_a_cover(rows: Rows, squared: Fraction) -> None:
    cover = separated_cover(rows, squared)
    assert is_cover(cover, rows, squared)
    assert all(distance(a, b) ** 2 > squared for i, a in enumerate(cover) for b in cover[:i])


def test_hedge_by_hand() -> None:
    """Three hypotheses that err (0, 1, 1), (1, 0, 1), ... under e^eta = 2."""
    cover = ((1, 1, 1), (-1, 1, -1), (1, -1, 1))
    assert [list(map(int, row)) for row in errors(PAIRS, cover)] == [[0, 1, 0], [1, 0, 1], [0, 0, 1]]
    laws = round_laws(PAIRS, cover, RATE)
    assert [[law.pmf(i) for i in range(3)] for law in laws] == [
        [Fraction(1, 3)] * 3,
        [Fraction(2, 5), Fraction(1, 5), Fraction(2, 5)],
        [Fraction(1, 3)] * 3,
    ]
    assert expected_losses(PAIRS, cover, RATE) == (Fraction(1, 3), Fraction(4, 5), Fraction(1, 3))


def test_hedge_meets_its_regret_bound() -> None:
    """With losses in [0, 1] and b = e^eta: the expected loss is at most (eta L + log K) b/(b - 1)."""
    data = [(x % 3, 1 if x % 2 else -1) for x in range(12)]
    total = sum(expected_losses(data, ALL_OF_THREE, RATE))
    best = min(sum(row[i] for row in errors(data, ALL_OF_THREE)) for i in range(8))
    log_of_2_from_above = Fraction(6932, 10_000)
    assert total <= (best + 3) * log_of_2_from_above * 2
    assert total >= best / 2


def test_draws() -> None:
    drawn = sample(PAIRS, ALL_OF_THREE, RATE, random.Random(1))
    assert len(drawn) == 3
    assert set(drawn) <= set(range(8))
    assert drawn == sample(PAIRS, ALL_OF_THREE, RATE, random.Random(1))
    points = uniform_sample(5, 200, random.Random(1))
    assert set(points) == set(range(5))
    assert len(points) == 200


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: distance((1, 0), (1, 1)), r"hypotheses = .*: expected rows of -1 and 1, all of one length"),
        (lambda: gamma_squared(0, 1), "sigma = 0: expected a number above 0 and at most 1"),
        (lambda: gamma_squared(Fraction(9, 8), 1), "sigma = 9/8: expected a number above 0 and at most 1"),
        (lambda: gamma_squared(HALF, 0), "rounds = 0: expected a whole number of at least 1"),
        (lambda: leaves([0], lambda _: None), "oracle = None: expected a hypothesis where no labels are asked for"),
        (lambda: errors([(5, 1)], ALL_OF_THREE), r"data = \(5, 1\): expected pairs of a point from 0 to 2"),
        (lambda: errors([(0, 0)], ALL_OF_THREE), r"data = \(0, 0\): expected pairs of a point from 0 to 2"),
        (lambda: round_laws([], ALL_OF_THREE, RATE), r"data = \[\]: expected one pair or more"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]

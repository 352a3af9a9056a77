"""The regret of Hedge on a cover: exact, against naive enumeration, (1) and the known bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from dpassay.analysis.smooth_online import (
    MOST_SETS,
    approximation,
    cover_probability,
    hedge_weights,
    learner_regret,
    regret,
)
from dpassay.exact import Budget, as_real, decide, log
from dpassay.reference.smooth_online import consistency_oracle, expected_losses, is_cover, leaves
from tests.analysis.smooth_cases import HALF, by_floor_and_rest
from tests.reference.online_cases import ALL_OF_THREE, Rows, intervals, thresholds

BASE = Fraction(3, 2)
GAMES = [
    (thresholds(3), (0, 2), HALF),
    (thresholds(2), (1,), Fraction(3, 4)),
    (((1, 1, -1), (1, -1, 1), (1, -1, 1)), (0, 1), Fraction(2, 5)),
]


def naive_regret(rows: Rows, cover: tuple[int, ...], sigma: Fraction, rounds: int) -> Fraction:
    """Every history of pairs, every extreme point; the learner is that of the reference, run on the whole history."""
    size = len(rows[0])
    laws = by_floor_and_rest(size, sigma)
    table = [rows[i] for i in cover]

    def end(pairs: tuple[tuple[int, int], ...]) -> Fraction:
        best = min(sum(h[x] != y for x, y in pairs) for h in rows)
        return sum(expected_losses(pairs, table, Budget(exp_eps=BASE)), Fraction(0)) - best

    def after(pairs: tuple[tuple[int, int], ...]) -> Fraction:
        if len(pairs) == rounds:
            return end(pairs)
        values = [max(after((*pairs, (x, y))) for y in (-1, 1)) for x in range(size)]
        return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in laws)

    return after(())


@pytest.mark.parametrize(("rows", "cover", "sigma"), GAMES)
def test_regret_by_all_histories(rows: Rows, cover: tuple[int, ...], sigma: Fraction) -> None:
    for rounds in (1, 2, 3):
        assert regret(rows, cover, sigma, rounds, BASE).value == naive_regret(rows, cover, sigma, rounds)


@pytest.mark.parametrize(("rows", "cover", "sigma"), GAMES)
def test_the_decomposition_of_the_regret(rows: Rows, cover: tuple[int, ...], sigma: Fraction) -> None:
    for rounds in (1, 3, 5):
        whole = regret(rows, cover, sigma, rounds, BASE).value
        inside = regret(rows, cover, sigma, rounds, BASE, against=cover).value
        assert inside <= whole <= inside + approximation(rows, cover, sigma, rounds).value


@pytest.mark.parametrize(("rows", "cover", "sigma"), GAMES)
def test_approximation_by_all_histories(rows: Rows, cover: tuple[int, ...], sigma: Fraction) -> None:
    laws = by_floor_and_rest(len(rows[0]), sigma)

    def after(points: tuple[int, ...]) -> Fraction:
        if len(points) == 3:
            return Fraction(max(min(sum(h[x] != rows[i][x] for x in points) for i in cover) for h in rows))
        values = [after((*points, x)) for x in range(len(rows[0]))]
        return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in laws)

    assert approximation(rows, cover, sigma, 3).value == after(())


def test_the_whole_class_is_its_own_cover() -> None:
    rows = thresholds(3)
    assert approximation(rows, range(4), HALF, 4).value == 0
    assert regret(rows, range(4), HALF, 4, BASE).value == regret(rows, range(4), HALF, 4, BASE, against=range(4)).value
    assert approximation(rows, (0, 3), HALF, 4).value > 0


def test_regret_meets_the_bound_of_hedge() -> None:
    """At most log(K)/eta + eta T/8, whoever the adversary; a learner that stands still exceeds it."""
    rows, rounds, rate = ALL_OF_THREE[:4], 12, as_real(log(BASE))
    bound = as_real(log(4)) / rate + rate * Fraction(rounds, 8)
    value = regret(rows, range(4), Fraction(1, 3), rounds, BASE).value
    still = regret(rows, range(4), Fraction(1, 3), rounds, 1 + Fraction(1, 10**9)).value
    assert decide(as_real(value) <= bound)
    assert decide(as_real(still) > bound)


def leader(_: int, counts: tuple[int, ...]) -> list[Fraction]:
    """Follow the leader: the first hypothesis with the fewest errors."""
    return [Fraction(i == counts.index(min(counts))) for i in range(len(counts))]


def test_following_the_leader_is_punished_in_every_round() -> None:
    """A single point, and both labels possible: the leader errs each time, the better of two in half of the rounds."""
    assert learner_regret([[1], [-1]], leader, Fraction(1), 6).value == 6 - 3
    assert regret([[1], [-1]], (0, 1), Fraction(1), 6, BASE).value < 3


@pytest.mark.parametrize(("rows", "sigma"), [(game[0], game[2]) for game in GAMES])
def test_regret_of_the_leader_by_all_histories(rows: Rows, sigma: Fraction) -> None:
    laws = by_floor_and_rest(len(rows[0]), sigma)

    def after(pairs: tuple[tuple[int, int], ...]) -> Fraction:
        counts = tuple(sum(h[x] != y for x, y in pairs) for h in rows)
        if len(pairs) == 3:
            return Fraction(-min(counts))
        now = rows[counts.index(min(counts))]
        values = [max((now[x] != y) + after((*pairs, (x, y))) for y in (-1, 1)) for x in range(len(rows[0]))]
        return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in laws)

    assert learner_regret(rows, leader, sigma, 3).value == after(())


def test_smoothness_and_larger_covers_help() -> None:
    rows = thresholds(4)
    values = [regret(rows, (0, 2, 4), sigma, 4, BASE).value for sigma in (Fraction(1, 4), HALF, Fraction(1))]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_weights_of_hedge() -> None:
    assert hedge_weights((3, 2, 2), Fraction(2)) == (Fraction(1, 5), Fraction(2, 5), Fraction(2, 5))


# Covers from a random sample


@pytest.mark.parametrize("rows", [thresholds(3), intervals(3), ALL_OF_THREE])
@pytest.mark.parametrize("squared", [Fraction(0), Fraction(1, 9), Fraction(4, 9)])
def test_probability_of_a_cover_by_all_samples(rows: Rows, squared: Fraction) -> None:
    oracle = consistency_oracle(rows)
    for count in range(4):
        found = [
            is_cover(leaves(points, oracle).hypotheses, rows, squared) for points in product(range(3), repeat=count)
        ]
        assert cover_probability(rows, squared, count) == Fraction(sum(found), len(found))


def test_a_sample_of_few_points_is_no_cover() -> None:
    """All labelings of three points are covered exactly if all three are drawn: by none of fewer draws."""
    assert cover_probability(ALL_OF_THREE, 0, 2) == 0
    assert cover_probability(ALL_OF_THREE, 0, 3) == Fraction(6, 27)
    assert cover_probability(((1, -1),), 0, MOST_SETS) == 1
    assert cover_probability(((1,) * 12,), 0, 1) == 1
    assert cover_probability(ALL_OF_THREE, 0, 40) > Fraction(999, 1000)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: regret(thresholds(2), (), HALF, 1, BASE), r"cover = \[\]: expected different places from 0 to 2"),
        (lambda: regret(thresholds(2), (0, 0), HALF, 1, BASE), r"cover = \[0, 0\]: expected different places"),
        (lambda: regret(thresholds(2), (3,), HALF, 1, BASE), r"cover = \[3\]: expected different places from 0 to 2"),
        (lambda: regret(thresholds(2), (0,), HALF, 1, Fraction(1)), "exp_learning_rate = 1: expected a number above 1"),
        (
            lambda: learner_regret(thresholds(2), lambda *_: [HALF, HALF, HALF], HALF, 1),
            "learner = 1/2, 1/2, 1/2: expected 3 probabilities that sum to 1",
        ),
        (
            lambda: learner_regret(thresholds(2), lambda *_: [HALF, Fraction(1), -HALF], HALF, 1),
            "learner = 1/2, 1, -1/2: expected 3 probabilities that sum to 1",
        ),
        (lambda: cover_probability(thresholds(13), 0, 1), "hypotheses = on 13 points: expected at most 4096 sets"),
        (lambda: cover_probability(thresholds(3), 0, -1), "count = -1: expected a number from 0 to 4096"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]

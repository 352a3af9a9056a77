"""The best smooth adversaries, adaptive and not, against naive enumeration; adversaries that are not smooth."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from dpassay.analysis import smooth_adversary
from dpassay.analysis.smooth_adversary import (
    adaptive,
    fixed,
    game,
    history_law,
    largest_sum,
    measure,
    non_adaptive,
    optimal,
    sums_law,
)
from dpassay.analysis.smooth_game import Payoff, solve
from dpassay.analysis.smooth_laws import SmoothLaws
from dpassay.exact import Dist
from tests.analysis.smooth_cases import (
    CLASSES,
    HALF,
    LOPSIDED,
    OVERLAPPING,
    POINTS,
    SIGMAS,
    THRESHOLDS,
    Rows,
    naive_fixed,
    naive_value,
)

GAMES = [(rows, sigma) for rows in CLASSES for sigma in SIGMAS]


def squared(counts: object) -> Fraction:
    return Fraction(max(counts) ** 2 - min(counts))  # type: ignore[call-overload]


@pytest.mark.parametrize(("rows", "sigma"), GAMES)
def test_adaptive_value_by_all_histories(rows: Rows, sigma: Fraction) -> None:
    for rounds in (1, 2, 3) if len(rows[0]) == 3 else (1, 2):
        assert adaptive(rows, sigma, rounds).value == naive_value(rows, sigma, rounds, max)
    assert adaptive(rows, sigma, 2, squared).value == naive_value(rows, sigma, 2, squared)
    assert adaptive(rows, sigma, 2, squared, symmetric=True).value == naive_value(rows, sigma, 2, squared)


@pytest.mark.parametrize(("rows", "sigma"), GAMES)
def test_non_adaptive_value_by_all_histories(rows: Rows, sigma: Fraction) -> None:
    assert non_adaptive(rows, sigma, 2).value == naive_fixed(rows, sigma, 2, max)
    assert non_adaptive(rows, sigma, 2, squared).value == naive_fixed(rows, sigma, 2, squared)
    assert non_adaptive(rows, sigma, 1).value == adaptive(rows, sigma, 1).value


@pytest.mark.parametrize(("rows", "sigma"), GAMES)
def test_the_best_adversary_attains_the_value(rows: Rows, sigma: Fraction) -> None:
    solution = adaptive(rows, sigma, 3)
    found = sums_law(rows, history_law(optimal(rows, solution), SmoothLaws(len(rows[0]), sigma), 3))
    assert sum(p * max(counts) for counts, p in found.items()) == solution.value


@pytest.mark.parametrize("rows", CLASSES)
def test_a_fixed_sequence_attains_its_value(rows: Rows) -> None:
    sigma, columns = Fraction(2, 5), list(zip(*rows, strict=True))
    best = non_adaptive(rows, sigma, 2)
    cells = sorted(set(columns))
    laws = [[law[cells.index(column)] / columns.count(column) for column in columns] for law in best.laws]
    found = sums_law(rows, history_law(fixed(laws), SmoothLaws(len(columns), sigma), 2))
    assert sum(p * max(counts) for counts, p in found.items()) == best.value


def test_adaptive_adversaries_gain() -> None:
    """Where one function pays at once and the others take turns, the past tells which one to pursue."""
    assert adaptive(POINTS, Fraction(1, 2), 3).value > non_adaptive(POINTS, Fraction(1, 2), 3).value


@pytest.mark.parametrize("sigma", [Fraction(1, 4), HALF, Fraction(7, 10)])
def test_one_function_reaches_a_sum_as_a_binomial_number_does(sigma: Fraction) -> None:
    """The most that any adaptive adversary makes of one function: each point is in it with probability eps/sigma."""
    row, rounds = (1, 0, 0, 0), 6
    p = min(Fraction(1), measure(row) / sigma)

    def reaches(least: int) -> Payoff:
        return lambda counts: Fraction(counts[0] >= least)

    for v in range(rounds + 2):
        tail = sum((comb(rounds, k) * p**k * (1 - p) ** (rounds - k) for k in range(v, rounds + 1)), Fraction(0))
        assert adaptive([row], sigma, rounds, reaches(v)).value == tail
    moment = adaptive([row], sigma, rounds, lambda counts: Fraction(3, 2) ** counts[0]).value
    assert moment == (1 + p / 2) ** rounds


def test_extremes_of_sigma() -> None:
    """At 1 the points are uniform; at 1/N or below one point can be drawn for sure."""
    assert adaptive(POINTS, Fraction(1), 2).value == 1 + Fraction(1, 3)
    assert adaptive(POINTS, Fraction(1, 3), 4).value == non_adaptive(POINTS, Fraction(1, 9), 4).value == 4


@pytest.mark.parametrize(("rows", "sigma"), GAMES)
def test_values_are_ordered(rows: Rows, sigma: Fraction) -> None:
    """One function's share below the fixed sequences, these below the adaptive ones, and all of these below T."""
    single = 3 * max(min(Fraction(1), measure(row) / sigma) for row in rows)
    assert single <= non_adaptive(rows, sigma, 3).value <= adaptive(rows, sigma, 3).value <= 3


def test_a_payoff_is_not_taken_to_be_symmetric() -> None:
    assert adaptive(POINTS, HALF, 2, lambda counts: Fraction(counts[0])).value == 2 * Fraction(2, 3)
    with pytest.raises(ValueError, match="expected the same at both, by symmetry"):
        adaptive(POINTS, HALF, 2, lambda counts: Fraction(counts[0]), symmetric=True)


def test_as_many_histories_and_sequences_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    even = fixed([(HALF, HALF)] * 4)
    monkeypatch.setattr(smooth_adversary, "MOST_HISTORIES", 8)
    assert len(history_law(even, SmoothLaws(2, HALF), 3).outcomes) == 8
    with pytest.raises(ValueError, match="rounds = 4: expected at most 8 histories"):
        history_law(even, SmoothLaws(2, HALF), 4)
    monkeypatch.setattr(smooth_adversary, "MOST_SEQUENCES", 3)
    assert non_adaptive([[1, 0], [0, 1]], HALF, 2).value == 2
    with pytest.raises(ValueError, match="rounds = 3: expected at most 3 sequences"):
        non_adaptive([[1, 0], [0, 1]], HALF, 3)


def test_symmetry_changes_no_value() -> None:
    for rows, rounds in product((POINTS, OVERLAPPING, LOPSIDED), (3, 6)):
        without = solve(game(rows, Fraction(2, 5), rounds), largest_sum)
        assert adaptive(rows, Fraction(2, 5), rounds).value == without.value
    few, all_of_them = (solve(game(POINTS, HALF, 6), largest_sum, groups=groups) for groups in ([(0, 1, 2)], ()))
    assert len(few.values[-1]) == len(adaptive(POINTS, HALF, 6).values[-1]) < len(all_of_them.values[-1])


def test_larger_games() -> None:
    """Against a fair coin, T = 2n points: E max(X, T - X) is n + n C(2n, n)/4^n."""
    n = 30
    value = adaptive([[1, 0], [0, 1]], Fraction(1), 2 * n).value
    assert value == n + Fraction(n * comb(2 * n, n), 4**n)
    assert largest_sum((2, 5, 1)) == 5


# What is wrong is found


def test_an_adversary_that_is_not_smooth_is_refused() -> None:
    laws = SmoothLaws(4, HALF)
    greedy = fixed([(HALF, HALF, 0, 0), (Fraction(2, 3), Fraction(1, 3), 0, 0)])
    assert len(history_law(greedy, laws, 1).outcomes) == 2
    with pytest.raises(ValueError, match="p = 2/3, 1/3, 0, 0: expected a law on 4 points"):
        history_law(greedy, laws, 2)


def test_a_value_of_wrong_extreme_points_is_found() -> None:
    """With what an extreme point has left spread evenly, in place of at one point, the value is too small."""
    rows, cap = POINTS, Fraction(2, 3)
    spread = [tuple(cap if x == full else Fraction(1, 6) for x in range(3)) for full in range(3)]

    def wrong(points: tuple[int, ...]) -> Fraction:
        if len(points) == 3:
            return Fraction(max(points.count(x) for x in range(3)))
        values = [wrong((*points, x)) for x in range(3)]
        return max(sum((p * v for p, v in zip(law, values, strict=True)), Fraction(0)) for law in spread)

    assert wrong(()) < adaptive(rows, HALF, 3).value


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: adaptive([[0, 2]], HALF, 1), r"functions = .* expected rows of 0 and 1, all of one length"),
        (lambda: adaptive([], HALF, 1), r"functions = \[\]: expected rows of 0 and 1"),
        (lambda: adaptive([[0], [0, 1]], HALF, 1), "expected rows of 0 and 1, all of one length"),
        (lambda: adaptive(POINTS, Fraction(2), 1), "sigma = 2: expected a number above 0 and at most 1"),
        (lambda: non_adaptive(POINTS, HALF, 99), "rounds = 99: expected at most 65536 sequences of extreme points"),
        (lambda: history_law(fixed([]), SmoothLaws(4, HALF), 9), "rounds = 9: expected at most 65536 histories"),
        (lambda: history_law(fixed([]), SmoothLaws(4, HALF), 2), "laws = 0: expected more than 0 laws, one a round"),
        (lambda: sums_law(POINTS, Dist.point((3,))), "expected tuples of points from 0 to 2"),
        (lambda: optimal(THRESHOLDS, adaptive(POINTS, HALF, 1)), "expected the class that was solved"),
        (lambda: smooth_adversary.adaptive(POINTS, HALF, 0), "rounds = 0: expected a whole number of at least 1"),
    ],
)
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]

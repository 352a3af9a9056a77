"""One p-value of several statistics: its level by enumeration, its value by hand, and wrong ones that are noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dpassay.properties.ranks import Tails, enumerated_p_value, simulated_p_value

Row = tuple[float, ...]

VALUES: dict[Row, Fraction] = {
    (0.0, 3.0, 1.0): Fraction(5, 12),
    (1.0, 3.0, 0.0): Fraction(4, 12),
    (2.0, 0.0, 5.0): Fraction(2, 12),
    (1.0, 7.0, 5.0): Fraction(1, 12),
}
"""The statistics of what may be observed, and its probability."""


def rows() -> np.ndarray:
    return np.array(list(VALUES))


def assert_valid(outcomes: list[tuple[float, Fraction]]) -> None:
    """Check P(p <= a) <= a for all a, from (p-value, probability) of every outcome."""
    assert sum(weight for _, weight in outcomes) == 1
    for level in {p for p, _ in outcomes}:
        assert float(sum(weight for p, weight in outcomes if p <= level)) <= level * (1 + 1e-9)


def by_hand(own: Row, multipliers: tuple[int, ...]) -> Fraction:
    """The probability of a score that is at most the own one, in rationals."""

    def score(row: Row) -> Fraction:
        tails = [
            sum(weight for other, weight in VALUES.items() if other[j] >= row[j]) * multiplier
            for j, multiplier in enumerate(multipliers)
        ]
        return min(Fraction(tail) for tail in tails)

    return sum((weight for row, weight in VALUES.items() if score(row) <= score(own)), Fraction(0))


@pytest.mark.parametrize("multipliers", [(1, 1, 1), (1, 3, 3), (7, 1, 2)])
def test_the_enumerated_p_value_is_the_probability_of_what_is_as_extreme(multipliers: tuple[int, ...]) -> None:
    weights = np.array([float(weight) for weight in VALUES.values()])
    outcomes = []
    for row, weight in VALUES.items():
        found, leader = enumerated_p_value(np.array(row), rows(), weights, multipliers)
        assert found == pytest.approx(float(by_hand(row, multipliers)), rel=1e-12)
        assert 0 <= leader < len(multipliers)
        outcomes.append((found, weight))
    assert_valid(outcomes)


def outcomes_of(p_value: Callable[[np.ndarray], float], draws: int) -> Iterator[tuple[float, Fraction]]:
    """Every way in which the observed row and the draws may come, with its probability."""
    for chosen in product(VALUES, repeat=draws + 1):
        weight = Fraction(1)
        for row in chosen:
            weight *= VALUES[row]
        yield p_value(np.array(chosen)), weight


@pytest.mark.parametrize("multipliers", [(1, 1, 1), (1, 3, 3)])
@pytest.mark.parametrize("draws", [1, 4])
def test_the_level_of_the_simulated_p_value(multipliers: tuple[int, ...], draws: int) -> None:
    assert_valid(list(outcomes_of(lambda found: simulated_p_value(found, multipliers)[0], draws)))


def forgets_itself(found: np.ndarray) -> float:
    return (simulated_p_value(found, (1, 1, 1))[0] * len(found) - 1) / (len(found) - 1)


def chooses_its_statistic(found: np.ndarray) -> float:
    """The best of the p-values of single statistics, as if it had been chosen beforehand."""
    return min(simulated_p_value(found[:, [j]], (1,))[0] for j in range(found.shape[1]))


def favors_what_it_saw(found: np.ndarray) -> float:
    """Multipliers that depend on the observed row: large but for its most extreme statistic."""
    ranks = [(found[:, j] >= found[0, j]).sum() for j in range(found.shape[1])]
    return simulated_p_value(found, [1 if j == int(np.argmin(ranks)) else 50 for j in range(found.shape[1])])[0]


@pytest.mark.parametrize("wrong", [forgets_itself, chooses_its_statistic, favors_what_it_saw])
def test_wrong_p_values_fail_the_same_check(wrong: Callable[[np.ndarray], float]) -> None:
    with pytest.raises(AssertionError):
        assert_valid(list(outcomes_of(wrong, 4)))


def test_a_small_multiplier_has_more_of_the_level() -> None:
    """100 rows; the observed one is the fourth in the first statistic, and the first in the second."""
    places = np.arange(100.0)
    found = np.column_stack([places, places[::-1]])
    found[0] = 96.5, 50.0
    assert simulated_p_value(found, (1, 1))[0] == pytest.approx(0.07, abs=0.011)
    assert simulated_p_value(found, (1, 4))[0] == pytest.approx(0.04, abs=0.011)
    assert simulated_p_value(found, (4, 1))[0] > 0.15


def test_what_is_not_among_the_rows_is_counted_as_if_it_were() -> None:
    tails = Tails(np.array([[1.0], [2.0], [3.0]]), (1,))
    assert tails.of(np.array([[0.0], [2.0], [9.0]])).ravel().tolist() == [3, 2, 0]
    scores = tails.scores(np.array([[0.0], [2.0], [9.0]]), own=1)
    assert (np.diff(scores) < 0).all()
    assert scores[2] > 0

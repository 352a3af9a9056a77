"""The benchmark of bracketing numbers: its tables can be built, and what it measures against finds the same."""

from fractions import Fraction

from benchmarks import bracketing
from dpassay.analysis.bracketing_numbers import bracketing_number, brackets_of, held
from dpassay.analysis.classes import intervals, thresholds
from dpassay.exact import Dist
from tests.benchmarks.helpers import pool


def test_tables() -> None:
    numbers, dichotomies = bracketing.tables(pool(), quick=True)
    assert [row[:5] for row in numbers.rows] == [
        ("thresholds", "3", "4", "1/3", "2"),
        ("all functions", "3", "8", "1/3", "4"),
        ("intervals", "4", "11", "1/4", "6"),
    ]
    assert all(float(entry) >= 0 for row in numbers.rows for entry in row[6:])
    assert [row[:3] for row in dichotomies.rows] == [("grid of 2 x 2", "1", "14"), ("3 bits", "1", "104")]
    assert all(float(row[6]) > 0 for row in dichotomies.rows)


def test_other_ways_find_the_same_and_see_another_radius() -> None:
    functions, law = intervals(4), Dist.uniform(range(4))
    for radius in (Fraction(1, 4), Fraction(1, 2)):
        number = bracketing_number(functions, law, radius)
        sets = [held(bracket, functions) for bracket in brackets_of(functions, law, radius)]
        assert bracketing.naive_number(functions, law, radius) == bracketing.proposed_number(functions, sets) == number
    assert bracketing.naive_number(functions, law, Fraction(1, 4)) != number


def test_asking_about_all_functions() -> None:
    assert bracketing.asked_count([(i,) for i in range(4)]) == 8
    assert bracketing.asked_count(bracketing.grid(2)) == 14 == len(bracketing.on_grid(2))
    assert len(bracketing.on_grid(2, 1)) == 4 > len(thresholds(2))


def test_every_size_is_an_instance() -> None:
    assert len(bracketing.instances(quick=False)) > len(bracketing.instances(quick=True))

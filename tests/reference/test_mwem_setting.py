"""What parameters and data of MWEM are read, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.reference.mwem_setting import Parameters, are_neighbors, check_data, grain, sensitivity, universe

F = Fraction
GOOD = {"epsilon": "1", "rounds": "2", "queries": "1,0,1/2;0,1,1/3"}


def test_what_is_derived() -> None:
    p = Parameters.read(GOOD)
    assert universe(p) == 3
    assert grain(p) == 6
    assert sensitivity(p) == 1
    assert p.queries == ((F(1), F(0), F(1, 2)), (F(0), F(1), F(1, 3)))
    assert p == Parameters.read(GOOD, queries=[[1, 0, "1/2"], ("0", 1, F(1, 3))], query_range="0,1")


@pytest.mark.parametrize(("calibration", "expected"), [("corrected", F(5, 2)), ("printed", F(1))])
def test_the_sensitivity_is_the_width_of_the_range(calibration: str, expected: Fraction) -> None:
    p = Parameters.read(GOOD, query_range="-3/4,7/4", calibration=calibration)
    assert sensitivity(p) == expected
    assert grain(p) == 12  # the ends count, too


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rounds": 0}, "rounds = 0: expected a whole number of at least 1"),
        ({"queries": ""}, r"queries\[0\] = '': expected N values"),
        ({"queries": []}, r"queries = \[\]: expected a sequence of queries"),
        ({"queries": "1"}, r"queries\[0\] = '1': expected N values, .* at least 2"),
        ({"queries": "1,0;1"}, r"queries\[1\] = '1': expected N values"),
        ({"queries": "1,0;1,0,1"}, r"queries\[1\] = of 3 values: expected 2 values"),
        ({"queries": "1,2"}, r"queries\[0\]\[1\] = 2: expected a value in the query range, 0 to 1"),
        ({"queries": "1,-1/2"}, r"queries\[0\]\[1\] = -1/2: expected a value in the query range"),
        ({"queries": "1,9"}, r"queries\[0\]\[1\] = 9: expected a number from -8 to 8"),
        ({"queries": [[1.0, 0]]}, r"queries\[0\]\[0\] = 1.0: expected .*not float"),
        ({"queries": "1/1001,1"}, "queries = with the denominator 1001: expected a common one of at most 1000"),
        ({"query_range": "1,0"}, "query_range = 1,0: expected the least value before a larger one"),
        ({"query_range": "1,1"}, "query_range = 1,1: expected the least value before"),
        ({"query_range": "1"}, "query_range = '1': expected two numbers"),
        ({"query_range": "0,9"}, r"query_range\[1\] = 9: expected a number from -8 to 8"),
        ({"margin": -1}, "margin = -1: expected a whole number from 0 to 64"),
        ({"margin": 65}, "margin = 65: expected a whole number from 0 to 64"),
        ({"calibration": "both"}, "calibration = 'both': expected one of corrected, printed"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Parameters.read({**GOOD, **change})
    assert "\n" not in str(caught.value)


def test_the_records() -> None:
    p = Parameters.read(GOOD)
    assert check_data("0,2,1", p) == check_data([0, "2", 1], p) == (0, 2, 1)
    assert are_neighbors((0, 1), (0, 2), p)
    assert are_neighbors((0, 1), (0, 1), p)
    assert not are_neighbors((0, 1), (1, 2), p)
    assert not are_neighbors((0,), (0, 1), p)


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ("", r"data\[0\] = '': expected"),
        ((), r"data = \(\): expected at least one point"),
        (3, "data = 3: expected at least one point"),
        ("0,3", r"data\[1\] = 3: expected a point from 0 to 2"),
        ((-1,), r"data\[0\] = -1: expected a point from 0 to 2"),
        ((0.5,), r"data\[0\] = 0.5: expected"),
    ],
)
def test_bad_data(bad: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_data(bad, Parameters.read(GOOD))

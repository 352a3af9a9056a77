"""The subsampled net against its law, found by drawing every V and weighing every data set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import mpmath
import pytest

from dpassay.exact import Dist, decide, exp, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.reference import MECHANISMS, subsampled_net
from dpassay.reference.subsampled_net import (
    Parameters,
    check_data,
    code_of,
    count_outcomes,
    guarantee,
    law,
    neighbors,
    net_law,
    released,
    score,
    sequences_onto,
    support_law,
    support_of,
)

F = Fraction
GOOD = {"epsilon": "2", "queries": "1,0,0;0,1,1/2", "drawn": "2", "points": "2"}
SIGNS = {"epsilon": "2", "queries": "1,-1,1;1,1,-1", "query_range": "-1,1", "drawn": "3", "points": "2"}


def by_hand(data: tuple[int, ...], raw: dict[str, str], sensitivity: int) -> dict[tuple[int, int], Any]:
    """Every sequence of M draws, and every multiset on what it holds."""
    rows = [[mpmath.mpf(eval(v)) for v in row.split(",")] for row in raw["queries"].split(";")]
    size = len(rows[0])
    found: dict[tuple[int, int], Any] = {}
    for sequence in product(range(size), repeat=int(raw["drawn"])):
        held = sorted(set(sequence))
        weights = {
            each: mpmath.exp(-mpmath.mpf(raw["epsilon"]) * _off(rows, data, each) / (2 * sensitivity))
            for each in combinations_with_replacement(held, int(raw["points"]))
        }
        total = mpmath.fsum(weights.values())
        for each, weight in weights.items():
            key = sum(2**x for x in held), sum(x * size**place for place, x in enumerate(reversed(each)))
            found[key] = found.get(key, 0) + weight / total / size ** int(raw["drawn"])
    return found


def _off(rows: list[list[Any]], data: tuple[int, ...], each: tuple[int, ...]) -> Any:
    n = len(data)
    return max(abs(sum(q[x] for x in data) - n * sum(q[x] for x in each) / len(each)) for q in rows)


@pytest.mark.parametrize(("raw", "width"), [(GOOD, 1), (SIGNS, 2), ({**SIGNS, "calibration": "printed"}, 1)])
def test_the_law_written_out(raw: dict[str, str], width: int) -> None:
    exact, expected = law((0, 1, 1), Parameters.read(raw)), by_hand((0, 1, 1), raw, width)
    assert set(exact.outcomes) == set(expected)
    assert all(abs(float(exact.enclosed(y)) - float(p)) < 1e-12 for y, p in expected.items())
    other = by_hand((0, 1, 1), raw, 3 - width)
    assert any(abs(float(exact.enclosed(y)) - float(p)) > 1e-3 for y, p in other.items())


@pytest.mark.parametrize("raw", [GOOD, SIGNS, {**GOOD, "drawn": "1"}, {**GOOD, "points": "3"}])
def test_the_guarantee_holds(raw: dict[str, str]) -> None:
    p = Parameters.read(raw)
    for first, second in _pairs(p):
        assert subsampled_net.are_neighbors(first, second, p)
        assert first != second
        assert holds(law(first, p), law(second, p), guarantee(p))


def _pairs(p: Parameters) -> Iterator[Any]:
    yield from neighbors(p)


def test_as_printed_it_does_not_hold_of_signs() -> None:
    """One point of two: n s is 0 or 2 n, and each changes by 2."""
    p = Parameters.read(epsilon=1, queries="1,-1", query_range="-1,1", drawn=2, points=1, calibration="printed")
    ratio = max_ratio(law((1, 0, 0), p), law((0, 0, 0), p))
    assert ratio is not None
    assert decide(ratio > exp(1))
    assert decide(ratio <= exp(2))
    assert not holds(law((0, 0, 0), p), law((1, 0, 0), p), guarantee(p))


def test_v_says_nothing_of_the_records() -> None:
    p = Parameters.read(GOOD)
    first, second = (law(data, p).map(lambda row: row[0]) for data in ((0, 1), (2, 2)))
    assert all(abs(float(first.pmf(mask)) - float(second.pmf(mask))) < 1e-15 for mask in range(1, 8))
    assert set(first.outcomes) == {1, 2, 3, 4, 5, 6}


def test_which_points_are_drawn() -> None:
    assert [sequences_onto(3, k) for k in (1, 2, 3, 4)] == [1, 6, 6, 0]
    assert support_law(2, 3) == Dist({1: F(1, 8), 2: F(1, 8), 3: F(3, 4)})
    assert [support_of(mask) for mask in (1, 5, 6)] == [(0,), (0, 2), (1, 2)]


def test_scores_and_codes() -> None:
    p = Parameters.read(GOOD)
    assert score((0, 1, 1), (0, 0), p) == 2
    assert score((0, 1, 1), (1, 2), p) == 1
    assert code_of((0, 1, 2), 3) == 5
    assert released(5, p) == (1, 2)
    assert net_law((0, 1), (1,), p) == Dist.point(4)
    with pytest.raises(ValueError, match="code = 9: expected the second number of an output"):
        released(9, p)


def test_draws_are_outcomes() -> None:
    p, rng = Parameters.read(GOOD), Random(2)
    sample = MECHANISMS["subsampled_net"].sample
    assert {sample((0, 1), p, rng) for _ in range(10)} <= set(law((0, 1), p).outcomes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"drawn": 0}, "drawn = 0: expected a whole number of at least 1"),
        ({"points": 0}, "points = 0: expected a whole number of at least 1"),
        ({"drawn": 1001}, "drawn = 1001: expected a whole number from 1 to 1000"),
        ({"points": 200, "drawn": 9}, "points = 200: expected parameters with at most 4096 outcomes; here there are"),
        ({"queries": ",".join("0" * 11)}, "queries = on 11 points: expected values on at most 10 points"),
        ({"queries": "0,2"}, r"queries\[0\]\[1\] = 2: expected a value in the query range"),
        ({"calibration": "both"}, "calibration = 'both': expected one of corrected, printed"),
    ],
)
def test_bad_parameters(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Parameters.read({**GOOD, **change})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: count_outcomes(1001, 2, 2), "universe = 1001: expected a whole number from 1 to 1000"),
        (lambda: count_outcomes(3, 2, 1001), "points = 1001: expected a whole number from 1 to 1000"),
        (lambda: sequences_onto(10**400, 2), "length = 1000.*: expected a whole number from 1 to 1000"),
        (lambda: sequences_onto(2, 10**400), "size = 1000.*: expected a whole number from 1 to 1000"),
        (lambda: support_law(11, 2), "universe = 11: expected a whole number from 1 to 10"),
        (lambda: support_law(3, 1001), "length = 1001: expected a whole number from 1 to 1000"),
    ],
)
def test_what_would_take_too_long_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("bad", ["", (), (3,), "0,-1", 4, (0.5,)])
def test_bad_data(bad: Any) -> None:
    with pytest.raises(ValueError, match="data"):
        check_data(bad, Parameters.read(GOOD))


def test_how_many_outcomes_there_are() -> None:
    p = Parameters.read(GOOD)
    assert len(law((0,), p)) == count_outcomes(3, 2, 2) == 3 * 1 + 3 * 3
    assert check_data("0,1,2", p) == (0, 1, 2)

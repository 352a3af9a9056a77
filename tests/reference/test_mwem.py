"""MWEM against its law, written out in floating point, and its guarantee decided on exact laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest

from dpassay.exact import Dist, as_real, decide, exp, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.reference import mwem
from dpassay.reference.mwem import Parameters, answer, check_data, guarantee, law, neighbors, released, sample
from tests.reference import mwem_cases

F = Fraction
GOOD = {"epsilon": "1", "rounds": "2", "queries": "1,0,0;0,1,1"}
HALVES = [[1, "1/2", 0], [0, 1, 0]]
SIGNS = [[1, -1, 1], [1, 1, -1]]


def text(queries: list[list[object]]) -> str:
    return ";".join(",".join(map(str, row)) for row in queries)


def test_one_round_by_hand() -> None:
    """e^(eps / 2) = 4, so that the choice has powers of 2 and the noise the ratio 1/4."""
    p = Parameters.read(exp_eps=16, rounds=1, queries="1,0;1,1")
    exact = law((0,), p)
    # Of the mean 1/2 the first query is 1/2 off, its score n / 2; the second is right: weights 16^(1/8) and 1.
    odds = p.budget.exp(F(1, 8))
    choice = odds / (1 + odds)
    assert exact.pmf((0, 1)) == choice * F(4, 5)  # 1 / (1 + 1/4): the noise is 0 or above
    assert exact.pmf((0, 0)) == choice * F(1, 5)
    assert exact.pmf((1, 1)) == (1 - choice) * F(4, 5)
    assert set(exact.outcomes) == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(
    ("raw", "data", "written"),
    [
        (GOOD, (0, 1), partial(mwem_cases.transcripts, queries=[[1, 0, 0], [0, 1, 1]], epsilon=1, rounds=2, grain=1)),
        (
            {"epsilon": "3/2", "rounds": 2, "queries": text(HALVES), "margin": 1},
            (0, 1),
            partial(mwem_cases.transcripts, queries=HALVES, epsilon="3/2", rounds=2, grain=2, margin=1),
        ),
        (
            {"epsilon": "2", "rounds": 2, "queries": text(SIGNS), "query_range": "-1,1"},
            (0, 2),
            partial(mwem_cases.transcripts, queries=SIGNS, epsilon=2, rounds=2, grain=1, sensitivity=2, ends=(-1, 1)),
        ),
        (
            {"epsilon": "2", "rounds": 3, "queries": text(SIGNS), "query_range": "-1,1", "calibration": "printed"},
            (1,),
            partial(mwem_cases.transcripts, queries=SIGNS, epsilon=2, rounds=3, grain=1, ends=(-1, 1)),
        ),
    ],
)
def test_the_law_written_out(raw: dict[str, object], data: tuple[int, ...], written: Callable[..., Any]) -> None:
    exact = law(data, Parameters.read(raw))
    assert mwem_cases.agrees(exact, partial(written, data))


def test_another_law_written_out_is_told_apart() -> None:
    exact = law((0, 1), Parameters.read(GOOD))
    right = {"queries": [[1, 0, 0], [0, 1, 1]], "epsilon": 1, "rounds": 2, "grain": 1}
    for wrong in ({"sensitivity": 2}, {"epsilon": "11/10"}, {"queries": [[1, 0, 0], [0, 1, "9/10"]]}):
        given = {**right, **wrong}
        assert not mwem_cases.agrees(exact, partial(mwem_cases.transcripts, (0, 1), **given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "raw",
    [
        GOOD,
        {"exp_eps": "4", "rounds": 3, "queries": "1,0,0;0,1,1;1,1,0"},
        {"epsilon": "2", "rounds": 2, "queries": text(SIGNS), "query_range": "-1,1"},
        {"epsilon": "1", "rounds": 2, "queries": text(HALVES), "margin": 1},
        {"epsilon": "2", "rounds": 2, "queries": text(HALVES), "calibration": "printed"},
    ],
)
def test_the_guarantee_holds(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    for first, second in neighbors(p):
        assert mwem.are_neighbors(first, second, p)
        assert first != second
        assert holds(law(first, p), law(second, p), guarantee(p))


def test_as_printed_it_does_not_hold_of_signs() -> None:
    """The sums move by 2: one query alone already costs all of epsilon, two opposed ones more."""
    one = {"epsilon": "1", "rounds": 2, "queries": "1,-1", "query_range": "-1,1"}
    printed = Parameters.read(one, calibration="printed")
    assert max_ratio(law((0,), printed), law((1,), printed)) == exp(1)
    assert max_ratio(law((0,), Parameters.read(one)), law((1,), Parameters.read(one))) == exp(F(1, 2))
    two = Parameters.read(one, queries="1,1,-1,-1;1,-1,1,-1", calibration="printed")
    first, second = next(iter(neighbors(two)))
    assert not holds(law(first, two), law(second, two), guarantee(two))
    assert max_ratio(law((0, 1), _once(two)), law((0, 2), _once(two))) == exp(F(3, 2))


def _once(parameters: Parameters) -> Parameters:
    """One round: the choice is between scores of 2 and 0, the sum that is measured moves by 2."""
    return replace(parameters, rounds=1)


def test_it_costs_at_most_twice_epsilon_as_printed() -> None:
    p = Parameters.read(epsilon=1, rounds=2, queries="1,-1,-1;-1,-1,1", query_range="-1,1", calibration="printed")
    for first, second in neighbors(p):
        ratio = max_ratio(law(first, p), law(second, p))
        assert ratio is not None
        assert decide(ratio <= exp(2))


def test_draws_follow_the_law() -> None:
    p, rng = Parameters.read(GOOD), Random(5)
    exact, drawn = law((0, 1), p), [sample((0, 1), p, rng) for _ in range(2000)]
    assert set(drawn) <= set(exact.outcomes)
    by_first_choice = sum(row[0] == 0 for row in drawn) / 2000
    expected = sum(float(exact.enclosed(row)) for row in exact.outcomes if row[0] == 0)
    assert abs(by_first_choice - expected) < 0.06  # 5 standard deviations


def test_what_is_published() -> None:
    p = Parameters.read(GOOD)
    after, before = released((0, 2, 1, 0), 2, p), released((0, 2, 1, 0), 2, p, average="before")
    assert sum(after) == sum(before) == 1
    # D_1 from the uniform law, query 0 measured as 1: e^((1 - 1/3) / 2) at the point 0.
    factor = float(as_real(exp(F(1, 3))))
    first = factor / (factor + 2)
    assert float(before[0]) == pytest.approx((1 / 3 + first) / 2)
    second = first * 1 / (first + (1 - first) * float(as_real(exp(F(-1, 2) * _about(1 - first)))))
    assert float(after[0]) == pytest.approx((first + second) / 2, rel=1e-6)
    assert answer(after, 0, p) == after[0]
    assert answer(after, 1, p) == after[1] + after[2]


def _about(number: float) -> Fraction:
    return F(number).limit_denominator(10**9)


def test_the_choice_is_uniform_where_nothing_is_known() -> None:
    p = Parameters.read(epsilon=1, rounds=1, queries="1,0;0,1")
    exact = law((0, 1), p)
    assert exact.map(lambda row: row[0]) == Dist.uniform((0, 1))


def test_too_many_transcripts() -> None:
    p = Parameters.read(GOOD, rounds=8)
    with pytest.raises(ValueError, match="rounds = 8: expected at most 16384 transcripts"):
        law((0, 1), p)
    with pytest.raises(ValueError, match="rounds = 1000000: expected at most"):
        law((0, 1), Parameters.read(GOOD, rounds=10**6))
    assert len(check_data("0,1", p)) == 2
    assert len(sample((0, 1), p, Random(0))) == 16


@pytest.mark.parametrize(
    ("transcript", "message"),
    [
        ((0, 1), "transcript = of 2 numbers: expected 4"),
        ((2, 1, 0, 1), r"transcript\[0\] = 2: expected the index of a query, from 0 to 1"),
        ((0, 3, 0, 1), r"transcript\[1\] = 3: expected a whole number from 0 to 2"),
    ],
)
def test_bad_transcripts(transcript: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        released(transcript, 2, Parameters.read(GOOD))


def test_bad_averages_and_queries() -> None:
    p = Parameters.read(GOOD)
    with pytest.raises(ValueError, match="average = 'both': expected one of after, before"):
        released((0, 1, 0, 1), 2, p, average="both")
    with pytest.raises(ValueError, match="query = 2: expected an index below 2"):
        answer((F(1), F(0), F(0)), 2, p)

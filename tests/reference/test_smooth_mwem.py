"""Smooth MWEM against its law, written out in floating point, and against MWEM on the cover."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

import pytest

from dpassay.exact import exp, max_ratio
from dpassay.properties.guarantees import holds
from dpassay.reference import mwem, smooth_mwem
from dpassay.reference.smooth_mwem import Parameters, answer, guarantee, law, neighbors, released, sample
from tests.reference import mwem_cases

F = Fraction
GOOD = {"epsilon": "1", "rounds": "2", "queries": "1,0,0;0,1,1;0,1,0", "sigma": "1/2", "radius": "1/3"}
SIGNS = {"queries": "1,-1,1;1,1,-1;1,-1,-1", "query_range": "-1,1", "sigma": "1/2", "radius": "2/3"}


def test_the_law_written_out() -> None:
    rows = [[1, 0, 0], [0, 1, 1], [0, 1, 0]]
    written = partial(mwem_cases.transcripts, (0, 2), rows, epsilon=1, rounds=2, grain=1)
    exact = law((0, 2), Parameters.read(GOOD))
    assert mwem_cases.agrees(exact, partial(written, kept=[0, 1]))
    assert not mwem_cases.agrees(exact, written)
    assert not mwem_cases.agrees(exact, partial(written, kept=[0, 2]))


def test_it_is_mwem_on_the_cover() -> None:
    raw = {"epsilon": "2", "rounds": "2"}
    smooth = law((0, 1), Parameters.read(raw, **SIGNS))
    plain = mwem.law((0, 1), mwem.Parameters.read(raw, queries="1,-1,1;1,1,-1", query_range="-1,1"))
    assert {y: float(p) for y, p in _probabilities(smooth)} == pytest.approx(dict(_probabilities(plain)), rel=1e-13)


def _probabilities(exact: object) -> list[tuple[tuple[int, ...], float]]:
    return [(y, float(exact.enclosed(y))) for y in exact.outcomes]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "raw", [GOOD, {"epsilon": "2", "rounds": "2", **SIGNS}, {**GOOD, "radius": "0"}, {**GOOD, "exp_eps": "4"}]
)
def test_the_guarantee_holds(raw: dict[str, object]) -> None:
    given = {name: value for name, value in raw.items() if not (name == "epsilon" and "exp_eps" in raw)}
    p = Parameters.read(given)
    for first, second in neighbors(p):
        assert smooth_mwem.are_neighbors(first, second, p)
        assert holds(law(first, p), law(second, p), guarantee(p))


def test_as_printed_it_does_not_hold_of_signs() -> None:
    p = Parameters.read(
        epsilon=1, rounds=1, queries="1,1,-1,-1;1,-1,1,-1", query_range="-1,1", sigma="1/2", calibration="printed"
    )
    first, second = next(iter(neighbors(p)))
    assert not holds(law(first, p), law(second, p), guarantee(p))
    assert max_ratio(law((0, 1), p), law((0, 2), p)) == exp(F(3, 2))


def test_draws_are_of_queries_in_the_cover() -> None:
    p = Parameters.read(GOOD)
    exact, rng = law((0, 1), p), Random(3)
    drawn = [sample((0, 1), p, rng) for _ in range(40)]
    assert set(drawn) <= set(exact.outcomes)
    assert {row[0] for row in drawn} == {0, 1}


def test_answers_are_those_of_the_closest_query_of_the_cover() -> None:
    p = Parameters.read(GOOD)
    law_of_points = released((0, 2, 1, 0), 2, p)
    assert sum(law_of_points) == 1
    assert answer(law_of_points, 2, 2, p) == answer(law_of_points, 1, 2, p) == law_of_points[1] + law_of_points[2]
    assert answer(law_of_points, 0, 2, p) == law_of_points[0]
    with pytest.raises(ValueError, match="query = 3: expected an index below 3"):
        answer(law_of_points, 3, 2, p)

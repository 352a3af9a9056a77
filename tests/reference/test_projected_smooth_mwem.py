"""Projected Smooth MWEM against its law, written out in floating point, with another way to project."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

import pytest

from dpassay.properties.guarantees import holds
from dpassay.reference import projected_smooth_mwem, smooth_mwem
from dpassay.reference.projected_smooth_mwem import Parameters, guarantee, law, neighbors, released, sample
from tests.reference import mwem_cases

F = Fraction
ROWS = [[2, -1, -2], [-2, -1, 2]]
WIDE = {"epsilon": "8", "rounds": "2", "queries": "2,-1,-2;-2,-1,2", "query_range": "-2,2", "sigma": "4/5"}


def test_the_law_written_out() -> None:
    written = partial(mwem_cases.transcripts, (0,), ROWS, epsilon=8, rounds=2, grain=1, sensitivity=4, ends=(-2, 2))
    exact = law((0,), Parameters.read(WIDE))
    assert mwem_cases.agrees(exact, partial(written, cap="5/12"))
    assert not mwem_cases.agrees(exact, written)
    assert not mwem_cases.agrees(exact, partial(written, cap="1/2"))


def test_without_smoothing_it_is_smooth_mwem() -> None:
    p = Parameters.read(WIDE, sigma="1/3")
    assert law((0,), p) is not law((0,), p)
    same, other = law((0,), p), smooth_mwem.law((0,), p)
    assert all(abs(float(same.enclosed(y)) - float(other.enclosed(y))) < 1e-14 for y in other.outcomes)


@pytest.mark.parametrize("raw", [WIDE, {**WIDE, "sigma": "1"}, {**WIDE, "sigma": "1/2", "radius": "1"}])
def test_the_guarantee_holds(raw: dict[str, object]) -> None:
    p = Parameters.read(raw)
    for first, second in neighbors(p):
        assert projected_smooth_mwem.are_neighbors(first, second, p)
        assert holds(law(first, p), law(second, p), guarantee(p))


def test_as_printed_it_does_not_hold_of_signs() -> None:
    p = Parameters.read(
        epsilon=1, rounds=2, queries="1,1,-1,-1;1,-1,1,-1", query_range="-1,1", sigma="4/5", calibration="printed"
    )
    first, second = next(iter(neighbors(p)))
    assert not holds(law(first, p), law(second, p), guarantee(p))


def test_what_is_released_is_smooth() -> None:
    p = Parameters.read(WIDE)
    for which in ("after", "before"):
        points = released((0, 2, 0, 2), 1, p, average=which)
        assert sum(points) == 1
        assert max(points) <= F(5, 12)
    rough = smooth_mwem.released((0, 2, 0, 2), 1, p)
    assert max(rough) > F(5, 12)


def test_draws_are_outcomes() -> None:
    p = Parameters.read(WIDE)
    exact, rng = law((0,), p), Random(3)
    assert {sample((0,), p, rng) for _ in range(20)} <= set(exact.outcomes)

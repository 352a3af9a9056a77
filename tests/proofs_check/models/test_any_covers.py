"""MWEM on a half and single points: numbers by hand, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.any_covers import (
    HALVES,
    NUMBERS,
    Many,
    first_half,
    halves,
    many,
    relative,
    worst,
)
from dpassay.proofs_check.models.covered_queries import dimension
from dpassay.proofs_check.proof import facts

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)
TWO = halves(2, 1, 1, ONE)
"""Two points in each half; a measurement of a point is right, or off by 2."""


def test_the_class_by_hand() -> None:
    assert ["".join(map(str, query)) for query in TWO.queries] == ["1100", "0010", "0001"]
    assert TWO.data == (HALF, HALF, ZERO, ZERO)
    assert dimension(tuple("".join(map(str, query)) for query in halves(3, 1, 1, ONE).queries)) == 1


def test_a_round_by_hand() -> None:
    """The first point is asked for, and measured as 2: its weight grows by e to (2 - 1/4)/2."""
    asked = ((2, 1),)
    growth = as_real(Fraction(7, 8)).exp()
    assert (relative(TWO, 1, 1, asked) - growth).ball(100).contains(0)
    assert (relative(TWO, 1, 2, asked) - 1).ball(100).contains(0)
    assert (first_half(TWO, 1, asked) * (growth + 3) - 2).ball(100).contains(0)
    assert (worst(TWO, asked) - 1 + first_half(TWO, 1, asked)).ball(100).contains(0)


@pytest.mark.parametrize(
    "wrong",
    [
        "2*T <= K - 2",
        "Z(i) = sum(exp(eps*n/(2*T)*far(i, k)), k, 1, K)",
        "far(i, k) <= 1/3",
        "E(half(i)) = E(p(i, K))",
        "half(i) = 1",
        "asked(i, y) = 0",
        "half(i) + sum(asked(i, y), y, 1, K - 1) = 2",
        "rel(1, y) = 1",
        "(1 - half(i))*(rel(i, y) - rel(i - 1, y)) = 0",
        "(1 - asked(i, y))*(rel(i, y) - rel(i - 1, y)) = 0",
        "mass(j)*(K + sum(rel(j, y), y, 1, K - 1)) = K - 1",
        "1 - sum(mass(t), t, 1, T)/(2*T) <= worst",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(HALVES, facts={"wrong": wrong}, narrows=None))


def test_numbers_for_which_a_constant_is_too_small() -> None:
    at = many(1)
    assert (at.rounds, at.records, at.epsilon) == (401, 401, Fraction(750))
    assert NUMBERS.read(at)["K"] == 4 * 401 * 3**188


@pytest.mark.parametrize(
    "wrong", [{"constant": 0}, {"rounds": 0}, {"records": 0}, {"epsilon": ZERO}, {"queries": 602}], ids=str
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Many(1, 401, 1, ONE, 603), **wrong)

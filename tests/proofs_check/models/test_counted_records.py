"""Queries with values in {0, 1} on a data set: numbers by hand, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.close_queries import answer, values
from dpassay.proofs_check.models.counted_records import COUNTED, Counted, settings
from dpassay.proofs_check.proof import facts

ONE = Fraction(1)
HALF = Fraction(1, 2)
BITS = Counted(
    values("1/2 1/2 0 0"), values("1/2 1/2 0 0"), HALF, values("1 0 0 0"), values("1 0 0 1"), ONE, Fraction(1, 8), 2
)
"""Two records, on one of which both queries are 1."""


def test_numbers_by_hand() -> None:
    assert [BITS.count(query) for query in (BITS.query, BITS.other, values("1 1 1 1"))] == [1, 1, 2]
    assert BITS.differing == (0, 0, 0, 1)


def test_there_are_queries_that_differ() -> None:
    """One record, and a point out of three on which nothing is known: 2 * 2^2 pairs that are equal, 2 * 2^3 not."""
    found = [at for at in settings() if at.records == 1]
    assert len({(at.query, at.other) for at in found}) == len(found)
    assert sum(at.query != at.other for at in found) == 16
    assert sum(at.query == at.other for at in found) == 8


def test_at_twice_the_radius_answers_may_differ() -> None:
    """One point of two is 1/n of the domain: gamma = sigma/n does not do."""
    laws = values("1/2 1/2"), values("1/2 1/2")
    at = Counted(*laws, ONE, values("1 0"), values("1 1"), ONE, HALF, 2)
    assert Fraction(sum(at.differing), 2) <= at.radius == at.sigma / at.records
    assert answer(at.other, at.data) - answer(at.query, at.data) == HALF


@pytest.mark.parametrize(
    "wrong",
    [
        "w = 2",
        "n*g = sigma",
        "sum(q(x)*b(x), x, 1, N) = asked",
        "n*sum(r(x)*b(x), x, 1, N) = asked + 1",
        "n*sum(q(x), x, 1, N) = N*asked",
        "sum(r(x)*b(x), x, 1, N) - sum(r(x)*e(x), x, 1, N) <= a/2",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(COUNTED, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"query": values("2 0 0 0"), "other": values("2 0 0 0")}, "values of 0 and 1"),
        ({"records": 3}, "so many records"),
        ({"sigma": ONE}, "so smooth"),
    ],
)
def test_what_is_not_legal(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        replace(BITS, **wrong)

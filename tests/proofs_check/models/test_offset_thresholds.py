"""Thresholds with offsets: lowest ranks against other bounds, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.analysis.classes import from_signs
from dpassay.analysis.sign_rank import sign_rank
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.offset_thresholds import BETWEEN, OFFSETS, UNSHIFTED, lowest_rank, shifted
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model
from dpassay.proofs_check.smoothed_analysis.hrs_24c import on_the_line

ONE = Fraction(1)


@pytest.mark.parametrize("rows", list(product(product((-1, 1), repeat=3), repeat=2)), ids=str)
def test_lowest_ranks(rows: tuple[tuple[int, ...], ...]) -> None:
    bounds = sign_rank(from_signs(sorted(set(rows))))
    assert bounds.least == bounds.most == lowest_rank(tuple(tuple(map(Fraction, row)) for row in rows))


def test_thresholds_by_hand() -> None:
    rows = shifted(((Fraction(0),), (ONE,)), ((ONE, -ONE),), (-ONE, Fraction(-1, 2)))
    assert [list(map(str, row)) for row in rows] == [["1", "1/2"], ["2", "-1/2"]]


def test_the_line_by_hand() -> None:
    assert on_the_line(((ONE, -ONE, -ONE),))
    assert on_the_line(((ONE, -ONE, ONE),))  # in another order
    assert not on_the_line(((ONE, ONE, -ONE, -ONE), (ONE, -ONE, ONE, -ONE)))


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (OFFSETS, "0 < F(x, f)*sum(A(x, k)*B(k, f), k, 1, r)"),
        (OFFSETS, "longer(x, f) = sum(A(x, k)*B(k, f), k, 1, r)"),
        (OFFSETS, "longer(x, f) = sum(A(x, k)*B(k, f), k, 1, r) + c(f)"),
        (OFFSETS, "longer(x, f) = R(x, f)"),
        (OFFSETS, "lowest = rank"),
        (OFFSETS, "lowest <= r"),
        (UNSHIFTED, "c(f) = 1"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"offsets": (ONE,)},
        {"offsets": (-ONE, ONE)},
        {"matrix": ((ONE, ONE), (ONE, ONE))},
        {"points": ((ONE,),)},
    ],
    ids=range(4),
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(BETWEEN, **wrong)


def test_a_lowest_rank_of_three_points_and_functions_is_not_told() -> None:
    with pytest.raises(ValueError, match="two points or two functions"):
        lowest_rank(((ONE,) * 3,) * 3)

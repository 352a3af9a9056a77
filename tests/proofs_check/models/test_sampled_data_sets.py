"""Data sets on a sample: facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.sampled_data_sets import NEARBY, Nearby
from dpassay.proofs_check.proof import facts

HALF, ONE, ZERO = Fraction(1, 2), Fraction(1), Fraction(0)


@pytest.mark.parametrize(
    "wrong",
    [
        "x(j) - b(j) <= chi",
        "b(j) - x(j) <= gamma/3",
        "y(j) = x(j)",
        "x(j) - y(j) <= 0",
        "C = M*size",
        "C = exp(M*log(size))",
    ],
)
def test_a_wrong_fact_is_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(NEARBY, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"data": (), "law": (), "found": ()},
        {"law": (ONE, ONE)},
        {"law": (3 * ONE,)},
        {"found": (3 * ONE,)},
        {"chi": -ONE},
        {"gamma": ZERO},
        {"sample": 0},
        {"size": 0},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Nearby((ZERO,), (HALF,), (ONE,), ZERO, HALF, 2, 2), **wrong)

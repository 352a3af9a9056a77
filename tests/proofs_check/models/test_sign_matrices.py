"""Sign matrices: ranks against another library, products by hand, and facts against wrong ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product as pairs
from typing import Any

import pytest
from sympy import Matrix as Other  # type: ignore[import-untyped]

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.sign_matrices import EMBEDDED, FACTORED, SIGNS, TURNED, product, rank, signs
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

ONE, ZERO = Fraction(1), Fraction(0)


@pytest.mark.parametrize("entries", list(pairs((-1, 0, 2), repeat=4)), ids=str)
def test_ranks_of_two_by_two(entries: tuple[int, ...]) -> None:
    rows = (entries[:2], entries[2:])
    assert rank(tuple(tuple(map(Fraction, row)) for row in rows)) == Other(rows).rank()


@pytest.mark.parametrize("at", list(SIGNS.settings()), ids=range(len(list(SIGNS.settings()))))
def test_ranks_of_settings(at: Any) -> None:
    assert rank(at.matrix) == Other([list(row) for row in at.matrix]).rank()


def test_products_and_signs_by_hand() -> None:
    found = product(((ONE, ZERO), (ONE, ONE)), ((ONE, -ONE), (ONE, 2 * ONE)))
    assert [list(map(int, row)) for row in found] == [[1, -1], [2, 1]]
    assert signs(found) == ((1, -1), (1, 1))
    assert signs(((ZERO,),)) == ((0,),)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (SIGNS, "F(x, f) = 1"),
        (SIGNS, "1 < F(x, f)*R(x, f)"),
        (SIGNS, "F(x, f) = R(x, f)"),
        (SIGNS, "0 < F(x, f)*sum(A(x, k)*B(k, f), k, 1, r)"),
        (EMBEDDED, "R(x, f) = sum(A(x, k)*B(k, f), k, 1, r)"),
        (EMBEDDED, "made(x, f) = R(x, f)"),
        (EMBEDDED, "made(x, f) = sum(A(x, k), k, 1, r)"),
        (FACTORED, "R(x, f) = sum(A(x, k), k, 1, r)"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"matrix": ((ONE, ZERO), (ONE, ONE))},
        {"points": ((ONE,),)},
        {"weights": ((ONE,),)},
        {"weights": ((ONE, ONE),) * 2},
    ],
    ids=range(4),
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TURNED, **wrong)

"""Gordan's alternative: what is found checks, both cannot be, and what is wrong is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from dpassay.analysis.gordan import as_rows, cancels, gordan, inner, is_positive

POSITIVE = [[1, 2], [-1, 3], [1, 0]]
CANCELING = [[1, 0], [-1, 1], [0, -2]]


def test_both_answers() -> None:
    found = gordan(POSITIVE)
    assert found.weights is None
    assert found.vector is not None
    assert is_positive(found.vector, POSITIVE)
    found = gordan(CANCELING)
    assert found.vector is None
    assert found.weights == (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5))


@pytest.mark.parametrize("dimension", [1, 2, 4])
def test_what_is_found_checks(dimension: int) -> None:
    rng, seen = random.Random(3), set()
    for _ in range(300):
        rows = [[rng.randint(-3, 3) for _ in range(dimension)] for _ in range(rng.randint(1, 2 * dimension + 1))]
        found = gordan(rows)
        seen.add(found.vector is None)
        if found.vector is not None:
            assert all(sum(x * y for x, y in zip(found.vector, row, strict=True)) > 0 for row in rows)
            assert found.weights is None
        else:
            assert found.weights is not None
            columns = list(zip(*rows, strict=True))
            assert sum(found.weights) == 1
            assert min(found.weights) >= 0
            assert all(sum(w * x for w, x in zip(found.weights, column, strict=True)) == 0 for column in columns)
            assert sum(1 for weight in found.weights if weight) <= dimension + 1
    assert seen == {True, False}


def test_what_is_no_evidence() -> None:
    assert not is_positive([1, 0], CANCELING)
    assert not is_positive([0, 1], POSITIVE)  # 0 is not above 0
    assert not cancels([1, 1, 1], CANCELING)
    assert not cancels([0, 0, 0], CANCELING)
    assert not cancels([-2, -2, -1], CANCELING)
    assert not cancels([1, -1], [[1, 2], [1, 2]])
    assert cancels([2, 2, 1], CANCELING)


def test_degenerate_rows_end() -> None:
    """Beale's and other examples cycle without a rule like Bland's; here many rows are equal or 0 in part."""
    rows = [[0, 0, 1], [0, 0, 1], [1, 0, -1], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1]]
    found = gordan(rows)
    assert found.weights is not None
    assert cancels(found.weights, rows)
    assert gordan([[0, 0]]).weights == (Fraction(1),)


def test_exact_numbers() -> None:
    assert as_rows([["1/3", 2]], "rows") == ((Fraction(1, 3), Fraction(2)),)
    assert inner([Fraction(1, 3), Fraction(2)], [Fraction(3), Fraction(1, 2)]) == 2


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: gordan([]), "rows = .*at least one row"),
        (lambda: gordan([[1], [1, 2]]), "all of one length"),
        (lambda: gordan([[]]), "at least one number"),
        (lambda: cancels([1, 1], CANCELING), "b = .*: expected 2 numbers"),
        (lambda: gordan([[0.5]]), r"rows = 0\.5"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()

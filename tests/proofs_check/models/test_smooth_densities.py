"""Smooth densities and brackets of two values: masses by integration, facts, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.smooth_densities import DENSITIES, THRESHOLDS, TWO_VALUES, Density, TwoValues
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

LAWS = list(THRESHOLDS.settings())
GRID = 420
"""Points in the middle of cells so small that all ends lie between them."""


@pytest.mark.parametrize("at", LAWS, ids=range(len(LAWS)))
def test_the_interval_by_counting_points(at: Density) -> None:
    ends = [sum(at.lengths[: x + 1], Fraction(0)) for x in range(len(at.lengths))]
    found = [0] * len(ends)
    for point in (Fraction(2 * i + 1, 2 * GRID) for i in range(GRID)):
        if at.threshold < point < Fraction(at.next, at.number):
            found[next(x for x, end in enumerate(ends) if point < end)] += 1
    assert [at.inside(x + 1) * GRID for x in range(len(ends))] == found


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (DENSITIES, "p(x) <= sigma"),
        (DENSITIES, "sum(p(x), x, 1, n) = 1"),
        (DENSITIES, "sum(w(x), x, 1, n) = n"),
        (DENSITIES, "sum(s(x), x, 1, n) = j/K - b"),
        (THRESHOLDS, "j <= K*b"),
        (THRESHOLDS, "sum(s(x), x, 1, n) = (j - 1)/K - b"),
        (TWO_VALUES, "1 <= k(x)"),
        (TWO_VALUES, "l(x) <= k(x)"),
        (TWO_VALUES, "l(x) <= 0"),
        (TWO_VALUES, "f(x) = high - (high - low)*k(x)"),
        (TWO_VALUES, "g(x) = high*l(x)"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


ONE = Fraction(1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"lengths": (Fraction(1, 2),)},
        {"densities": (Fraction(2),)},
        {"sigma": Fraction(0)},
        {"sigma": Fraction(2)},
        {"threshold": Fraction(-1)},
        {"number": 0},
        {"part": ()},
        {"part": (Fraction(2),)},
        {"part": (Fraction(-1),)},
    ],
    ids=str,
)
def test_what_is_no_density(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Density((ONE,), (ONE,), ONE, Fraction(1, 2), 1), **wrong)


@pytest.mark.parametrize(
    "wrong", [{"lower": (1, 0)}, {"upper": (0, 2)}, {"weights": (1,)}, {"weights": (0, 0)}, {"values": (1, 1)}], ids=str
)
def test_what_is_no_bracket(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(TwoValues((0, 0), (0, 1), (1, 1), (0, 1)), **wrong)

"""Brackets of combinations and of differences, by trying all functions; facts, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.analysis.classes import thresholds
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.bracketed_classes import BRACKETED, Bracketed, bracketing, pairs, two_brackets
from dpassay.proofs_check.models.folds import FOLDS, POLYTOPES, Fold, brackets, holding
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

FOLD = list(FOLDS.settings())
CLASSES = list(BRACKETED.settings())


@pytest.mark.parametrize("at", FOLD, ids=range(len(FOLD)))
def test_combinations_by_their_values(at: Fold) -> None:
    for members in at.members:
        rows = [[function >> x & 1 for x in range(len(at.weights))] for function in members]
        assert at.combined(members) == sum(
            2**x for x, column in enumerate(zip(*rows, strict=True)) if sum(column) >= at.threshold
        )


def test_combinations_are_intersections_and_unions() -> None:
    at = Fold((thresholds(3), thresholds(3)), (1, 1, 1), Fraction(1, 3), 2)
    assert at.combined((6, 4)) == 4
    assert replace(at, threshold=1).combined((6, 4)) == 6
    assert replace(at, threshold=0).combined((6, 4)) == 7


@pytest.mark.parametrize("at", FOLD, ids=range(len(FOLD)))
def test_members_are_in_the_brackets_that_hold_them(at: Fold) -> None:
    for m, members in enumerate(at.members, 1):
        for bracket, member in zip(brackets(at, holding(at, m)), members, strict=True):
            assert bracket.lower & member == bracket.lower
            assert member | bracket.upper == bracket.upper


@pytest.mark.parametrize("at", CLASSES, ids=range(len(CLASSES)))
def test_pairs_are_all_or_near(at: Bracketed) -> None:
    members, total = at.functions.members, sum(at.weights)
    found = pairs(at)
    assert {f for f, _ in found} == set(members)
    if at.near is None:
        assert len(found) == len(members) ** 2
    else:
        gaps = [sum(w for x, w in enumerate(at.weights) if (f ^ g) >> x & 1) for f, g in found]
        assert max(gaps) <= at.near * total
    number = len(bracketing(at))
    assert two_brackets(at, 1) == two_brackets(at, number**2 + 1) == two_brackets(at, 1 - number**2)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (FOLDS, "K = sum(number(t), t, 1, k)"),
        (FOLDS, "sum(mu(x)*(upper(t, c, x) - lower(t, c, x)), x, 1, n) <= e/2"),
        (FOLDS, "upper(t, c, x) <= lower(t, c, x)"),
        (FOLDS, "lower(t, m, x) <= f(t, m, x)"),
        (FOLDS, "f(t, m, x) <= lower(t, held(m), x)"),
        (FOLDS, "upper(t, held(m), x) <= f(t, m, x)"),
        (FOLDS, "F(m, x) = [h < sum(f(t, m, x), t, 1, k)]"),
        (FOLDS, "F(m, x) = [1 <= sum(f(t, m, x), t, 1, k)]"),
        (FOLDS, "L(c, x) = [h <= sum(upper(t, c, x), t, 1, k)]"),
        (FOLDS, "U(c, x) = [h <= sum(lower(t, c, x), t, 1, k)]"),
        (FOLDS, "folded(e/9) <= K"),
        (FOLDS, "folded(k*e) <= K - 1"),
        (FOLDS, "folded(e/2) <= number(t)"),
        (POLYTOPES, "h = 1"),
        (POLYTOPES, "half(t) <= number(t)"),
        (POLYTOPES, "half(t) <= exp(w*log(w/e))*[e <= 1] + half(t)*[1 < e]"),
        (BRACKETED, "u(c, x) <= l(c, x)"),
        (BRACKETED, "q(c, x) <= p(c, x)"),
        (BRACKETED, "u(c, x) <= 0"),
        (BRACKETED, "q(c, x) <= 0"),
        (BRACKETED, "sum(mu(x)*(u(c, x) - l(c, x)), x, 1, n) <= e/2"),
        (BRACKETED, "sum(mu(x)*(q(c, x) - p(c, x)), x, 1, n) <= e/2"),
        (BRACKETED, "l(m, x) <= f(m, x)"),
        (BRACKETED, "f(m, x) <= l(held(m), x)"),
        (BRACKETED, "q(held(m), x) <= g(m, x)"),
        (BRACKETED, "g(m, x) <= u(held(m), x)"),
        (BRACKETED, "r(c, x) <= l(c, x)"),
        (BRACKETED, "q(c, x) <= r(c, x)"),
        (BRACKETED, "differ(s) <= N**2"),
        (BRACKETED, "differ(2*e) <= N**2 - 1"),
        (BRACKETED, "cover(s) <= N"),
        (BRACKETED, "cover(e) <= N - 1"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [{"classes": ()}, {"weights": (1, 1, 1)}, {"weights": (0, 0)}, {"weights": (2, -1)}, {"radius": Fraction(0)}],
    ids=str,
)
def test_what_is_no_fold(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Fold((thresholds(2),), (1, 1), Fraction(1), 1), **wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"weights": (1,)}, {"weights": (0, 0)}, {"weights": (2, -1)}, {"radius": Fraction(-1)}, {"near": Fraction(-1)}],
    ids=str,
)
def test_what_is_no_bracketed_class(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Bracketed(thresholds(2), (1, 1), Fraction(0)), **wrong)

"""Rejection sampling: probabilities by hand and by sums, and facts against wrong ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.acceptances import COUNTS, DRAWS, STOPPED, Draws, all_draws, both, counts, kept
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_two_points_by_hand() -> None:
    at = Draws((THIRD, 2 * THIRD), HALF, 2, 1)
    assert [both(at, x) for x in (1, 2)] == [Fraction(1, 6), THIRD]
    assert kept(at) == HALF
    assert counts(at) == {0: Fraction(1, 4), 1: HALF, 2: Fraction(1, 4)}


@pytest.mark.parametrize("at", list(DRAWS.settings()))
def test_counts_are_those_of_the_draws(at: Draws) -> None:
    found = dict.fromkeys(range(at.draws + 1), Fraction(0))
    for outcome, mass in all_draws(at).items():
        found[sum(outcome)] += mass
    assert found == counts(at)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (DRAWS, "sum(D(x), x, 1, N) = s"),
        (DRAWS, "s*N*D(x) <= 1/2"),
        (DRAWS, "both(x) = s*N*D(x)"),
        (DRAWS, "both(x) = s/N"),
        (DRAWS, "E(X(i)) = 1/2"),
        (DRAWS, "X(i) = 1"),
        (DRAWS, "missed(0) = 0"),
        (DRAWS, "missed(i) = missed(i - 1)*sum(both(x), x, 1, N)"),
        (STOPPED, "go(i) = [sum(X(t), t, 1, i) <= k - 1]"),
        (STOPPED, "E(go(i)*X(i)) = E(go(i))"),
        (STOPPED, "made = sum(go(i)*X(i), i, 1, m)"),
        (STOPPED, "sum(go(i)*X(i), i, 1, m) <= k - 1"),
        (STOPPED, "k <= sum(go(i)*X(i), i, 1, m)"),
        (COUNTS, "E(Y) = k"),
        (COUNTS, "E(Y) = m"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"law": (HALF,)},
        {"law": (Fraction(3, 2), -HALF)},
        {"sigma": Fraction(0)},
        {"sigma": Fraction(1)},
        {"draws": 0},
        {"wanted": 0},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Draws((THIRD, 2 * THIRD), HALF, 2, 1), **wrong)

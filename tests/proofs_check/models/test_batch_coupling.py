"""The coupling of the laws of a batch: it exists, and none fails less often."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real, exp
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.batch_coupling import (
    COUPLING,
    Batch,
    coupling,
    failure,
    gain,
    groups,
    largest_gain,
    least,
    settings,
)
from dpassay.proofs_check.proof import facts

TENTH, HALF = Fraction(1, 10), Fraction(1, 2)


def test_the_facts_hold() -> None:
    assert set(facts.tested(COUPLING)) == set(COUPLING.facts)


@pytest.mark.parametrize(
    "wrong",
    [
        "least(1, x) = m(B, x)",
        "least(i + 1, x) = m(i + 1, x)",
        "least(i + 1, x) = least(i, x) + [least(i, x) < m(i + 1, x)]*(m(i + 1, x) - least(i, x))",
        "E(z(t, x)) = m(1, x)",
        "E(all(x)) = least(1, x)",
        "E(all(x)) = E(z(1, x))",
        "failure = 1 - E(all(x))",
    ],
)
def test_wrong_facts_beside_them_are_refused(wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(COUPLING, facts={"wrong": wrong}))


def test_the_least_probability_so_far() -> None:
    batch = Batch(((HALF, HALF), (Fraction(2, 5), Fraction(3, 5)), (HALF, HALF)), TENTH, TENTH)
    assert [[least(batch, t, x) for t in (1, 2, 3)] for x in (1, 2)] == [
        [HALF, Fraction(2, 5), Fraction(2, 5)],
        [HALF, HALF, HALF],
    ]


@pytest.mark.parametrize("batch", list(settings()))
def test_the_failure_is_between_a_distance_and_the_sum_of_all(batch: Batch) -> None:
    first = batch.laws[0]
    apart = [sum((max(a - b, Fraction(0)) for a, b in zip(first, law, strict=True)), Fraction(0)) for law in batch.laws]
    assert max(apart) <= failure(batch) <= sum(apart)


@pytest.mark.parametrize("batch", list(settings()))
def test_the_coupling_has_the_laws_and_fails_least_often(batch: Batch) -> None:
    """No coupling has all actions equal to x more often than the round in which x is least likely."""
    law = coupling(batch)
    assert min(law.values()) >= 0
    for t, expected in enumerate(batch.laws):
        for x, mass in enumerate(expected, 1):
            assert sum(p for choice, p in law.items() if choice[t] == x) == mass
    low = [min(column) for column in zip(*batch.laws, strict=True)]
    assert [law[(x,) * len(batch.laws)] for x in range(1, len(low) + 1)] == low
    assert sum(p for choice, p in law.items() if len(set(choice)) > 1) == failure(batch) == 1 - sum(low)


def test_two_laws_fail_by_their_distance() -> None:
    assert failure(Batch(((HALF, HALF), (Fraction(2, 5), Fraction(3, 5))), TENTH, TENTH)) == TENTH


def test_no_mass_gains_more_than_the_largest_gain() -> None:
    most, factor = largest_gain(TENTH, Fraction(44, 25)), Fraction(44, 25)
    gains = []
    for k in range(1, 40):
        m = Fraction(k, 40)
        after = factor * m / (1 - m + factor * m)
        gains.append(float(gain((after, 1 - after), (m, 1 - m), TENTH)))
    assert max(gains) == pytest.approx(float(most), rel=1e-2)
    assert max(gains) <= float(most) <= 0.1
    assert as_real(exp(TENTH)).ball(64) > as_real(Fraction(11, 10)).ball(64)


@pytest.mark.parametrize(
    "wrong", [{"laws": ((HALF, HALF), (TENTH, 1 - TENTH))}, {"eta": Fraction(0)}, {"laws": ((HALF, TENTH),)}]
)
def test_what_is_no_batch_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Batch(((HALF, HALF), (HALF, HALF)), TENTH, TENTH), **wrong)


def test_odds_that_grow_too_fast_are_refused() -> None:
    with pytest.raises(ValueError, match="odds"):
        groups(1, 2, 2, Fraction(2), (TENTH, TENTH))

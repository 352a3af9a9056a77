"""What is known of the average prediction of many users, the median trick by hand, and what is legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.batch_estimates import (
    BATCH,
    Batch,
    apart,
    center,
    distance,
    far,
    law,
    outcomes,
    radius_of,
)
from dpassay.proofs_check.models.private_schemes import PURE, Scheme, risk
from dpassay.proofs_check.proof import facts
from dpassay.reference.label_clipping import as_table

LAWS = as_table("3/4,1/4;1/4,3/4", "laws")
ONE = Fraction(1)
THREE = Batch(as_table("1/2,1/2;5/8,3/8;1,0", "laws"), 1, 9, ONE, 3)


def test_the_facts_hold() -> None:
    assert set(facts.tested(BATCH)) == set(BATCH.facts)


def test_the_enclosure_holds_what_two_users_give() -> None:
    exact = risk(Scheme(PURE, LAWS, 1, 2, Fraction(20)), "tv")
    enclosed = distance(Batch(LAWS, 1, 2, ONE)).evaluate()
    assert 0 <= float(exact) <= float(enclosed.upper())
    assert enclosed.contains(0)
    assert enclosed.contains(1)


def test_the_majority_is_chosen() -> None:
    eighth = THREE.laws[1]
    assert [center(THREE, shown) for shown in ((2, 2, 3), (2, 3, 3), (3, 2, 2))] == [eighth, THREE.laws[2], eighth]
    assert apart(THREE.laws[0], eighth) == Fraction(1, 8)
    assert [radius_of(THREE, estimate, (1, 2, 3)) for estimate in THREE.laws] == [
        Fraction(1, 8),
        Fraction(1, 8),
        Fraction(3, 8),
    ]
    assert [far(THREE, block, (1, 2, 3)) for block in (1, 2, 3)] == [0, Fraction(1, 8), Fraction(1, 2)]


def test_the_blocks_are_independent() -> None:
    assert sum(law(THREE).values()) == 1
    assert len(outcomes(THREE)) == 27
    assert law(THREE)[1, 2, 3] == Fraction(3, 4) / 64


@pytest.mark.parametrize(
    "wrong",
    [
        {"truth": 3},
        {"users": 0},
        {"epsilon": Fraction(2)},
        {"blocks": 0},
        {"another": Fraction(5, 4)},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Batch(LAWS, 1, 1, ONE), **wrong)  # type: ignore[arg-type]  # what is wrong

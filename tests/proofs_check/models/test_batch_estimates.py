"""What is known of the average prediction of many users, and what is legal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.batch_estimates import Batch, distance
from dpassay.proofs_check.models.private_schemes import PURE, Scheme, risk
from dpassay.reference.label_clipping import as_table

LAWS = as_table("3/4,1/4;1/4,3/4", "laws")


def test_the_enclosure_holds_what_two_users_give() -> None:
    exact = risk(Scheme(PURE, LAWS, 1, 2, Fraction(20)), "tv")
    enclosed = distance(Batch(LAWS, 1, 2, Fraction(1), Fraction(1))).evaluate()
    assert 0 <= float(exact) <= float(enclosed.upper())
    assert enclosed.contains(0)
    assert enclosed.contains(1)


@pytest.mark.parametrize(
    ("truth", "users", "epsilon", "alpha"), [(3, 1, 1, 1), (1, 0, 1, 1), (1, 1, 2, 1), (1, 1, 1, 0)]
)
def test_what_is_not_legal(truth: int, users: int, epsilon: int, alpha: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Batch(LAWS, truth, users, Fraction(epsilon), Fraction(alpha))

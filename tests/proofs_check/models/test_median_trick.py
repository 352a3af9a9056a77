"""The estimate of least median distance, by hand, and what is legal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.median_trick import Estimates, chosen, law, outcomes

HALF, NEAR, FAR = ((Fraction(k, 8), 1 - Fraction(k, 8)) for k in (4, 5, 8))
TWO = Estimates(HALF, (NEAR, FAR), (Fraction(3, 4), Fraction(1, 4)), 3, Fraction(1, 4))


def test_the_majority_is_chosen() -> None:
    assert TWO.mean == Fraction(3, 4) / 8 + Fraction(1, 4) / 2
    assert [chosen(TWO, shown) for shown in ((0, 0, 1), (0, 1, 1), (1, 0, 0))] == [
        Fraction(1, 8),
        Fraction(1, 2),
        Fraction(1, 8),
    ]
    assert sum(law(TWO).values()) == 1
    assert len(outcomes(TWO)) == 8


@pytest.mark.parametrize(
    ("weights", "count", "alpha"), [(("1", "1"), 1, "1"), (("1", "0"), 0, "1"), (("0", "1"), 1, "1/4")]
)
def test_what_is_not_legal(weights: tuple[str, str], count: int, alpha: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Estimates(HALF, (NEAR, FAR), tuple(map(Fraction, weights)), count, Fraction(alpha))

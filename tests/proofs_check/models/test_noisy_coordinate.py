"""Moments of one noisy coordinate, by sums over J, and what is legal."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.noisy_coordinate import Coordinate, expected, variance


def test_moments_by_hand() -> None:
    at = Coordinate((Fraction(1), Fraction(1, 3)), Fraction(2))
    assert [expected(at, 1, j) for j in (1, 2)] == [1, Fraction(1, 3)]
    noise = Fraction(1, 2)  # 2/eps^2
    assert variance(at, 1) == (4 * (1 + noise) + 0) / 2 - 1
    assert variance(at, 2) == 4 * (Fraction(1, 9) + noise) / 2 - Fraction(1, 9)


@pytest.mark.parametrize(("vector", "epsilon"), [((), "1"), (("2",), "1"), (("1",), "0")])
def test_what_is_not_legal(vector: tuple[str, ...], epsilon: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Coordinate(tuple(map(Fraction, vector)), Fraction(epsilon))

"""The largest ratio of two mixtures of Laplace densities, in floating point far out."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.proofs_check.models.two_noisy_likelihoods import Masses, ratio


@pytest.mark.parametrize(("rounds", "epsilon", "constant"), [(2, "1", "1"), (9, "1/2", "4"), (30, "1", "2")])
def test_the_ratio_beyond_both_values(rounds: int, epsilon: str, constant: str) -> None:
    rate, wrong = float(Fraction(epsilon) / Fraction(constant)), 1 / (2 * rounds)
    high, low = math.log((2 * rounds - 1) / (4 * rounds)), math.log(1 / (4 * rounds))

    def density(right: float, x: float) -> float:
        other = high + low - right
        return (1 - wrong) * math.exp(-rate * abs(x - right)) + wrong * math.exp(-rate * abs(x - other))

    expected = density(high, 5.0) / density(low, 5.0)
    assert float(ratio(Masses(rounds, Fraction(epsilon)), Fraction(constant))) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("rounds", "epsilon"), [(1, 1), (2, 0)])
def test_what_is_not_legal(rounds: int, epsilon: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Masses(rounds, Fraction(epsilon))

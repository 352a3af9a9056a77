"""The tails of Laplace noises, against the exact law."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import LaplaceMixture
from dpassay.proofs_check.models.laplace_tails import Noises, none, tail


@pytest.mark.parametrize("x", [Fraction(0), Fraction(1, 2), Fraction(7)])
def test_a_tail_is_that_of_the_law(x: Fraction) -> None:
    law = LaplaceMixture([1], [0], Fraction(3))
    assert float(tail(Noises(1, 2, Fraction(1, 3)), x)) == pytest.approx(float(1 - law.cdf(x) + law.cdf(-x)), rel=1e-12)


def test_none_of_three() -> None:
    at = Noises(1, 3, Fraction(1))
    assert float(none(at, 3, Fraction(2))) == pytest.approx((1 - 0.1353352832366127) ** 3, rel=1e-12)
    assert float(none(at, 0, Fraction(2))) == 1


@pytest.mark.parametrize(("hypotheses", "rounds", "scale"), [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_what_is_no_noise_is_refused(hypotheses: int, rounds: int, scale: int) -> None:
    with pytest.raises(ValueError, match="expected K"):
        Noises(hypotheses, rounds, Fraction(scale))

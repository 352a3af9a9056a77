"""The KL projection: exact conditions of its optimality, and another way to find it."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, as_real, decide, kl_divergence
from dpassay.reference.smooth_projection import projected
from tests.reference.mwem_cases import projected_by_bisection

F = Fraction
WEIGHTS = st.lists(st.fractions(F(1, 40), 9), min_size=1, max_size=6).map(tuple)
SIGMAS = st.fractions(F(1, 6), 1)


@given(WEIGHTS, SIGMAS)
def test_it_is_smooth_and_optimal(weights: tuple[Fraction, ...], sigma: Fraction) -> None:
    """Where the bound does not bind all ratios are one number, and where it binds they are no larger."""
    found, cap = projected(weights, sigma), 1 / (sigma * len(weights))
    assert sum(found) == 1
    assert max(found) <= cap
    ratios = [z / w for z, w in zip(found, weights, strict=True)]
    free = {ratio for ratio, z in zip(ratios, found, strict=True) if z < cap}
    assert len(free) <= 1
    assert all(ratio <= max(ratios) for ratio in ratios)
    if free:
        assert max(ratios) == free.pop()


@given(WEIGHTS, SIGMAS)
def test_the_multiplier_by_bisection(weights: tuple[Fraction, ...], sigma: Fraction) -> None:
    mpmath.mp.dps = 30
    total = sum(weights)
    state = [mpmath.mpf(w.numerator) / w.denominator * total.denominator / total.numerator for w in weights]
    cap = 1 / (sigma * len(weights))
    expected = projected_by_bisection(state, mpmath.mpf(cap.numerator) / cap.denominator)
    assert [float(z) for z in projected(weights, sigma)] == pytest.approx([float(z) for z in expected], abs=1e-12)


def test_by_hand() -> None:
    assert projected((F(6), F(3), F(1)), F(2, 3)) == (F(1, 2), F(3, 8), F(1, 8))
    assert projected((F(8), F(1), F(1)), F(5, 6)) == (F(2, 5), F(3, 10), F(3, 10))
    assert projected((F(9), F(8), F(1)), F(2, 3)) == (F(1, 2), F(4, 9), F(1, 18))  # 9/18 is just the cap
    assert projected((F(1), F(2)), F(1)) == (F(1, 2), F(1, 2))
    assert projected((F(1), F(3)), F(1, 3)) == (F(1, 4), F(3, 4))  # the cap is above 1


def test_what_is_not_the_projection_is_further_away() -> None:
    weights, sigma = (F(6), F(3), F(1)), F(2, 3)
    state = Dist.from_weights(dict(enumerate(weights)))
    best = kl_divergence(Dist(dict(enumerate(projected(weights, sigma)))), state)
    for other in ((F(1, 2), F(7, 20), F(3, 20)), (F(1, 2), F(2, 5), F(1, 10)), (F(9, 20), F(33, 80), F(11, 80))):
        distance = kl_divergence(Dist(dict(enumerate(other))), state)
        assert decide(as_real(distance) > as_real(best))


@pytest.mark.parametrize(
    ("weights", "sigma", "message"),
    [
        ((F(1), F(0)), F(1, 2), "weights = .*: expected numbers above 0"),
        ((), F(1, 2), r"weights = \(\): expected numbers above 0"),
        ((F(1),), F(0), "sigma = 0: expected a number above 0 and at most 1"),
        ((F(1),), F(2), "sigma = 2: expected a number above 0 and at most 1"),
    ],
)
def test_bad_input(weights: tuple[Fraction, ...], sigma: Fraction, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        projected(weights, sigma)

"""Mixed compositions against integrals and sums in another arithmetic, and the search for epsilon."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from dpassay.exact import GaussianLaw, exp, hockey_stick_divergence
from dpassay.exact.composed_loss import Bracket, ComposedLoss
from dpassay.exact.loss_lattice import (
    approximate_response,
    between_masses,
    discrete_laplace,
    laplace_above,
    laplace_below,
)

TRUE, FALSE = Fraction(5, 8), Fraction(3, 8)
HALF = Fraction(1, 2)


def response() -> ComposedLoss:
    return ComposedLoss.of([between_masses([TRUE, FALSE], [FALSE, TRUE]).power(6)])


def test_gaussians_alone_are_one_gaussian() -> None:
    """Three rounds at sigma 2 and one at sigma 1: mu^2 = 3/4 + 1, as two normal laws that far apart."""
    loss = ComposedLoss.of([], Fraction(7, 4))
    sigma = 1 / Fraction(7, 4)
    near, far = (GaussianLaw(mean, sigma) for mean in (0, 1))  # of mu = 7/4, to be told apart from sqrt(7/4)
    assert float(loss.delta(HALF)) < float(hockey_stick_divergence(near, far, exp(HALF))) - 0.01
    with mpmath.workdps(30):
        mu = mpmath.sqrt(mpmath.mpf(7) / 4)
        gain = lambda z: mpmath.npdf(z - mu) - mpmath.exp(0.5) * mpmath.npdf(z)  # noqa: E731
        edge = mu / 2 + mpmath.mpf("0.5") / mu
        expected = float(mpmath.quad(gain, [edge, edge + 3, edge + 12]))
    assert float(loss.delta(HALF)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("epsilon", ["0", "1/4", "1"])
def test_a_gaussian_and_a_bit_are_an_integral_over_both(epsilon: str) -> None:
    eps = Fraction(epsilon)
    loss = ComposedLoss.of([between_masses([TRUE, FALSE], [FALSE, TRUE])], Fraction(1, 4))
    with mpmath.workdps(25):
        mu, height = mpmath.mpf("0.5"), mpmath.exp(mpmath.mpf(eps.numerator) / eps.denominator)
        expected = mpmath.mpf(0)
        for p, q in ((5, 3), (3, 5)):
            edge = mu / 2 + mpmath.log(height * q / p) / mu
            gain = lambda z, p=p, q=q: (p * mpmath.npdf(z - mu) - height * q * mpmath.npdf(z)) / 8  # noqa: E731
            expected += mpmath.quad(gain, [edge, edge + 3, edge + 12])
    assert float(loss.delta(eps)) == pytest.approx(float(expected), rel=1e-12)


def test_losses_without_a_common_step_are_summed_over_all_pairs() -> None:
    bit, noise = between_masses([TRUE, FALSE], [FALSE, TRUE]), discrete_laplace(HALF, 2)
    loss = ComposedLoss.of([bit.power(3), noise.power(2)])
    assert len(loss.lattices) == 2
    with mpmath.workdps(30):
        r = mpmath.exp(-mpmath.mpf("0.5"))
        shares = {1: 1 / (1 + r), 0: (1 - r) / (1 + r) * r, -1: r * r / (1 + r)}
        total = mpmath.mpf(0)
        for bits in product((1, -1), repeat=3):
            for steps in product(shares, repeat=2):
                p = mpmath.fprod([mpmath.mpf(5 if b > 0 else 3) / 8 for b in bits]) * mpmath.fprod(
                    shares[s] for s in steps
                )
                lost = sum(bits) * mpmath.log(mpmath.mpf(5) / 3) + sum(steps)
                total += max(mpmath.mpf(0), p * (1 - mpmath.exp(mpmath.mpf("0.25") - lost)))
    assert float(loss.delta(Fraction(1, 4))) == pytest.approx(float(total), rel=1e-13)


def test_an_infinite_loss_of_any_part_stays() -> None:
    loss = ComposedLoss.of([approximate_response(HALF, Fraction(1, 100))], Fraction(1))
    low, high = loss.delta(Fraction(60)).bounds()
    assert low <= Fraction(1, 100) <= high
    assert Bracket(loss, loss).epsilon(Fraction(1, 200)) == (None, None)
    assert Bracket(loss, loss).epsilon(Fraction(1, 50))[1] is not None


def test_epsilon_is_enclosed_by_what_delta_says_at_both_ends() -> None:
    loss = response()
    for delta in (Fraction(1, 10), Fraction(1, 10**6)):
        low, high = Bracket(loss, loss).epsilon(delta)
        assert low is not None
        assert high is not None
        assert loss.delta(low).bounds()[0] > delta
        assert loss.delta(high).bounds()[1] <= delta
        assert 0 < high - low < Fraction(1, 10**9)


def test_an_epsilon_of_zero_is_exactly_that() -> None:
    loss = response()
    assert Bracket(loss, loss).epsilon(Fraction(99, 100)) == (Fraction(0), Fraction(0))


def test_beyond_the_largest_loss_delta_is_zero() -> None:
    loss = response()
    low, high = Bracket(loss, loss).delta(Fraction(10))
    assert low == high == 0


def test_a_bracket_tells_which_side_is_certain() -> None:
    below, above = (ComposedLoss.of([of(Fraction(1), 4).power(8)], 1) for of in (laplace_below, laplace_above))
    honest, narrow = Bracket(below, above), Bracket(below, below)
    low, high = honest.delta(HALF)
    assert (low, narrow.delta(HALF)[0]) == (narrow.delta(HALF)[0], low)
    assert high > narrow.delta(HALF)[1] + Fraction(1, 10**5)
    assert (honest.epsilon(HALF)[1] or 0) > (narrow.epsilon(HALF)[1] or 0)


def test_nothing_composes_to_no_loss() -> None:
    with pytest.raises(ValueError, match="lattices = none"):
        ComposedLoss.of([])
    with pytest.raises(ValueError, match="delta = 0"):
        Bracket(response(), response()).epsilon(0)

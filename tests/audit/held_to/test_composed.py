"""The truth about a composition, against closed forms and other ways to compute it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.audit.answers.compositions import CASES, Composition, Part
from dpassay.audit.held_to.composed import truth_of
from dpassay.exact import Dist, PrivacyLoss, exp, hockey_stick_divergence
from dpassay.reference import gaussian, laplace

BY_NAME = {case.name: case for case in CASES}
QUARTER = Fraction(1, 4)


def bounds(case: Composition, epsilon: Fraction) -> tuple[float, float]:
    low, high = truth_of(case).delta(epsilon)
    assert low <= high
    return float(low), float(high)


def test_randomized_response_is_a_power_of_its_exact_loss() -> None:
    """The loss in rationals, by the polynomial of the exact room: another text, and no balls."""
    p, q = Fraction(17, 32), Fraction(15, 32)
    composed = PrivacyLoss.from_pair(Dist({0: p, 1: q}), Dist({0: q, 1: p})).self_compose(100)
    expected = float(composed.delta(exp(2)))
    assert bounds(BY_NAME["randomized response x 100"], Fraction(2)) == pytest.approx((expected, expected), rel=1e-14)


def test_one_round_of_noise_is_the_reference_mechanism() -> None:
    parameters = laplace.Parameters.read(epsilon="1/8", sensitivity="1")
    one, other = (laplace.law(data, parameters) for data in (0, 1))
    expected = float(hockey_stick_divergence(one, other, exp(Fraction(1, 16))))
    low, high = bounds(BY_NAME["Laplace x 1"], Fraction(1, 16))
    assert low <= expected * (1 + 1e-14)
    assert high >= expected * (1 - 1e-14)
    assert high - low < 1e-6
    normal = gaussian.Parameters.read(sigma="8", sensitivity="1")
    p, q = (gaussian.law(data, normal) for data in (0, 1))
    expected = float(hockey_stick_divergence(p, q, exp(Fraction(1, 16))))
    assert bounds(BY_NAME["Gaussian x 1"], Fraction(1, 16)) == pytest.approx((expected, expected), rel=1e-14)


def test_of_two_directions_the_worse_one_counts() -> None:
    """A bit that is 1 with probability 1/2 or 1/4: at eps = 1/2 the one direction costs less."""
    bits = Composition("bits", 1, (Part("two_point", 1, (("p", Fraction(1, 2)), ("q", QUARTER))),))
    height = float(exp(Fraction(1, 2)))
    forward, backward = 1 / 2 - height / 4, 3 / 4 - height / 2
    assert forward > max(backward, 0)
    assert bounds(bits, Fraction(1, 2)) == pytest.approx((forward, forward), rel=1e-14)
    turned = Composition("bits", 1, (Part("two_point", 1, (("p", QUARTER), ("q", Fraction(1, 2)))),))
    assert bounds(turned, Fraction(1, 2)) == pytest.approx((forward, forward), rel=1e-14)


def test_mixing_costs_more_than_either_part_and_less_than_their_sum() -> None:
    mixed, alone = BY_NAME["Gaussian and Laplace x 10"], ("Gaussian x 10", "Laplace x 10")
    delta = Fraction(1, 1000)
    whole = truth_of(mixed).epsilon(delta)
    parts = [truth_of(BY_NAME[name]).epsilon(delta) for name in alone]
    assert whole[0] is not None
    assert whole[0] > max(high for _, high in parts if high is not None)
    assert whole[0] < sum(high for _, high in parts if high is not None)


def test_no_epsilon_is_enough_for_less_than_the_infinite_mass() -> None:
    truth = truth_of(BY_NAME["approximate x 1000"])
    assert truth.epsilon(Fraction(1, 10**6)) == (None, None)
    assert truth.epsilon(Fraction(1, 100))[1] is not None

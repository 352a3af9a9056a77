"""Displays (18) and (19) of the lower bound: no estimate of a pair beats its radius, and the bound of Theorem 3."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpassay.analysis.channels import randomized_response
from dpassay.analysis.distribution_game import constant
from dpassay.analysis.distribution_learners import Constant, Posterior
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.hadamard_class import HadamardClass, contraction, separation, separation_squared
from dpassay.analysis.le_cam import fold_kl
from dpassay.analysis.two_point_risk import (
    best_estimate,
    expected_kl,
    larger_kl,
    least_mean_kl,
    midpoint,
    midpoint_kl,
    midpoint_kl_displayed,
    risk_bound,
    theorem_bound,
    two_point_radius,
)
from dpassay.exact import ExpNumber, as_real, decide, log
from tests.analysis.channel_cases import TINY, channels

# Estimates of a pair: (18), (19)


@pytest.mark.parametrize("a", ["1/100", "1/3", "1/2", "9/10", "1"])
def test_the_two_point_minimax(a: str) -> None:
    hard = HadamardClass(3, Fraction(a))
    radius = two_point_radius(hard)
    for i in (1, 2, 3):
        assert midpoint_kl(hard, i) == midpoint_kl_displayed(hard) == log(2 / (2 - Fraction(a) / 2))
        sides = [as_real(value) for value in larger_kl(hard, i, best_estimate(hard, i))]
        assert all(decide(radius - TINY < side) and decide(side < radius + TINY) for side in sides)
        half = as_real(midpoint_kl(hard, i)) / 2
        assert decide(half < radius)
        assert decide(Fraction(a) / 16 < half)
        assert not decide(radius < half)


def test_the_whole_midpoint_kl_is_no_lower_bound() -> None:
    """Without the factor 1/2, (19)(a) is false."""
    hard = HadamardClass(3, Fraction(1, 2))
    assert decide(two_point_radius(hard) < as_real(midpoint_kl(hard, 1)))


def test_no_estimate_beats_the_radius() -> None:
    hard, rng = HadamardClass(2, Fraction(2, 3)), Random(7)
    radius = two_point_radius(hard)
    estimates = [midpoint(hard, 1), hard.second(1)]
    for _ in range(30):
        entries = [Fraction(rng.randrange(1, 40)) for _ in range(4)]
        estimates.append(tuple(entry / sum(entries) for entry in entries))
    for estimate in estimates:
        sides = larger_kl(hard, 1, estimate)
        assert any(side is None or decide(as_real(side) > radius) for side in sides)
    assert larger_kl(hard, 1, hard.first(1))[1] is None


@pytest.mark.parametrize(("exp_eps", "size", "rounds"), [("3/2", 3, 3), ("3", 1, 3), ("9", 2, 2)])
def test_every_estimator_has_a_risk(exp_eps: str, size: int, rounds: int) -> None:
    """(18) for all estimators at once: the larger of two expected KLs is at least their least mean."""
    t = Fraction(exp_eps)
    a = separation(size, rounds, t)
    assert isinstance(a, Fraction | ExpNumber)
    hard = HadamardClass(size, a)
    chosen = [list(channels(hard.order, t))[s % 4] for s in range(rounds)]
    best = min(range(1, size + 1), key=lambda i: float(fold_kl(chosen, hard, i)))  # type: ignore[arg-type]
    assert decide(as_real(least_mean_kl(chosen, hard, best)) > as_real(risk_bound(hard)))


def test_estimators_by_hand() -> None:
    hard, chosen = HadamardClass(1, Fraction(1, 2)), [randomized_response(2, Fraction(3))]
    middle = midpoint(hard, 1)
    first, second = expected_kl(lambda reports: middle, chosen, hard, 1)
    assert first == midpoint_kl(hard, 1)
    assert second == Fraction(3, 4) * log(Fraction(6, 7)) + Fraction(1, 4) * log(2)  # (1/4, 3/4) to (1/8, 7/8)
    mean = least_mean_kl(chosen, hard, 1)
    assert decide(mean <= (first + second) / 2)  # type: ignore[operator]
    assert decide(mean > 0)
    infinite, _ = expected_kl(lambda reports: (Fraction(1), Fraction(0)), chosen, hard, 1)
    assert infinite is None


def test_the_bound_of_theorem_3() -> None:
    for size, rounds, t in ((3, 4, Fraction(3, 2)), (16, 200, Fraction(11, 10)), (5, 1, Fraction(20))):
        bound = theorem_bound(size, rounds, t)
        assert isinstance(bound, Fraction | ExpNumber)
        assert bound * bound * 396 * 396 == Fraction(size * rounds) / (contraction(t) * t)
    with pytest.raises(ValueError, match="at least 162"):
        theorem_bound(16, 161, Fraction(11, 10))


@pytest.mark.parametrize("learner", [None, "posterior"])
def test_learners_of_the_hard_class_pay_the_bound(learner: str | None) -> None:
    """The worst of all 2K truths, for a learner that never learns and for the posterior under randomized response."""
    t, rounds = Fraction(3, 2), 2
    a = Fraction(3, 10)
    hard, users = HadamardClass(1, a), randomized_response(2, t)
    assert separation_squared(1, rounds, t) >= a * a
    table = hard.table()
    player = Posterior(users) if learner else Constant((Fraction(1, 2), Fraction(1, 2)))
    risks = [kl_risk(constant(truth, table, rounds), users, player) for truth in range(2)]
    assert any(decide(as_real(risk) >= rounds * a / 132) for risk in risks)

"""Bounds on the risk: by their formulas, around the learners they speak of."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest

from dpassay.experiments.ldp_risk import measured
from dpassay.experiments.measures.risk import Settings
from dpassay.experiments.measures.risk_bounds import (
    first_useful_rounds,
    lower_bound,
    sharp_lower_bound,
    theorem_4,
    theorem_5,
    trivial_bound,
    tv_bound,
)

SETTINGS = Settings("hadamard", "private-exp3", "corrected", Fraction(1), 200, 8, 0, 0)


@pytest.mark.parametrize("rounds", [100, 10**5])
@pytest.mark.parametrize("hypotheses", [4, 1001])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_bounds_are_what_is_printed_times_their_constants(rounds: int, hypotheses: int, epsilon: float) -> None:
    size, length, eps = mp.mpf(hypotheses), mp.mpf(rounds), mp.mpf(epsilon)
    both = mp.log(size * length)
    root = mp.sqrt(2 * length * mp.log(size))
    fourth = 12 * root * (both + (mp.sqrt(size * mp.log(10**6)) + mp.sqrt(size * eps)) * both**2 / eps)
    fifth = 6 * root * mp.sqrt(size) * (both + both**2 / eps)
    assert theorem_4(rounds, hypotheses, epsilon, 1e-6) == pytest.approx(float(fourth))
    assert theorem_5(rounds, hypotheses, epsilon) == pytest.approx(float(fifth))
    assert trivial_bound(rounds, hypotheses) == pytest.approx(float(length * mp.log(size)))
    assert tv_bound(rounds, float(fifth)) == pytest.approx(float(mp.sqrt(fifth / 2 / length)))
    strength = min((mp.exp(eps) - 1) ** 2, 1) * mp.exp(eps)
    lower = lower_bound(rounds, hypotheses, epsilon)
    assert (lower is None) == (length < size / (9 * strength))
    if lower is not None:
        assert lower == pytest.approx(float(mp.mpf("0.075") * mp.sqrt(size * length / strength)))
        assert lower <= sharp_lower_bound(rounds, hypotheses, epsilon)
    assert sharp_lower_bound(rounds, hypotheses, epsilon) <= trivial_bound(rounds, hypotheses)


def test_the_better_lower_bound_has_two_regimes() -> None:
    many = 3 * math.log(2) / 16 * math.sqrt(8 * 10_000) / (math.exp(1 / 2) - 1)
    assert sharp_lower_bound(10_000, 17, 1.0) == pytest.approx(many)
    assert sharp_lower_bound(1, 16, 0.1) == pytest.approx(math.log(2) / 2)


def test_a_bound_is_useful_from_where_it_stays_below_the_trivial_one() -> None:
    found = first_useful_rounds(lambda rounds: theorem_5(rounds, 16, 1.0), 16)
    assert theorem_5(found, 16, 1.0) < trivial_bound(found, 16)
    assert theorem_5(found // 2, 16, 1.0) >= trivial_bound(found // 2, 16)
    assert first_useful_rounds(lambda _: 0.1, 16) == 1


def mean_kl(learner: str, runs: int = 40) -> tuple[float, float]:
    """The mean KL-risk on the class of the lower bound, and 6 standard errors."""
    every = [measured(replace(SETTINGS, learner=learner, run=run)) for run in range(runs)]
    risks = np.array([float(row["kl_risk"]) for row in every])
    return float(risks.mean()), 6 * float(risks.std(ddof=1)) / math.sqrt(runs)


@pytest.mark.statistical
@pytest.mark.parametrize("learner", ["private-exp3", "randomized-response"])
def test_bounds_are_around_private_learners(learner: str) -> None:
    """Within 6 standard errors of 40 runs: alpha = 1e-6, with a fixed seed."""
    mean, error = mean_kl(learner)
    lower = lower_bound(200, 8, 1.0)
    assert lower is not None
    assert lower < sharp_lower_bound(200, 8, 1.0) < mean - error
    assert mean + error < theorem_5(200, 8, 1.0)


@pytest.mark.statistical
def test_the_lower_bound_is_not_for_learners_without_privacy() -> None:
    """Within 6 standard errors of 40 runs: alpha = 1e-6, with a fixed seed."""
    mean, error = mean_kl("bayes")
    assert mean + error < sharp_lower_bound(200, 8, 1.0)
    assert mean - error < math.log(8)

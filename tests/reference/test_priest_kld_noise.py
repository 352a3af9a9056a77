"""The noise of PRIEST-KLD: sensitivities of what is released, and what is printed against what privacy needs."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.exact import GaussianLaw, as_real, decide, hockey_stick_divergence, log
from dpassay.reference import priest_kld_noise as noise
from dpassay.reference import priest_kld_sensitivity as sensitivity
from dpassay.reference.priest_kld_setting import Parameters

F = Fraction
GOOD: dict[str, object] = {"epsilon": "1/2", "delta": "1/100", "reference": "1/3,2/3", "clients": "7"}


def read(**changes: object) -> Parameters:
    return Parameters.read({**GOOD, **changes})


@pytest.mark.parametrize("lam", ["0", "1", "7/2"])
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_estimate_moves_as_far_as_among_all_adjacent_histograms(lam: str, rounds: int) -> None:
    p = read(lam=lam, rounds=rounds)
    assert noise.estimate_sensitivity(p) == sensitivity.estimate_sensitivity(p.reference, 7, F(lam))


def test_two_sums_move_further_than_their_sum() -> None:
    """At lambda = (N / 2) log(3/2) and Pi uniform the sum does not move at all between (3, 2) and (2, 3)."""
    p = read(trust="tagg", lam="1", rounds=3, reference="1/2,1/2", clients="5")
    both = 3 * math.hypot(2 / 5, math.log(3 / 2))
    assert float(noise.sums_sensitivity(p)) == pytest.approx(both)
    assert noise.estimate_sensitivity(p) == log(F(3, 2)) - F(2, 5)


def test_reports_move_as_often_as_a_letter_is_asked_for() -> None:
    p = read(trust="dist", rounds=4, reference="1/3,1/3,1/3")
    for samples, often in (((0, 1, 2, 0), 3), ((0, 0, 0, 0), 4), ((0, 1, 0, 1), 4), ((1,), 1)):
        assert float(noise.reports_sensitivity(samples, p)) == pytest.approx(math.sqrt(often) / 7)
    deviations = [noise.standard_deviation(samples, p) for samples in ((0, 1, 2, 0), (0, 0, 0, 0))]
    assert float(deviations[1] / deviations[0]) == pytest.approx(math.sqrt(4 / 3))


def test_corrected_noise_is_the_least() -> None:
    p = read(delta="1/1000")
    sigma, reach = noise.standard_deviation((0,), p), as_real(noise.estimate_sensitivity(p)).bounds()

    def delta(deviation: Fraction, shift: Fraction) -> object:
        return hockey_stick_divergence(GaussianLaw(0, deviation), GaussianLaw(shift, deviation), p.budget.exp_eps)

    assert decide(as_real(delta(sigma, reach[1])) <= p.delta)
    assert decide(as_real(delta(sigma * F(999_999, 1_000_000), reach[0])) > p.delta)


@pytest.mark.parametrize(
    ("trust", "delta_over_eps"),
    [("trusted", 0.7 / 0.5), ("tagg", 0.7 * 3 / (math.sqrt(2) * 0.5)), ("dist", math.sqrt(2) / 3 / 0.5)],
)
def test_printed_noise_has_the_variance_of_corollary_3_1(trust: str, delta_over_eps: float) -> None:
    p = read(trust=trust, rounds=3, calibration="printed")
    variance = 2 * math.log(1.25 / 0.01) * delta_over_eps
    assert float(noise.standard_deviation((0, 0, 0), p)) == pytest.approx(math.sqrt(variance), rel=1e-14)


def test_printed_noise_is_not_enough() -> None:
    """Its variance goes with 1 / eps, and what privacy needs with 1 / eps^2: here for an estimate that moves by 0.7."""
    p = read(epsilon="1/10", delta="1e-5", calibration="printed")
    sigma = noise.standard_deviation((0,), p)
    laws = [GaussianLaw(shift, sigma) for shift in (F(0), noise.PRINTED_SENSITIVITY)]
    assert float(as_real(hockey_stick_divergence(laws[0], laws[1], p.budget.exp_eps))) == pytest.approx(
        0.000757, rel=2e-3
    )

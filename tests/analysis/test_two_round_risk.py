"""The integrals of two rounds against quadrature in floating point, their limits, and risks that must hold."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

import pytest
from scipy import integrate

from dpassay.analysis import two_round_risk
from dpassay.analysis.label_laws import average, kl, tv
from dpassay.analysis.two_round_risk import (
    Tuning,
    candidates,
    clipped_label,
    exp3_risk,
    exp3_second_round,
    first_round,
    tuning,
    wma_risk,
    wma_second_round,
)
from dpassay.exact import Real, as_real, decide, log
from dpassay.reference.label_clipping import Parameters, induced, parts

P = Parameters.read(hypotheses="1/2,1/2,0;1/4,1/4,1/2;0,1/3,2/3", rounds=2)
Q = Parameters.read(hypotheses="1/5,2/5,2/5;1/4,1/4,1/2;9/10,1/10,0", rounds=2)
P2 = Parameters.read(hypotheses="1/2,1/2,0;0,1/3,2/3", rounds=2)
Q2 = Parameters.read(hypotheses="1/5,2/5,2/5;0,1/2,1/2", rounds=2)


def constants(rate: Fraction, tilt: Fraction, shift: Fraction = Fraction(-2)) -> Tuning:
    return Tuning(as_real(rate), as_real(tilt), as_real(shift))


MILD = constants(Fraction(1, 2), Fraction(3, 10))


Measure: TypeAlias = Callable[[float, float], float]
"""What one label adds to the divergence of its probability and the predicted one."""


def of_kl(truth: float, prediction: float) -> float:
    return truth * math.log(truth / prediction) if truth else 0.0


def of_tv(truth: float, prediction: float) -> float:
    return abs(truth - prediction) / 2


def divergence(parameters: Parameters, truth: int, measure: Measure) -> Callable[[list[float]], float]:
    """Lines 5 and 6 of both algorithms in floating point, from the clipped laws: a function of the weights."""
    rows = [[float(p) for p in row] for row in induced(parameters)]
    law = [float(f) for f in parameters.hypotheses[truth]]
    among = parts(parameters)

    def at(weights: list[float]) -> float:
        mixed = [sum(map(operator.mul, weights, column)) for column in zip(*rows, strict=True)]
        predicted = [sum(mixed[k] for k in part) / sum(weights) for part in among]
        return sum(map(measure, law, predicted))

    return at


def mean(function: Callable[[float], float], center: float, density: Callable[[float], float]) -> float:
    places = [center + step for step in (-150, -60, -20, -5, 0, 5, 20, 60, 150)]
    pieces = [
        integrate.quad(lambda v: function(v) * density(v - center), *ends, epsabs=1e-12, epsrel=1e-11, limit=200)[0]
        for ends in pairwise(places)
    ]
    return math.fsum(pieces)


def exp3_by_quadrature(first: Parameters, second: Parameters, truth: int, measure: Measure = of_kl) -> float:
    rows, total, risk = induced(first), 0.0, divergence(second, truth, measure)
    for index, row in enumerate(rows):
        for k, mass in enumerate(rows[truth]):

            def after(v: float, index: int = index) -> float:
                weights = [1.0] * len(rows)
                weights[index] = math.exp(0.3 * (v - 2))
                return risk(weights)

            value = mean(after, math.log(row[k]), lambda x: math.exp(-abs(x) / 2) / 4)
            total += float(mass) * value / len(rows)
    return total


def wma_by_quadrature(first: Parameters, second: Parameters, truth: int, measure: Measure = of_kl) -> float:
    rows, total, risk = induced(first), 0.0, divergence(second, truth, measure)
    for k, mass in enumerate(rows[truth]):
        value = mean(
            lambda v: risk([math.exp(0.3 * v), 1.0]),
            math.log(rows[0][k] / rows[1][k]),
            lambda x: (1 + abs(x) / 2) * math.exp(-abs(x) / 2) / 8,
        )
        total += float(mass) * value
    return total


def is_near(value: Real, expected: float) -> bool:
    low, high = value.bounds(40)
    return low - Fraction(1, 10**9) < Fraction(expected) < high + Fraction(1, 10**9)


def test_exp3_against_quadrature() -> None:
    expected = exp3_by_quadrature(P2, Q2, 1)
    assert is_near(exp3_second_round(P2, Q2, 1, MILD), expected)
    assert not is_near(exp3_second_round(P2, Q2, 0, MILD), expected)
    assert not is_near(exp3_second_round(P2, Q2, 1, constants(Fraction(1, 2), Fraction(1, 3))), expected)


@pytest.mark.parametrize("truth", [0, 1])
def test_wma_against_quadrature(truth: int) -> None:
    expected = wma_by_quadrature(P2, Q2, truth)
    assert is_near(wma_second_round(P2, Q2, truth, MILD), expected)
    assert not is_near(wma_second_round(P2, Q2, truth, constants(Fraction(3, 5), Fraction(3, 10))), expected)


@pytest.mark.parametrize("truth", [1])
def test_total_variation_against_quadrature(truth: int) -> None:
    """Quadrature may lose digits at the kinks; the risk of the other algorithm is farther away."""
    exact = exp3_second_round(P2, Q2, truth, MILD, "tv"), wma_second_round(P2, Q2, truth, MILD, "tv")
    by_quadrature = exp3_by_quadrature(P2, Q2, truth, of_tv), wma_by_quadrature(P2, Q2, truth, of_tv)
    for value, other, expected in zip(exact, reversed(exact), by_quadrature, strict=True):
        assert abs(float(value.ball(64)) - expected) < 5e-5
        assert abs(float(other.ball(64)) - expected) > 5e-4


def test_total_variation_is_averaged_over_rounds_and_kl_is_summed() -> None:
    both = as_real(first_round(P2, 1, "tv")), exp3_second_round(P2, Q2, 1, MILD, "tv")
    assert first_round(P2, 1, "tv") == tv(P2.hypotheses[1], average(candidates(P2)))
    assert (exp3_risk(P2, Q2, 1, MILD, "tv") - (both[0] + both[1]) / 2).ball(64).contains(0)
    assert decide(wma_risk(P2, Q2, 1, MILD, "tv") ** 2 <= wma_risk(P2, Q2, 1, MILD) / 4)  # Pinsker and Jensen


def test_no_other_risk() -> None:
    with pytest.raises(ValueError, match="risk = 'hellinger': expected one of kl, tv"):
        first_round(P2, 0, "hellinger")  # type: ignore[arg-type]


def test_enclosures_shrink() -> None:
    value = wma_second_round(P2, Q2, 0, MILD)
    coarse, fine = value.ball(53), value.ball(150)
    assert coarse.overlaps(fine)
    assert fine.rad() < coarse.rad() / 2**60
    assert coarse.rad() < Fraction(1, 10**9).numerator / 10**9  # and the coarse one is not coarse


@pytest.mark.parametrize("scales", [1, 3])
def test_what_is_beyond_the_reach_is_enclosed(scales: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut off after one or three scales of the noise, the enclosure is wide, but it holds the value."""
    for value in (wma_second_round(P2, Q2, 0, MILD), exp3_second_round(P2, Q2, 0, MILD)):
        fine = value.ball(100)
        with monkeypatch.context() as patch:
            patch.setattr(two_round_risk, "MARGIN", scales - 64)
            cut = value.ball(64)
        assert cut.contains(fine)
        assert cut.rad() > fine.rad() * 2**40


def test_without_a_tilt_nothing_is_learned() -> None:
    still = constants(Fraction(1, 2), Fraction(0))
    for truth in range(3):
        value, expected = exp3_second_round(P, Q, truth, still), as_real(first_round(Q, truth))
        assert decide(value < expected + Fraction(1, 10**12))
        assert decide(value > expected - Fraction(1, 10**12))


def test_with_little_noise_it_is_a_sum_over_clipped_labels() -> None:
    """Algorithm 1 at tilt 1 is then the Bayes mixture on clipped labels."""
    sharp = constants(Fraction(10**6), Fraction(1))
    rows = candidates(Q2)
    expected = as_real(0)
    for mass, part in zip(clipped_label(P2, 1), parts(P2), strict=True):
        a, b = (row[part[0]] for row in induced(P2))
        prediction = tuple((a * p + b * q) / (a + b) for p, q in zip(*rows, strict=True))
        expected += mass * as_real(kl(Q2.hypotheses[1], prediction))
    gap = wma_second_round(P2, Q2, 1, sharp) - expected
    assert decide(gap * gap < Fraction(1, 10**10))
    assert decide(expected < as_real(first_round(Q2, 1)))


def test_clipped_labels_and_candidates() -> None:
    for truth in range(3):
        rows, among = induced(P), parts(P)
        assert clipped_label(P, truth) == tuple(sum(rows[truth][k] for k in part) for part in among)
        assert candidates(P)[truth] == clipped_label(P, truth)
        assert first_round(P, truth) == kl(P.hypotheses[truth], average(candidates(P)))


def test_the_whole_risk_and_the_constants() -> None:
    """Algorithm 2 at e^eps' = e, T = 2: scale log 6, c' = scale (log 2 + log 4), c = 1/(log 6 + 2 c')."""
    scale = log(6)
    noise = as_real(scale) * as_real(log(8))
    c = 1 / (as_real(scale) + 2 * noise)
    eta = (2 * as_real(log(2))).sqrt()
    chosen = tuning(scale, eta, c, noise, 3)
    assert decide(chosen.shift < 0)
    risk = exp3_risk(P2, Q2, 1, chosen)
    assert decide(risk > as_real(first_round(P2, 1)))
    assert decide(risk < as_real(first_round(P2, 1)) + as_real(log(4)))
    assert decide(wma_risk(P2, Q2, 1, chosen) > as_real(first_round(P2, 1)))
    by_rate = Tuning(1 / as_real(scale), eta * c, as_real(log(3)) - noise)
    assert is_near(risk, float(exp3_risk(P2, Q2, 1, by_rate)))


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="two hypotheses"):
        wma_second_round(P, Q, 0, MILD)
    with pytest.raises(ValueError, match=r"range\(2\)"):
        first_round(P2, 2)

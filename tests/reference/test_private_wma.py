"""The approximate private report: its law in K dimensions, its losses, both calibrations, and the learner."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from dpassay.exact import LaplaceVectors, Real, as_real, decide, hockey_stick_bounds, log, max_divergence
from dpassay.reference import label_clipping, private_wma, privatized_likelihood
from dpassay.reference.private_wma import Parameters
from tests.exact.second_opinion import MP, agree, mp, quad_hockey_stick, rejects
from tests.reference.privatized_cases import (
    TABLE,
    as_table,
    clipped_weights,
    log_likelihoods,
    noisy_density,
    small_tables,
)

F = Fraction
ALPHA = 1e-4


def parameters(**change: object) -> Parameters:
    good: dict[str, object] = {"hypotheses": TABLE, "rounds": 5, "epsilon": 1, "delta": "1/10"}
    return Parameters.read({name: value for name, value in {**good, **change}.items() if value is not None})


def printed(**change: object) -> Parameters:
    return parameters(calibration="printed", **change)


def scale_by_hand(p: Parameters) -> Any:
    k, eps = len(p.hypotheses), mp(p.budget.given_epsilon or F(0))
    inside = k * p.rounds if p.calibration == "printed" else (k + 1) * p.rounds
    return (2 * MP.sqrt(2 * k * MP.log(1 / mp(p.delta))) + MP.sqrt(k * eps)) * MP.log(inside) / eps


# --- the law ----------------------------------------------------------------------------------------------------------


def density_by_hand(label: int, p: Parameters, v: tuple[Fraction, ...]) -> Any:
    """Mixed over the integers y', a product over j of the Laplace densities around log p-bar_j[y']."""
    table, rate = [list(row) for row in p.hypotheses], 1 / scale_by_hand(p)
    rows = log_likelihoods(table, p.rounds)
    total = MP.mpf(0)
    for i, weight in enumerate(clipped_weights(label, table, p.rounds)):
        distance = MP.fsum(abs(mp(x) - row[i]) for x, row in zip(v, rows, strict=True))
        total += mp(weight) * (rate / 2) ** len(rows) * MP.exp(-rate * distance)
    return total


def check_law(label: int, p: Parameters, law: LaplaceVectors) -> None:
    for v in ((F(-4), F(-1)), (F(-2), F(0)), (F(3), F(-5, 2))):
        agree(law.pdf(v), density_by_hand(label, p, v))


@pytest.mark.parametrize(
    "p", [parameters(), parameters(rounds=1), printed(hypotheses="1/2,1/2;1/4,3/4", epsilon="1/3")], ids=range(3)
)
def test_the_law_from_its_definition(p: Parameters) -> None:
    for label in range(label_clipping.labels(p)):
        check_law(label, p, private_wma.law(label, p))


@pytest.mark.parametrize("change", [{"rounds": 6}, {"delta": "1/9"}, {"epsilon": 2}, {"calibration": "printed"}])
def test_the_law_check_can_fail(change: dict[str, object]) -> None:
    p = parameters(hypotheses="1/2,1/4,1/4;1/4,3/8,3/8")
    rejects(check_law, 1, p, private_wma.law(1, parameters(**{"hypotheses": p.hypotheses, **change})))
    rejects(check_law, 1, p, private_wma.law(0, p))


def test_noises_are_independent_given_the_clipped_label() -> None:
    """One noise shared by all hypotheses, or clipped labels drawn one for each, would be other laws."""
    p = parameters()
    law = private_wma.law(1, p)
    redrawn = LaplaceVectors(
        [a * b for a in law.weights for b in law.weights],
        [(x[0], y[1]) for x in law.centers for y in law.centers],
        law.rate,
    )
    rejects(check_law, 1, p, redrawn)


def test_the_scale() -> None:
    for p in (parameters(), printed(hypotheses="1/2,1/2;1/4,3/4"), parameters(epsilon="1/7", delta="9/10")):
        agree(private_wma.scale(p), scale_by_hand(p))
        agree(private_wma.rate(p), 1 / scale_by_hand(p))
    with pytest.raises(ValueError, match="K T above 1"):
        printed(hypotheses="1/2,1/2", rounds=1)


# --- the losses -------------------------------------------------------------------------------------------------------


def test_the_pure_loss_is_the_largest_on_the_grid() -> None:
    p = parameters()
    rows = log_likelihoods(as_table(TABLE), 5)
    rate, largest = 1 / scale_by_hand(p), MP.mpf(0)
    weights = [[mp(w) for w in clipped_weights(y, as_table(TABLE), 5)] for y in range(3)]
    for a in rows[0]:
        for b in rows[1]:
            own = [MP.exp(-rate * (abs(a - c) + abs(b - d))) for c, d in zip(*rows, strict=True)]
            values = [MP.fsum(w * x for w, x in zip(row, own, strict=True)) for row in weights]
            largest = max(largest, MP.log(max(values) / min(values)))
    agree(private_wma.privacy_loss(p), largest)
    laws, worst = [private_wma.law(y, p) for y in range(3)], private_wma.worst_pair(p)
    agree(max_divergence(laws[worst.first], laws[worst.second]), largest)
    assert next(private_wma.neighbors(p)) == (worst.first, worst.second)
    assert sorted(private_wma.neighbors(p)) == sorted(permutations(range(3), 2))
    assert private_wma.privacy_loss(parameters(hypotheses="1;1")) == 0


def test_exact_losses_at_a_rational_rate() -> None:
    p = parameters()
    worst = private_wma.worst_pair(p, F(1))
    laws = [private_wma.law_with_rate(y, p, F(1)) for y in range(3)]
    ratios = [max_divergence(laws[a], laws[b]) for a, b in permutations(range(3), 2)]
    assert isinstance(worst.ratio, Fraction)
    assert log(worst.ratio) == max(ratios)  # type: ignore[type-var]


def check_delta_on_the_line(p: Parameters, delta: Any, exp_eps: Fraction) -> None:
    """K = 1: the hockey-stick divergence by quadrature, over both orders of the two labels."""
    table, rate = [list(row) for row in p.hypotheses], 1 / scale_by_hand(p)
    kinks = sorted(set(log_likelihoods(table, p.rounds)[0]))
    tails = [reach / rate for reach in (2, 15, 60)]
    grid = [*(kinks[0] - x for x in reversed(tails)), *kinks, *(kinks[-1] + x for x in tails)]
    pair = [noisy_density(y, table, p.rounds, 0, rate) for y in range(2)]
    values = [quad_hockey_stick(a, b, mp(exp_eps), grid, kinks) for a, b in permutations(pair)]
    agree(delta, max(values), digits=12)


def test_delta_of_one_hypothesis() -> None:
    p = parameters(hypotheses="9/10,1/10", delta="1/2", epsilon=4)
    for exp_eps in (F(1), F(11, 10)):
        check_delta_on_the_line(p, private_wma.delta(p, exp_eps), exp_eps)
    rejects(
        check_delta_on_the_line, p, private_wma.delta(parameters(**p.given() | {"calibration": "printed"}), 1), F(1)
    )


def test_delta_of_two_hypotheses_on_a_grid() -> None:
    """At e^eps = 1 it is the total variation distance: by the midpoint rule, in units of the scale."""
    p = parameters(hypotheses="1/2,1/2;1/10,9/10", epsilon=6)
    scale, rows = float(scale_by_hand(p)), log_likelihoods([list(row) for row in p.hypotheses], 5)
    middles = np.arange(-14, 14, 0.02) + 0.01
    xs, ys = np.meshgrid(middles, middles)
    total = np.zeros_like(xs)
    pair = [clipped_weights(y, [list(row) for row in p.hypotheses], 5) for y in range(2)]
    for w, v, a, b in zip(*pair, *rows, strict=True):
        total += float(w - v) / 4 * np.exp(-np.abs(xs - float(a) / scale) - np.abs(ys - float(b) / scale))
    low, high = hockey_stick_bounds(private_wma.law(0, p), private_wma.law(1, p), 1, tolerance="1/10000")
    truth = float(np.maximum(0, total).sum()) * 0.02**2
    assert float(low) - 1e-4 <= truth <= float(high) + 1e-4
    enclosure = private_wma.delta(p, 1)
    assert isinstance(enclosure, Real)
    assert decide(enclosure > low - F(1, 1000))
    assert decide(enclosure < high + F(1, 1000))


# --- printed and corrected --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", ["1/100", "1", "5/2"])
@pytest.mark.parametrize("delta", ["1/1000", "1/2", "99/100"])
def test_the_published_guarantee_holds_on_the_worst_small_classes(epsilon: str, delta: str) -> None:
    """K = 1, T = 2 and 3 is where log((K + 1) T) is furthest above log(K T); the noise has room for both."""
    for small in (F(1, 10), F(1, 1000)):
        for rounds in (2, 3, 8):
            for kind in (printed, parameters):
                p = kind(hypotheses=[[1 - small, small]], rounds=rounds, epsilon=epsilon, delta=delta)
                assert decide(as_real(private_wma.delta(p)) < F(delta))


@pytest.mark.parametrize(("labels", "hypotheses", "denominator"), [(2, 2, 3), (3, 2, 2)])
def test_the_pure_loss_of_small_classes_is_below_epsilon(labels: int, hypotheses: int, denominator: int) -> None:
    """For two hypotheses the noise of (8) even keeps eps without any delta."""
    for table in small_tables(labels, hypotheses, denominator):
        p = parameters(hypotheses=table, epsilon="1/2", delta="1/10")
        assert decide(as_real(private_wma.privacy_loss(p)) < F(1, 2))


def test_far_less_noise_would_not_do() -> None:
    """A rate 16 times as high breaks the guarantee: the check can fail."""
    p = printed(hypotheses="999/1000,1/1000", rounds=3, epsilon="1/2", delta="1/1000")
    law = [private_wma.law_with_rate(y, p, rate) for rate in [16 * as_real(private_wma.rate(p))] for y in range(2)]
    low, _ = hockey_stick_bounds(law[1], law[0], p.budget.exp_eps, tolerance="1/100000")
    assert low > F(1, 1000)


def test_the_guarantee_is_as_published() -> None:
    stated = private_wma.guarantee(parameters())
    assert (stated.adjacency, stated.budget.given_epsilon, stated.delta) == ("any_pair", F(1), F(1, 10))


# --- drawing ----------------------------------------------------------------------------------------------------------


def chi_square(p: Parameters, label: int, draws: list[tuple[Fraction, ...]]) -> float:
    """Pearson's statistic over nine boxes."""
    law = private_wma.law(label, p)
    sides = [(None, F(-6)), (F(-6), F(1)), (F(1), None)]
    total = 0.0
    for box in [(a, b) for a in sides for b in sides]:
        expected = len(draws) * float(as_real(law.probability(box)))
        inside = [
            all((low is None or x > low) and (high is None or x <= high) for x, (low, high) in zip(v, box, strict=True))
            for v in draws
        ]
        total += (sum(inside) - expected) ** 2 / expected
    return total


@pytest.mark.statistical
def test_samples_follow_the_law() -> None:
    p, rng = parameters(epsilon=20), Random(11)
    draws = [private_wma.sample(1, p, rng, bits=16) for _ in range(300)]
    assert all((x * 2**16).denominator == 1 for v in draws for x in v)
    limit = chi2.ppf(1 - ALPHA, 8)
    assert chi_square(p, 1, draws) < limit
    assert chi_square(p, 1, [(a, a) for a, _ in draws]) > limit
    assert chi_square(parameters(epsilon=2), 1, draws) > limit


# --- the learner ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("calibration", ["printed", "corrected"])
def test_constants_from_their_displays(calibration: str) -> None:
    p = parameters(hypotheses="1/2,1/2;1/4,3/4", calibration=calibration)
    inside = MP.log(10 if calibration == "printed" else 15)
    noise = scale_by_hand(p) * 2 * (MP.log(5)) + scale_by_hand(p) * MP.log(2)
    agree(private_wma.largest_noise(p), noise)
    agree(private_wma.normalization(p), 1 / (inside + 2 * noise))
    agree(private_wma.step_size(p), MP.sqrt(MP.log(2) * (4 if calibration == "printed" else 2) / 5))
    losses = private_wma.losses([F(-3), "1/2"], p)
    for loss, v in zip(losses, (MP.mpf(-3), MP.mpf("0.5")), strict=True):
        agree(loss, -(v + MP.log(2) - noise) / (inside + 2 * noise))


def test_losses_are_between_0_and_1_on_the_good_event() -> None:
    """Appendix B: |Lap| <= c' puts every loss into [0, 1]; with noises beyond 3 c' some are outside."""
    p = parameters()
    noise = private_wma.largest_noise(p)
    for row in label_clipping.likelihoods(p):
        for p_bar in row:
            for sign in (1, -1):
                loss = private_wma.losses([as_real(log(p_bar)) + sign * noise] * 2, p)[0]
                assert decide(loss > -F(1, 10**12))
                assert decide(loss < 1 + F(1, 10**12))
                assert not decide(private_wma.losses([as_real(log(p_bar)) - 3 * noise] * 2, p)[0] < 1)


def test_one_update() -> None:
    p = parameters()
    losses = private_wma.losses([F(-3), F(2)], p)
    weights = privatized_likelihood.update([as_real(1), as_real(F(1, 2))], losses, private_wma.step_size(p))
    eta = MP.sqrt(2 * MP.log(2) / 5)
    noise = scale_by_hand(p) * MP.log(50)
    for weight, before, v in zip(weights, (1, MP.mpf("0.5")), (-3, 2), strict=True):
        agree(weight, before * MP.exp(eta * (v + MP.log(3) - noise) / (MP.log(15) + 2 * noise)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"delta": 0}, "delta = 0: expected"), ({"delta": 1}, "delta = 1: expected"), ({"delta": None}, "delta"),
        ({"delta": 0.1}, "not float"), ({"epsilon": None}, "exactly one"), ({"hypotheses": "1/2,1/4"}, "total"),
        ({"rounds": 0}, "rounds"), ({"calibration": "x"}, "calibration"), ({"gamma": 1}, "parameter"),
    ],
)  # fmt: skip
def test_parameters_refuse(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        parameters(**change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [3, -1, "1/2", 0.0, None])
def test_data_are_refused(data: Any) -> None:
    for function in (private_wma.check_data, private_wma.law, lambda d, p: private_wma.sample(d, p, Random(0))):
        with pytest.raises(ValueError, match="data"):
            function(data, parameters())  # type: ignore[operator]
    with pytest.raises(ValueError, match="report = of 1 numbers"):
        private_wma.losses([F(0)], parameters())


def test_parameters_are_given_back() -> None:
    p = printed(hypotheses="1/2,1/2")
    assert Parameters.read(p.given()) == p
    assert private_wma.are_neighbors(0, 1, p)

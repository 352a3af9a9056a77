"""The estimates of KL divergence in three models: what they are, and how much noise makes them private."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from dpassay.exact import GaussianLaw, as_real, exp, hockey_stick_divergence
from dpassay.experiments.measures.digit_pairs import PAIRS, clients_of
from dpassay.experiments.measures.private_kl import (
    MODELS,
    NONE,
    Sampling,
    delta_of,
    drawn,
    errors,
    largest_shift,
    noise_variance,
    real_delta,
    sensitivities,
    truths,
)
from dpassay.fast.priest_kld_terms import terms_of

HOW = Sampling(sampled=20, draws=30, runs=3, floor=1e-3, seed=0)
ALL = Sampling(sampled=174, draws=400, runs=20, floor=1e-3, seed=0)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_the_estimate_has_the_mean_of_the_divergence_where_all_values_have_both() -> None:
    """Facts 4.1 and 4.2, over all values in place of draws; and not where Pi has a zero."""
    p, pi = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.25, 0.25])
    copies = np.repeat([0, 1, 2], [2, 1, 1])
    parts = terms_of(p[copies], pi[copies], 1e-9)
    assert parts.linear == pytest.approx(0)
    assert parts.logarithm == pytest.approx((pi * np.log(pi / p)).sum())
    assert terms_of(p[:2], np.array([0.5, 0.5]), 1e-9).linear == pytest.approx(-0.5)


def test_with_all_clients_frequencies_are_exact() -> None:
    have, clients = drawn(ALL), clients_of(0)
    assert (have.occurrences.sum(axis=-1) == ALL.draws).all()
    for place, (first, second) in enumerate(PAIRS[:5]):
        shown = clients.distributions[first]
        assert set(have.reference[place].flat) <= set(shown[shown > 0])
        expected = (have.occurrences[place] * clients.distributions[second]).sum(axis=-1) / ALL.draws
        assert have.frequencies[place].mean(axis=-1) == pytest.approx(expected)


def test_sampled_clients_hold_a_value_as_often_as_all() -> None:
    """On average over many draws: within five standard errors, with a fixed seed."""
    how = Sampling(20, 2000, 5, 1e-3, 0)
    have, clients = drawn(how), clients_of(0)
    for place, (_, second) in enumerate(PAIRS[:9]):
        expected = (have.occurrences[place] * clients.distributions[second]).sum() / 10_000
        error = have.frequencies[place].std() / 100
        assert abs(have.frequencies[place].mean() - expected) < 5 * error + 1e-12


def test_truths_are_divergences_with_a_floor() -> None:
    distributions = clients_of(0).distributions
    found = truths(0, 1e-3)
    for place, (first, second) in enumerate(PAIRS):
        terms = [
            float(q) * math.log(float(q) / max(float(p), 1e-3))
            for q, p in zip(distributions[first], distributions[second], strict=True)
            if q
        ]
        assert found[place] == pytest.approx(sum(terms))
    assert (truths(0, 1e-4) > found).all()


# Noise


@pytest.mark.parametrize("epsilon", [Fraction(1, 20), Fraction(1, 2), Fraction(6)])
@pytest.mark.parametrize("mu", [Fraction(1, 10), Fraction(1), Fraction(5)])
def test_delta_is_that_of_the_exact_laws(epsilon: Fraction, mu: Fraction) -> None:
    exact = hockey_stick_divergence(GaussianLaw(mu, 1), GaussianLaw(0, 1), exp(epsilon))
    low, high = as_real(exact).bounds()
    assert float(delta_of(float(mu), float(epsilon))) == pytest.approx(float((low + high) / 2), rel=1e-9, abs=1e-14)


def test_the_largest_shift_uses_all_of_delta() -> None:
    for epsilon in (0.05, 0.5, 6.0, 50.0):
        for delta in (1e-6, 0.05, 0.9):
            mu = largest_shift(epsilon, delta)
            assert float(delta_of(mu, epsilon)) == pytest.approx(delta, rel=1e-6)
            assert float(delta_of(1.01 * mu, epsilon)) > delta
    assert delta_of(np.array([0.0, -1.0]), 1.0).tolist() == [0, 0]


@pytest.mark.parametrize("weight", [0.0, 0.5, 2.0])
def test_no_change_of_an_image_moves_more_than_the_sensitivity(weight: float) -> None:
    """Any counts, any rounds in which the client is sampled: its image is one value before, and another after."""
    coins, how = rng(), Sampling(4, 8, 2, 0.05, 0)
    clients, seen = clients_of(0), sensitivities(how, weight)
    counted = drawn(how).occurrences
    reached = 0.0
    for _ in range(3000):
        place, run = int(coins.integers(90)), int(coins.integers(2))
        x = np.repeat(np.arange(clients.values.size), counted[place, run])
        reference = clients.distributions[PAIRS[place][0]][x]
        before, after = coins.choice(np.unique(x), 2)
        there = coins.random(x.size) < coins.choice([0.5, 1.0])
        held = np.where(x == before, coins.integers(1, 5, x.size), coins.integers(0, 4, x.size))
        changed = held + there * ((x == after).astype(int) - (x == before))
        first, second = (terms_of(h / 4, reference, how.floor) for h in (held, changed))
        linear, logarithm = abs(first.linear - second.linear), abs(first.logarithm - second.logarithm)
        moved = abs(weight * (first.linear - second.linear) + first.logarithm - second.logarithm)
        assert moved <= seen.estimate[place, run] + 1e-12
        assert linear <= seen.linear[place, run] + 1e-12
        assert logarithm <= seen.logarithm[place, run] + 1e-12
        assert np.linalg.norm((held - changed) / 4) <= seen.frequencies[place, run] + 1e-12
        reached = max(reached, float(moved / seen.estimate[place, run]))
    assert reached > 0.6  # a bound that is much too large would not be a sensitivity


def test_the_sensitivity_is_reached_by_the_most_frequent_value() -> None:
    """Where lambda is 0: nobody holds it, and then in each round one client does."""
    how = Sampling(4, 8, 2, 0.05, 0)
    most = drawn(how).occurrences.max(axis=-1)
    assert sensitivities(how, 0.0).estimate == pytest.approx(most * math.log((1 / 4) / 0.05) / 8)


@pytest.mark.parametrize("weight", [0.0, 0.7])
def test_corrected_noise_is_as_private_as_it_says(weight: float) -> None:
    seen = sensitivities(HOW, weight)
    budget = {"epsilon": 0.5, "delta": 0.05}
    for model, reach in (("Trusted", seen.estimate), ("Dist", seen.frequencies)):
        variance = noise_variance(model, "corrected", HOW, weight, **budget)
        assert delta_of(reach / np.sqrt(variance), 0.5) == pytest.approx(np.full(variance.shape, 0.05))
        assert real_delta(model, "corrected", HOW, weight, **budget) == 0.05
    # Of TAgg each part has variance reach * sum of reaches / mu^2: the shifts in standard deviations make mu together.
    linear, logarithm = weight * seen.linear, seen.logarithm
    total = noise_variance("TAgg", "corrected", HOW, weight, **budget)
    parts = [part * (linear + logarithm) / largest_shift(0.5, 0.05) ** 2 for part in (linear, logarithm)]
    assert sum(parts) == pytest.approx(total)
    mu = np.sqrt(linear**2 / np.maximum(parts[0], 1e-30) + logarithm**2 / parts[1])
    assert delta_of(mu, 0.5) == pytest.approx(np.full(mu.shape, 0.05))


def test_printed_noise_is_what_is_printed() -> None:
    budget = {"epsilon": 0.5, "delta": 0.05}
    once = 2 * math.log(25) * 0.7 / 0.5
    expected = {
        "Trusted": once,
        "TAgg": 4 / 30**2 * (2 * math.log(25) * 0.7 / (math.sqrt(2) * 0.5 / 30)),
        "Dist": 2 * math.log(25) * (math.sqrt(2) / 30) / 0.5,
    }
    for model in MODELS:
        assert noise_variance(model, "printed", HOW, 0.1, **budget) == pytest.approx(np.full((90, 3), expected[model]))


def test_printed_noise_is_not_private_here() -> None:
    """With few clients, the noise of Theorem 4.9 is too small; that of both sums is the same, and cancels."""
    few = Sampling(9, 30, 3, 1e-3, 0)
    budget = {"epsilon": 0.5, "delta": 0.05}
    assert real_delta("Trusted", "printed", few, 0.1, **budget) > 0.05
    assert real_delta("TAgg", "printed", few, 0.1, **budget) == 1
    assert real_delta("Dist", "printed", few, 0.1, **budget) > 0.05
    assert real_delta("Trusted", "printed", Sampling(174, 30, 3, 1e-3, 0), 0.1, **budget) < 0.05


# Errors


def test_with_all_clients_and_no_noise_draws_alone_make_the_error() -> None:
    """The estimates lie around the truth: the mean of all runs within five standard errors, for lambda = 0."""
    parts = terms_of(drawn(ALL).frequencies, drawn(ALL).reference, ALL.floor)
    gap = parts.logarithm - truths(0, ALL.floor)[:, np.newaxis]
    assert (abs(gap.mean(axis=1)) < 5 * gap.std(axis=1) / math.sqrt(ALL.runs) + 1e-12).all()
    found = errors(NONE, "", ALL, 0.0, epsilon=0.0, delta=0.0)
    assert found.squared == pytest.approx((gap**2).mean(axis=1))
    assert (found.noise == 0).all()


@pytest.mark.parametrize("calibration", ["printed", "corrected"])
def test_noise_at_the_end_adds_its_variance(calibration: str) -> None:
    budget = {"epsilon": 0.5, "delta": 0.05}
    quiet = errors(NONE, "", HOW, 0.3, **budget)
    for model in ("Trusted", "TAgg"):
        variance = noise_variance(model, calibration, HOW, 0.3, **budget).mean(axis=1)
        found = errors(model, calibration, HOW, 0.3, **budget)
        assert found.squared == pytest.approx(quiet.squared + variance)
        assert found.noise == pytest.approx(np.sqrt(variance))


def test_noise_of_frequencies_vanishes_with_a_large_budget() -> None:
    quiet = errors(NONE, "", HOW, 0.3, epsilon=1.0, delta=0.05).squared
    gaps = [
        abs(errors("Dist", "corrected", HOW, 0.3, epsilon=e, delta=0.05).squared - quiet).mean() for e in (1.0, 1e9)
    ]
    assert gaps[1] < gaps[0] / 20
    again = errors("Dist", "corrected", HOW, 0.3, epsilon=1.0, delta=0.05)
    assert (again.squared == errors("Dist", "corrected", HOW, 0.3, epsilon=1.0, delta=0.05).squared).all()

"""Private estimates of KL(Pi || P) on pairs of digits, in three models of trust: noise as printed, and corrected.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Algorithms 1 to 3, Corollary 3.1 and Section 5. For x_1, ..., x_T drawn from Pi, and in round t a
fresh uniform set of m clients, of whom H_t hold x_t,

    estimate = 1/T sum_t [lambda (r_t - 1) - log r_t],    r_t = max{H_t / m, tau} / Pi(x_t).

Zero counts. The paper says nothing of them in two models, where log 0 would be published; in the third it has the floor
tau. Here all models have that floor, and so has the truth that they are measured against:
sum_x Pi(x) log(Pi(x) / max{P(x), tau}), with P of all clients. Pi has zeros too: r then has a mean below 1, and lambda
moves the estimate. That Facts 4.1 and 4.2 say otherwise is because they take Pi to have full support.

Noise as printed, with L = log(1.25 / delta): N(0, 2 L Delta / epsilon), read as a variance, with Delta = 0.7
(Theorem 4.9, though that asks for each of the 2^16 values twice); "TAgg" adds one eta' at sqrt(2) epsilon / T to both
sums, "Dist" noise with Delta = sqrt(2) / T to each frequency. The sign of A in Algorithm 2 is repaired, for as printed
it estimates -KL.

Noise as corrected: Gaussian noise with its exact privacy (Balle and Wang 2018), for the sensitivity of what is seen
when one client's image changes: given the x_t, which are public, and whatever clients are sampled. Let x occur c(x)
times among the x_t, and let h_x(j) = lambda (v_(j+1) - v_j) / Pi(x) - log(v_(j+1) / v_j), where v_j = max{j / m, tau}:
one more image of x moves a round by some h_x(j). One image is replaced by another, so T times the estimate moves by at
most the largest c(x) h_x(j) less the smallest, and 0 counts among both. The two parts of "TAgg" get independent noise,
of which the sum is least; the frequencies of "Dist" move by at most sqrt(c(x) + c(y)) / m together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import log, sqrt
from typing import Final

import numpy as np
from scipy.special import log_ndtr

from dpassay.experiments.frame.runs import generator
from dpassay.experiments.measures.digit_pairs import PAIRS, Floats, Integers, clients_of
from dpassay.fast.gaussian import calibrate
from dpassay.fast.priest_kld_parts import PRINTED_SENSITIVITY
from dpassay.fast.priest_kld_terms import Terms, terms_of

NONE: Final = "none"
MODELS: Final = ("Trusted", "TAgg", "Dist")
CALIBRATIONS: Final = ("printed", "corrected")


@dataclass(frozen=True, slots=True)
class Sampling:
    """How clients and values are drawn.

    Attributes:
        sampled: m, the clients in a round.
        draws: T, the rounds.
        runs: how often everything is repeated.
        floor: tau.
        seed: decides everything.
    """

    sampled: int
    draws: int
    runs: int
    floor: float
    seed: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn for all pairs and runs.

    Attributes:
        reference: Pi(x_t); shape (90, runs, T).
        frequencies: H_t / m; the same shape.
        occurrences: c(x), how often x is among the x_t; shape (90, runs, k).
    """

    reference: Floats
    frequencies: Floats
    occurrences: Integers


@lru_cache(maxsize=8)
def drawn(how: Sampling) -> Drawn:
    """Draw values from Pi, and how many of the clients sampled hold them: a hypergeometric number in each round."""
    clients = clients_of(how.seed)
    shape = (how.runs, how.draws)
    parts = []
    for first, second in PAIRS:
        rng = generator("private-kl", how.seed, how.sampled, how.draws, first, second)
        x = rng.choice(clients.values.size, size=shape, p=clients.distributions[first])
        good = clients.counts[second][x]
        held = rng.hypergeometric(good, clients.number - good, how.sampled)
        counted = np.array([np.bincount(row, minlength=clients.values.size) for row in x])
        parts.append((clients.distributions[first][x], held / how.sampled, counted))
    return Drawn(*map(np.array, zip(*parts, strict=True)))


@cache
def truths(seed: int, floor: float) -> Floats:
    """The divergence of each pair, with the floor."""
    distributions = clients_of(seed).distributions
    return np.array([_divergence(distributions[a], distributions[b], floor) for a, b in PAIRS])


def _divergence(reference: Floats, other: Floats, floor: float) -> float:
    there = reference > 0
    return float((reference[there] * np.log(reference[there] / np.maximum(other[there], floor))).sum())


# Noise


def delta_of(mu: float | Floats, epsilon: float) -> Floats:
    """The least delta of N(mu, 1) against N(0, 1) at epsilon, exactly but for rounding (Balle and Wang 2018)."""
    safe = np.maximum(mu, 1e-12)
    delta = np.exp(log_ndtr(safe / 2 - epsilon / safe)) - np.exp(epsilon + log_ndtr(-safe / 2 - epsilon / safe))
    return np.where(np.asarray(mu) > 0, np.maximum(delta, 0.0), 0.0)


@cache
def largest_shift(epsilon: float, delta: float) -> float:
    """The largest shift mu, in standard deviations of the noise, that is (epsilon, delta)-private."""
    return 1 / calibrate(epsilon, delta)


@dataclass(frozen=True, slots=True)
class Sensitivities:
    """How far what is seen can move when one image changes; each of shape (90, runs).

    Attributes:
        estimate: the estimate, at a lambda.
        linear: the mean of r.
        logarithm: the mean of log r.
        frequencies: the vector of all frequencies.
    """

    estimate: Floats
    linear: Floats
    logarithm: Floats
    frequencies: Floats


@lru_cache(maxsize=32)
def sensitivities(how: Sampling, weight: float) -> Sensitivities:
    """All of them, where lambda is ``weight``."""
    counted = drawn(how).occurrences
    distributions = clients_of(how.seed).distributions
    values = np.maximum(np.arange(how.sampled + 1) / how.sampled, how.floor)
    steps, log_steps = np.diff(values), np.diff(np.log(values))
    references = np.array([distributions[first] for first, _ in PAIRS])[:, np.newaxis, :]
    inverse = np.divide(1, references, out=np.zeros_like(references), where=references > 0)
    moves = weight * inverse[..., np.newaxis] * steps - log_steps
    up = (counted * np.maximum(moves.max(axis=-1), 0)).max(axis=-1)
    down = (counted * np.minimum(moves.min(axis=-1), 0)).min(axis=-1)
    two_largest = np.partition(counted, -2, axis=-1)[..., -2:].sum(axis=-1)
    return Sensitivities(
        (up - down) / how.draws,
        (counted * inverse).max(axis=-1) * steps.max() / how.draws,
        counted.max(axis=-1) * log_steps.max() / how.draws,
        np.sqrt(two_largest) / how.sampled,
    )


def noise_variance(
    model: str, calibration: str, how: Sampling, weight: float, *, epsilon: float, delta: float
) -> Floats:
    """The variance of all the noise in an estimate; of "Dist" that in a frequency. Shape (90, runs)."""
    seen = sensitivities(how, weight)
    if calibration == "printed":
        return np.full_like(seen.estimate, _printed_variance(model, how.draws, epsilon, delta))
    reach = {
        "Trusted": seen.estimate,
        "TAgg": weight * seen.linear + seen.logarithm,  # with noise of each part so split that the sum is least
        "Dist": seen.frequencies,
    }
    variance: Floats = (reach[model] / largest_shift(epsilon, delta)) ** 2
    return variance


def _printed_variance(model: str, draws: int, epsilon: float, delta: float) -> float:
    per_unit = 2 * log(1.25 / delta) / epsilon
    if model == "Dist":
        return per_unit * sqrt(2) / draws
    once = per_unit * PRINTED_SENSITIVITY
    # eta' has epsilon' = sqrt(2) epsilon / T, and 2 eta' / T is what it adds to the estimate.
    return once if model == "Trusted" else (2 / draws) ** 2 * once * draws / sqrt(2)


def real_delta(model: str, calibration: str, how: Sampling, weight: float, *, epsilon: float, delta: float) -> float:
    """The delta that the noise guarantees for what the server sees, in the worst pair and run.

    The noise of "TAgg" as printed is the same in both sums: their difference has none, and nothing is guaranteed.
    """
    if calibration == "corrected":
        return delta
    if model == "TAgg":
        return 1.0
    seen = sensitivities(how, weight)
    reach = seen.estimate if model == "Trusted" else seen.frequencies
    variance = noise_variance(model, calibration, how, weight, epsilon=epsilon, delta=delta)
    return float(delta_of(reach / np.sqrt(variance), epsilon).max())


# Errors


@dataclass(frozen=True, slots=True)
class Errors:
    """Of each pair, over all runs: the mean squared error, and the root of the mean square of what noise adds."""

    squared: Floats
    noise: Floats


@lru_cache(maxsize=8)
def _quiet(how: Sampling) -> Terms:
    have = drawn(how)
    return terms_of(have.frequencies, have.reference, how.floor)


@lru_cache(maxsize=4)
def _noisy(calibration: str, how: Sampling, epsilon: float, delta: float) -> Terms:
    """The parts of the estimate where each frequency has noise of its own, which is of no lambda."""
    have = drawn(how)
    rng = generator("private-kl noise", how.seed, how.sampled, how.draws, calibration, str(epsilon))
    deviation = np.sqrt(noise_variance("Dist", calibration, how, 0.0, epsilon=epsilon, delta=delta))
    noise = rng.standard_normal(have.frequencies.shape) * deviation[..., np.newaxis]
    return terms_of(have.frequencies + noise, have.reference, how.floor)


def errors(model: str, calibration: str, how: Sampling, weight: float, *, epsilon: float, delta: float) -> Errors:
    """Measure a model; noise that is added to the estimate itself is not drawn, but counted with its variance."""
    truth = truths(how.seed, how.floor)[:, np.newaxis]
    quiet = _quiet(how).estimate(weight)
    if model == NONE:
        return Errors(_mean_square(quiet - truth), np.zeros(len(truth)))
    if model == "Dist":
        noisy = _noisy(calibration, how, epsilon, delta).estimate(weight)
        return Errors(_mean_square(noisy - truth), np.sqrt(_mean_square(noisy - quiet)))
    added = noise_variance(model, calibration, how, weight, epsilon=epsilon, delta=delta).mean(axis=1)
    return Errors(_mean_square(quiet - truth) + added, np.sqrt(added))


def _mean_square(values: Floats) -> Floats:
    squares: Floats = np.square(values).mean(axis=1)
    return squares

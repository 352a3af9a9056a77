"""Our own mechanisms as pipelines, as users would write or call them, and beside them mutants.

Numbers that must be exact are given as texts. What a mutant does wrong stands in its docstring.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from dpassay.audit import primitive
from dpassay.fast.discrete_laplace import discrete_laplace
from dpassay.fast.exponential import exponential
from dpassay.fast.gaussian import gaussian
from dpassay.fast.label_clipping import label_clipping
from dpassay.fast.laplace import laplace
from dpassay.fast.lazy_to_private import lazy_to_private
from dpassay.fast.multiplicative_weights import multiplicative_weights
from dpassay.fast.mwem import mwem
from dpassay.fast.priest_kld import priest_kld
from dpassay.fast.private_exp3 import PrivateExp3, private_exp3
from dpassay.fast.private_exp3 import scheme as exp3_scheme
from dpassay.fast.private_pac import private_pac
from dpassay.fast.private_wma import PrivateWMA, private_wma
from dpassay.fast.private_wma import scheme as wma_scheme
from dpassay.fast.projected_smooth_mwem import projected_smooth_mwem
from dpassay.fast.smooth_mwem import smooth_mwem
from dpassay.fast.subsampled_net import subsampled_net as draw_net
from dpassay.reference import MECHANISMS, subsampled_net
from dpassay.reference import label_clipping as label_clipping_law
from dpassay.reference import mwem_rounds as rounds_of
from dpassay.reference.mwem_setting import grain, sensitivity
from dpassay.reference.smooth_mwem_setting import candidates
from dpassay.reference.smooth_projection import projected

Matrix = list[list[int]]


@primitive("choice", input="weights")
def among(weights: list[Fraction], *, rng: Any) -> int:
    """Return a place, with probabilities that are exactly in proportion to the weights."""
    unit = math.lcm(*(weight.denominator for weight in weights))
    ends = np.cumsum([int(weight * unit) for weight in weights])
    return int(np.searchsorted(ends, rng.integers(ends[-1]), side="right"))


# Learners


def hedge(data: Matrix, *, rng: Any, rate: str, speed: int = 1) -> list[int]:
    """Choose an expert in each round, by its rewards so far."""
    epsilon, totals, chosen = 2 * speed * Fraction(rate), [0] * len(data[0]), []
    for rewards in data:
        chosen.append(int(exponential(totals, size=1, rng=rng, epsilon=epsilon, sensitivity=1)[0]))
        totals = [total + reward for total, reward in zip(totals, rewards, strict=True)]
    return chosen


def hedge_twice_as_fast(data: Matrix, *, rng: Any, rate: str) -> list[int]:
    """Weights are squared: the half of the exponential mechanism is forgotten."""
    return hedge(data, rng=rng, rate=rate, speed=2)


def hedge_as_it_is(data: Matrix, *, rng: Any, rate: str) -> Any:
    return multiplicative_weights(
        data, size=1, rng=rng, learning_rate=Fraction(rate), rounds=len(data), experts=len(data[0])
    )


def lazy(data: Matrix, *, rng: Any, exp_rate: str, fake_switch: str) -> list[tuple[int, int, int]]:
    """L2P with batches of one round, and all that its analysis looks at: model, partner, and if a coin fell 0."""
    growth, fake, models = Fraction(exp_rate), Fraction(fake_switch), range(len(data[0]))
    lost, fresh = [0] * len(models), [Fraction(1, len(models))] * len(models)
    x, y = (among(fresh, rng=rng) for _ in range(2))
    states = [(x, y, 0)]
    for losses in data[:-1]:
        lost = [total + loss for total, loss in zip(lost, losses, strict=True)]
        fresh = [growth**-total / sum(growth**-other for other in lost) for total in lost]
        keep_x = (1 - fake) * growth ** (losses[y] - losses[x] - 2)
        moves = {(x, y, 0): keep_x * (1 - fake)}
        for a, b in product(models, repeat=2):
            left, right = (x == a) * keep_x, (y == b) * (1 - fake)
            anew = (1 - keep_x) * fresh[a], fake * fresh[b]
            moves[a, b, 1] = left * anew[1] + anew[0] * right + anew[0] * anew[1]
        x, y, coin = list(moves)[among(list(moves.values()), rng=rng)]
        states.append((x, y, coin))
    return states


def lazy_thrice_as_fast(data: Matrix, *, rng: Any, exp_rate: str, fake_switch: str) -> list[tuple[int, int, int]]:
    """Losses count three times."""
    return lazy(data, rng=rng, exp_rate=Fraction(exp_rate) ** 3, fake_switch=fake_switch)


def lazy_as_it_is(data: Matrix, *, rng: Any, exp_rate: str, fake_switch: str) -> Any:
    return lazy_to_private(
        data, size=1, rng=rng, exp_learning_rate=exp_rate, batch=1, fake_switch=Fraction(fake_switch),
        rounds=len(data), experts=len(data[0]),
    )  # fmt: skip


def pac(data: Matrix, *, rng: Any, epsilon: str, sensitivity: str = "1") -> int:
    """Choose an AND of some bits, the likelier the fewer its mistakes; the last bit of a row is its label."""
    bits = len(data[0]) - 1
    mistakes = []
    for subset in range(1 << bits):
        asked = [place for place in range(bits) if subset >> (bits - 1 - place) & 1]
        mistakes.append(sum(all(row[place] for place in asked) != row[-1] for row in data))
    scores = [-count for count in mistakes]
    return int(exponential(scores, size=1, rng=rng, epsilon=Fraction(epsilon), sensitivity=Fraction(sensitivity))[0])


def pac_of_half_the_sensitivity(data: Matrix, *, rng: Any, epsilon: str) -> int:
    """A score is taken to move by a half."""
    return pac(data, rng=rng, epsilon=epsilon, sensitivity="1/2")


def pac_as_it_is(data: Matrix, *, rng: Any, epsilon: str) -> Any:
    return private_pac(data, size=1, rng=rng, epsilon=Fraction(epsilon), dimension=len(data[0]) - 1)


# Local reports: the data are the labels of users, of whom one has another label


def clipped(data: list[int], *, rng: Any, hypotheses: str, rounds: int) -> list[int]:
    return [int(label_clipping(y, size=1, rng=rng, hypotheses=hypotheses, rounds=rounds)[0]) for y in data]


def clipped_twice(data: list[int], *, rng: Any, hypotheses: str, rounds: int) -> list[list[int]]:
    """Each label is clipped in two releases."""
    return [clipped(data, rng=rng, hypotheses=hypotheses, rounds=rounds) for _ in range(2)]


def majority(data: list[int], *, rng: Any, hypotheses: str, rounds: int, epsilon: str, delta: str) -> list[Any]:
    """Reports of private weighted majority, and what the learner makes of them."""
    given = {"epsilon": Fraction(epsilon), "delta": Fraction(delta), "rounds": rounds}
    reports = [private_wma(y, size=1, rng=rng, hypotheses=hypotheses, **given)[0] for y in data]
    count = len(reports[0])
    learner = PrivateWMA(wma_scheme(hypotheses=count, **given))
    for report in reports:
        learner.update(report, len(hypotheses.partition(";")[0].split(",")))
    return [*(report.tolist() for report in reports), learner.weights.normalized().tolist()]


def majority_of_too_little_noise(data: list[int], *, rng: Any, epsilon: str, **given: Any) -> list[Any]:
    """The noise is that of sixteen times the budget."""
    return majority(data, rng=rng, epsilon=16 * Fraction(epsilon), **given)


def majority_of_one_noise(
    data: list[int], *, rng: Any, hypotheses: str, rounds: int, epsilon: str, delta: str
) -> list[Any]:
    """All numbers of a report carry one noise, so that their differences tell the clipped label."""
    setting = label_clipping_law.Parameters.read(hypotheses=hypotheses, rounds=rounds)
    likelihoods = label_clipping_law.induced(setting)
    scale = wma_scheme(
        hypotheses=len(likelihoods), rounds=rounds, epsilon=Fraction(epsilon), delta=Fraction(delta)
    ).noise.scale
    reports = []
    for y in data:
        heard = label_clipping(y, size=1, rng=rng, hypotheses=hypotheses, rounds=rounds)[0]
        noise = laplace(0, size=1, rng=rng, epsilon=1, sensitivity=Fraction(scale))[0]
        reports.append([float(np.log(float(row[heard])) + noise) for row in likelihoods])
    return reports


def exp3(
    data: list[int], *, rng: Any, hypotheses: str, rounds: int, epsilon: str, calibration: str = "corrected"
) -> list[Any]:
    """Reports of private EXP3, and what the learner makes of them."""
    given = {"epsilon": Fraction(epsilon), "rounds": rounds, "calibration": calibration}
    rows = np.concatenate([private_exp3(y, size=1, rng=rng, hypotheses=hypotheses, **given) for y in data])
    learner = PrivateExp3(exp3_scheme(hypotheses=hypotheses.count(";") + 1, **given))
    learner.update(rows, len(hypotheses.partition(";")[0].split(",")))
    return [rows.tolist(), learner.weights.normalized().tolist()]


# Data release by queries


def queries_by_hand(data: list[int], *, rng: Any, mechanism: str, one_noise: bool = False, **given: Any) -> list[int]:
    """MWEM and its smooth forms: choose a query by its error, add noise to its sum, and reweigh."""
    given = {name: Fraction(value) if isinstance(value, float) else value for name, value in given.items()}
    setting: Any = MECHANISMS[mechanism].Parameters.read(given)
    budget = {"size": 1, "rng": rng, "epsilon": given["epsilon"] / (2 * setting.rounds)}
    width, unit, points = sensitivity(setting), grain(setting), tuple(data)
    ends = rounds_of.measured_range(len(points), setting)
    offered = range(len(setting.queries)) if mechanism == "mwem" else candidates(len(points), setting)
    noise = discrete_laplace(0, sensitivity=int(unit * width), **budget)[0] if one_noise else None
    weights, transcript = rounds_of.uniform(setting), []
    for _ in range(setting.rounds):
        scores = [rounds_of.score(setting.queries[j], weights, points) for j in offered]
        j = offered[exponential(scores, sensitivity=width, **budget)[0]]
        true = int(unit * rounds_of.record_sum(setting.queries[j], points))
        noisy = discrete_laplace(true, sensitivity=int(unit * width), **budget)[0] if noise is None else true + noise
        measured = int(min(max(noisy, ends[0]), ends[-1]))
        weights = rounds_of.updated(weights, setting.queries[j], Fraction(measured, unit * len(points)))
        if mechanism == "projected_smooth_mwem":
            weights = projected(weights, setting.sigma)
        transcript += [j, measured]
    return transcript


def queries_with_one_noise(data: list[int], *, rng: Any, **given: Any) -> list[int]:
    """The sums of all rounds carry one noise."""
    return queries_by_hand(data, rng=rng, one_noise=True, **given)


def queries_as_they_are(data: list[int], *, rng: Any, mechanism: str, **given: Any) -> list[int]:
    run: Any = {"mwem": mwem, "smooth_mwem": smooth_mwem, "projected_smooth_mwem": projected_smooth_mwem}[mechanism]
    return [int(entry) for entry in run(data, size=1, rng=rng, **given)[0]]


def net_by_hand(data: list[int], *, rng: Any, epsilon: str, **given: Any) -> list[list[int]]:
    """Points that are drawn without the data, and a few of them, the likelier the better they answer all queries."""
    setting = subsampled_net.Parameters.read(given, epsilon=Fraction(epsilon))
    universe, points = setting.universe, tuple(data)
    held = sorted({int(rng.choice(universe, p=[1 / universe] * universe)) for _ in range(setting.drawn)})
    nets = list(combinations_with_replacement(held, setting.points))
    scores = [-subsampled_net.score(points, net, setting) for net in nets]
    place = exponential(scores, size=1, rng=rng, epsilon=Fraction(epsilon), sensitivity=setting.sensitivity)[0]
    return [held, list(nets[place])]


def net_as_it_is(data: list[int], *, rng: Any, epsilon: str, **given: Any) -> list[int]:
    return [int(part) for part in draw_net(data, size=1, rng=rng, epsilon=Fraction(epsilon), **given)[0]]


# Estimates of KL divergence


def estimate(data: Matrix, *, rng: Any, epsilon: str, delta: str, **given: Any) -> list[float]:
    """All that the server of PRIEST-KLD sees: which letters were asked for, and noisy numbers."""
    budget = {"epsilon": Fraction(epsilon), "delta": Fraction(delta)}
    return priest_kld(data, size=1, rng=rng, clients=len(data), **budget, **given)[0].tolist()


def estimate_of_a_larger_budget(data: Matrix, *, rng: Any, epsilon: str, **given: Any) -> list[float]:
    """The noise is that of four times the budget."""
    return estimate(data, rng=rng, epsilon=4 * Fraction(epsilon), **given)


def frequencies(data: Matrix, *, rng: Any, letters: list[int], sigma: list[str]) -> list[float]:
    """Model "dist" with letters that are known: a noisy frequency of each."""
    held = [letter for items in data for letter in items]
    shares = [Fraction(held.count(letter), len(held)) for letter in letters]
    return [float(gaussian(share, size=1, rng=rng, sensitivity=1, sigma=Fraction(sigma[0]))[0]) for share in shares]


def sums(data: Matrix, *, rng: Any, letters: list[int], reference: list[str], sigma: list[str]) -> list[float]:
    """Model "tagg" with letters that are known: two noisy sums."""
    return [
        float(gaussian(number, size=1, rng=rng, sensitivity=1, sigma=Fraction(sigma[0]))[0])
        for number in two_sums(data, letters, reference)
    ]


def sums_with_one_noise(
    data: Matrix, *, rng: Any, letters: list[int], reference: list[str], sigma: list[str]
) -> list[float]:
    """Both sums carry one noise, as printed."""
    noise = gaussian(0, size=1, rng=rng, sensitivity=1, sigma=Fraction(sigma[0]))[0]
    return [float(number + noise) for number in two_sums(data, letters, reference)]


def trusted(data: Matrix, *, rng: Any, letters: list[int], reference: list[str], sigma: list[str]) -> float:
    """Model "trusted" with letters that are known: the estimate with noise."""
    number = sum(two_sums(data, letters, reference)) / len(letters)
    return float(gaussian(number, size=1, rng=rng, sensitivity=1, sigma=Fraction(sigma[0]))[0])


def two_sums(data: Matrix, letters: list[int], reference: list[str]) -> list[float]:
    """The sums of -log r and of r - 1."""
    held = [letter for items in data for letter in items]
    ratios = [Fraction(held.count(letter), len(held)) / Fraction(reference[letter]) for letter in letters]
    return [-math.fsum(map(math.log, ratios)), float(sum(ratios) - len(ratios))]

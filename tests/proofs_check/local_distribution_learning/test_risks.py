"""What the claims on the two private learners compute themselves, by other formulas."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from numpy.polynomial.laguerre import laggauss
from scipy.integrate import quad

from dpassay.exact import as_real, log
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES, Instance
from dpassay.proofs_check.local_distribution_learning import (
    games_of_given_noises,
    kl_steps,
    liar_games,
    noise_means,
    regret,
    risk_terms,
    sima_33,
    sima_49,
)
from dpassay.reference import label_clipping, private_exp3, private_wma
from dpassay.reference import privatized_likelihood as shared


def answer(name: str, instance: Instance) -> bool:
    told = PROPERTIES[name]
    assert told.applies(instance)
    return told.holds(instance)


HALF = Fraction(1, 2)


def said(liar: tuple[int, int] | None, t: int) -> tuple[Fraction, Fraction]:
    """What f* (None) and the liar of round g for the label s say in round t."""
    if liar is None or t < liar[0]:
        return HALF, HALF
    quarter = Fraction(1, 4)
    at_last = Fraction(1), Fraction(0)
    return at_last if t > liar[0] else ((1 - quarter, quarter) if liar[1] == 0 else (quarter, 1 - quarter))


def risk_on_liars(rounds: int, experts: int, tilt: float, labels: tuple[int, ...]) -> float:
    """The KL-risk of Algorithm 1 without noise for one sequence of labels, from the definitions."""
    liars: list[tuple[int, int] | None] = [None, *product(range(1, rounds), (0, 1))]
    counts = [experts - len(liars) + 1, *[1] * (len(liars) - 1)]
    exponents, total = [0.0] * len(liars), 0.0
    for t, label in enumerate(labels, start=1):
        laws = [said(liar, t) for liar in liars]
        parts = [math.ceil(2 * max(column)) for column in zip(*laws, strict=True)]
        stray = Fraction(1, rounds * sum(parts))
        rows = [[float((1 - Fraction(1, rounds)) * law[y] / parts[y] + stray) for y in (0, 1)] for law in laws]
        weights = [n * math.exp(e - max(exponents)) for n, e in zip(counts, exponents, strict=True)]
        p = [parts[y] * sum(w * row[y] for w, row in zip(weights, rows, strict=True)) / sum(weights) for y in (0, 1)]
        total -= math.log(4 * p[0] * p[1]) / 2
        exponents = [e + tilt * math.log(row[label]) for e, row in zip(exponents, rows, strict=True)]
    return total


@pytest.mark.parametrize(("rounds", "experts"), [(3, 5), (5, 100), (6, 10**6)])
def test_liars_cost_at_least_what_is_claimed(rounds: int, experts: int) -> None:
    instance = {"rounds": rounds, "experts": experts, "epsilon": str(10**40), "delta": "1/10", "gamma": "3"}
    floor, at = liar_games.least_risk(instance)
    paid = [risk_on_liars(rounds, experts, float(at.tilt), labels) for labels in product((0, 1), repeat=rounds)]
    assert min(paid) >= float(floor) - 1e-9
    if experts > 100:
        assert float(floor) > 0.8 * min(paid)  # the floor is not an empty one


def clipping_of(learner: label_clipping.Clipped) -> label_clipping.Parameters:
    return label_clipping.Parameters(learner.hypotheses, learner.rounds, learner.calibration)


@pytest.mark.parametrize("algorithm", [1, 2])
def test_sides_of_the_lemmas_from_the_reference_learners(algorithm: int) -> None:
    noises = [["1/2", "-3/4"], ["-1/4", "1/3"]]
    given = {"hypotheses": "5/6,1/12,1/12;1/12,1/12,5/6", "rounds": 2, "epsilon": "2"}
    instance = {**given, "algorithm": algorithm, "delta": "1/10", "gamma": "1", "truth": 1}
    left, right = games_of_given_noises.privacy_sides({**instance, "noises": noises})
    gamma = Fraction(1)
    if algorithm == 1:
        mixed = private_wma.Parameters.read({**given, "delta": "1/10", "calibration": "printed"})
        eta, largest = as_real(log(2)).sqrt(), private_wma.largest_noise(mixed, gamma)
        c, parameters = private_wma.normalization(mixed, gamma), clipping_of(mixed)
    else:
        pure = private_exp3.Parameters.read({**given, "calibration": "printed"})
        eta, largest = private_exp3.step_size(pure), private_exp3.largest_noise(pure, gamma)
        c, parameters = private_exp3.normalization(pure, gamma), clipping_of(pure)
    rows, counts = label_clipping.likelihoods(parameters), label_clipping.sizes(parameters)
    law = parameters.hypotheses[1]
    added = [[largest * Fraction(x) for x in row] for row in noises]
    start = shared.initial_weights(parameters)
    paths = [(1.0, start)]
    for y, count in enumerate(counts):
        moved = tuple(
            shared.normalized_loss(as_real(log(rows[j][y])) + added[0][j], largest, parameters) for j in (0, 1)
        )
        shown = [moved] if algorithm == 1 else [(moved[0], as_real(0)), (as_real(0), moved[1])]
        chance = float(count * rows[1][y]) / len(shown)
        paths += [(chance, shared.update(start, losses, eta)) for losses in shown]
    paid = noise = 0.0
    for place, (chance, weights) in enumerate(paths):
        t = min(place, 1)
        predicted = shared.prediction(weights, parameters)
        paid += chance * sum(
            float(f) * math.log(float(f) / float(as_real(p))) for f, p in zip(law, predicted, strict=True)
        )
        share = float(weights[0]) / (float(weights[0]) + float(weights[1]))
        noise += chance * (share * float(added[t][0]) + (1 - share) * float(added[t][1]) - float(added[t][1]))
    bound = math.sqrt(4 * math.log(2) * algorithm) / float(c) + 3 * math.log(4) + noise
    assert abs(float(left) - paid) < 1e-9
    assert abs(float(right) - bound) < 1e-6


def test_the_printed_rate_fails_and_the_true_one_does_not() -> None:
    turns = sima_33.taking_turns(50, 200)
    assert not answer("sima33", turns)
    assert answer("sima33-corrected", turns)
    eta = math.sqrt(2 * 100 * math.log(100) / 400)
    assert abs(float(sima_33.regret_at(turns, 100)) - 100 * math.tanh(eta / 2)) < 1e-9


def test_what_jensen_adds_is_needed() -> None:
    instance = sima_49.point_masses(3, 20, "1/1000000")
    assert not answer("sima49", instance)
    assert answer("sima49-corrected", instance)
    at = kl_steps.read_round(instance)
    on_parts = sum(float(p) * math.log(p / q) for p, q in zip(at.on_parts, at.mixture, strict=True) if p)
    clipped = sum(float(p) * math.log(p / q) for p, q in zip(at.truth, at.mixture, strict=True) if p)
    assert abs(float(sima_49.kl_gap(at).as_real()) - (on_parts - clipped)) < 1e-12


def test_the_sharper_regret_bound_is_not_an_empty_one() -> None:
    members = list(FAMILIES["sima-wide-hidden-games"].instances())
    assert all(answer("sima41-regret", instance) for instance in members)
    largest = max(Fraction(entry) for instance in members for row in instance["losses"] for entry in row)
    assert largest == Fraction(8, 7)


def regret_for_shown(losses: list[list[float]], shown: tuple[int, ...], eta: float) -> list[float]:
    """For each i, sum_t (w^t.Y~_t - Y~_{t,i}) where the coordinates ``shown`` are published."""
    count = len(losses[0])
    totals, paid = [0.0] * count, 0.0
    for row, j in zip(losses, shown, strict=True):
        weights = [math.exp(-eta * total) for total in totals]
        paid += weights[j] / sum(weights) * row[j]
        totals[j] += row[j]
    return [paid - total for total in totals]


def test_both_bounds_of_lemma_7_from_all_shown_coordinates() -> None:
    losses, eta = [[0.0, 1.0, 0.5], [1.0, 0.25, 0.0], [0.0, 1.0, 1.0]], 0.5
    every = [regret_for_shown(losses, shown, eta) for shown in product(range(3), repeat=3)]
    largest = max(math.fsum(column) / len(every) for column in zip(*every, strict=True))
    instance = {"losses": [[str(Fraction(v)) for v in row] for row in losses], "rate": "1/2"}
    assert abs(float(regret.hidden_regret(instance)) / 3 - largest) < 1e-12
    assert answer("sima40-rates", instance)
    alone = {"losses": [["0", "1"]] * 12, "rate": "1/2"}
    assert answer("sima40-rates", alone)
    assert not answer("sima40-rates-too-sharp", alone)


def test_noises_against_the_truth_make_the_right_side_least() -> None:
    game = {"hypotheses": "1,0;0,1", "rounds": 2, "epsilon": "1/2"}
    for algorithm, name in ((1, "sima-noisy-wma"), (2, "sima-noisy-exp3")):
        members = [i for i in FAMILIES[name].instances() if all(i[key] == value for key, value in game.items())]
        sides = {str(i["noises"]): games_of_given_noises.privacy_sides(i) for i in members}
        least = min(sides, key=lambda noises: float(sides[noises][1]))
        assert least == str([["99/100", "-99/100"]] * 2)
        assert 0 < float(sides[least][0]) < float(sides[least][1])
        assert {i["algorithm"] for i in members} == {algorithm}


def test_the_largest_of_sums_of_noises() -> None:
    assert noise_means.most_of_sums({"experts": 2, "rounds": 1}) == Fraction(3, 4)
    for m in (1, 2, 5):  # E |X| = (2/pi) int (1 - phi(t))/t^2 dt
        half = quad(lambda t, m=m: (1 - (1 + t * t) ** (-2 * m)) / (math.pi * t * t), 0, math.inf)[0]
        assert abs(float(noise_means.most_of_sums({"experts": 2, "rounds": m})) - half) < 1e-6
    for count in (3, 10):  # E max = int P(max > x) - int P(max < -x)
        above = quad(lambda x, count=count: 1 - (1 - math.exp(-x) / 2) ** count, 0, 60)[0]
        below = quad(lambda x, count=count: (math.exp(-x) / 2) ** count, 0, 60)[0]
        assert abs(float(noise_means.most_of_sums({"experts": count, "rounds": 1})) - above + below) < 1e-6


@pytest.mark.parametrize(("count", "n"), [(2, 1), (2, 3), (3, 2), (3, 3)])
def test_the_largest_of_sums_of_signs(count: int, n: int) -> None:
    sums = [[sum(signs[i::count]) for i in range(count)] for signs in product((-1, 1), repeat=count * n)]
    assert noise_means.most_of_signs({"experts": count, "rounds": n}) == Fraction(sum(map(max, sums)), len(sums))


@pytest.mark.parametrize(("x", "u"), [("1/10", "0"), ("1", "1/2"), ("2", "-3")])
def test_the_trace_is_the_mean_of_the_signs_by_parts(x: str, u: str) -> None:
    nodes, masses = laggauss(80)
    lead = float(Fraction(u))
    by_parts = 0.0
    for first, second in product((-1, 1), repeat=2):
        difference = lead + first * nodes[:, None] - second * nodes[None, :]
        w = (1 + np.tanh(float(Fraction(x)) * difference / 2)) / 2
        by_parts += float(masses @ (w * first + (1 - w) * second) @ masses) / 4
    assert abs(float(noise_means.noisy_trace({"tilt": x, "ahead": u})) - by_parts) < 1e-6


def test_the_trace_nears_one_half_and_not_more() -> None:
    assert answer("sima35a-trace", {"tilt": "1000", "ahead": "0"})
    assert not answer("sima35a-trace-too-sharp", {"tilt": "1000", "ahead": "0"})
    assert 0.499 < float(noise_means.noisy_trace({"tilt": "1000", "ahead": "0"})) < 0.5


@pytest.mark.parametrize(
    ("claimed", "too_sharp", "rounds", "epsilon"),
    [
        ("sima42-terms-6", "sima42-terms-4", 1000, "1/1000"),
        ("sima35-terms-12", "sima35-terms-10", 10**6, "1/1000"),
        ("sima35a-terms-12", "sima35a-terms-9", 2, "1/1000"),
        ("sima04-terms-12", "sima04-terms-6", 2, "1"),
    ],
)
def test_the_constants_cannot_be_much_smaller(claimed: str, too_sharp: str, rounds: int, epsilon: str) -> None:
    instance = {"experts": 2, "rounds": rounds, "epsilon": epsilon, "delta": "1/1000000"}
    assert answer(claimed, instance)
    assert not answer(too_sharp, instance)


def test_sums_of_all_terms_from_their_formulas() -> None:
    k, t, eps, delta = 10, 1000, 0.1, 1e-6
    sizes = {"experts": k, "rounds": t, "epsilon": "1/10", "delta": "1/1000000"}
    total, widest, sum_of_logs = math.log(k * t), math.log((k + 1) * t), 2 * math.log(t) + math.log(k)
    root = math.sqrt(2 * t * math.log(k))
    b = (2 * math.sqrt(2 * k * math.log(1 / delta)) + math.sqrt(k * eps)) * total / eps
    inverse_c = total + 2 * b * sum_of_logs
    pure = root * math.sqrt(k) * widest * (1 + 2 * sum_of_logs / eps) + 3 * total + widest
    mixed = root * inverse_c + 3 * total + widest
    first = math.log(k) * inverse_c / math.sqrt(2 * k * math.log(k) / t)
    second = 2 * math.sqrt(2 * t) * b * math.log(2 * k)
    perturbed = first + second + widest + widest**2 * root / (2 * b) + 3 * total
    assert math.isclose(float(risk_terms.pure_terms(sizes)), pure)
    assert math.isclose(float(risk_terms.mixed_terms(sizes)), mixed)
    assert math.isclose(float(risk_terms.perturbed_terms(sizes)), perturbed)


def test_where_one_round_costs_more_than_theorem_2_allows() -> None:
    budgets = {"rounds": 1, "constant": "1000"}
    assert answer("sima04-fails", {**budgets, "epsilon": "817"})
    assert not answer("sima04-fails", {**budgets, "epsilon": "816"})


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("sima40-rates", {"losses": [["1", "0"]], "rate": "0"}),
        ("sima42-terms-6", {"experts": 1, "rounds": 2, "epsilon": "1", "delta": "1"}),
        ("sima35a-terms-12", {"experts": 2, "rounds": 2, "epsilon": "11/10", "delta": "1"}),
        ("sima04-terms-12", {"experts": 2, "rounds": 2, "epsilon": "7/5", "delta": "1"}),
        ("sima35a-largest", {"experts": 3, "rounds": 2}),
        ("sima33", {**sima_33.taking_turns(50, 200), "groups": [0, 50]}),
        ("sima33", sima_33.taking_turns(50, 200, "2")),
        ("sima40", {"losses": [["2", "0"]]}),
        ("sima49", sima_49.point_masses(3, 1, "1")),
        ("sima49", sima_49.point_masses(3, 2, "0")),
        ("sima50", {"experts": 1, "rounds": 1}),
        ("sima34", {"rounds": 100, "experts": 198, "epsilon": "1", "delta": "1/10", "gamma": "3"}),
        ("sima04", {"rounds": 1, "epsilon": "0", "constant": "1"}),
    ],
)
def test_instances_outside_the_preconditions(name: str, instance: Instance) -> None:
    assert not PROPERTIES[name].applies(instance)

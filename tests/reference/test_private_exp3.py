"""The pure private report: its law, its exact privacy loss, the printed calibration that fails, and the learner."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from scipy.stats import chi2

from dpassay.exact import (
    Budget,
    LogForm,
    Real,
    TaggedLaw,
    as_real,
    decide,
    hockey_stick_divergence,
    log,
    max_divergence,
    max_ratio,
    power,
)
from dpassay.reference import label_clipping, private_exp3, privatized_likelihood
from dpassay.reference.private_exp3 import Parameters
from tests.exact.second_opinion import MP, agree, mp, quad_hockey_stick, rejects
from tests.reference.privatized_cases import (
    TABLE,
    as_table,
    log_likelihoods,
    noisy_density,
    owners,
    slow_loss,
    small_tables,
)

F = Fraction
ALPHA = 1e-4


def parameters(**change: object) -> Parameters:
    good: dict[str, object] = {"hypotheses": TABLE, "rounds": 5, "epsilon": 1}
    return Parameters.read({name: value for name, value in {**good, **change}.items() if value is not None})


def printed(**change: object) -> Parameters:
    return parameters(calibration="printed", **change)


# --- the law ----------------------------------------------------------------------------------------------------------


def check_law(label: int, p: Parameters, law: TaggedLaw, rate: Any) -> None:
    """The density at a few places, and the uniform J."""
    table = [list(row) for row in p.hypotheses]
    assert list(law.given) == list(range(len(table)))
    for j, given in law.given.items():
        agree(law.probability(j), MP.mpf(1) / len(table))
        truth = noisy_density(label, table, p.rounds, j, rate)
        for v in (F(-4), F(-2), F(-1, 3), F(1)):
            agree(given.pdf(v), truth(mp(v)))


def rate_by_hand(p: Parameters) -> Any:
    k = len(p.hypotheses) + (p.calibration == "corrected")
    eps = MP.log(mp(p.budget.given_exp_eps)) if p.budget.given_exp_eps else mp(p.budget.given_epsilon or F(0))
    return eps / MP.log(k * p.rounds)


INSTANCES = [
    parameters(),
    parameters(epsilon=None, exp_eps="3/2", rounds=2),
    parameters(epsilon=None, exp_eps=15),
    parameters(hypotheses="9/10,1/10", rounds=1),
    printed(hypotheses="1/2,1/3,1/6;1/6,1/3,1/2", epsilon="1/3"),
]


@pytest.mark.parametrize("p", INSTANCES, ids=range(len(INSTANCES)))
def test_the_law_from_its_definition(p: Parameters) -> None:
    for label in range(label_clipping.labels(p)):
        check_law(label, p, private_exp3.law(label, p), rate_by_hand(p))


@pytest.mark.parametrize(
    "change",
    [{"rounds": 6}, {"hypotheses": "1/2,1/2,0;1/4,1/2,1/4"}, {"epsilon": "11/10"}, {"calibration": "printed"}],
)
def test_the_law_check_can_fail(change: dict[str, object]) -> None:
    p = parameters(hypotheses="1/2,1/4,1/4;1/4,3/8,3/8")
    other = parameters(**{"hypotheses": p.hypotheses, **change})
    rejects(check_law, 1, p, private_exp3.law(1, other), rate_by_hand(p))
    rejects(check_law, 1, p, private_exp3.law(0, p), rate_by_hand(p))


def test_the_weight_of_stray_draws_matters() -> None:
    """A report whose label is never replaced by a random integer is not the law."""
    p = parameters()
    family = privatized_likelihood.label_family(p, private_exp3.rate(p))
    family.astray = F(0)
    never_astray = TaggedLaw(private_exp3.law(1, p).tags, {j: family.law_of_coordinate(1, j) for j in range(2)})
    rejects(check_law, 1, p, never_astray, rate_by_hand(p))


def test_rates() -> None:
    """Rational where e^eps is a rational power of (K + 1) T, or of K T as printed."""
    assert private_exp3.rate(parameters(epsilon=None, exp_eps=15)) == 1
    assert private_exp3.rate(parameters(epsilon=None, exp_eps=3, rounds=3)) == F(1, 2)
    assert private_exp3.rate(printed(hypotheses="9/10,1/10", epsilon=None, exp_eps=2, rounds=8)) == F(1, 3)
    agree(private_exp3.rate(parameters()), 1 / MP.log(15))
    agree(private_exp3.scale(printed(hypotheses="1/2,1/2;1/4,3/4")), MP.log(10))
    with pytest.raises(ValueError, match="K T above 1"):
        printed(hypotheses="1/2,1/2", rounds=1)
    with pytest.raises(ValueError, match="all 0 at label 2"):
        printed()


# --- the privacy loss -------------------------------------------------------------------------------------------------


def check_loss(p: Parameters, loss: LogForm | Real) -> None:
    agree(loss, slow_loss([list(row) for row in p.hypotheses], p.rounds, rate_by_hand(p)))


@pytest.mark.parametrize("p", INSTANCES, ids=range(len(INSTANCES)))
def test_the_privacy_loss_is_that_of_the_worst_pair(p: Parameters) -> None:
    check_loss(p, private_exp3.privacy_loss(p))
    laws = [private_exp3.law(y, p) for y in range(label_clipping.labels(p))]
    worst = private_exp3.worst_pair(p)
    agree(max_divergence(laws[worst.first], laws[worst.second]), middle(private_exp3.privacy_loss(p)))
    assert next(private_exp3.neighbors(p)) == (worst.first, worst.second)
    assert sorted(private_exp3.neighbors(p)) == sorted(permutations(range(len(laws)), 2))


def middle(value: Any) -> Any:
    return mp(as_real(value).bounds(200)[0])


def test_the_loss_check_can_fail() -> None:
    rejects(check_loss, parameters(), private_exp3.privacy_loss(parameters(rounds=6)))
    rejects(check_loss, parameters(), private_exp3.privacy_loss(parameters(hypotheses="1/2,1/2,0;1/4,5/8,1/8")))


def test_a_rational_loss() -> None:
    """K = 1, M = 2, T = 2, rate 1 (e^eps = 4): p-bar = (13/30, 2/15), by hand."""
    p = parameters(hypotheses="9/10,1/10", rounds=2, epsilon=None, exp_eps=4)
    assert label_clipping.likelihoods(p) == ((F(1, 2) * F(9, 20) + F(1, 6), F(1, 20) + F(1, 6)),)
    a, b = label_clipping.likelihoods(p)[0]
    d = b / a  # e^-|difference of the logarithms|
    at_low = (F(1, 2) + (F(1, 3) + d * F(2, 3)) / 2) / (d / 2 + (F(1, 3) + d * F(2, 3)) / 2)
    at_high = (F(1, 2) + (F(2, 3) + d * F(1, 3)) / 2) / (d / 2 + (F(2, 3) + d * F(1, 3)) / 2)
    assert private_exp3.worst_pair(p).ratio == max(at_low, at_high)


def test_delta_over_all_pairs() -> None:
    p = parameters()
    table, rate = as_table(TABLE), rate_by_hand(p)
    centers = log_likelihoods(table, 5)
    largest = MP.mpf(0)
    for a, b in permutations(range(3), 2):
        total = MP.mpf(0)
        for j in range(2):
            kinks = sorted(set(centers[j]))
            grid = [
                kinks[0] - 300,
                kinks[0] - 60,
                kinks[0] - 10,
                *kinks,
                kinks[-1] + 10,
                kinks[-1] + 60,
                kinks[-1] + 300,
            ]
            pair = [noisy_density(y, table, 5, j, rate) for y in (a, b)]
            total += quad_hockey_stick(pair[0], pair[1], mp(F(11, 10)), grid, kinks) / 2
        largest = max(largest, total)
    agree(private_exp3.delta(p, F(11, 10)), largest, digits=12)
    alone = parameters(hypotheses="1")
    assert private_exp3.delta(alone, 1) == 0
    assert private_exp3.privacy_loss(alone) == 0
    assert list(private_exp3.neighbors(alone)) == []


# --- printed and corrected --------------------------------------------------------------------------------------------

JUST_ABOVE = F(1, 1000)


def one_large(labels: int, small: Fraction = JUST_ABOVE) -> list[Fraction]:
    """All but one label just above the multiple 0 of 1/M."""
    return [1 - (labels - 1) * small] + [small] * (labels - 1)


def disjoint(half: int) -> list[list[Fraction]]:
    """Two hypotheses of disjoint supports, ``half`` labels each."""
    row = one_large(half)
    return [row + [F(0)] * half, [F(0)] * half + row]


TOO_LARGE: list[tuple[dict[str, object], Fraction]] = [
    ({"hypotheses": [one_large(2)], "rounds": 8, "epsilon": None, "exp_eps": 2}, F(102, 100)),
    ({"hypotheses": [one_large(5)], "rounds": 16, "epsilon": None, "exp_eps": 2}, F(107, 100)),
    ({"hypotheses": [one_large(3)], "rounds": 5, "epsilon": "1/10"}, F(1003, 1000)),
    ({"hypotheses": [one_large(5, F(1, 10**6))], "rounds": 4, "epsilon": "1/100"}, F(1)),
    ({"hypotheses": disjoint(3), "rounds": 32, "epsilon": None, "exp_eps": 8}, F(101, 100)),
    ({"hypotheses": disjoint(2), "rounds": 32, "epsilon": "1/10"}, F(1016, 1000)),
    ({"hypotheses": disjoint(4), "rounds": 16, "epsilon": "1/10"}, F(1012, 1000)),
]
"""Instances, and how many times eps the printed calibration loses at least."""


@pytest.mark.parametrize(("instance", "excess"), TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_the_printed_calibration_loses_more_than_epsilon(instance: dict[str, object], excess: Fraction) -> None:
    bad, good = printed(**instance), parameters(**instance)
    assert label_clipping.integers(bad) > len(bad.hypotheses) * label_clipping.labels(bad)
    eps = as_real(bad.budget.epsilon)
    assert decide(as_real(private_exp3.privacy_loss(bad)) > excess * eps)
    assert decide(as_real(private_exp3.privacy_loss(good)) < eps)
    check_loss(bad, private_exp3.privacy_loss(bad))
    worst = private_exp3.worst_pair(bad)
    laws = [private_exp3.law(y, bad) for y in (worst.first, worst.second)]
    assert decide(hockey_stick_divergence(laws[0], laws[1], bad.budget.exp_eps) > 0)


def test_the_smallest_exact_counterexample() -> None:
    """K = 1, f = (999/1000, 1/1000), T = 8, e^eps = 2: the noise has rate 1/3, and the ratio is in Q(cube roots)."""
    bad = printed(**TOO_LARGE[0][0])
    assert private_exp3.rate(bad) == F(1, 3)
    assert label_clipping.sizes(bad) == (2, 1)
    high, low = label_clipping.likelihoods(bad)[0]
    d = power(low / high, F(1, 3))
    by_hand = (F(11, 12) + d / 12) / (F(1, 24) + F(23, 24) * d)  # at the rarer label's center
    ratio = max_ratio(private_exp3.law(1, bad), private_exp3.law(0, bad))
    assert ratio == by_hand == private_exp3.worst_pair(bad).ratio
    assert ratio > 2  # type: ignore[operator]


@pytest.mark.parametrize(
    ("labels", "hypotheses", "denominator"), [(2, 1, 12), (3, 1, 7), (2, 2, 5), (3, 2, 3), (2, 3, 3)]
)
def test_the_corrected_calibration_keeps_epsilon(labels: int, hypotheses: int, denominator: int) -> None:
    for table in small_tables(labels, hypotheses, denominator):
        for rounds in (1, 2, 5, 40):
            p = parameters(hypotheses=table, rounds=rounds, epsilon="1/10")
            assert privatized_likelihood.exact_sensitivity(p) < privatized_likelihood.sensitivity(p)
            assert decide(as_real(private_exp3.privacy_loss(p)) < F(1, 10))


def test_the_guarantee_is_as_published() -> None:
    stated = private_exp3.guarantee(parameters())
    assert (stated.adjacency, stated.budget.given_epsilon, stated.delta) == ("any_pair", F(1), F(0))


# --- drawing ----------------------------------------------------------------------------------------------------------


def chi_square(p: Parameters, label: int, draws: list[tuple[int, Fraction]]) -> float:
    """Pearson's statistic over hypotheses and four stretches each."""
    law, cuts = private_exp3.law(label, p), [None, F(-6), F(-2), F(1), None]
    total = 0.0
    for j in law.given:
        for low, high in pairwise(cuts):
            expected = len(draws) * float(as_real(law.probability(j, (low, high))))
            count = sum(1 for i, v in draws if i == j and (low is None or v > low) and (high is None or v <= high))
            total += (count - expected) ** 2 / expected
    return total


@pytest.mark.statistical
def test_samples_follow_the_law() -> None:
    p, rng = parameters(), Random(5)
    draws = [private_exp3.sample(1, p, rng, bits=16) for _ in range(600)]
    assert all(isinstance(v, Fraction) and (v * 2**16).denominator == 1 for _, v in draws)
    limit = chi2.ppf(1 - ALPHA, 7)
    assert chi_square(p, 1, draws) < limit
    assert chi_square(p, 1, [(0, v) for _, v in draws]) > limit
    assert chi_square(parameters(epsilon=4), 1, draws) > limit


# --- the learner ------------------------------------------------------------------------------------------------------


def test_constants_from_their_displays() -> None:
    p = printed(hypotheses="1/2,1/2;1/4,3/4", epsilon="1/2")
    noise = MP.log(10) * (MP.log(5) + MP.log(2) + MP.log(5)) * 2
    agree(private_exp3.largest_noise(p), noise)
    agree(private_exp3.normalization(p), 1 / (MP.log(10) + 2 * noise))
    agree(private_exp3.largest_noise(p, 3), MP.log(10) * (3 + MP.log(10)) * 2)
    agree(private_exp3.step_size(p), MP.sqrt(4 * MP.log(2) / 5))
    corrected = parameters(hypotheses="1/2,1/2;1/4,3/4", epsilon="1/2")
    agree(private_exp3.largest_noise(corrected, 3), MP.log(15) * (3 + MP.log(10)) * 2)


def test_one_round_of_the_learner() -> None:
    p, v = parameters(), F(-3)
    noise = MP.log(15) * (MP.log(5) + MP.log(10))
    loss = -(mp(v) + MP.log(3) - noise) / (MP.log(15) + 2 * noise)
    losses = private_exp3.losses((1, v), p)
    agree(losses[1], loss)
    assert losses[0].ball(64).is_zero()
    assert 0 < loss < 1
    eta = MP.sqrt(4 * MP.log(2) / 5)
    weights = privatized_likelihood.update(privatized_likelihood.initial_weights(p), losses, private_exp3.step_size(p))
    agree(weights[0], MP.mpf(1))
    agree(weights[1], MP.exp(-eta * loss))
    rows, owner = log_likelihoods(as_table(TABLE), 5), owners(as_table(TABLE))
    mixed = [(MP.exp(a) + MP.exp(b - eta * loss)) / (1 + MP.exp(-eta * loss)) for a, b in zip(*rows, strict=True)]
    for y, predicted in enumerate(privatized_likelihood.prediction(weights, p)):
        agree(predicted, MP.fsum(mass for mass, label in zip(mixed, owner, strict=True) if label == y))


def test_predictions_are_exact_where_the_weights_are() -> None:
    p = parameters()
    first = privatized_likelihood.prediction([F(1), F(1)], p)
    assert first == (F(11, 30), F(3, 5), F(1, 30))
    assert sum(x for x in first if not isinstance(x, Real)) == 1


@pytest.mark.parametrize("report", [(2, F(0)), (-1, F(0)), (0, 0.5), ("x", F(0))])
def test_reports_are_checked(report: Any) -> None:
    with pytest.raises(ValueError, match="report"):
        private_exp3.losses(report, parameters())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epsilon": None}, "exactly one"), ({"exp_eps": 2}, "exactly one"), ({"epsilon": 0}, "above 0"),
        ({"hypotheses": "1/2,1/4"}, "total"), ({"rounds": 0}, "rounds"), ({"calibration": "x"}, "calibration"),
        ({"delta": "1/2"}, "parameter"),
    ],
)  # fmt: skip
def test_parameters_refuse(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        parameters(**change)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [3, -1, "1/2", 0.0, None])
def test_data_are_refused(data: Any) -> None:
    for function in (
        private_exp3.check_data, private_exp3.law, lambda d, p: private_exp3.sample(d, p, Random(0)),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="data"):
            function(data, parameters())


def test_parameters_are_given_back() -> None:
    p = printed(hypotheses="1/2,1/2")
    assert Parameters.read(p.given()) == p
    assert private_exp3.are_neighbors(0, 1, p)
    assert privatized_likelihood.sensitivity(p) == log(5)


def test_parameters_are_read_and_checked_where_they_are_made() -> None:
    halves = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))
    read: Any = Parameters
    made = read(Budget(8), "1/2,1/2;1/4,3/4", "4")
    assert (made.hypotheses, made.rounds, made.calibration) == (halves, 4, "corrected")
    with pytest.raises(ValueError, match=r"^rounds = 0: expected a whole number of at least 1$"):
        read(Budget(8), halves, 0)
    with pytest.raises(ValueError, match=r"^calibration = 'x': expected one of corrected, printed$"):
        read(Budget(8), halves, 4, "x")

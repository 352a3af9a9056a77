"""Games played with Algorithms 1 and 2: exact coins, predictions as in the algorithm boxes, and the integrated risk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import exp
from random import Random
from typing import Any

import pytest

from dpassay.analysis.distribution_game import Fixed, constant, play
from dpassay.analysis.label_laws import Table, kl, read_table
from dpassay.analysis.privatized_players import Privatized
from dpassay.analysis.two_round_risk import exp3_second_round, first_round, tuning_of, wma_risk, wma_second_round
from dpassay.exact import LogForm, as_real, decide, log
from dpassay.reference import label_clipping, private_exp3, private_wma

FIRST = read_table("1/2,1/2,0;0,1/3,2/3")
SECOND = read_table("1/5,2/5,2/5;0,1/2,1/2")


def exp3(table: Table) -> Any:
    return private_exp3.Parameters.read(exp_eps=4, hypotheses=table, rounds=2)


def wma(table: Table) -> Any:
    return private_wma.Parameters.read(exp_eps=4, hypotheses=table, rounds=2, delta="1/100")


ALGORITHMS = [(private_exp3, exp3), (private_wma, wma)]


@pytest.mark.parametrize(("algorithm", "parameters"), ALGORITHMS)
def test_one_run(algorithm: Any, parameters: Any) -> None:
    player = Privatized(algorithm, parameters)
    run = play(Fixed(1, (FIRST, SECOND)), player, player, Random(5))
    again = play(Fixed(1, (FIRST, SECOND)), player, player, Random(5))
    assert (run.labels, run.reports) == (again.labels, again.reports)
    assert play(Fixed(1, (FIRST, SECOND)), player, player, Random(6)).reports != run.reports
    for prediction in run.predictions:
        mass = sum((as_real(entry) for entry in prediction), as_real(0)) - 1
        assert decide(mass * mass < Fraction(1, 10**30))
    gap = as_real(kl(FIRST[1], run.predictions[0])) - as_real(first_round(parameters(FIRST), 1))
    assert decide(gap * gap < Fraction(1, 10**30))
    assert decide(as_real(run.kl_risk()) > 0)


def test_a_large_likelihood_raises_the_weight() -> None:
    """Algorithm 2 with the report (J, V): w_J has the factor e^(-eta Y~), which grows with V."""
    player = Privatized(private_exp3, exp3)
    low, high = (player.weights((FIRST, SECOND), ((1, v),)) for v in (Fraction(-3), Fraction(2)))
    assert decide(low[1] < high[1])
    assert decide(low[0] - high[0] < Fraction(1, 10**30))
    assert not decide(low[1] < low[1] - Fraction(1, 10**9))


def on_a_grid(density: Callable[[float], float], scale: float) -> list[tuple[float, Fraction]]:
    """Weights and places of a midpoint rule of 60 points for a symmetric law, out to 15 scales."""
    steps = [(k + 0.5) / 2 for k in range(-30, 30)]
    weights = [density(abs(step)) for step in steps]
    return [(w / sum(weights), Fraction(step * scale)) for w, step in zip(weights, steps, strict=True)]


def mean_kl(player: Privatized, truth: int, law: list[tuple[float, Any]]) -> float:
    """The mean over reports of the KL in round 2, by the learner itself."""
    values = ((w, kl(SECOND[truth], player.predict((FIRST, SECOND), (report,)))) for w, report in law)
    return sum(w * float(value) for w, value in values if value is not None)


def clipped(at: Any, truth: int) -> list[tuple[float, list[Fraction]]]:
    """The probability of every clipped label, with its logarithms under all hypotheses, to within 2^-60."""
    columns = Counter(zip(*label_clipping.induced(at), strict=True))
    return [(float(count * c[truth]), [log(p).as_real().bounds(60)[0] for p in c]) for c, count in columns.items()]


@pytest.mark.parametrize("truth", [0])
def test_the_integrated_risk_of_algorithm_2_is_the_mean_over_reports(truth: int) -> None:
    at, player = exp3(FIRST), Privatized(private_exp3, exp3)
    grid = on_a_grid(lambda x: exp(-x), float(private_exp3.scale(at)))
    law = [
        (mass * w / 2, (index, center + x))
        for mass, centers in clipped(at, truth)
        for index, center in enumerate(centers)
        for w, x in grid
    ]
    constants = tuning_of(private_exp3, at)
    value, other = (float(exp3_second_round(at, exp3(SECOND), j, constants)) for j in (truth, 1 - truth))
    mean = mean_kl(player, truth, law)
    assert abs(mean - value) < 5e-5
    assert abs(mean - other) > 1e-3


@pytest.mark.parametrize("truth", [1])
def test_the_integrated_risk_of_algorithm_1_is_the_mean_over_reports(truth: int) -> None:
    """Its learner sees two noisy numbers, but only their difference matters: the second one is put at its center."""
    at, player = wma(FIRST), Privatized(private_wma, wma)
    grid = on_a_grid(lambda x: (1 + x) * exp(-x), float(private_wma.scale(at)))
    law = [(mass * w, (a + x, b)) for mass, (a, b) in clipped(at, truth) for w, x in grid]
    constants = tuning_of(private_wma, at)
    value, other = (float(wma_second_round(at, wma(SECOND), j, constants)) for j in (truth, 1 - truth))
    mean = mean_kl(player, truth, law)
    assert abs(mean - value) < 5e-5
    assert abs(mean - other) > 1e-3
    whole = wma_risk(at, wma(SECOND), truth, constants)
    assert abs(float(whole) - value - float(first_round(at, truth))) < 1e-12


def test_the_constants_of_the_algorithms() -> None:
    at = exp3(FIRST)
    chosen = tuning_of(private_exp3, at)
    gap = chosen.tilt - private_exp3.step_size(at) * private_exp3.normalization(at)
    assert decide(gap * gap < Fraction(1, 10**30))
    assert decide(tuning_of(private_exp3, at, Fraction(1, 10)).tilt > chosen.tilt)  # less to keep out
    assert isinstance(first_round(at, 1), LogForm)
    assert constant(0, FIRST, 2).rounds == 2

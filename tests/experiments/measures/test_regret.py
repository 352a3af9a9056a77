"""Regret of the four algorithms: parameters by another way, expectations by their definitions, and by playing."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.experiments.measures.adversaries import ADVERSARIES, Floats
from dpassay.experiments.measures.regret import (
    Parameters,
    dartboard_parameters,
    expected_regrets,
    expected_tree_regrets,
    hedge_parameters,
    lazy_parameters,
    tree_parameters,
)
from dpassay.fast import lazy_to_private_stream, shrinking_dartboard, tree_perturbed_leader
from tests.experiments.oracles import slow_expected_regret


def printed_rate(epsilon: str, rounds: int, experts: int) -> Decimal:
    """Compute the learning rate of theorem 3.10 with 40 digits."""
    with localcontext() as context:
        context.prec = 40
        third, length = Decimal(1) / 3, Decimal(rounds)
        least = length ** Decimal("-0.25") * Decimal(experts).ln() ** Decimal("0.75")
        return min(least, Decimal(epsilon)) ** (2 * third) / (length**third * (length / Decimal("1e-6")).ln())


@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "0.3", "1", "5"])
@pytest.mark.parametrize(("rounds", "experts"), [(2**14, 16), (10**6, 2)])
def test_lazy_parameters_are_those_in_the_proof(epsilon: str, rounds: int, experts: int) -> None:
    found = lazy_parameters(Fraction(epsilon), 1e-6, rounds, experts)
    rate = float(printed_rate(epsilon, rounds, experts))
    assert found.learning_rate == pytest.approx(rate, rel=1e-13)
    assert found.fake_switch == pytest.approx(10 * rate / float(epsilon), rel=1e-13)
    assert found.batch == {"0.01": 100, "0.1": 10, "0.3": 4, "1": 1, "5": 1}[epsilon]


def test_the_rate_does_not_grow_beyond_a_free_epsilon() -> None:
    one, five = (lazy_parameters(Fraction(k), 1e-6, 2**20, 16).learning_rate for k in (1, 5))
    assert one == five > lazy_parameters(Fraction(1, 100), 1e-6, 2**20, 16).learning_rate


def test_dartboard_has_the_same_cap_and_no_batches() -> None:
    wide = [choose(Fraction(5), 1e-6, 2**16, 16) for choose in (lazy_parameters, dartboard_parameters)]
    assert wide[0].learning_rate == pytest.approx(wide[1].learning_rate, rel=1e-12)
    assert wide[1].learning_rate == pytest.approx(math.sqrt(math.log(16) / 2**16) / math.log(2**16 / 1e-6))
    narrow = dartboard_parameters(Fraction(1, 50), 1e-6, 2**16, 16)
    assert narrow.batch == 1
    assert narrow.learning_rate == pytest.approx(0.02 / (2 ** (16 / 3) * math.log(2**16 / 1e-6)))


def test_hedge_parameters() -> None:
    assert hedge_parameters(Fraction(1), 0.5, 800, 16) == Parameters(math.sqrt(8 * math.log(16) / 800), 1, 1.0)


@pytest.mark.parametrize(("epsilon", "rounds", "private"), [("0.01", 2**10, True), ("1", 2**18, False)])
def test_tree_parameters_are_private_and_noisy_enough(epsilon: str, rounds: int, private: bool) -> None:
    nodes = rounds.bit_length()
    root = math.sqrt(math.log(1e6) + float(epsilon)) - math.sqrt(math.log(1e6))
    scales = math.sqrt(nodes * 4 / 2) / root, math.sqrt(rounds / nodes)
    found = tree_parameters(Fraction(epsilon), 1e-6, rounds, 4)
    assert found == Parameters(pytest.approx(1 / max(scales), rel=1e-9), 1, 1.0)
    assert (scales[0] > scales[1]) == private


def test_an_epsilon_whose_fake_switches_are_certain_is_refused() -> None:
    with pytest.raises(ValueError, match="epsilon = 1/100000: expected an epsilon so large that fake switches"):
        lazy_parameters(Fraction(1, 100_000), 1e-6, 1024, 16)


@pytest.mark.parametrize(("rounds", "batch", "rate"), [(60, 1, 0.3), (60, 4, 0.1), (61, 7, 0.2), (5, 9, 1.0)])
def test_expected_regret_is_that_of_the_definition(rounds: int, batch: int, rate: float) -> None:
    table = np.random.default_rng(3).random((rounds, 5))
    cut = rounds // 2 // batch * batch
    *_, found = expected_regrets([part for part in (table[:cut], table[cut:]) if len(part)], Parameters(rate, batch, 1))
    assert found == pytest.approx(slow_expected_regret(table, rate, batch), rel=1e-12)


@pytest.mark.parametrize("batch", [1, 5, 20])
def test_expected_regret_against_alternating_batches_has_a_closed_form(batch: int) -> None:
    rate, rounds = 0.03, 400
    blocks = ADVERSARIES["alternating"](6, rounds, batch, np.random.default_rng(1))
    *_, found = expected_regrets(blocks, Parameters(rate, batch, 1))
    assert found == pytest.approx(rounds / 4 * math.tanh(batch * rate / 2), rel=1e-12)


@pytest.mark.statistical
@pytest.mark.parametrize("play", [lazy_to_private_stream.play, shrinking_dartboard.play])
def test_mean_regret_of_the_lazy_algorithms_is_the_expected_regret(play: Callable[..., Any]) -> None:
    """Within 5 standard errors: alpha = 6e-7, with a fixed seed. Other batches would be found out."""
    table = np.concatenate(list(ADVERSARIES["alternating"](4, 240, 8, np.random.default_rng(1))))
    (played,) = play([table], runs=20_000, rng=np.random.default_rng(2), learning_rate=0.15, batch=8, fake_switch=0.05)
    error = 5 * played.regret.std() / math.sqrt(20_000)
    assert abs(played.regret.mean() - slow_expected_regret(table, 0.15, 8)) < error
    assert abs(played.regret.mean() - slow_expected_regret(table, 0.15, 1)) > error


def slow_tree_regret(table: Floats, scale: float) -> float:
    """Go through the rounds one by one, and integrate the law of the leader for each expert on a fine grid."""
    lost, total = np.zeros(table.shape[1]), 0.0
    z, width = np.linspace(-9, 9, 2001, retstep=True)
    for t, row in enumerate(table):
        spread = scale * math.sqrt(max(1, f"{t:b}".count("1")))
        for x, loss in enumerate(row):
            others = np.delete(lost - lost[x], x) / spread
            law = (stats.norm.pdf(z) * stats.norm.sf(z[:, None] - others).prod(axis=1)).sum() * width
            total += float(law * loss)
        lost += row
    return total - float(lost.min())


def test_expected_regret_of_the_tree_is_that_of_the_definition() -> None:
    table = np.random.default_rng(3).random((61, 4))
    *_, found = expected_tree_regrets([table[:7], table[7:40], table[40:]], Parameters(1 / 2.5, 1, 1))
    assert abs(found - slow_tree_regret(table, 2.5)) < 61 * 1e-6 < abs(found - slow_tree_regret(table, 2.6))


@pytest.mark.statistical
def test_mean_regret_of_the_tree_is_the_expected_regret() -> None:
    """Within 5 standard errors: alpha = 6e-7, with a fixed seed. Noise at another scale would be found out."""
    table = np.concatenate(list(ADVERSARIES["alternating"](4, 240, 8, np.random.default_rng(1))))
    (played,) = tree_perturbed_leader.play([table], runs=20_000, rng=np.random.default_rng(2), noise_scale=4.0)
    error = 5 * played.regret.std() / math.sqrt(20_000)
    right, wrong = (next(expected_tree_regrets([table], Parameters(1 / scale, 1, 1))) for scale in (4.0, 5.0))
    assert abs(played.regret.mean() - right) < error < abs(played.regret.mean() - wrong)

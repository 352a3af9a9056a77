"""Calibrated parameters of L2P against mpmath, scipy's binomials, and the best of a grid."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import stats

from dpassay.analysis.lazy_calibration import calibrate
from dpassay.analysis.lazy_certificate import Certificate, Setting, certify
from dpassay.analysis.lazy_printed import printed
from dpassay.exact import Budget, as_real, decide, log
from tests.analysis.lazy_formulas import EPSILONS, ROOM, calibrated, number, recompute

FEW = [(10**3, "1"), (10**3, "1/10"), (10**3, "1/100"), (10**6, "1/10"), (10**9, "1"), (10**9, "1/100")]
TABLE = [(10**k, epsilon) for k in range(3, 10) for epsilon in EPSILONS]


def check(rounds: int, epsilon: str) -> None:
    c, target, delta = calibrated(rounds, epsilon), number(Fraction(epsilon)), 1 / rounds
    p = c.parameters
    setting = number(c.learning_rate), p.batch, number(p.fake_switch), rounds
    with mpmath.workdps(50):
        mine, true_delta = recompute(setting, c.certificate)
    assert mine <= target
    assert abs(mine - mpmath.mpf(float(c.epsilon))) <= ROOM * target
    assert true_delta <= float(c.delta) * (1 + 1e-6) <= delta * (1 + 2e-6)
    assert decide(c.delta <= Fraction(1, rounds))
    assert c.certificate.meets(Budget(epsilon), Fraction(1, rounds))
    assert float(c.regret) == pytest.approx(
        math.log(rounds) / float(c.learning_rate) + float(c.learning_rate) * p.batch * rounds / 8
    )


@pytest.mark.parametrize(("rounds", "epsilon"), FEW)
def test_what_is_calibrated_keeps_the_budget(rounds: int, epsilon: str) -> None:
    check(rounds, epsilon)


@pytest.mark.slow
@pytest.mark.parametrize(("rounds", "epsilon"), [entry for entry in TABLE if entry not in FEW][::2])
def test_more_of_the_table_keeps_the_budget(rounds: int, epsilon: str) -> None:
    check(rounds, epsilon)


def test_the_table() -> None:
    """The guaranteed regret at d = T, delta = 1/T: about 1e9^(2/5) over 1e6^(2/5) apart, and more for less epsilon."""
    regrets = {key: float(calibrated(*key).regret) for key in FEW}
    expected = {(10**3, "1"): 284.75, (10**6, "1/10"): 38542, (10**9, "1"): 202710, (10**9, "1/100"): 3466000}
    for key, regret in expected.items():
        assert regrets[key] <= 1.01 * regret
    assert regrets[10**3, "1/10"] > regrets[10**3, "1"]
    assert calibrated(10**3, "1/100").parameters.batch == 10**3  # nothing but one batch is worth its price


# Checks that can fail


@pytest.mark.parametrize(("rounds", "epsilon"), [entry for entry in FEW if entry != (10**3, "1/100")])
def test_twice_the_rate_breaks_the_budget(rounds: int, epsilon: str) -> None:
    c = calibrated(rounds, epsilon)
    s = c.certificate.setting
    doubled = Setting(2 * s.learning_rate, s.batch, s.fake_switch, s.rounds)
    assert not Certificate(doubled, c.certificate.most_draws, c.certificate.share).meets(
        Budget(epsilon), Fraction(1, rounds)
    )
    assert decide(certify(doubled, Fraction(1, rounds)).epsilon > Fraction(epsilon))


def test_half_the_fake_switches_break_the_budget() -> None:
    """Here p is above B eta, so that e0 grows nearly as 1/p; K and l stay as they are, or are chosen again."""
    c = calibrated(10**9, "1")
    s, delta = c.certificate.setting, Fraction(1, 10**9)
    halved = Setting(s.learning_rate, s.batch, s.fake_switch / 2, s.rounds)
    certificate = Certificate(halved, c.certificate.most_draws, c.certificate.share)
    assert decide(certificate.delta <= delta)
    assert not certificate.meets(Budget(1), delta)
    assert decide(certify(halved, delta).epsilon > 1)


def benchmark(rounds: int, epsilon: float) -> float:
    """The least regret on a grid of B, p and eta, in doubles, with K a quantile of the Poisson law of N*'s mean."""
    delta, d = 1 / rounds, rounds
    batch = np.unique(np.round(np.exp(np.linspace(0, math.log(rounds / 2), 40))))[:, None, None]
    odds = np.exp2(np.linspace(-8, 8, 17))[None, :, None]
    eta = np.sqrt(8 * math.log(d) / (batch * rounds)) * np.exp2(-np.linspace(0, 5, 61))[None, None, :]
    p, m = odds * batch * eta / (1 + odds * batch * eta), np.ceil(rounds / batch) - 1
    keep = np.log1p(-p)
    e0 = np.maximum(2 * eta, np.log(np.expm1(keep - (batch + 2) * eta) / np.expm1(keep - batch * eta)))
    most = np.minimum(stats.poisson.isf(0.05 * delta, m * (p - np.expm1(keep - 3 * batch * eta))), 2 * m)
    keeps = e0 + most * eta**2 / 2 + eta * np.sqrt(2 * most * np.log(1 / (0.95 * delta))) <= epsilon
    return float(np.min(np.where(keeps, math.log(d) / eta + eta * batch * rounds / 8, np.inf)))


@pytest.mark.parametrize(("rounds", "epsilon"), [entry for entry in FEW if entry != (10**3, "1/100")])
def test_the_search_comes_near_the_best_of_a_grid(rounds: int, epsilon: str) -> None:
    """For few rounds the Poisson law is far above that of N*, and the search does better than the benchmark."""
    best, found = benchmark(rounds, float(Fraction(epsilon))), float(calibrated(rounds, epsilon).regret)
    assert found <= 1.05 * best
    assert rounds == 10**3 or found >= 0.97 * best


# Monotonicity and edges


def test_more_budget_never_costs_more() -> None:
    by_epsilon = [float(calibrate(e, "1e-6", 300, 50).regret) for e in ("1/100", "1", "4", "16")]
    by_delta = [float(calibrate("1/2", d, 300, 50).regret) for d in ("1e-30", "1e-6", "1/10")]
    by_experts = [float(calibrate("1/2", "1e-6", 300, d).regret) for d in (2, 10**6)]
    for falling in (by_epsilon, by_delta, by_experts[::-1]):
        assert falling == sorted(falling, reverse=True)
        assert falling[0] > falling[-1]


@pytest.mark.parametrize("epsilon", [100, "1e30", Budget(exp_eps=10**9)])
def test_a_large_epsilon_costs_nothing(epsilon: object) -> None:
    c = calibrate(epsilon, "1e-3", 100, 5)
    assert c.parameters.batch == 1
    assert float(c.regret) == pytest.approx(math.sqrt(100 * math.log(5) / 2), rel=1e-4)


@pytest.mark.parametrize(("epsilon", "rounds"), [("1e-9", 7), ("1/1000", 1), (3, 1), ("1e-300", 10**9)])
def test_one_batch_keeps_every_budget(epsilon: object, rounds: int) -> None:
    c = calibrate(epsilon, "1e-3", rounds, 5)
    assert c.parameters.batch == rounds
    assert float(c.epsilon) == float(c.delta) == 0
    assert float(c.regret) == pytest.approx(rounds * math.sqrt(math.log(5) / 2), rel=1e-3)


@pytest.mark.parametrize("rounds", [2, 3, 5, 17])
def test_few_rounds(rounds: int) -> None:
    c = calibrate("1", "1/100", rounds, 2)
    assert c.certificate.meets(Budget(1), Fraction(1, 100))
    assert float(c.regret) <= rounds * math.sqrt(math.log(2) / 2) * 1.001


def test_a_budget_may_be_given_as_its_exponential() -> None:
    c = calibrate(Budget(exp_eps=3), "1e-3", 1000, 10)
    assert decide(c.epsilon <= as_real(log(Fraction(3))))
    assert float(c.epsilon) > 1.05


GOOD: dict[str, object] = {"epsilon": "1", "delta": "1/10", "rounds": 10, "experts": 3}
MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"epsilon": 0}, "epsilon = 0: expected a number above 0"),
    ({"epsilon": 0.1}, "epsilon = 0.1: expected .*not float"),
    ({"delta": 0}, "delta = 0: expected a number between 0 and 1"),
    ({"delta": 1}, "delta = 1: expected a number between 0 and 1"),
    ({"delta": "x"}, "delta = 'x': expected"),
    ({"rounds": 0}, "rounds = 0: expected a whole number"),
    ({"rounds": "3/2"}, "rounds = '3/2': expected a whole number"),
    ({"experts": 1}, "experts = 1: expected a whole number of at least 2"),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES)
def test_bad_input(change: dict[str, object], message: str) -> None:
    for function in (calibrate, lambda **given: printed("3.12", **given)):
        with pytest.raises(ValueError, match=message) as caught:
            function(**(GOOD | change))  # type: ignore[operator]
        assert "\n" not in str(caught.value)

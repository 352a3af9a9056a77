"""The certificates of L2P against its exact law, and the probabilities in them against sums."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpassay.analysis.lazy_certificate import Certificate, Setting, certain, certify, regret_bound
from dpassay.exact import Budget, Real, Undecided, as_real, decide, log
from dpassay.reference import lazy_to_private
from tests.analysis.lazy_formulas import number, switching, true_tail


def test_one_draw_less_breaks_delta() -> None:
    setting = Setting(as_real(Fraction(1, 50)), 4, as_real(Fraction(1, 20)), 400)
    bound = Fraction(1, 1000)
    least = setting.least_count(bound)
    assert decide(setting.tail(least) <= bound)
    assert decide(setting.tail(least - 1) > bound)


def test_an_undecided_comparison_is_no_yes() -> None:
    """The search passes over what it cannot tell, and a certificate at its very epsilon raises rather than guess."""
    two = as_real(2).sqrt() ** 2
    assert not certain(two <= 2)
    assert certain(two <= 3)
    setting = Setting(two / 200, 1, as_real(Fraction(9, 10)), 2)  # e0 is 2 eta, exactly 1/50
    with pytest.raises(Undecided):
        Certificate(setting, 0, Fraction(1, 10)).meets(Budget("1/50"), Fraction(999, 1000))


# The probabilities of N*


@pytest.mark.parametrize(("rounds", "batch"), [(2, 1), (5, 2), (9, 1), (40, 1)])
def test_few_trials_are_summed_exactly(rounds: int, batch: int) -> None:
    eta, p = Fraction(1, 7), Fraction(2, 9)
    setting = Setting(as_real(eta), batch, as_real(p), rounds)
    m, a = setting.iterations, switching(number(eta), batch, number(p))
    pmf = [[mpmath.binomial(m, k) * x**k * (1 - x) ** (m - k) for k in range(m + 1)] for x in (a, number(p))]
    for most in range(2 * m + 1):
        tail = sum(pmf[0][i] * pmf[1][j] for i, j in product(range(m + 1), repeat=2) if i + j > most)
        assert abs(float(setting.tail(most)) - tail) <= 1e-13


@pytest.mark.parametrize(("rounds", "eta", "p"), [(10**4, "1/200", "1/100"), (10**8, "1/100000", "1/1000")])
def test_many_trials_are_bounded_from_above(rounds: int, eta: str, p: str) -> None:
    setting = Setting(as_real(Fraction(eta)), 1, as_real(Fraction(p)), rounds)
    m, a = setting.iterations, float(switching(number(Fraction(eta)), 1, number(Fraction(p))))
    mean, deviation = m * (a + float(Fraction(p))), math.sqrt(m * (a + float(Fraction(p))))
    for sigmas in (1, 3, 6):
        most = int(mean + sigmas * deviation)
        true, bound = true_tail(m, a, float(Fraction(p)), most), float(setting.tail(most))
        assert true <= bound <= 40 * true
    assert float(setting.tail(int(mean / 2))) == 1
    assert float(setting.tail(2 * m)) == 0
    assert decide(setting.tail(2 * m - 1) <= setting.tail(2 * m - 2))


def test_chernoff_is_above_the_sum() -> None:
    setting = Setting(as_real(Fraction(1, 30)), 2, as_real(Fraction(1, 5)), 60)
    sums = [float(setting.tail(most)) for most in range(2 * setting.iterations)]
    bounds = [float(setting.chernoff(most)) for most in range(2 * setting.iterations)]
    assert all(a <= b * (1 + 1e-12) <= 1 + 1e-11 for a, b in zip(sums, bounds, strict=True))
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[-1] == pytest.approx(sums[-1])  # all draws happen: no bound is needed


# The theorem against the exact law of L2P


def _without_coins(setting: Setting, most: int, share: Fraction) -> Real:
    certificate = Certificate(setting, most, share)
    return certificate.epsilon - setting.coin_loss


def _with_coins(setting: Setting, most: int, share: Fraction) -> Real:
    return Certificate(setting, most, share).epsilon


def violations(epsilon: Callable[[Setting, int, Fraction], Real], p: str, rate: str) -> int:
    """How many (epsilon, delta) for two rounds, and for three, the law of the states on neighbors does not keep."""
    found = 0
    pairs = [(((0, 1), (0, 0)), ((1, 0), (0, 0))), (((0, 1), (0, 1), (0, 0)), ((1, 0), (0, 1), (0, 0)))]
    for data in pairs:
        rounds = len(data[0])
        parameters = lazy_to_private.Parameters.read(
            exp_learning_rate=rate, batch=1, fake_switch=p, rounds=rounds, experts=2
        )
        setting = Setting(as_real(log(Fraction(rate))), 1, as_real(Fraction(p)), rounds)
        for first, second in (data, data[::-1]):
            loss = lazy_to_private.transcript_loss(first, second, parameters, "state")
            for most, power in product(range(2 * setting.iterations + 1), (1, 3, 6)):
                share = Fraction(1, 3**power)
                ratio = epsilon(setting, most, share).exp().bounds()[0]  # a lower epsilon asks for more delta
                found += decide(loss.delta(ratio) > Certificate(setting, most, share).delta)
    return found


@pytest.mark.parametrize(("p", "rate"), [("1/50", "101/100"), ("1/2", "11/10"), ("1/10", "3/2"), ("9/10", "21/20")])
def test_the_exact_law_keeps_every_certificate(p: str, rate: str) -> None:
    assert violations(_with_coins, p, rate) == 0


def test_a_theorem_without_the_loss_of_the_coins_is_seen_to_be_false() -> None:
    assert violations(_without_coins, "1/50", "101/100") > 0


# The regret


def exact_regret(eta: Fraction, batch: int, rounds: int) -> Any:
    """Of L2P on batches that hurt one expert, then the other: from its exact marginals."""
    rows = tuple(((1, 0), (0, 1))[(t // batch) % 2] for t in range(rounds))
    data = tuple(tuple(Fraction(entry) for entry in row) for row in rows)
    parameters = lazy_to_private.Parameters.read(
        learning_rate=eta, batch=batch, fake_switch="1/3", rounds=rounds, experts=2
    )
    marginals = lazy_to_private.marginals(data, parameters)
    loss = sum(float(as_real(marginals[t // batch].pmf(x))) * row[x] for t, row in enumerate(rows) for x in (0, 1))
    return loss - min(sum(row[x] for row in rows) for x in (0, 1))


@pytest.mark.parametrize(("batch", "rounds"), [(1, 8), (2, 8), (4, 8), (3, 8), (8, 8)])
def test_the_bound_on_the_regret_holds_and_needs_both_its_terms(batch: int, rounds: int) -> None:
    for eta in (Fraction(1, 20), Fraction(1, 2), Fraction(3)):
        assert exact_regret(eta, batch, rounds) <= float(regret_bound(as_real(eta), batch, rounds, 2))
    if rounds % (2 * batch) == 0:
        assert exact_regret(Fraction(3), batch, rounds) > math.log(2) / 3
        assert exact_regret(Fraction(3), batch, rounds) == pytest.approx(rounds / 4 * math.tanh(3 * batch / 2))


def test_the_certificate_of_fixed_parameters_moves_the_right_way() -> None:
    setting = Setting(as_real(Fraction(1, 100)), 3, as_real(Fraction(1, 30)), 900)
    epsilons = [float(certify(setting, d).epsilon) for d in ("1e-12", "1e-6", "1e-2")]
    assert epsilons == sorted(epsilons, reverse=True)
    tails = [float(setting.tail(most)) for most in range(0, 600, 60)]
    assert tails == sorted(tails, reverse=True)


def test_bad_certificates() -> None:
    setting = Setting(as_real(Fraction(1, 100)), 3, as_real(Fraction(1, 30)), 90)
    with pytest.raises(ValueError, match="most_draws = -1: expected"):
        Certificate(setting, -1, Fraction(1, 2))
    with pytest.raises(ValueError, match="share = 1: expected"):
        Certificate(setting, 1, Fraction(1))
    with pytest.raises(ValueError, match="delta = 2: expected"):
        certify(setting, 2)

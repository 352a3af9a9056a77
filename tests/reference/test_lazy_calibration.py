"""Calibrated and printed parameters of L2P against mpmath, scipy's binomials, the exact law of L2P, and its regret."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from scipy import stats

from dpassay.exact import Budget, Real, Undecided, as_real, decide, log
from dpassay.reference import lazy_calibration, lazy_to_private
from dpassay.reference.lazy_calibration import (
    THEOREMS,
    Calibration,
    Certificate,
    Setting,
    calibrate,
    certify,
    printed,
    regret_bound,
)

EPSILONS = ("1", "1/10", "1/100")
FEW = [(10**3, "1"), (10**3, "1/10"), (10**3, "1/100"), (10**6, "1/10"), (10**9, "1"), (10**9, "1/100")]
TABLE = [(10**k, epsilon) for k in range(3, 10) for epsilon in EPSILONS]
ROOM = mpmath.mpf("1e-9")


@cache
def calibrated(rounds: int, epsilon: str) -> Calibration:
    return calibrate(epsilon, Fraction(1, rounds), rounds, rounds)


def number(value: Fraction | int) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def close(real: Real, expected: object) -> bool:
    return bool(abs(float(real) - float(expected)) <= 1e-10 * abs(float(expected)))  # type: ignore[arg-type]


# The formulas again, in mpmath, and the law of N* by scipy


def switching(eta: Any, batch: int, p: Any) -> Any:
    return 1 - (1 - p) * mpmath.exp(-3 * batch * eta)


def coin_loss(eta: Any, batch: int, p: Any) -> Any:
    drawn = (1 - (1 - p) * mpmath.exp(-(batch + 2) * eta)) / (1 - (1 - p) * mpmath.exp(-batch * eta))
    return max(2 * eta, mpmath.log(drawn))


def theorem(eta: Any, batch: int, p: Any, most: int, exponent: Any) -> Any:
    return coin_loss(eta, batch, p) + most * eta**2 / 2 + eta * mpmath.sqrt(2 * most * exponent)


def true_tail(m: int, a: float, p: float, most: int) -> float:
    """Pr[Bin(m, a) + Bin(m, p) > most], summed over the second where it has all but 1e-25 of its mass."""
    first, second = stats.binom(m, a), stats.binom(m, p)
    low, high = max(int(second.mean() - 12 * second.std() - 60), 0), min(int(second.mean() + 12 * second.std() + 60), m)
    js = np.arange(low, high + 1)
    return float(np.sum(second.pmf(js) * first.sf(most - js)))


def recompute(setting: tuple[Any, int, Any, int], certificate: Certificate) -> tuple[Any, float]:
    """Epsilon as the theorem has it, and delta with the true probability of N*."""
    eta, batch, p, rounds = setting
    m, exponent = -(-rounds // batch) - 1, mpmath.log(1 / number(certificate.share))
    if m == 0:
        return mpmath.mpf(0), 0.0
    tail = true_tail(m, float(switching(eta, batch, p)), float(p), certificate.most_draws)
    return theorem(eta, batch, p, certificate.most_draws, exponent), float(certificate.share) + tail


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


def test_one_draw_less_breaks_delta() -> None:
    setting = Setting(as_real(Fraction(1, 50)), 4, as_real(Fraction(1, 20)), 400)
    bound = Fraction(1, 1000)
    least = setting.least_count(bound)
    assert decide(setting.tail(least) <= bound)
    assert decide(setting.tail(least - 1) > bound)


def test_an_undecided_comparison_is_no_yes() -> None:
    """The search passes over what it cannot tell, and a certificate at its very epsilon raises rather than guess."""
    two = as_real(2).sqrt() ** 2
    assert not lazy_calibration._certain(two <= 2)
    assert lazy_calibration._certain(two <= 3)
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


def test_the_certificate_of_fixed_parameters_moves_the_right_way() -> None:
    setting = Setting(as_real(Fraction(1, 100)), 3, as_real(Fraction(1, 30)), 900)
    epsilons = [float(certify(setting, d).epsilon) for d in ("1e-12", "1e-6", "1e-2")]
    assert epsilons == sorted(epsilons, reverse=True)
    tails = [float(setting.tail(most)) for most in range(0, 600, 60)]
    assert tails == sorted(tails, reverse=True)


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


def test_bad_certificates_and_theorems() -> None:
    setting = Setting(as_real(Fraction(1, 100)), 3, as_real(Fraction(1, 30)), 90)
    with pytest.raises(ValueError, match=r"theorem = '3\.11': expected one of 3\.10 statement"):
        printed("3.11", 1, "1/10", 10, 3)
    with pytest.raises(ValueError, match="most_draws = -1: expected"):
        Certificate(setting, -1, Fraction(1, 2))
    with pytest.raises(ValueError, match="share = 1: expected"):
        Certificate(setting, 1, Fraction(1))
    with pytest.raises(ValueError, match="delta = 2: expected"):
        certify(setting, 2)


# Printed parameters


def printed_again(theorem: str, eps: Any, delta: Any, rounds: int, d: int) -> tuple[Any, Any, Any]:
    """Eta, p and B before rounding, from the text of the theorems."""
    eps_0 = mpmath.mpf(rounds) ** (-mpmath.mpf(1) / 4) * mpmath.log(d) ** (mpmath.mpf(3) / 4)
    third, log_term = mpmath.mpf(1) / 3, mpmath.log(rounds / delta)
    if theorem == "3.12":
        eta = eps ** (2 * third) / (mpmath.mpf(rounds) ** third * log_term)
        return eta, eta / eps, 1 / (2 * eps * mpmath.log(1 / delta))
    eta = min(eps_0, eps) ** (2 * third) / (mpmath.mpf(rounds) ** third * (log_term if theorem == "3.10 proof" else 1))
    return eta, 10 * eta / eps, 1 / eps


@pytest.mark.parametrize("theorem_name", THEOREMS)
@pytest.mark.parametrize(("rounds", "experts"), [(10**3, 10**3), (10**5, 2), (10**7, 10**7), (10**9, 10**9)])
def test_printed_parameters(theorem_name: str, rounds: int, experts: int) -> None:
    for epsilon in map(Fraction, EPSILONS):
        r = printed(theorem_name, epsilon, Fraction(1, rounds), rounds, experts)
        eta, p, whole = printed_again(theorem_name, number(epsilon), mpmath.mpf(1) / rounds, rounds, experts)
        b = max(1, math.floor(whole + 0.5))
        log_term = mpmath.log(2 * mpmath.mpf(rounds) ** 2)
        assert r.setting.batch == b
        assert close(r.setting.learning_rate, eta)
        assert close(r.setting.fake_switch, p)
        assert close(r.precondition, eta * b * log_term / p)
        assert r.precondition_holds == (eta * b * log_term / p <= 1)
        stated = 2 * eta / p + eta + 3 * rounds * eta**2 * p * log_term / (2 * b)
        assert close(r.stated_epsilon, stated + mpmath.sqrt(6 * rounds * eta**2 * p * log_term**2 / b))
        assert close(r.regret, mpmath.log(experts) / eta + eta * b * rounds / 8)
        assert (r.certificate is not None) == r.is_defined
        if r.certificate is not None:
            assert p < 1
            mine, delta = recompute((eta, b, p, rounds), r.certificate)
            assert close(r.certificate.epsilon, mine)
            assert delta <= (1 + 1e-6) / rounds


@pytest.mark.parametrize(
    ("rounds", "epsilon", "stated", "least", "most"),
    [(10**3, "1", 1.91, 0.3, 0.6), (10**4, "1/10", 2.08, 0.4, 0.6), (10**9, "1/10", 0.87, 0.2, 0.3)],
)
def test_the_parameters_of_the_proof_keep_the_budget_though_its_theorem_does_not_say_so(
    rounds: int, epsilon: str, stated: float, least: float, most: float
) -> None:
    """In units of epsilon: what Theorem 3.2 gives (ASI-32), and what is certain (ASI-31)."""
    r, e = printed("3.10 proof", epsilon, Fraction(1, rounds), rounds, rounds), float(Fraction(epsilon))
    assert not r.precondition_holds
    assert float(r.stated_epsilon) / e == pytest.approx(stated, abs=0.01)
    assert r.certificate is not None
    assert least < float(r.certificate.epsilon) / e < most


def test_calibration_is_much_cheaper_than_the_proof() -> None:
    for rounds, epsilon in ((10**6, "1/10"), (10**9, "1/100")):
        theirs = printed("3.10 proof", epsilon, Fraction(1, rounds), rounds, rounds)
        assert decide(4 * calibrated(rounds, epsilon).regret < theirs.regret)


def test_fake_switches_of_probability_one_or_more() -> None:
    """At T eps = 1000 the printed p is exactly 1, which no enclosure could tell."""
    for rounds, epsilon, defined in ((10**4, "1/10", False), (10**4 + 1, "1/10", True), (9999, "1/10", False)):
        assert printed("3.10 statement", epsilon, "1e-3", rounds, 10**4).is_defined is defined
    assert printed("3.10 statement", Budget(exp_eps=3), "1e-3", 10**6, 10).is_defined
    assert printed("3.10 statement", "2/5", "1e-3", 10**6, 10).setting.batch == 3  # halves go up

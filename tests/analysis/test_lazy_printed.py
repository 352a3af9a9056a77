"""Printed parameters of L2P, from the text of the theorems, and what they certainly give."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.analysis.lazy_printed import THEOREMS, printed
from dpassay.exact import Budget, decide
from tests.analysis.lazy_formulas import EPSILONS, calibrated, close, number, recompute


def test_a_theorem_that_is_not_printed() -> None:
    with pytest.raises(ValueError, match=r"theorem = '3\.11': expected one of 3\.10 statement"):
        printed("3.11", 1, "1/10", 10, 3)


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
